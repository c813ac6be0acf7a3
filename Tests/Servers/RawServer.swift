public import Foundation

/// A server on the loopback that answers each request with bytes as they are, good or broken.
///
/// ```swift
/// try await RawServer.run { _ in RawServer.Answer(Data("HTTP/1.1 200 OK\r\n".utf8)) } body: { server in
///   let url = server.url("rows")
/// }
/// ```
///
/// Usually each answer ends its connection. `run(serving:body:)` has connections for several.
public final class RawServer: Sendable {
  /// A request.
  public struct Request: Sendable {
    /// The path without its first slash.
    public let path: String

    /// The port of the server.
    public let port: Int

    /// The body; empty if there is none.
    public let body: String

    private let lines: [Substring]

    fileprivate init(header: String, body: String, port: Int) {
      lines = header.split(separator: "\r\n")
      path = String(lines.first?.split(separator: " ").dropFirst().first?.dropFirst() ?? "")
      self.body = body
      self.port = port
    }

    /// The request line and the header fields.
    public var head: String { lines.joined(separator: "\r\n") }

    /// The values of the query's parameters. Of several with one name the last counts.
    public var parameters: [String: String] {
      let items = URLComponents(string: "/\(path)")?.queryItems ?? []
      return Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
    }

    /// The whole number in a parameter; nil if there is none.
    public func number(_ name: String) -> Int? { parameters[name].flatMap { Int($0) } }

    /// The values of a header field, by its name in lower case.
    public func values(of name: String) -> [String] {
      lines.filter { $0.lowercased().hasPrefix(name + ":") }
        .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }
  }

  /// The bytes of an answer, and how the connection is closed.
  public struct Answer: Sendable {
    /// How a connection is closed.
    public enum Ending: Sendable, CaseIterable {
      /// In order, by a FIN.
      case fin

      /// By a reset, as when a process is killed.
      case reset
    }

    var bytes: Data
    var ending: Ending

    /// A good answer with a text of JSON.
    public static func json(
      _ text: String, status: Int = 200, headers: [String: String] = [:]
    ) -> Self {
      let fields = headers.map { "\($0): \($1)\r\n" }.joined()
      let head = "HTTP/1.1 \(status) OK\r\nContent-Type: application/json\r\n\(fields)"
      return Self(Data("\(head)Content-Length: \(text.utf8.count)\r\n\r\n\(text)".utf8))
    }

    /// Creates an answer.
    public init(_ bytes: Data, ending: Ending = .fin) {
      self.bytes = bytes
      self.ending = ending
    }
  }

  private let port: UInt16
  private let socket: Int32
  private let serve: @Sendable (Connection) -> Void

  /// Starts a server, passes it to `body` and always stops it afterwards.
  ///
  /// - Parameters:
  ///   - answer: Returns the answer to a request. Called on a thread of the connection.
  ///   - body: What is done with the server.
  public static func run<Result>(
    _ answer: @escaping @Sendable (Request) -> Answer,
    isolation: isolated (any Actor)? = #isolation,
    body: (RawServer) async throws -> sending Result
  ) async throws -> sending Result {
    let serve: @Sendable (Connection) -> Void = { connection in
      let answer = answer(connection.read() ?? Request(header: "", body: "", port: connection.port))
      connection.send(answer.bytes)
      if answer.ending == .reset { connection.resetAtEnd() }
    }
    return try await run(serving: serve, body: body)
  }

  /// Starts a server, passes it to `body` and always stops it afterwards.
  ///
  /// - Parameters:
  ///   - serve: Reads from a connection and writes to it. Then the connection is closed. Called on a
  ///     thread of the connection.
  ///   - body: What is done with the server.
  public static func run<Result>(
    serving serve: @escaping @Sendable (Connection) -> Void,
    isolation: isolated (any Actor)? = #isolation,
    body: (RawServer) async throws -> sending Result
  ) async throws -> sending Result {
    let server = try RawServer(serve)
    defer { server.stop() }
    return try await body(server)
  }

  private init(_ serve: @escaping @Sendable (Connection) -> Void) throws {
    #if canImport(Glibc)
      socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
    #endif
    self.serve = serve
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let handle = socket
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(handle, $0, size) == 0 && listen(handle, 128) == 0
          && getsockname(handle, $0, &size) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    guard isListening else { throw POSIXError(.EADDRNOTAVAIL) }
    Thread.detachNewThread { [self] in accept() }
  }

  /// The URL of a path on the server.
  public func url(_ path: String, scheme: String = "http") -> URL {
    URL(string: "\(scheme)://127.0.0.1:\(port)/\(path)") ?? URL(filePath: "/")
  }

  /// Ends the thread.
  ///
  /// On Linux it closes the socket itself. Closed here, its number could be that of another server's
  /// socket by the time the thread accepts from it.
  private func stop() {
    #if os(Linux)
      shutdown(socket, Int32(SHUT_RDWR))
    #else
      close(socket)
    #endif
  }

  private func accept() {
    #if os(Linux)
      defer { close(socket) }
    #endif
    while case let handle = Foundation.accept(socket, nil, nil), handle >= 0 {
      let connection = Connection(handle: handle, port: Int(port))
      Thread.detachNewThread { [serve] in
        serve(connection)
        close(handle)
      }
    }
  }
}

// MARK: - Connections

extension RawServer {
  /// A connection of a client.
  public struct Connection: Sendable {
    fileprivate let handle: Int32
    fileprivate let port: Int

    /// Waits for the next request; nil if the client has closed the connection.
    public func read() -> Request? {
      var bytes = Data()
      while let more = readAny() {
        bytes += more
        guard let end = bytes.range(of: Data("\r\n\r\n".utf8)) else { continue }
        let request = Request(
          header: String(decoding: bytes[..<end.lowerBound], as: UTF8.self),
          body: String(decoding: bytes[end.upperBound...], as: UTF8.self), port: port)
        let length = request.values(of: "content-length").first.flatMap { Int($0) } ?? 0
        if request.body.utf8.count >= length { return request }
      }
      return nil
    }

    /// Waits for bytes of any kind; nil if the client has closed the connection.
    @discardableResult public func readAny() -> Data? {
      var buffer = [UInt8](repeating: 0, count: 4_096)
      let count = recv(handle, &buffer, buffer.count, 0)
      return count > 0 ? Data(buffer[..<count]) : nil
    }

    /// Sends bytes, until the client closes the connection.
    public func send(_ bytes: Data) {
      #if os(Linux)
        let flags = Int32(MSG_NOSIGNAL)
      #else
        let flags: Int32 = 0
      #endif
      var rest = bytes
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Foundation.send(handle, $0.baseAddress, $0.count, flags)
        }
        guard count > 0 else { break }
        rest = rest.dropFirst(count)
      }
    }

    /// Closes the connection at its end by a reset.
    public func resetAtEnd() {
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(
        handle, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }
  }
}
