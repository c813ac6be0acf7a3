import FeedReducer
import Foundation
import Testing

/// A good answer as bytes, to be cut or changed.
struct GoodAnswer: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: Data

  /// From how many bytes on the page is complete: the last line break may be missing.
  let complete: Int

  var testDescription: String { name }

  private static let json = #"{"rows": [{"id": 1}, {"id": 2}]}"#
  private static let length = "Content-Length: \(json.utf8.count)"
  private static let chunks = "10\r\n\(json.prefix(16))\r\n10\r\n\(json.dropFirst(16))\r\n0\r\n"

  private init(_ name: String, head: String, body: Data) {
    self.name = name
    bytes = Data("\(head)\r\n\r\n".utf8) + body
    complete = body.suffix(2) == Data("\r\n".utf8) ? bytes.count - 1 : bytes.count
  }

  private init(_ name: String, fields: String, body: String) {
    self.init(name, head: "HTTP/1.1 200 OK\r\n\(fields)", body: Data(body.utf8))
  }

  /// A body in base 64, as a gzip or zlib library made it of `json`.
  private init(_ name: String, encoding: String, base64: String) {
    let body = Data(base64Encoded: base64) ?? Data()
    self.init(
      name,
      head: "HTTP/1.1 200 OK\r\nContent-Encoding: \(encoding)\r\nContent-Length: \(body.count)",
      body: body)
  }

  static let all = [
    GoodAnswer("length", fields: length, body: json),
    GoodAnswer("open end", fields: "X: y", body: json),
    GoodAnswer("closing", fields: "\(length)\r\nConnection: close", body: json),
    GoodAnswer("chunks", fields: "Transfer-Encoding: chunked", body: chunks + "\r\n"),
    GoodAnswer(
      "chunks and trailers", fields: "Transfer-Encoding: chunked\r\nTrailer: X",
      body: chunks + "X: 1\r\nServer-Timing: a\r\n\r\n"),
    GoodAnswer(
      "chunks with extensions", fields: "Transfer-Encoding: chunked",
      body: chunks.replacing("10\r\n", with: "10;a=b;c=\"d\"\r\n") + "\r\n"),
    GoodAnswer(
      "hints", head: "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\n\(length)",
      body: Data(json.utf8)),
    GoodAnswer(
      "continue", head: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\(length)",
      body: Data(json.utf8)),
    GoodAnswer("bare", head: "HTTP/1.0 200", body: Data(json.utf8)),
    GoodAnswer(
      "old", head: "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n\(length)", body: Data(json.utf8)),
    GoodAnswer("no reason", head: "HTTP/1.1 200\r\n\(length)", body: Data(json.utf8)),
    GoodAnswer(
      "other success", head: "HTTP/1.1 206 Partial Content\r\n\(length)", body: Data(json.utf8)),
    GoodAnswer("folded", fields: "X: a\r\n b\r\n\tc\r\n\(length)", body: json),
    GoodAnswer(
      "twice", fields: "Link: <a>; rel=prev\r\nLink: <b>; rel=last\r\n\(length)", body: json),
    GoodAnswer("blank value", fields: "X:\r\nY: \r\n\(length)", body: json),
    GoodAnswer(
      "cookies", fields: "Set-Cookie: a=b; Path=/\r\nSet-Cookie: c=d\r\n\(length)", body: json),
    GoodAnswer(
      "type", fields: "Content-Type: application/json; charset=utf-8\r\n\(length)", body: json),
    GoodAnswer(
      "long field", fields: "X: \(String(repeating: "a", count: 300))\r\n\(length)", body: json),
    GoodAnswer(
      "gzip", encoding: "gzip",
      base64: "H4sIAAAAAAACA6tWKsovL1ayUoiuVspMAdKGtToKUKZRbWwtAG58trogAAAA"),
    GoodAnswer(
      "deflate", encoding: "deflate", base64: "eJyrVirKLy9WslKIrlbKTAHShrU6ClCmUW1sLQChdgmP"),
  ]

  /// One of the answers with some bytes changed, removed or repeated.
  static func mutated(seed: UInt64) -> Data {
    var random = SplitMix64(seed: seed)
    var bytes = [UInt8](all[Int(random.next() % UInt64(all.count))].bytes)
    for _ in 0...Int(random.next() % 4) where !bytes.isEmpty {
      let index = Int(random.next() % UInt64(bytes.count))
      switch random.next() % 5 {
      case 0: bytes[index] = UInt8(truncatingIfNeeded: random.next())
      case 1: bytes.remove(at: index)
      case 2: bytes.insert(contentsOf: bytes[index..<min(index + 9, bytes.count)], at: index)
      case 3: bytes.replaceSubrange(index..<min(index + 2, bytes.count), with: "\r\n".utf8)
      default: bytes.removeSubrange(index...)
      }
    }
    return Data(bytes)
  }
}
