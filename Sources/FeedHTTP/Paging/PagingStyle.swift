import FeedEffects

/// How an API pages and where things are in its answers, found out from a first answer.
///
/// ```swift
/// let request = HTTPRequest.get(url)
/// let style = try PagingStyle.detect(await request.json(size: 20), url: url)
/// print(style)  // paging: next URL in .next, rows in .results, id .uid, title .name
/// let source = style.source(for: request)
/// ```
///
/// Every guess can be replaced before a source is made.
public struct PagingStyle: Hashable, Sendable {
  /// How the next page is found.
  public var paging: Paging

  /// Where the list of rows is.
  public var rows: JSONPath

  /// Where the id is in a row.
  public var id: JSONPath

  /// Where the title is in a row; nil if there is none.
  public var title: JSONPath?

  /// Where the number of all rows is; nil if the answer does not tell.
  public var total: AnswerField?

  /// The parameter or variable that names the page; nil to leave the request's as it is.
  public var pageName: String?

  /// The parameter or variable for the number of rows; nil to leave the request's as it is.
  public var sizeName: String?

  /// How many rows a full page seems to have; nil if nothing tells.
  public var pageSize: Int?

  /// Why each guess was made, in sentences for people.
  public var notes: [String] = []

  /// Creates a style.
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
  /// Returns a source of raw rows that pages in this style.
  ///
  /// - Parameters:
  ///   - request: How the server is asked; names that this style knows take the place of its own.
  ///   - loader: What sends the requests.
  public func source(
    for request: HTTPRequest, loader: HTTPLoader = .shared
  ) -> HTTPPageSource<JSONRow> {
    var request = request
    if let pageName { request.pageName = pageName }
    if let sizeName { request.sizeName = sizeName }
    if let pageSize { request.pageSize = pageSize }
    return HTTPPageSource(
      request, rows: .raw(at: rows, id: id, title: title), paging: pagingInForce, total: total,
      loader: loader)
  }

  /// How the next page is found when the total was replaced too.
  private var pagingInForce: Paging {
    switch paging {
    case .pageNumber: total.map { .pageNumber(total: $0) } ?? paging
    case .offset: .offset(total: total)
    default: paging
    }
  }
}

extension PagingStyle: CustomStringConvertible {
  /// The style in a line: `paging: next URL in .next, rows in .results, id .uid, title .name`.
  public var description: String {
    let parts = ["paging: \(pagingInForce), rows in \(rows), id \(id)"]
    return (parts + (title.map { ["title \($0)"] } ?? [])).joined(separator: ", ").shown(500)
  }
}
