import FeedHTTP
import FeedReducer

// What the user should know when a list has ended.
extension RemoteSource {
  /// What the answer with the last page says of rows that are left.
  func advice(atEnd page: JSONFeed.Page, of state: JSONFeed.State) -> Advice? {
    let count = state.items.count
    guard let style else { return nil }
    if let total = page.total, drifts.isEmpty,
      let advice = advice(
        of: style, rows: count, total: total, isFull: page.items.count >= style.pageSize ?? .max)
    {
      return advice
    }
    guard count > 0 else { return nil }
    if style.saysMore {
      return Advice(
        text: "\(count) rows, and the answer says that there are more" + tried, isWarning: true)
    }
    guard style.paging == .none, !style.isSettled, let note = style.notes.last,
      note.hasPrefix("not paged")
    else { return nil }
    let option = note.contains("style") ? " (--style)" : ""
    return Advice(text: note + option, isWarning: true, isKnown: true)
  }

  /// What the number of all rows says of those that came. Rows that came before it count, too.
  private func advice(of style: PagingStyle, rows count: Int, total: Int, isFull: Bool) -> Advice? {
    if total > count, let start = laterStart(of: style, missing: total - count) {
      return Advice(
        text: "\(count) of \(total) rows: the URL begins at \(start)", findsTheRest: true)
    }
    if total > count, count > 0 {
      return Advice(
        text: "\(count) of \(total) rows: no next page was found" + tried, isWarning: true)
    }
    // A full page is no natural end: a total that is too low may have made it one.
    guard total < count, isFull else { return nil }
    return Advice(
      text: "\(count) rows, but the server counts \(total): there may be more" + tried,
      isWarning: true)
  }

  /// The end of a sentence that gives options with which the second page comes; empty if none were found.
  private var tried: String { options.map { "; try \($0)" } ?? "" }

  /// The page at which the URL begins, as in `page=3`, if `count` rows can be before it; else nil.
  private func laterStart(of style: PagingStyle, missing count: Int) -> String? {
    guard let (place, number) = pages.request.laterStart(style.paging) else { return nil }
    let size = if case .offset = style.paging { 1 } else { style.pageSize ?? count }
    let (most, isMany) = number.multipliedReportingOverflow(by: size)
    return isMany || most >= count ? "\(place)=\(number)" : nil
  }

  /// Options with which the second page comes; nil if none were found.
  var options: String? {
    guard case .detected(let source) = pages else { return nil }
    let size = style?.pageSize ?? RemoteOptions.pageSize
    let found = try? waiting(unless: interruption, for: "a guess at the parameter") {
      await source.alternative(size: size)
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
