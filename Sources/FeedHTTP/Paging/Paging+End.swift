import FeedEffects
import FeedReducer

// What a page tells of the end of the list, if it names no page behind it.

extension Paging {
  /// By what a page tells that it is the last one.
  ///
  /// - Parameters:
  ///   - page: The page, which names no next one.
  ///   - signs: What the values of the answer tell.
  func sign(of page: PageFacts, _ signs: AnswerSigns) -> Ending.Sign {
    if signs.last != nil { return .flag }
    switch self {
    case .relay: return .flag
    case .token(_, let more?) where page.value(more) != nil: return .flag
    case .none: return .wholeList
    case .nextURL, .token, .linkHeader, .custom: return .unnamed
    case .pageNumber, .pageCount, .shortPage, .offset, .keyset: break
    }
    if page.count == 0 { return .emptyPage }
    switch self {
    case .pageCount: return .lastPage
    case .pageNumber, .offset: return page.total == nil ? .shortPage : .total
    default: return .shortPage
    }
  }
}

extension Paging {
  /// What a page that names no next one says against the end of the list; nil if it says nothing.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - signs: What the values of the answer tell.
  func doubt(of page: PageFacts, _ signs: AnswerSigns) -> String? {
    if let sign = signs.more { return "\(sign.path.shown) is \(sign.value.brief)" }
    if page.hasUnreadLink { return "the Link header names a next page, and can't be read" }
    if let last = page.lastLinked {
      return "the Link header names page \(last) as the last one"
    }
    guard isByPage || self == .none else { return nil }
    if let next = signs.nextNumber, next.number == page.number + 1 {
      return "\(next.path.shown) is \(next.value.brief)"
    }
    if case .pageCount = self { return nil }
    // Where pages count from 0, the last one has a number less. A page without rows is behind the last one.
    let last = page.number + (page.first == 0 ? 1 : 0) - (page.count == 0 ? 1 : 0)
    guard let count = signs.pageCount, let pages = count.number, pages > last else { return nil }
    return "\(count.path.shown) is \(count.value.brief)"
  }

  /// What the number of all rows says against the end of the list; nil if it says nothing.
  func doubt(of total: Int?, count: Int, isFirst: Bool) -> String? {
    // Behind a page that was named a total may be an estimate: what names the pages ends them.
    guard let total, count < total, isFirst || isByNumber else { return nil }
    return "the server counts \(total) rows, and \(count) came"
  }

  /// Whether an answer named the page of this cursor, so that there is one. A number that the source counts, or the key
  /// of a last row, may lead behind the last page.
  func isNamed(_ cursor: PageCursor) -> Bool {
    switch self {
    case .nextURL, .linkHeader, .token, .relay: true
    case .custom: !cursor.isComputed
    case .pageNumber, .pageCount, .shortPage, .offset, .keyset, .none: false
    }
  }

  /// Whether the source itself counts the pages.
  var isByPage: Bool {
    switch self {
    case .pageNumber, .pageCount, .shortPage: true
    default: false
    }
  }

  /// Whether the source itself counts the pages or the rows.
  var isByNumber: Bool {
    if case .offset = self { true } else { isByPage }
  }
}
