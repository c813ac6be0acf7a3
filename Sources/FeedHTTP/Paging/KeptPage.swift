import FeedEffects
import FeedReducer
import Foundation

/// The first page as it came last, with what the server calls it: its `ETag`, or its date (RFC 9110,
/// section 8.8). A refresh asks with that; status 304 says that the page is the same.
struct KeptPage<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
  let url: URL

  /// The header field that asks for the page only if it is another one.
  let condition: (name: String, value: String)

  let reading: PageReading<Item>

  /// The longest validator that is kept, in bytes. It goes along with each request, and servers refuse long headers.
  private static var maxBytes: Int { 1_024 }

  /// Keeps what came for `url`; nil if the response has no validator, or may not be kept.
  init?(_ reading: PageReading<Item>, of response: HTTPResponse, for url: URL?) {
    let fields = [("If-None-Match", "etag"), ("If-Modified-Since", "last-modified")]
    // A tag is exact; a date only counts seconds.
    let conditions = fields.compactMap { name, field -> (String, String)? in
      guard let value = response.headers[field], !value.isEmpty, value.utf8.count <= Self.maxBytes,
        value.utf8.isFieldValue
      else { return nil }
      return (name, value)
    }
    let directives = response.headers["cache-control"]?.lowercased() ?? ""
    guard let url, let condition = conditions.first, !directives.contains("no-store"),
      !response.isForeign, response.status == 200
    else { return nil }
    (self.url, self.condition, self.reading) = (url, condition, reading)
  }
}
