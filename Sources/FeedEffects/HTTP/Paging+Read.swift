import FeedReducer
import Foundation

/// What a page's cursors are made from.
struct PageFacts {
  /// The values at the paths that the style of paging names.
  var values: [JSONPath: JSONValue]

  /// How many rows the page has.
  var count: Int

  /// How many rows it would have if it were full; nil if that is unknown.
  var fullCount: Int?

  /// The cursor it was asked with; nil for the first page.
  var cursor: PageCursor?

  /// The number of the first page.
  var firstNumber: Int

  /// Where the answer came from.
  var url: URL
}

extension Paging {
  /// The paths of all that ``cursors(_:)`` wants to know.
  var paths: [JSONPath] {
    switch self {
    case .nextURL(let next, let previous): [next] + (previous.map { [$0] } ?? [])
    case .pageNumber(let total): [total]
    case .relay(let pageInfo): [pageInfo]
    case .shortPage, .none: []
    }
  }

  /// Returns the cursors of the next and the previous page; nil where there is none.
  func cursors(
    _ page: PageFacts
  ) throws(HTTPProblem) -> (next: PageCursor?, previous: PageCursor?) {
    switch self {
    case .nextURL(let next, let previous):
      (try page.link(at: next), try page.link(at: previous))
    case .pageNumber(let total):
      page.numbers(isLast: page.isLast(of: page.values[total]?.wholeNumber))
    case .shortPage:
      page.numbers(isLast: page.isShort)
    case .relay(let path):
      (try page.endCursor(path), nil)
    case .none:
      (nil, nil)
    }
  }
}

extension PageFacts {
  /// Whether fewer rows came than a full page has.
  fileprivate var isShort: Bool { count == 0 || fullCount.map { count < $0 } ?? false }

  /// The number of this page.
  private var number: Int {
    if case .number(let number) = cursor { number } else { firstNumber }
  }

  /// Whether this page reaches the last of `total` rows.
  fileprivate func isLast(of total: Int?) -> Bool {
    guard let total, count > 0 else { return isShort }
    // Numbers from outside may be of any size; as floating point they can't overflow.
    let pagesBefore = Double(number) - Double(firstNumber)
    let isFullLast = (pagesBefore + 1) * Double(count) >= Double(total)
    let isShortLast = fullCount.map { pagesBefore * Double($0) + Double(count) == Double(total) }
    return isFullLast || isShortLast == true
  }

  fileprivate func numbers(isLast: Bool) -> (next: PageCursor?, previous: PageCursor?) {
    (
      isLast || number == .max ? nil : .number(number + 1),
      number > firstNumber ? .number(number - 1) : nil
    )
  }

  fileprivate func link(at path: JSONPath?) throws(HTTPProblem) -> PageCursor? {
    guard let path else { return nil }
    switch values[path] {
    case nil, .null, .bool(false), .string(""):
      return nil
    case .string(let link):
      if let target = URL(link: link, on: url) {
        return .link(URL(link: link)?.scheme == nil ? target.absoluteString : link)
      }
    default:
      break
    }
    throw .unfit(
      place: "\(path)", expected: "a URL or null", found: values[path], remedy: .nextPath)
  }

  fileprivate func endCursor(_ path: JSONPath) throws(HTTPProblem) -> PageCursor? {
    guard let info = values[path], case .bool(let hasNext)? = info["hasNextPage"] else {
      throw .unfit(
        place: "\(path)", expected: "hasNextPage and endCursor", found: values[path] ?? .null,
        remedy: .pageInfo)
    }
    guard hasNext else { return nil }
    guard let cursor = info["endCursor"]?.text else {
      throw .unfit(
        place: "\(path).endCursor", expected: "a text", found: info["endCursor"] ?? .null,
        remedy: .pageInfo)
    }
    return .token(cursor)
  }
}
