import FeedHTTP
import FeedReducer

// What the user should know when a list has ended.
extension RemoteSource {
  /// What the answer with the last page says of rows that are left.
  func advice(atEnd page: JSONFeed.Page, of state: JSONFeed.State) -> Advice? {
    let count = state.items.count
    guard let style else { return nil }
    if let total = page.total, drifts.isEmpty {
      return advice(of: style, at: page, total: total, in: state)
    }
    guard count > 0 else { return nil }
    if style.saysMore {
      return Advice(
        text: "\(count) rows, and the answer says that there are more" + tried(in: state),
        isWarning: true)
    }
    guard style.paging == .none, !style.isSettled, let note = style.notes.last,
      note.hasPrefix("not paged")
    else { return nil }
    let option = note.contains("style") ? " (--style)" : ""
    // As many rows as the URL asked for are hardly all.
    let isFull = style.sizeName != nil && count >= style.pageSize ?? .max
    return Advice(text: note + option, isWarning: true, isKnown: !isFull)
  }

  /// What the number of all rows says of those that came. Rows that came before it count, too.
  private func advice(
    of style: PagingStyle, at page: JSONFeed.Page, total: Int, in state: JSONFeed.State
  ) -> Advice? {
    let count = state.items.count
    let start = pages.request.laterStart(style.paging)
    let size = if case .offset = style.paging { 1 } else { fullCount }
    let (before, isFar) = (start?.before ?? 0).multipliedReportingOverflow(by: size ?? total)
    let (end, isFarther) = before.addingReportingOverflow(count)
    let isTooLow = isTooLow(total, at: end, page, of: style)
    if let start, isFar || isFarther || end >= total, !isTooLow {
      let text = "\(count) of \(total) rows: the URL begins at \(start.place)=\(start.number)"
      return count < total ? Advice(text: text, findsTheRest: true) : nil
    }
    if isTooLow {
      let from = start.map { " from \($0.place)=\($0.number) on" } ?? ""
      return Advice(
        text:
          "\(count) rows\(from), but the server counts \(total): there may be more; try --total none",
        isWarning: true)
    }
    guard total > end, count > 0 else { return nil }
    return Advice(
      text: "\(count) of \(total) rows: no next page was found" + tried(in: state), isWarning: true
    )
  }

  /// Whether the total has ended the list, and can't be true: more rows came, and the last page is full.
  private func isTooLow(
    _ total: Int, at end: Int, _ page: JSONFeed.Page, of style: PagingStyle
  ) -> Bool {
    switch style.paging {
    case .pageNumber, .offset: break
    // Others name their end.
    default: return false
    }
    // The row that was asked for again, to see whether rows have moved, is not among those of the page.
    return total < end && page.items.count + 1 >= fullCount ?? .max
  }

  /// The number of rows in a full page; nil if it is unknown.
  private var fullCount: Int? { asksForSize ? lastSize ?? style?.pageSize : style?.pageSize }

  /// The end of a sentence that gives options with which rows come that are not in the list; empty if none
  /// were found.
  private func tried(in state: JSONFeed.State) -> String {
    options(besides: state.items.map(\.id)).map { "; try \($0)" } ?? ""
  }

  /// Options with which the second page comes, and has rows beside those of these ids; nil if none were found.
  func options(besides known: [JSONRow.ID] = []) -> String? {
    guard case .detected(let source) = pages else { return nil }
    let size = style?.pageSize ?? RemoteOptions.pageSize
    let found = try? waiting(unless: interruption, for: "a guess at the parameter") {
      await source.alternative(size: size, besides: Set(known))
    }
    return (found ?? nil)?.optionText
  }
}

extension PagingStyle.Given {
  /// What is given of the paging, as options for a shell.
  fileprivate var optionText: String {
    let options = [
      ("--style", kind?.rawValue), ("--next", next.map(Self.text)), ("--page-param", pageName),
      ("--first-page", firstNumber.map { "\($0)" }),
    ]
    return options.compactMap { name, value in value.map { "\(name) \($0.asShellWord)" } }
      .joined(separator: " ")
  }

  private static func text(_ field: AnswerField) -> String {
    switch field {
    case .header(let name): "header:\(name)"
    default: field.path.map { String("\($0)".drop { $0 == "." }) } ?? ""
    }
  }
}
