import FeedEffects
import FeedReducer
public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The response of a server, with its body as bytes.
package struct HTTPResponse {
  /// The part of a response before its body.
  struct Head: Sendable {
    var url: URL

    /// The status code: 200.
    var status: Int

    /// The header fields, by their names in lower case.
    var headers: [String: String]
  }

  /// The status and the header fields.
  var head: Head

  /// Whether another origin than the source's own led to it or sent it, by links or redirects.
  var isForeign = false

  /// The body, after decompression. JSON in UTF-16 or UTF-32 has become UTF-8.
  let body: Data

  init(head: Head, body: Data) {
    self.head = head
    self.body = body.inUTF8
  }

  /// The URL of the last request, after redirects.
  var url: URL { head.url }

  /// The status code: 200.
  var status: Int { head.status }

  /// The header fields, by their names in lower case.
  var headers: [String: String] { head.headers }

  /// The value of `Content-Type`; nil if there is none.
  var contentType: String? { headers["content-type"] }

  /// The beginning of the body in one line, at most 200 characters; nil if it is blank.
  var excerpt: String? {
    let words = String(decoding: body.prefix(1_000), as: UTF8.self)
      .split(whereSeparator: \.isWhitespace)
    return words.isEmpty ? nil : words.joined(separator: " ").shown(200)
  }
}

extension HTTPResponse {
  package init(url: URL, status: Int, headers: [String: String], body: Data) {
    self.init(head: Head(url: url, status: status, headers: headers), body: body)
  }
}

extension HTTPResponse.Head {
  /// Copies the parts of a response that are needed; nil if it is not an HTTP response.
  init?(_ response: URLResponse) {
    guard let response = response as? HTTPURLResponse, let url = response.url else { return nil }
    self.url = url
    status = response.statusCode
    headers = [:]
    for case (let name as String, let value as String) in response.allHeaderFields {
      append(value, toField: name.lowercased())
    }
  }

  /// Whether a further head follows, that of the response itself.
  var isInformational: Bool { 100..<200 ~= status }

  /// Adds a value to a field, behind those that it has.
  mutating func append(_ value: String, toField name: String, separator: String = ", ") {
    // Parts of it are compared, as texts of a body are.
    let value = String(decoding: Array(value.utf8).streamSafe, as: UTF8.self)
    if headers[name]?.append(separator + value) == nil { headers[name] = value }
  }
}

/// The response of a server, with its body as JSON.
public struct JSONResponse: Sendable {
  /// The URL of the last request, after redirects.
  public var url: URL

  /// The header fields, by their names in lower case.
  public var headers: [String: String]

  /// The whole body.
  public var body: JSONValue

  /// Creates a response, for a test.
  public init(url: URL, headers: [String: String] = [:], body: JSONValue) {
    self.url = url
    self.headers = headers
    self.body = body
  }
}

extension Data {
  /// The bytes as UTF-8 if they are a text in UTF-16 or UTF-32; else as they are.
  ///
  /// The first characters of JSON are ASCII, so zeros among the first bytes, or a byte order mark, name
  /// the encoding (RFC 4627, section 3).
  fileprivate var inUTF8: Data {
    let start = [UInt8](prefix(4))
    guard start.count >= 2 else { return self }
    let zeros = start.map { $0 == 0 }
    let encoding: String.Encoding? =
      switch (start, zeros) {
      case ([0xFF, 0xFE, 0, 0], _), ([0, 0, 0xFE, 0xFF], _): .utf32
      case (_, [true, true, true, false]): .utf32BigEndian
      case (_, [false, true, true, true]): .utf32LittleEndian
      default:
        start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF])
          ? .utf16 : zeros[0] ? .utf16BigEndian : zeros[1] ? .utf16LittleEndian : nil
      }
    guard let encoding, let text = String(data: self, encoding: encoding) else { return self }
    return Data(text.utf8)
  }
}
