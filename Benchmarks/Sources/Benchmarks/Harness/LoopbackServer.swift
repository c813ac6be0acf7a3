import Foundation

/// A server on this machine that gives every request the same answer, or none.
final class LoopbackServer: Sendable {
  let port: UInt16
  private let listener: Int32

  /// Signalled when a request has arrived that is not answered, and when the other side has closed a
  /// connection.
  let arrived = DispatchSemaphore(value: 0)
  let closed = DispatchSemaphore(value: 0)

  /// Starts a server whose answer is the JSON text `body`; it never answers if that is nil.
  init(body: String?) {
    let answer = body.map { body in
      Data(
        """
        HTTP/1.1 200 OK\r
        Content-Type: application/json\r
        Content-Length: \(body.utf8.count)\r
        \r
        \(body)
        """.utf8)
    }
    let listener = Self.makeListener()
    self.listener = listener
    port = Self.port(of: listener)
    Thread.detachNewThread { [arrived, closed] in
      defer { close(listener) }
      while case let connection = accept(listener, nil, nil), connection >= 0 {
        Thread.detachNewThread {
          if let answer { return Self.serve(connection, answer: answer) }
          Self.hold(connection, arrived: arrived, closed: closed)
        }
      }
    }
  }

  /// Wakes the thread, which then closes the socket: closed here, its number could be another one's.
  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  private static func makeListener() -> Int32 {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let listener = socket(AF_INET, stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let isBound = withUnsafeBytes(of: &address) { bytes in
      bind(
        listener, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress,
        socklen_t(bytes.count)) == 0
    }
    precondition(listener >= 0 && isBound && listen(listener, 256) == 0, "no port is free")
    return listener
  }

  private static func port(of listener: Int32) -> UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutableBytes(of: &address) { bytes in
      _ = getsockname(listener, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, &size)
    }
    return UInt16(bigEndian: address.sin_port)
  }

  private static func hold(
    _ connection: Int32, arrived: DispatchSemaphore, closed: DispatchSemaphore
  ) {
    defer { close(connection) }
    var buffer = [UInt8](repeating: 0, count: 4_096)
    guard read(connection, &buffer, buffer.count) > 0 else { return }
    arrived.signal()
    while read(connection, &buffer, buffer.count) > 0 {}
    closed.signal()
  }

  /// Answers each request of a connection until the other side closes it.
  private static func serve(_ connection: Int32, answer: Data) {
    defer { close(connection) }
    let end = Data("\r\n\r\n".utf8)
    var request = Data()
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while case let count = read(connection, &buffer, buffer.count), count > 0 {
      request += buffer[..<count]
      while let found = request.range(of: end) {
        request = Data(request[found.upperBound...])
        let sent = answer.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
        if sent != answer.count { return }
      }
    }
  }
}
