/// How the next page is found in an answer.
///
/// Further styles become further cases.
@nonexhaustive
public enum Paging: Hashable, Sendable {
  /// The answer carries the URL of the next page, and null or nothing on the last.
  ///
  /// A URL without scheme and host is one on the same server.
  case nextURL(at: JSONPath, previous: JSONPath? = nil)

  /// Pages are numbered, and the total of the rows in the answer tells the last one.
  ///
  /// This needs pages that are as long as the feed asks, or an ``HTTPRequest/pageSize``; where the
  /// length is unknown one more page is asked for.
  case pageNumber(total: JSONPath)

  /// Pages are numbered, and a page with fewer rows than asked is the last.
  ///
  /// Don't ask for more rows than the server gives: its pages would all look short. Where the
  /// request asks for no number only an empty page is the last.
  case shortPage

  /// A Relay connection: `endCursor` and `hasNextPage` are in the object at the path.
  ///
  /// The cursor goes where ``HTTPRequest/pageName`` says.
  case relay(at: JSONPath)

  /// The answer is the whole list.
  case none
}

extension Paging: CustomStringConvertible {
  /// The style in a few words: `next URL in .next`.
  public var description: String {
    switch self {
    case .nextURL(let path, _): "next URL in \(path)"
    case .pageNumber(let path): "page number, total in \(path)"
    case .shortPage: "page number, a short page is the last"
    case .relay(let path): "Relay connection in \(path)"
    case .none: "not paged"
    }
  }
}
