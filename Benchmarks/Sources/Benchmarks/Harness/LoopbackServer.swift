import Foundation

/// A server on this machine that answers by the path.
final class LoopbackServer: Sendable {
  let port: UInt16
  private let listener: Int32

  /// The bytes of an answer. If `isInBytes` is true, each byte of the body is a chunk of its own.
  static func answer(_ body: String, isInBytes: Bool = false) -> Data {
    var data = Data("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n".utf8)
    if isInBytes {
      data += Data("Transfer-Encoding: chunked\r\n\r\n".utf8)
      for byte in body.utf8 { data += [49, 13, 10, byte, 13, 10] }
      data += Data("0\r\n\r\n".utf8)
    } else {
      data += Data("Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
    }
    return data
  }

  /// Starts a server. `answer` returns the bytes for a path.
  init(answer: @escaping @Sendable (_ path: Substring) -> Data) {
    let listener = Self.makeListener()
    self.listener = listener
    port = Self.port(of: listener)
    Thread.detachNewThread {
      defer { close(listener) }
      while case let connection = accept(listener, nil, nil), connection >= 0 {
        Thread.detachNewThread { Self.serve(connection, answer: answer) }
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

  private static func write(all bytes: UnsafeRawBufferPointer, to connection: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = send(
        connection, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, noSignal)
      if sent <= 0 { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }

  /// A client that goes away must not end the program.
  private static var noSignal: Int32 {
    #if canImport(Glibc)
      Int32(MSG_NOSIGNAL)
    #else
      0
    #endif
  }

  /// Answers each request of a connection until the other side closes it.
  private static func serve(_ connection: Int32, answer: (Substring) -> Data) {
    defer { close(connection) }
    let end = Data("\r\n\r\n".utf8)
    var request = Data()
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while case let count = read(connection, &buffer, buffer.count), count > 0 {
      request += buffer[..<count]
      while let found = request.range(of: end) {
        let words = String(decoding: request[..<found.lowerBound], as: UTF8.self).split(
          separator: " ")
        request = Data(request[found.upperBound...])
        let bytes = answer(words.count > 1 ? words[1] : "/")
        let isSent = bytes.withUnsafeBytes { write(all: $0, to: connection) }
        if !isSent { return }
      }
    }
  }
}
