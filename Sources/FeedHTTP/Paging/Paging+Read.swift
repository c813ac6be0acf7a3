import FeedEffects
import FeedReducer
import Foundation

/// What a page's cursors are made from.
struct PageFacts {
  /// The values at the paths that the style of paging names.
  var values: [JSONPath: JSONValue]

  /// The header fields, by their names in lower case.
  var headers: [String: String]

  /// The value that a keyset takes from the last row.
  var lastKey: JSONValue?

  /// How many rows the page has.
  var count: Int

  /// How many rows it would have if it were full; nil if that is unknown.
  var fullCount: Int?

  /// The cursor it was asked with; nil for the first page.
  var cursor: PageCursor?

  /// The number of the first page, or the index of its first row.
  var first: Int

  /// Whether the request can ask for the page before a cursor.
  var canGoBack = false

  /// Where the answer came from.
  var url: URL

  /// The value at a place of the answer, if there is one.
  func value(_ field: AnswerField?) -> JSONValue? {
    switch field {
    case nil: nil
    case .body(let path): values[path]
    case .header(let name): headers[name.lowercased()].map { .string($0) }
    }
  }
}

extension Paging {
  /// The places of all that ``cursors(_:)`` wants to know.
  private var fields: [AnswerField?] {
    switch self {
    case .nextURL(let next, let previous): [.body(next)] + [previous.map { .body($0) }]
    case .pageNumber(let total): [total]
    case .pageCount(let pages): [pages]
    case .offset(let total): [total]
    case .token(let token, let more): [token, more]
    case .relay(let pageInfo): [.body(pageInfo)]
    case .shortPage, .linkHeader, .keyset, .none: []
    }
  }

  /// The paths of all that ``cursors(_:)`` wants to know of the body.
  var paths: [JSONPath] { fields.compactMap { $0?.path } }

  /// Where a row has what names the page behind it.
  var keyPath: JSONPath? {
    if case .keyset(let path) = self { path } else { nil }
  }

  /// The place of the total that the style itself knows.
  var total: AnswerField? {
    switch self {
    case .pageNumber(let total): total
    case .offset(let total): total
    default: nil
    }
  }

  /// What the request counts from where its URL does not say: pages from 1, rows from 0.
  var firstNumber: Int {
    if case .offset = self { 0 } else { 1 }
  }

  /// Returns the cursors of the next and the previous page; nil where there is none.
  func cursors(
    _ page: PageFacts
  ) throws(HTTPProblem) -> (next: PageCursor?, previous: PageCursor?) {
    switch self {
    case .nextURL(let next, let previous):
      (try page.link(at: next), try page.link(at: previous))
    case .pageNumber(let total):
      page.numbers(isLast: page.isLast(of: page.value(total)?.wholeNumber))
    case .pageCount(let pages):
      page.numbers(isLast: page.isLastPage(of: page.value(pages)?.wholeNumber))
    case .shortPage:
      page.numbers(isLast: page.isShort)
    case .offset(let total):
      page.offsets(total: page.value(total)?.wholeNumber)
    case .token(let token, let more):
      (try page.token(at: token, more: more), nil)
    case .linkHeader:
      (try page.headerLink("next"), try page.headerLink("prev", "previous"))
    case .keyset(let path):
      (try page.key(path), nil)
    case .relay(let path):
      (
        try page.relayCursor(path, "hasNextPage", "endCursor"),
        page.canGoBack ? try page.relayCursor(path, "hasPreviousPage", "startCursor") : nil
      )
    case .none:
      (nil, nil)
    }
  }
}

// MARK: - Numbers

extension PageFacts {
  /// Whether fewer rows came than a full page has.
  fileprivate var isShort: Bool { count == 0 || fullCount.map { count < $0 } ?? false }

  /// The number of this page.
  private var number: Int {
    if case .number(let number) = cursor { number } else { first }
  }

  /// Whether this page reaches the last of `total` rows.
  fileprivate func isLast(of total: Int?) -> Bool {
    guard let total, count > 0 else { return isShort }
    // Numbers from outside may be of any size; as floating point they can't overflow.
    let pagesBefore = Double(number) - Double(first)
    let isFullLast = (pagesBefore + 1) * Double(count) >= Double(total)
    let isShortLast = fullCount.map { pagesBefore * Double($0) + Double(count) == Double(total) }
    return isFullLast || isShortLast == true
  }

