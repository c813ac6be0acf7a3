import FeedEffects
import FeedReducer
import Foundation

/// The data from which the cursors of a page are computed.
struct PageFacts {
  /// The values of the body at ``Paging/paths``.
  var values: [JSONPath: JSONValue]

  /// The header fields of the response, by their names in lower case.
  var headers: [String: String]

  /// The value of the last row for `Paging.keyset`.
  var lastKey: JSONValue?

  /// Whether a key that is a text goes to the server as JSON, in quotes.
  var quotesKeys = false

  /// The number of rows in the body, skipped rows included.
  var count: Int

  /// The number of rows in a full page; nil if it is unknown.
  var fullCount: Int?

  /// Whether a page that is shorter than others is the last one.
  var trustsShortPages = true

  /// The number of all rows; nil if the response does not have it.
  var total: Int?

  /// How many rows came before the page; nil if it is unknown.
  var countBefore: Int?

  /// The number of rows that the server gives at most; nil for all.
  var maxRows: Int?

  /// The cursor of the request; nil for the first page.
  var cursor: PageCursor?

  /// The number of the first page, or the offset of its first row.
  var first: Int

  /// Whether the request has a parameter for the cursor of a previous page.
  var canGoBack = false

  /// Whether cursors go to the server as JSON, with their types.
  var takesJSON = false

  /// The URL of the response, after redirects.
  var url: URL

  /// The URL of the first page. Its origin gets credentials.
  var base: URL

  /// Whether another origin led to the page.
  var isForeign = false

  /// Whether links are followed on the origin of ``base``, whatever host they name.
  var sameOrigin = false

  /// The size of a link in bytes up to which it is read.
  var maxLinkBytes: Int

  /// The value of a field; nil if the response does not have it.
  func value(_ field: AnswerField?) -> JSONValue? {
    switch field {
    case nil: nil
    case .body(let path): values[path]
    case .header(let name): headers.value(ofField: name).map { .string($0) }
    }
  }
}

extension Paging {
  /// The fields of the response that `cursors(_:)` reads.
  private var fields: [AnswerField?] {
    switch self {
    case .nextURL(let next, let previous): [next, previous]
    case .pageNumber(let total): [total]
    case .pageCount(let pages): [pages]
    case .offset(let total): [total]
    case .token(let token, let more): [token, more]
    case .relay(let pageInfo): [.body(pageInfo)]
    case .shortPage, .linkHeader, .keyset, .custom, .none: []
    }
  }

  /// The paths of the body that `cursors(_:)` reads.
  var paths: [JSONPath] { fields.compactMap { $0?.path } }

  /// The path from the last row to the cursor of the next page, for a keyset.
  var keyPath: JSONPath? {
    if case .keyset(let path) = self { path } else { nil }
  }

  /// The field with the number of all rows, if the style has one.
  var total: AnswerField? {
    switch self {
    case .pageNumber(let total): total
    case .offset(let total): total
    default: nil
    }
  }

  /// Returns the cursors of the next and the previous page; nil if there is none.
  ///
  /// - Throws: `PageProblem.unfit` if a field has a value of another kind.
  func cursors(
    _ page: PageFacts
  ) throws(HTTPProblem) -> (next: PageCursor?, previous: PageCursor?) {
    switch self {
    case .nextURL(let next, let previous):
      (try page.link(at: next), try page.link(at: previous))
    case .pageNumber(let total):
      page.numbers(isLast: page.isLast(of: page.value(total)?.count))
    case .pageCount(let pages):
      page.numbers(isLast: page.isLastPage(of: page.value(pages)?.count))
    case .shortPage:
      page.numbers(isLast: page.isShort)
    case .offset(let total):
      page.offsets(total: page.value(total)?.count)
    case .token(let token, let more):
      (try page.token(at: token, more: more), nil)
    case .linkHeader:
      (try page.headerLink("next"), try page.headerLink("prev", "previous"))
    case .keyset(let path):
      (try page.key(path), nil)
    case .relay(let path):
      (
        try page.relayCursor(at: path, flag: "hasNextPage", cursor: "endCursor"),
        page.canGoBack
          ? try page.relayCursor(at: path, flag: "hasPreviousPage", cursor: "startCursor") : nil
      )
    // Its function may throw anything: see `PageFacts.cursor(by:in:)`.
    case .custom, .none:
      (nil, nil)
    }
  }
}

// MARK: - Numbers

extension PageFacts {
  /// Whether the page has fewer rows than a full page, or all rows. An empty page is always short.
  var isShort: Bool {
    if count == 0 || trustsShortPages && fullCount.map({ count < $0 }) == true { return true }
    return cursor == nil && total.map { count >= $0 } == true
  }

  /// The number of this page.
  var number: Int {
    if case .number(let number, _) = cursor { number } else { first }
  }

  /// Whether this page has the last of `total` rows.
  fileprivate func isLast(of total: Int?) -> Bool {
    guard let total else { return isShort }
    // Where pages have different sizes, only the rows that came before tell.
    if let countBefore, countBefore + count < total, count > 0 { return false }
    // The server chooses these numbers; as floating point they can't overflow. A URL may begin at a later page.
    let pagesBefore = Double(number) - Double(min(first, 1))
    if count == 0 { return fullCount.map { pagesBefore * Double($0) >= Double(total) } ?? true }
    let isFullLast = (pagesBefore + 1) * Double(count) >= Double(total)
    let isShortLast = fullCount.map { pagesBefore * Double($0) + Double(count) == Double(total) }
    return isFullLast || isShortLast == true
  }

  /// Whether this is the last of `pages` pages. They count from 0 if the first page is number 0.
  fileprivate func isLastPage(of pages: Int?) -> Bool {
    guard let pages else { return isShort }
    return Double(number) >= Double(pages) - (first == 0 ? 1 : 0)
  }

  /// Whether the next page would begin behind the last row that the server gives.
  private var reachesMaxRows: Bool {
    guard let maxRows else { return false }
    let pages = Double(number) - Double(first) + 1
    return pages * Double(max(count, fullCount ?? count)) >= Double(maxRows)
  }

  fileprivate func numbers(isLast: Bool) -> (next: PageCursor?, previous: PageCursor?) {
    (
      isLast || number == .max || reachesMaxRows ? nil : .number(number + 1),
      number > first ? .number(number - 1) : nil
    )
  }

  fileprivate func offsets(total: Int?) -> (next: PageCursor?, previous: PageCursor?) {
    let offset = if case .offset(let offset, _) = cursor { offset } else { first }
    let (end, isTooFar) = offset.addingReportingOverflow(count)
    let isLast =
      count == 0 || isTooFar || end >= maxRows ?? .max || (total.map { end >= $0 } ?? isShort)
    return (
      isLast ? nil : .offset(end),
      offset > first ? .offset(max(first, offset - max(1, fullCount ?? count))) : nil
    )
  }
}
