import FeedEffects
import FeedReducer
import Foundation

/// The first page as it came last, with what the server calls it: its `ETag`, or its date (RFC 9110,
/// section 8.8). A refresh asks with that; status 304 says that the page is the same.
final class KeptPage<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
  struct Kept {
    fileprivate let url: URL

    /// The header field that asks for the page only if it is another one.
    let condition: (name: String, value: String)

    let page: Feed<Item, PageCursor>.Page
  }

  private let kept = Locked<Kept?>(nil)

  /// The longest validator that is kept, in bytes.
  private static var maxBytes: Int { 1_024 }

  /// What is kept for `url`; nil if it is nothing.
  func page(for url: URL?) -> Kept? {
    kept.use { $0?.url == url ? $0 : nil }
  }

  /// Keeps the page that came for `url`, if the response has a validator and may be kept.
  func keep(_ page: Feed<Item, PageCursor>.Page, of response: HTTPResponse, for url: URL?) {
    let fields = [("If-None-Match", "etag"), ("If-Modified-Since", "last-modified")]
    // A tag is exact; a date only counts seconds.
    let conditions = fields.compactMap { name, field -> (String, String)? in
      guard let value = response.headers[field], !value.isEmpty, value.utf8.count <= Self.maxBytes,
        value.utf8.isFieldValue
      else { return nil }
      return (name, value)
    }
    let directives = response.headers["cache-control"]?.lowercased() ?? ""
    let mayKeep = !directives.contains("no-store") && !response.isForeign && response.status == 200
    kept.use { kept in
      guard let url, mayKeep, let condition = conditions.first else { return kept = nil }
      kept = Kept(url: url, condition: condition, page: page)
    }
  }
}
