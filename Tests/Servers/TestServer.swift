public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The server of paged feeds in `feed_server.py`, as a child process.
///
/// ```swift
/// @Test(.enabled(if: TestServer.isAvailable, TestServer.reason))
/// func everyRowComes() async throws {
///   try await TestServer.run { server in
///     let people = server.url("people?limit=10")
///   }
/// }
/// ```
public final class TestServer: Sendable {
  /// Why tests that need the server are skipped.
  public static let reason = "needs python3, which is not on the path"

  /// Whether `python3` is on the path.
  public static let isAvailable = python != nil

  /// Whether `openssl` is on the path, which a server needs to speak TLS.
  public static let canBeSecure = program("openssl") != nil

  /// The URL of the server, without a path.
  public let base: URL

  private let process = Process()
  private let input: FileHandle

  /// Starts a server, passes it to `body` and always stops it afterwards.
  ///
  /// - Parameters:
  ///   - count: How many rows the feeds have.
  ///   - isSecure: Whether it speaks TLS, with a certificate that no client trusts.
  public static func run<Result>(
    count: Int = 82, isSecure: Bool = false, isolation: isolated (any Actor)? = #isolation,
    _ body: (TestServer) async throws -> sending Result
  ) async throws -> sending Result {
    let server = try TestServer(
      "feed_server.py", ["--count", "\(count)"] + (isSecure ? ["--secure"] : []))
    defer { server.end() }
    return try await body(server)
  }

  /// Starts the server of lists in the shapes of public APIs, `shape_server.py`, in the same way.
  public static func runShapes<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (TestServer) async throws -> sending Result
  ) async throws -> sending Result {
    let server = try TestServer("shape_server.py", [])
    defer { server.end() }
    return try await body(server)
  }

  private init(_ script: String, _ arguments: [String]) throws {
    guard let python = Self.python else { throw Failure(text: "there is no python3") }
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: script)
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = python
    process.arguments = [script.path] + arguments
    process.standardInput = input
    process.standardOutput = output
    // Other child processes must not inherit this end: it would keep the server alive after the
    // test.
    _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    try process.runUnblocked()
    self.input = input.fileHandleForWriting
    base = try Self.readBase(output.fileHandleForReading)
  }

  /// Stops the server, which runs while its standard input is open.
  private func end() {
    try? input.close()
  }

  private static func readBase(_ output: FileHandle) throws -> URL {
    var line = Data()
    while line.last != UInt8(ascii: "\n") {
      let more = output.availableData
      if more.isEmpty { throw Failure(text: "the server ended before it said where it is") }
      line += more
    }
    let said = try JSONDecoder().decode([String: String].self, from: line)
    guard let base = said["base"].flatMap({ URL(string: $0) }) else {
      throw Failure(text: "the server did not say where it is")
    }
    return base
  }

  private static let python = program("python3")

  /// The file of a program on the path.
  private static func program(_ name: String) -> URL? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { URL(filePath: String($0)).appending(path: name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }
}

// MARK: - What tests ask of it

extension TestServer {
  /// A request that the server received.
  public struct Request: Decodable, Sendable {
    /// `GET` or `POST`.
    public let method: String

    /// The path, not decoded.
    public let path: String

    /// The query, not decoded.
    public let query: String

    /// The body; nil if there is none.
    public let body: String?

    /// The header fields by lower-case name.
    public let headers: [String: String]
  }

  /// The counters of the server.
  public struct State: Decodable, Sendable {
    /// How many faulty answers are in progress.
    public let busy: Int

    /// How many clients disconnected during a faulty answer.
    public let gone: Int

    /// How many bytes of an endless answer were sent.
    public let sent: Int

    /// How many connections are open, including the one of this request.
    public let connections: Int

    /// How many connections there were since the start, including those of these questions.
    public let accepted: Int
  }

  /// The server did not start, or it refused a control request.
  public struct Failure: Error, CustomStringConvertible {
    let text: String

    /// The message.
    public var description: String { text }
  }

  /// Returns the URL of a path, which may have a query.
  public func url(_ path: String) -> URL {
    URL(string: path, relativeTo: base)?.absoluteURL ?? base
  }

  /// Changes rows or plans failures. `feed_server.py` documents the format of `json`.
  public func control(_ json: String) async throws {
    var request = URLRequest(url: url("_control"))
    request.httpMethod = "POST"
    request.httpBody = Data(json.utf8)
    let (body, response) = try await URLSession.shared.data(for: request)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else {
      throw Failure(text: String(decoding: body, as: UTF8.self))
    }
  }

  /// The shapes of `shape_server.py`: their names, and the path behind the number of rows.
  public func shapes() async throws -> [(name: String, rest: String)] {
    let (body, _) = try await URLSession.shared.data(from: url("_shapes"))
    return try JSONDecoder().decode([[String]].self, from: body).map { ($0[0], $0[1]) }
  }

  /// Polls the server until `condition` holds for its counters.
  public func wait(until condition: (State) -> Bool) async throws {
    while true { if condition(try await state()) { return } }
  }

  /// Returns the counters of the server.
  public func state() async throws -> State {
    let (body, _) = try await URLSession.shared.data(from: url("_state"))
    return try JSONDecoder().decode(State.self, from: body)
  }

  /// Returns the requests that the server received, in order.
  public func log() async throws -> [Request] {
    let (body, _) = try await URLSession.shared.data(from: url("_log"))
    return try JSONDecoder().decode([Request].self, from: body)
  }
}
