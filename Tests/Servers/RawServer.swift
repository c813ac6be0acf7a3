public import Foundation

/// A server on the loopback that answers each request with bytes as they are, good or broken.
///
/// ```swift
/// try await RawServer.run { _ in RawServer.Answer(Data("HTTP/1.1 200 OK\r\n".utf8)) } body: { server in
///   let url = server.url("rows")
/// }
/// ```
public final class RawServer: Sendable {
  /// A request.
  public struct Request: Sendable {
    /// The path without its first slash.
    public let path: String

    /// The port of the server.
    public let port: Int

    /// The values of `Authorization` in the header; usually none or one.
    public let authorization: [String]
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

    /// Creates an answer.
    public init(_ bytes: Data, ending: Ending = .fin) {
      self.bytes = bytes
      self.ending = ending
    }
  }

  private let port: UInt16
  private let socket: Int32
  private let answer: @Sendable (Request) -> Answer

  /// Starts a server, passes it to `body` and always stops it afterwards.
  ///
  /// - Parameters:
  ///   - answer: Returns the answer to a request. Called on the server's thread.
  ///   - body: What is done with the server.
  public static func run<Result>(
    _ answer: @escaping @Sendable (Request) -> Answer,
    isolation: isolated (any Actor)? = #isolation,
    body: (RawServer) async throws -> sending Result
  ) async throws -> sending Result {
    let server = try RawServer(answer)
    defer { server.stop() }
    return try await body(server)
  }

  private init(_ answer: @escaping @Sendable (Request) -> Answer) throws {
    #if canImport(Glibc)
      socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
    #endif
    self.answer = answer
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
    let thread = Thread { [self] in serve() }
    thread.start()
  }

  /// The URL of a path on the server.
  public func url(_ path: String) -> URL {
    URL(string: "http://127.0.0.1:\(port)/\(path)") ?? URL(filePath: "/")
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

  private func serve() {
    #if os(Linux)
      defer { close(socket) }
    #endif
    while case let connection = accept(socket, nil, nil), connection >= 0 {
      let lines = read(connection).split(separator: "\r\n")
      let path = lines.first?.split(separator: " ").dropFirst().first?.dropFirst() ?? ""
      let name = "authorization: "
      let authorization = lines.filter { $0.lowercased().hasPrefix(name) }
        .map { String($0.dropFirst(name.count)) }
      let request = Request(path: String(path), port: Int(port), authorization: authorization)
      send(answer(request), over: connection)
    }
  }

  /// Reads the header of a request.
  private func read(_ connection: Int32) -> String {
    var request = Data()
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while request.range(of: Data("\r\n\r\n".utf8)) == nil {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      request.append(contentsOf: buffer[..<count])
    }
    return String(decoding: request, as: UTF8.self)
  }

  private func send(_ answer: Answer, over connection: Int32) {
    #if os(Linux)
      let flags = Int32(MSG_NOSIGNAL)
    #else
      let flags: Int32 = 0
    #endif
    var rest = answer.bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(connection, $0.baseAddress, $0.count, flags)
      }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    if answer.ending == .reset {
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(
        connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }
    close(connection)
  }
}