  /// Whether this is the last of so many pages, which count from 0 where the URL begins there.
  fileprivate func isLastPage(of pages: Int?) -> Bool {
    guard let pages, count > 0 else { return isShort }
    return Double(number) >= Double(pages) - (first == 0 ? 1 : 0)
  }

  fileprivate func numbers(isLast: Bool) -> (next: PageCursor?, previous: PageCursor?) {
    (
      isLast || number == .max ? nil : .number(number + 1),
      number > first ? .number(number - 1) : nil
    )
  }

  fileprivate func offsets(total: Int?) -> (next: PageCursor?, previous: PageCursor?) {
    let offset = if case .offset(let offset) = cursor { offset } else { first }
    let (end, isTooFar) = offset.addingReportingOverflow(count)
    let isLast = count == 0 || isTooFar || (total.map { end >= $0 } ?? isShort)
    return (
      isLast ? nil : .offset(end),
      offset > first ? .offset(max(first, offset - max(1, fullCount ?? count))) : nil
    )
  }
}

// MARK: - Texts

extension PageFacts {
  fileprivate func link(at path: JSONPath?) throws(HTTPProblem) -> PageCursor? {
    guard let path else { return nil }
    switch values[path] {
    case nil, .null, .bool(false), .string(""):
      return nil
    case .string(let link):
      if let cursor = cursor(of: link) { return cursor }
    default:
      break
    }
    throw .content(
      .unfit(
        place: "\(path)", expected: "a URL or null", found: values[path], remedy: .nextPath))
  }

  fileprivate func headerLink(_ relations: String...) throws(HTTPProblem) -> PageCursor? {
    let header = LinkHeader(headers["link"] ?? "")
    guard let link = relations.lazy.compactMap({ header.target($0) }).first else { return nil }
    if let cursor = cursor(of: link) { return cursor }
    throw .content(
      .unfit(
        place: "header Link", expected: "a URL", found: .string(link), remedy: .nextPath))
  }

  /// The cursor of a link: as it came if it is whole, else relative to the page.
  private func cursor(of link: String) -> PageCursor? {
    guard let target = URL(link: link, on: url) else { return nil }
    return .link(URL(link: link)?.scheme == nil ? target.absoluteString : link)
  }

  fileprivate func token(
    at field: AnswerField, more: AnswerField?
  ) throws(HTTPProblem) -> PageCursor? {
    if [.bool(false), .string("false"), .integer(0)].contains(value(more)) { return nil }
    switch value(field) {
    case nil, .null, .bool(false), .string(""): return nil
    case .string(let token): return .token(token)
    case .integer(let number): return .token("\(number)")
    case let found:
      throw .content(
        .unfit(
          place: "\(field)", expected: "a text, a number or null", found: found, remedy: .tokenPath)
      )
    }
  }

  fileprivate func key(_ path: JSONPath) throws(HTTPProblem) -> PageCursor? {
    if isShort { return nil }
    guard let key = lastKey?.id else {
      throw .content(
        .unfit(
          place: "\(path) of the last row", expected: "a text or a whole number",
          found: lastKey ?? .null, remedy: .tokenPath))
    }
    // The last row alone came again: there is nothing behind it.
    return count == 1 && cursor == .token(key) ? nil : .token(key)
  }

  fileprivate func relayCursor(
    _ path: JSONPath, _ has: String, _ name: String
  ) throws(HTTPProblem) -> PageCursor? {
    guard let info = values[path], case .bool(let hasPage)? = info[JSONPath(has)] else {
      throw .content(
        .unfit(
          place: "\(path)", expected: "\(has) and \(name)", found: values[path] ?? .null,
          remedy: .pageInfo))
    }
    guard hasPage else { return nil }
    guard let cursor = info[JSONPath(name)]?.text else {
      throw .content(
        .unfit(
          place: "\(path).\(name)", expected: "a text", found: info[JSONPath(name)] ?? .null,
          remedy: .pageInfo))
    }
    return .token(cursor)
  }
}
