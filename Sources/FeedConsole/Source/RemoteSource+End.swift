import FeedHTTP
import FeedReducer

// What the user should know when a list has ended.
extension RemoteSource {
  /// What the answer with the last page says of rows that are left.
  ///
  /// - Parameter tell: Receives what is done before requests are sent to find more out.
  func advice(
    atEnd page: JSONFeed.Page, of state: JSONFeed.State, tell: (String) -> Void
  ) -> Advice? {
    let count = state.items.count
    guard let style else { return nil }
    if let total = page.total {
      return advice(of: style, at: page, total: total, in: state, tell: tell)
    }
    guard count > 0 else { return nil }
    if style.saysMore {
      return guessed(
        "\(count) rows, and the answer says that there are more", in: state, tell: tell)
    }
    guard style.paging == .none, !style.isSettled, let note = style.notes.last,
      note.hasPrefix("not paged") || note.contains("looks like a token")
    else { return nil }
    // As many rows as the request asked for are hardly all, unless it asked for one.
    let text = note + (note.contains("style") ? " (--style)" : "")
    if style.isFull || !note.hasPrefix("not paged") { return guessed(text, in: state, tell: tell) }
    return Advice(text: text, isWarning: true, isKnown: true)
  }

  /// That rows have the id of others, and how to tell them apart; nil if none has.
  var adviceOnIDs: Advice? {
    guard let style, let (rows, better) = pages.idConflict
    else { return nil }
    let had = "\(rows.counted("row")) had the \(style.id) of another row"
    guard let better else {
      return Advice(
        text: "\(had), but other values, and each id is kept once; --id names the field",
        isWarning: true)
    }
    let option = PagingStyle.Given.text(.body(better)).asShellWord
    return Advice(
      text: "\(had), but another \(better), and each id is kept once; try --id \(option)",
      isWarning: true)
  }

  /// What the number of all rows says of those that came. Rows that came before it count, too.
  private func advice(
    of style: PagingStyle, at page: JSONFeed.Page, total: Int, in state: JSONFeed.State,
    tell: (String) -> Void
  ) -> Advice? {
    let count = state.items.count
    // The total grew by rows that came: those are the ones that are not in the list.
    if total > count, total - count <= drifts.came, firstTotal != total {
      let rows = "\(total - count) of \(total.counted("row"))"
      return Advice(
        text: "the list is whole: \(rows) came before the others while they were read",
        isWhole: true)
    }
    guard drifts.isEmpty else { return nil }
    let start = pages.foundRequest.laterStart(style.paging)
    let size = if case .offset = style.paging { 1 } else { fullCount }
    let (before, isFar) = (start?.before ?? 0).multipliedReportingOverflow(by: size ?? total)
    let (end, isFarther) = before.addingReportingOverflow(count)
    let isTooLow = isTooLow(total, at: end, page, of: style)
    if let start, isFar || isFarther || end >= total, !isTooLow {
      let text = "\(count) of \(total) rows: the URL begins at \(start.place)=\(start.number)"
      return count < total ? Advice(text: text, isWhole: true) : nil
    }
    if isTooLow {
      let from = start.map { " from \($0.place)=\($0.number) on" } ?? ""
      return Advice(
        text:
          "\(count) rows\(from), but the server counts \(total): there may be more; try --total none",
        isWarning: true)
    }
    guard total > end else { return nil }
    if style.namesItsEnd {
      return Advice(
        text: "the server counts \(total) rows, but names no page behind these \(count)",
        isWhole: true)
    }
    guard count > 0 else { return nil }
    let text = "\(count) of \(total) rows: no next page was found"
    // A walk that found its end has nothing to guess, unless the first of numbered pages is missing.
    let lacksPage = style.hasGuessedPageName && total - end == fullCount
    return style.paging == .none || lacksPage
      ? guessed(text, in: state, tell: tell) : Advice(text: text, isWarning: true)
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

  /// Advice with the options that a guess has found. Nil if the guess found that nothing is left.
  private func guessed(
    _ text: String, in state: JSONFeed.State, tell: (String) -> Void
  ) -> Advice? {
    switch guess(besides: state.items.map(\.id), tell: tell) {
    case .way(let given): Advice(text: "\(text); try \(given.optionText)", isWarning: true)
    case .end: nil
    case .nothing: Advice(text: text, isWarning: true)
    }
  }

  /// Options with which the second page comes; nil if none were found.
  func options(tell: (String) -> Void) -> String? {
    if case .way(let given) = guess(besides: [], tell: tell) { given.optionText } else { nil }
  }

  /// Asks the server in other ways for a second page that has rows beside those of these ids.
  private func guess(
    besides known: [JSONRow.ID], tell: (String) -> Void
  ) -> DetectedSource.Guessed {
    guard mayGuess else { return .nothing }
    let size = style?.pageSize ?? RemoteOptions.pageSize
    tell(
      "Guessing what leads to the next page, by up to \(DetectedSource.maxGuesses) requests; "
        + "--no-guess sends none.")
    let found = try? waiting(unless: interruption, for: "a guess at the parameter") { [pages] in
      await pages.guess(size: size, besides: Set(known))
    }
    return found ?? .nothing
  }
}

extension PagingStyle {
  /// Whether the server itself says where the list ends, whatever it counts.
  fileprivate var namesItsEnd: Bool {
    switch paging {
    case .token, .relay: true
    default: saysEnd
    }
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

  fileprivate static func text(_ field: AnswerField) -> String {
    switch field {
    case .header(let name): "header:\(name)"
    default: field.path.map { String("\($0)".drop { $0 == "." }) } ?? ""
    }
  }
}
