import FeedEffects

/// How an API pages, and where its responses have the rows.
///
/// ``detect(_:url:headers:given:)`` guesses it from the first response, for tools and for a first
/// look at an API.
///
/// ```swift
/// let request = HTTPRequest.get(url)
/// let response = try await request.answer(size: 20)
/// let style = try PagingStyle.detect(response.body, url: url, headers: response.headers)
/// print(style)  // paging: next URL in .next, rows in .results, id .uid, title .name
/// let source = style.source(for: request)
/// ```
///
/// ``notes`` gives the reason of each guess. Replace a wrong one before you make a source.
public struct PagingStyle: Hashable, Sendable {
  /// How a response names the next page.
  public var paging: Paging

  /// The path of the list of rows.
  public var rows: JSONPath

  /// Whether an answer without the list of rows is an empty one, as ``HTTPRows/absentIfEmpty()`` says.
  public var isAbsentIfEmpty = false

  /// The path of the id in a row.
  public var id: JSONPath

  /// What may be given where nothing tells how the list goes on: the place of a value that may name the next page, and
  /// its kind; nil if there is none.
  package internal(set) var likelyWay: Given?

  /// Whether the rows are links to pages with rows of their own.
  package internal(set) var listsPages = false

  /// Whether the rows are the members of an object, and the values of all that came are objects.
  var needsObjects = false

  /// Whether no field tells the rows apart, so that each page makes ids for its rows.
  package internal(set) var lacksID = false

  /// The path of the title in a row; nil if there is none.
  public var title: JSONPath?

  /// The field with the number of all rows; nil if the response has none.
  public var total: AnswerField?

  /// The parameter or variable that names the page; nil to keep that of the request.
  public var pageName: String? {
    didSet { hasGuessedPageName = false }
  }

  /// Whether ``pageName`` is a guess: neither the URL nor the caller has it.
  public internal(set) var hasGuessedPageName = false

  /// The parameter or variable for the number of rows; nil to keep that of the request.
  public var sizeName: String?

  /// The number of the first page where the request does not name it; nil to keep that of the request.
  public var firstNumber: Int?

  /// Whether the response says that there are more rows, though nothing in it names the next page.
  var saysMore = false

  /// What nothing tells of a list that is not paged, where it may go on; nil if all is known.
  var unknown: Unknown?

  /// What nothing tells of how a list goes on.
  enum Unknown {
    /// What names the next page.
    case next

    /// The parameter that takes what looks like a token.
    case parameter
  }

  /// By what it was found out that the list is not paged; nil if it was not.
  var proof: String?

  /// Whether as many rows came as the request asks for, and it asks for more than one.
  var isFull = false

  /// Whether the response says that it is the last page, or is of a kind that always names the next one.
  var saysEnd = false

  /// Whether a page that is shorter than others is the last one. Detection does not take it for that.
  var trustsShortPages = true

  /// The unit of the header field `Range` if it asks for the rows; nil to keep that of the request.
  public var rangeUnit: String?

  /// The probable number of rows in a full page; nil if it is unknown.
  public var pageSize: Int?

  /// Whether the response told the whole style.
  ///
  /// A response without rows, or with all rows on one page, tells less: the next one may lead to another
  /// style.
  public var isSettled = true

  /// A part of what was given at whose path the response has nothing.
  package struct Miss: Hashable, Sendable {
    /// The name of the part: `next`, `id`.
    package let part: String

    package let path: JSONPath

    /// Whether the path leads from a row.
    package let isInRows: Bool
  }

  package var misses: [Miss] = []

  /// The number of rows in the response that detection looked at.
  var rowCount = 0

  /// Other fields of the rows that may be the id.
  var otherIDs: [JSONPath] = []

  /// Whether the id is no more than a likely one.
  var hasWeakID = false

  /// The reason of each guess, as text. Detection fills it.
  public var notes: [String] = []

  /// Creates a style without detection.
  public init(
    paging: Paging, rows: JSONPath, id: JSONPath, title: JSONPath? = nil, total: AnswerField? = nil,
    pageName: String? = nil, sizeName: String? = nil, pageSize: Int? = nil
  ) {
    self.paging = paging
    self.rows = rows
    self.id = id
    self.title = title
    self.total = total
    self.pageName = pageName
    self.sizeName = sizeName
    self.pageSize = pageSize
  }
}

extension PagingStyle {
  /// Returns a source of undecoded rows that pages in this style.
  ///
  /// - Parameters:
  ///   - request: The request for a page. The names and the page size of this style, where it has
  ///     them, replace those of the request.
  ///   - healing: What to do about rows that move while the feed is read.
  ///   - onDrift: Called when rows have moved before a page, on any thread.
  ///   - loader: Sends the requests.
  /// - Returns: A source for a ``JSONFeed``.
  public func source(
    for request: HTTPRequest, healing: PageHealing = .automatic,
    onDrift: (@Sendable (PageDrift) -> Void)? = nil, loader: HTTPLoader = .shared
  ) -> HTTPPageSource<JSONRow> {
    source(
      for: request, healing: healing, onDrift: onDrift, loader: loader, onRow: nil,
      asText: false, budget: RequestBudget())
  }

  /// The same. `onRow` sees each row with its id. With `asText` the value of a row is its JSON as a text.
  func source(
    for request: HTTPRequest, healing: PageHealing, onDrift: (@Sendable (PageDrift) -> Void)?,
    loader: HTTPLoader, onRow: (@Sendable (JSONValue, String) -> Void)?, asText: Bool,
    budget: RequestBudget
  ) -> HTTPPageSource<JSONRow> {
    var request = request
    if let pageName { request.pageName = pageName }
    if let sizeName { request.sizeName = sizeName }
    if let pageSize { request.pageSize = pageSize }
    if let firstNumber { request.firstNumber = firstNumber }
    if let rangeUnit { request.rangeUnit = rangeUnit }
    let list = HTTPRows<JSONRow>.raw(
      at: rows, id: lacksID ? nil : id, title: title, onRow: onRow, asText: asText,
      needsObjects: needsObjects)
    var source = HTTPPageSource(
      request, rows: isAbsentIfEmpty ? list.absentIfEmpty() : list, paging: pagingInForce,
      total: total,
      healing: healing, onDrift: onDrift, loader: loader)
    // A detected source knows more of the total.
    source.judgesTotal = onRow == nil
    source.budget = budget
    source.trustsShortPages = trustsShortPages
    return source
  }

  /// The paging with the current `total`, which may have been replaced after the detection.
  private var pagingInForce: Paging {
    switch paging {
    case .pageNumber: total.map { .pageNumber(total: $0) } ?? paging
    case .offset: .offset(total: total)
    default: paging
    }
  }
}

extension PagingStyle: CustomStringConvertible {
  /// The style in one line: `paging: next URL in .next, rows in .results, id .uid, title .name`.
  ///
  /// A parameter that was guessed is in it: `paging: page number, total in .total, parameter page (a guess)`.
  public var description: String {
    var parts = ["paging: \(pagingInForce)"]
    if rangeUnit != nil { parts.append("asked for by the header Range") }
    if let firstNumber, firstNumber != 1 { parts.append("the first page is \(firstNumber)") }
    if hasGuessedPageName, let pageName {
      parts.append("parameter \(pageName.asShellWord(besides: "[]{}")) (a guess)")
    }
    parts += ["rows in \(rows.shown)", lacksID ? "no id" : "id \(id.shown)"]
    if let title { parts.append("title \(title.shown)") }
    return parts.joined(separator: ", ").shown(500)
  }
}
