import FeedEffects
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request and its response, for tools that show them.
package struct HTTPExchange: Sendable {
  /// The request line: `GET https://example.org/people?page=2`, secrets in the URL masked.
  package let request: String

  /// The status of the response.
  package let status: Int

  /// The header fields of the response, by their names in lower case. The values of cookies are left out.
  package let headers: [String: String]

  /// The body of the response, in UTF-8. Other bytes are replaced.
  package var body: String { String(decoding: bytes, as: UTF8.self) }

  /// The number of bytes in the body, after decompression.
  package var size: Int { bytes.count }

  /// The time from the start of the request to the end of the response.
  package let duration: Duration

  private let bytes: Data

  /// What is done with each exchange.
  ///
  /// A struct around the closure, because a task-local value must not be a closure itself: release builds
  /// of Swift 6.3 compile `TaskLocal.withValue` wrongly for it, and the program dies at the call. A lint of
  /// `.ci/run` looks for such values.
  package struct Observer: Sendable {
    /// Called on any thread.
    let note: @Sendable (HTTPExchange) -> Void

    package init(note: @escaping @Sendable (HTTPExchange) -> Void) {
      self.note = note
    }
  }

  init(_ request: URLRequest, _ response: HTTPResponse, duration: Duration) {
    let url = request.url?.absoluteString.maskingSecrets ?? ""
    self.request = "\(request.httpMethod ?? "GET") \(url)"
    status = response.status
    headers = response.headers.reduce(into: [:]) { headers, field in
      headers[field.key] = field.key == "set-cookie" ? "(not shown)" : field.value
    }
    bytes = response.body
    self.duration = duration
  }
}
