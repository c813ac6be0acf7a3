public import Foundation

/// A server by other authors, which a script starts.
public struct IndependentServer: Sendable {
  private struct Info: Decodable {
    let base: URL
    let pid: Int32
  }

  private let info: Info
  private let name: String

  private static let folder = ProcessInfo.processInfo.environment["FEED_SERVERS"]

  /// Whether the environment variable `FEED_SERVERS` names the folder of the scripts.
  public static let isAvailable = folder != nil

  private static let starting = NSLock()

  /// Returns the URL of a path, which may have a query.
  public func url(_ path: String) -> URL {
    URL(string: path, relativeTo: info.base)?.absoluteURL ?? info.base
  }

  /// Starts a server, passes it to `body` and always kills it afterwards.
  public static func run(
    _ name: String, count: Int, _ body: (Self) async throws -> Void
  ) async throws {
    let info = try start(name, "\(count)", as: Info.self)
    // The script made the process a group leader. Only SIGKILL reaches it: this thread blocks other
    // signals, and child processes inherit the mask.
    defer { kill(-info.pid, SIGKILL) }
    try await body(Self(info: info, name: name))
  }

  /// Changes the rows by statements of SQL. Only `drf` and `datasette` keep them in a file.
  public func change(_ statements: [String]) throws {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["FEED_SERVERS_HOME"].map { URL(filePath: $0) }
    let cache = environment["XDG_CACHE_HOME"].map { URL(filePath: $0) }
    let folder =
      home
      ?? (cache ?? URL(filePath: environment["HOME"] ?? "/").appending(path: ".cache"))
      .appending(path: "feed-servers")
    let file = folder.appending(path: "\(name)/run/\(info.base.port ?? 0)/feed.db").path
    let program = """
      import sqlite3, sys
      connection = sqlite3.connect(sys.argv[1], timeout=30)
      for statement in sys.argv[2:]: connection.execute(statement)
      connection.commit()
      """
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", program, file] + statements
    try process.runUnblocked()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  /// Runs the start script of `name` and returns the object that it prints.
  static func start<Info: Decodable>(
    _ name: String, _ argument: String, as type: Info.Type
  ) throws -> Info {
    let script = URL(filePath: folder ?? "").appending(path: name).appending(path: "start.sh")
    // The first start of a server on a machine installs it: two at once would take it from each other.
    starting.lock()
    defer { starting.unlock() }
    // Another process may take the free port before the server does. Then try another one.
    for _ in 1..<5 {
      if let info = try? describe(script, argument, as: type) { return info }
    }
    return try describe(script, argument, as: type)
  }

  private static func describe<Info: Decodable>(
    _ script: URL, _ argument: String, as type: Info.Type
  ) throws -> Info {
    let output = try launch(script, ["\(try freePort())", argument])
    // All lines except READY form the object.
    let json = output.split(separator: "\n").filter { $0 != "READY" }.joined(separator: "\n")
    return try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  private static func launch(_ script: URL, _ arguments: [String]) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["bash", script.path] + arguments
    process.standardOutput = output
    try process.runUnblocked()
    // The server does not hold the pipe open, so reading ends with the script.
    let said = try output.fileHandleForReading.readToEnd() ?? Data()
    return String(decoding: said, as: UTF8.self)
  }

  /// Returns a port without a listener. Another process can take it at any time.
  private static func freePort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else { throw CocoaError(.fileReadUnknown) }
    return UInt16(bigEndian: address.sin_port)
  }
}
