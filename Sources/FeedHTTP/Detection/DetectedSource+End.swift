import FeedEffects
public import FeedReducer

extension DetectedSource {
  /// What the answers tell of a list that has ended, beside its rows.
  public struct EndNote: Hashable, Sendable {
    /// In words: `20 of 82 rows: no next page was found`.
    public let text: String

    /// What may mend it; nil if nothing is known.
    public var remedy: Remedy?

    /// Whether it tells why the list is whole, though the total counts other rows than came.
    public var isWhole = false

    /// Whether it tells only that the answer names no way on, and nothing that there is one.
    package var isPlain = false
  }

  /// What may mend a list that ends too early.
  @nonexhaustive
  public enum Remedy: Hashable, Sendable {
    /// Another way to the second page: ``alternative(size:besides:)`` looks for it.
    case anotherWay

    /// No total: the one that was found counts something else.
    case noTotal

    /// Another id: this one, or if it is nil one that was not found.
    case id(JSONPath?)
  }

  /// What the answers tell of a list that has ended; nil if nothing speaks against its end.
  ///
  /// ```swift
  /// people.note(atEnd: page, count: 20, size: 20)?.text  // 20 of 82 rows: no next page was found
  /// ```
  ///
  /// - Parameters:
  ///   - page: The last page that came.
  ///   - count: How many rows the list has.
  ///   - size: How many rows a page was asked for; nil for what the first response told.
  public func note(atEnd page: JSONFeed.Page, count: Int, size: Int? = nil) -> EndNote? {
    guard let style else { return nil }
    if let (rows, better) = idConflict {
      let other = better.map { "another \($0)" } ?? "other values"
      let text = "\(rows.rows) had the \(style.id) of another row, but \(other)"
      return EndNote(text: "\(text), and each id is kept once", remedy: .id(better))
    }
    if let repetition { return EndNote(text: repetition, remedy: .id(nil)) }
    if page.next != nil { return nil }
    if let total = page.total ?? memory?.use({ $0.latest?.total }) {
      let fullCount = (asksForSize ? size : nil) ?? style.pageSize
      return note(
        on: total, in: style, count: count + skippedRows, last: page.items.count, of: fullCount,
        sign: page.ending?.sign)
    }
    if count == 0 { return nil }
    if let ending = page.ending, ending.isChecked, ending.isProven, ending.sign == .wholeList,
      style.proof != nil
    {
      return EndNote(text: "not paged: \(style.proof ?? "")", isWhole: true)
    }
    if style.listsPages, let text = style.notes.last { return EndNote(text: text) }
    if style.saysMore {
      let text = "\(count) rows, and the answer says that there are more"
      return EndNote(text: text, remedy: .anotherWay)
    }
    guard style.paging == .none, !style.isSettled, let unknown = style.unknown,
      let text = style.notes.last
    else { return nil }
    // As many rows as the request asked for are hardly all, unless it asked for one.
    if page.ending?.isChecked == true { return nil }
    var note = EndNote(text: text, remedy: unknown == .next && !style.isFull ? nil : .anotherWay)
    note.isPlain = note.remedy == nil
    return note
  }

