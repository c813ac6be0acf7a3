import FeedEffects

/// How a response names the next page.
///
/// Pick the case that matches your API, or let ``PagingStyle/detect(_:url:headers:given:)`` pick
/// it from the first response.
///
/// | The response has | Case |
/// | --- | --- |
/// | the URL of the next page in its body or a header field | ``nextURL(at:previous:)`` |
/// | the URL of the next page in a `Link` header field | ``linkHeader`` |
/// | a token for the next page | ``token(at:more:)`` |
/// | the number of all rows, or of all pages | ``pageNumber(total:)``, ``pageCount(at:)`` |
/// | only rows | ``shortPage``, ``offset(total:)``, ``keyset(at:)`` |
/// | a GraphQL connection with `pageInfo` | ``relay(at:)`` |
/// | anything else | ``next(_:)`` |
/// | all rows at once | ``none`` |
///
/// ```swift
/// let people: Paging = .nextURL(at: "next")
/// let items: Paging = .pageNumber(total: .header("X-Total-Count"))
/// let messages: Paging = .token(at: "meta.next_cursor", more: "meta.has_more")
/// ```
///
/// The parameters that carry a number, an offset or a token to the server are in ``HTTPRequest``.
/// Styles that are added later become new cases.
@nonexhaustive
public enum Paging: Hashable, Sendable {
  /// A field has the URL of the next page, and null or nothing on the last page.
  ///
  /// A URL without scheme and host is relative to the page. `previous` is the field with the
  /// previous page's URL, if there is one. Where the URL differs from that of the page only in the number or the
  /// offset in ``HTTPRequest/pageName``, the cursor is this number, so that a source can heal.
  case nextURL(at: AnswerField, previous: AnswerField? = nil)

  /// Pages have numbers, and the response has the number of all rows.
  ///
  /// To find the last page, the feed must know how long a full page is: by the size that it asks
  /// for, or by ``HTTPRequest/pageSize``. If it does not know, it may request one page too many.
  case pageNumber(total: AnswerField)

  /// Pages have numbers, and the response has the number of all pages.
  case pageCount(at: AnswerField)

  /// Pages have numbers, and a page with fewer rows than requested is the last one.
  ///
  /// Don't request more rows than the server sends at most: all its pages would look short. If the
  /// length of a full page is unknown, only an empty page is the last one.
  case shortPage

  /// The cursor is the index of the page's first row: `offset=40`.
  ///
  /// The page that reaches `total` is the last one. Without `total`, a page with fewer rows than
  /// requested is the last one; then don't request more rows than the server sends at most.
  case offset(total: AnswerField? = nil)

  /// The response has a token for the next page, and null or nothing on the last page.
  ///
  /// A token is a text, a whole number, or an object of several values, each of which becomes the parameter
  /// of its name. Where the cursor is part of a body, any value is a token. An empty page with the token
  /// that it was requested by is the last one, too. If `more` is given and its value is `false` or 0, the
  /// page is the last one even if there is a token.
  case token(at: AnswerField, more: AnswerField? = nil)

  /// The `Link` header field (RFC 8288) has the URL of the next page, with `rel="next"`.
  case linkHeader

  /// The cursor is a value of the last row, such as its id. The path leads from the row to it. Where the
  /// cursor is part of a body, the value may be a list.
  ///
  /// The next page may begin with that row again, as with `max_id`, or with the row after it. A
  /// page with fewer rows than requested is the last one.
  case keyset(at: JSONPath)

  /// A Relay connection: the object at the path has `endCursor` and `hasNextPage`.
  ///
  /// The cursor becomes the value of ``HTTPRequest/pageName``. If the request has a
  /// ``HTTPRequest/previousName``, `startCursor` and `hasPreviousPage` name the previous page.
  case relay(at: JSONPath)

  /// A function of your own names the next page. Create it with ``next(_:)``.
  case custom(CustomPaging)

  /// The response is the whole list.
  case none
}

extension Paging {
  /// Paging by a function from a response to the cursor of the next page, for APIs that fit no other case.
  ///
  /// ```swift
  /// let paging: Paging = .next { response, cursor in
  ///   guard response.body["complete"] == false else { return nil }
  ///   guard case .string(let token)? = response.body["bookmarks.next"] else { return nil }
  ///   return .token(token)
  /// }
  /// ```
  ///
  /// It gets the whole body as JSON, which costs more than the other cases take from it. It runs off the
  /// store's actor.
  ///
  /// - Parameter cursor: Returns the cursor behind a response, or nil if it is the last one. It gets the
  ///   response, and the cursor by which that was requested; nil for the first page. A link may be relative.
  ///   What it throws fails the load, a `FeedFailure` as it is.
  public static func next(
    _ cursor: @escaping @Sendable (JSONResponse, PageCursor?) throws -> PageCursor?
  ) -> Paging {
    .custom(CustomPaging(cursor))
  }
}

/// A function from a response to the cursor of the next page. See ``Paging/next(_:)``.
///
/// It equals its copies, and no other one.
public final class CustomPaging: Hashable, Sendable {
  let cursor: @Sendable (JSONResponse, PageCursor?) throws -> PageCursor?

  init(_ cursor: @escaping @Sendable (JSONResponse, PageCursor?) throws -> PageCursor?) {
    self.cursor = cursor
  }

  /// Whether both are the same function.
  public static func == (a: CustomPaging, b: CustomPaging) -> Bool { a === b }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

extension Paging: CustomStringConvertible {
  /// The style in a few words, for logs: `next URL in .next`.
  public var description: String {
    switch self {
    case .nextURL(let field, _): "next URL in \(field)"
    case .pageNumber(let path): "page number, total in \(path)"
    case .pageCount(let field): "page number, number of pages in \(field)"
    case .offset(nil): "offset, a short page is the last"
    case .offset(let total?): "offset, total in \(total)"
    case .token(let field, _): "token in \(field)"
    case .linkHeader: "Link header"
    case .keyset(let path): "last row's \(path.shown)"
    case .shortPage: "page number, a short page is the last"
    case .relay(let path): "Relay connection in \(path.shown)"
    case .custom: "a function of the response"
    case .none: "not paged"
    }
  }
}
