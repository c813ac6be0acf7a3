import FeedEffects

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
  case pageNumber(total: AnswerField)

  /// Pages are numbered, and the answer tells how many pages there are.
  case pageCount(at: AnswerField)

  /// Pages are numbered, and a page with fewer rows than asked is the last.
  ///
  /// Don't ask for more rows than the server gives: its pages would all look short. Where the
  /// request asks for no number only an empty page is the last.
  case shortPage

  /// Pages begin at the index of a row: `offset=40`.
  ///
  /// The total tells the last page. Without one it is a page with fewer rows than asked; then don't
  /// ask for more rows than the server gives.
  case offset(total: AnswerField? = nil)

  /// The answer names the next page by a text or a number, and by null or nothing on the last.
  ///
  /// Where `more` is given, a `false` there ends the list whatever the token says.
  case token(at: AnswerField, more: AnswerField? = nil)

  /// The next page's URL is in the `Link` header field (RFC 8288), with `rel="next"`.
  case linkHeader

  /// The next page is named by the last row: the value at a path in it goes into the request.
  ///
  /// It may begin with that row again, as with `max_id`, or with the one behind it. A page with
  /// fewer rows than asked is the last.
  case keyset(at: JSONPath)

  /// A Relay connection: `endCursor` and `hasNextPage` are in the object at the path.
  ///
  /// The cursor goes where ``HTTPRequest/pageName`` says, or ``HTTPRequest/previousName`` for the
  /// page before: then `startCursor` and `hasPreviousPage` are read too.
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
    case .pageCount(let field): "page number, number of pages in \(field)"
    case .offset(nil): "offset, a short page is the last"
    case .offset(let total?): "offset, total in \(total)"
    case .token(let field, _): "token in \(field)"
    case .linkHeader: "Link header"
    case .keyset(let path): "last row's \(path)"
    case .shortPage: "page number, a short page is the last"
    case .relay(let path): "Relay connection in \(path)"
    case .none: "not paged"
    }
  }
}