  /// What the number of all rows says of those that came. Rows that came before it count, too.
  ///
  /// - Parameters:
  ///   - last: How many rows the last page has.
  ///   - fullCount: How many a full one has; nil if it is unknown.
  private func note(
    on total: Int, in style: PagingStyle, count: Int, last: Int, of fullCount: Int?,
    sign: Ending.Sign?
  ) -> EndNote? {
    if let note = noteOnGrowth(to: total, count: count) { return note }
    let start = foundRequest.laterStart(style.paging)
    let isBehindStart = start.flatMap { start in
      count < total
        ? EndNote(
          text: "\(count) of \(total) rows: the URL begins at \(start.place)=\(start.value)",
          isWhole: true) : nil
    }
    if memory?.use({ $0.drifts.isEmpty }) == false { return isBehindStart }
    if let note = noteOnFall(to: total) { return note }
    let size = foundRequest.countsRows(style.paging) ? 1 : fullCount ?? total
    // As Double, since the number in a URL may be any.
    let left = Double(total) - Double(start?.before ?? 0) * Double(size) - Double(count)
    // More rows came, and the last page is full: of its rows the one that was asked for again, to see whether
    // rows have moved, is none.
    if style.isEndedByTotal, left < 0, last + 1 >= fullCount ?? .max {
      let rows = "\(count) rows" + (start.map { " from \($0.place)=\($0.value) on" } ?? "")
      let text = "\(rows), but the server counts \(total): there may be more"
      return EndNote(text: text, remedy: .noTotal)
    }
    // The server itself says that the page is the last one.
    if start != nil, left <= 0 || [.unnamed, .flag].contains(sign) { return isBehindStart }
    if left > 0, style.isEndedByServer {
      let text = "the server counts \(total) rows, but names no page behind these \(count)"
      return EndNote(text: text, isWhole: true)
    }
    guard left > 0, count > 0 else { return nil }
    // Another way is no way to more where the server itself counts the pages. A walk that found its end has nothing to
    // guess, unless the first of numbered pages is missing.
    let lacksPage = style.hasGuessedPageName && fullCount.map { left == Double($0) } == true
    let mayLeadOn = sign != .lastPage && (style.paging == .none || lacksPage)
    return EndNote(
      text: "\(count) of \(total) rows: no next page was found",
      remedy: mayLeadOn ? .anotherWay : nil)
  }

  /// Why a list is whole that has fewer rows than its total: it grew while it was read. Nil if it did not.
  private func noteOnGrowth(to total: Int, count: Int) -> EndNote? {
    guard let memory, count < total else { return nil }
    let (first, came) = memory.use { memory in
      (memory.first?.total, memory.drifts.values.reduce(0) { $0 + $1.came })
    }
    // The total grew by rows that came: those are the ones that are not in the list.
    if total - count <= came, first != total {
      let text = "\(total - count) of \(total.rows) came before the others while they were read"
      return EndNote(text: "the list is whole: \(text)", isWhole: true)
    }
    guard let first, first < total, first <= count else { return nil }
    return EndNote(
      text: "the list grew from \(first) to \(total) rows while it was read", isWhole: true)
  }

  /// What is lost where a list fell while it was read by numbers that are not healed; nil if nothing is.
  private func noteOnFall(to total: Int) -> EndNote? {
    let first = memory?.use { $0.isUnhealed ? $0.first?.total : nil }
    guard let first, first > total else { return nil }
    let text = "the list fell from \(first) to \(total) rows while it was read"
    return EndNote(text: "\(text): as many may be missing, since its pages go by numbers")
  }
}

extension PagingStyle {
  /// Whether the source takes the list for ended as its total is reached.
  fileprivate var isEndedByTotal: Bool {
    switch paging {
    case .pageNumber, .offset: true
    default: false
    }
  }

  /// Whether the server tells by itself that a page is the last one.
  fileprivate var isEndedByServer: Bool {
    switch paging {
    case .token, .relay: true
    default: saysEnd
    }
  }
}

extension DetectedSource {
  /// A page with what is known of the end of the list, where it is the last one.
  func judged(_ page: JSONFeed.Page, for request: JSONFeed.Request) -> JSONFeed.Page {
    guard page.next == nil, page.ending?.doubt == nil, page.ending?.isChecked != true,
      let count = memory?.use({ $0.latest?.count })
    else { return page }
    var page = page
    let note = note(atEnd: page, count: count - skippedRows, size: request.size)
    var ending = page.ending ?? Ending(.unnamed)
    if let note, !note.isWhole, !note.isPlain { ending.doubt = note.text }
    page.ending = ending
    return page
  }
}

extension Int {
  /// The number with its noun: `1 row`, `5 rows`.
  var rows: String { "\(self) \(self == 1 ? "row" : "rows")" }
}
