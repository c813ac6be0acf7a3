extension PagingStyle {
  /// What is known of an API before its first response. Detection replaces none of it by a guess.
  ///
  /// ```swift
  /// var given = PagingStyle.Given()
  /// given.kind = .offset
  /// given.pageName = "from"
  /// let style = try PagingStyle.detect(
  ///   response.body, url: url, headers: response.headers, given: given)
  /// ```
  public struct Given: Hashable, Sendable {
    /// How the API pages; nil to find it.
    public var kind: Kind?

    /// Where a response names the next page: the field with its URL, its token, or the number of pages,
    /// the path of a connection's `pageInfo`, or that of the key in the last row; nil to find it.
    public var next: AnswerField?

    /// The path of the list of rows; nil to find it.
    public var rows: JSONPath?

    /// Whether an answer without the list at ``rows`` is an empty one, as ``HTTPRows/absentIfEmpty()`` says.
    public var isAbsentIfEmpty = false

    /// The path of the id in a row; nil to find it.
    public var id: JSONPath?

    /// The path of the title in a row; nil to find it.
    public var title: JSONPath?

    /// The field with the number of all rows; nil to find it.
    public var total: AnswerField?

    /// The parameter or variable that names the page; nil to find it.
    public var pageName: String?

    /// The parameter or variable for the number of rows; nil to find it.
    public var sizeName: String?

    /// The number of the first page, where the request does not name it; nil to find it.
    public var firstNumber: Int?

    /// Whether a person has given it, and not a guess.
    package var isOfUser = true

    /// Whether the value of a row is its JSON as a text, as the server wrote it: for tools that hand rows on.
    package var rowsAreText = false

    /// Creates a value in which nothing is known.
    public init() {}
  }

  /// A kind of paging, without the places and the names of an API.
  @nonexhaustive
  public enum Kind: String, CaseIterable, Sendable {
    /// See ``Paging/nextURL(at:previous:)``.
    case nextURL = "next-url"

    /// See ``Paging/pageNumber(total:)``.
    case pageTotal = "page-total"

    /// See ``Paging/pageCount(at:)``.
    case pageCount = "page-count"

    /// See ``Paging/shortPage``.
    case shortPage = "short-page"

    /// See ``Paging/offset(total:)``.
    case offset

    /// See ``Paging/token(at:more:)``.
    case token

    /// See ``Paging/linkHeader``.
    case linkHeader = "link-header"

    /// See ``Paging/keyset(at:)``.
    case keyset

    /// See ``Paging/relay(at:)``.
    case relay

    /// See ``Paging/none``.
    case none
  }
}
