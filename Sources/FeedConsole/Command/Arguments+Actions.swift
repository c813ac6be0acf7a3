import FeedHTTP
import FeedReducer

/// The most rows that `appear N..M` may pass, and that `loaded items=N` may make.
private let longestScroll = 100_000

extension Arguments {
  /// The actions that the words describe; nil if the command sends none.
  func actions() throws(Failure) -> [JSONFeed.Action]? {
    guard let action = command.action else { return nil }
    return action == .itemAppeared ? try scroll() : [try self.action(of: action)]
  }

  private func action(of action: Command.Action) throws(Failure) -> JSONFeed.Action {
    switch action {
    case .started: .started
    case .itemAppeared, .visible: .visible(range: try visibleRows())
    case .loadMore: .loadMore
    case .refreshPulled: .refreshPulled
    case .invalidated: .invalidated
    case .reset: .reset
    case .stopped: .stopped
    case .retryTapped: .retryTapped(kind: try kind())
    case .errorDismissed: .errorDismissed(kind: try kind())
    case .pageLoaded: try pageLoaded()
    case .failed: .failed(ticket: try ticket(), failure: try failure())
    case .cancelled: .cancelled(ticket: try ticket())
    case .timerFired: .timerFired(ticket: try ticket())
    case .connectivityChanged: .connectivityChanged(isOnline: try isOnline())
    case .offline: .connectivityChanged(isOnline: false)
    case .online: .connectivityChanged(isOnline: true)
    case .restored: try restored()
    case .memoryWarning:
      .memoryWarning(
        keep: try integer(
          next("the number of rows to keep", named: "keep"), wanted: "a number of rows"))
    case .gapTapped: try gapTapped()
    case .insert: .edit(change: try ifEditable().insertion())
    case .update: .edit(change: .update(item: try ifEditable().updatedRow()))
    case .remove: .edit(change: .remove(id: try ifEditable().rowID()))
    case .editCommitted: try editCommitted()
    case .editFailed: .editFailed(ticket: try ticket(), failure: try failure())
    case .editRetried: .editRetried(id: try failedRowID())
    case .editDismissed: .editDismissed(id: try failedRowID())
    }
  }
}

// MARK: - Rows that appear

extension Arguments {
  private func scroll() throws(Failure) -> [JSONFeed.Action] {
    let word = try next("the index of a row", named: "index")
    if word.text == "last" { return [.itemAppeared(index: max(0, session.state.items.count - 1))] }
    if let index = Int(word.text) { return [.itemAppeared(index: index)] }
    let (first, last) = try rows(word, wanted: "a row: N, N..M or last")
    guard abs(first - last) < longestScroll else {
      throw Failure(
        "\(quoted(word.text)) passes too many rows; at most \(longestScroll) can be passed at once",
        at: word)
    }
    return stride(from: first, through: last, by: first <= last ? 1 : -1)
      .map { .itemAppeared(index: $0) }
  }

  private func visibleRows() throws(Failure) -> Range<Int> {
    let word = try next("the first and the last visible row", named: "range")
    let (first, last) = try rows(word, wanted: "rows: N..M, from the first to the last")
    return min(first, last)..<max(first, last) + 1
  }

  /// Parses the first and the last row of a range: `7..9`, or `7` for one row.
  private func rows(_ word: Word, wanted: String) throws(Failure) -> (first: Int, last: Int) {
    guard let ends = word.rangeEnds, ends.first.isWholeNumber, ends.last.isWholeNumber else {
      throw bad(word, wanted: wanted)
    }
    let limit = 0...Int.max - 1
    return (
      try integer(ends.first, in: limit, wanted: wanted),
      try integer(ends.last, in: limit, wanted: wanted)
    )
  }
}

// MARK: - Loads

extension Arguments {
  private func kind() throws(Failure) -> LoadKind? {
    guard let word = named("kind") ?? next() else { return nil }
    return try value(word, wanted: "refresh, append, prepend or gap") { LoadKind(rawValue: $0) }
  }

  /// Without the number of a gap the first one is meant, and without a side the row above it.
  private func gapTapped() throws(Failure) -> JSONFeed.Action {
    var id = session.state.feed.gaps.first?.id ?? 0
    if let word = named("id") ?? (words.first?.isWholeNumber == true ? next() : nil) {
      id = Ticket(rawValue: try integer(word, wanted: "the number of a gap"))
    }
    guard let word = named("from") ?? next() else { return .gapTapped(id: id, from: .above) }
    return .gapTapped(
      id: id, from: try value(word, wanted: "above or below") { GapSide(rawValue: $0) })
  }

  private func isOnline() throws(Failure) -> Bool {
    let wanted = "true or false"
    return try value(next(wanted, named: "isOnline"), wanted: wanted) { Bool($0) }
  }

  /// Takes a ticket. Without one it is that of the oldest pending work.
  func ticket() throws(Failure) -> Ticket {
    let isGiven = words.first.map { $0.isWholeNumber || Int($0.text) != nil } ?? false
    let isReason = words.count == 1 && words.first?.text.isHTTPStatus == true
    guard let word = named("ticket") ?? (isGiven && !isReason ? next() : nil) else {
      guard let oldest = session.state.pending.first else { throw nothingPending }
      return oldest.ticket
    }
    return Ticket(rawValue: try integer(word, wanted: "the number of a request"))
  }

  private func pageLoaded() throws(Failure) -> JSONFeed.Action {
    let (items, next, total) = (named("items"), named("next"), named("total"))
    let whole = named("page")
    let ticket = try ticket()
    if let whole {
      return .pageLoaded(ticket: ticket, page: try whole.json("a page", as: JSONFeed.Page.self))
    }
    var page = JSONFeed.Page(items: [], next: try next.map(cursor))
    page.items = try madeUpRows(items, for: ticket)
    if let total { page.total = try integer(total, wanted: "a number of rows") }
    return .pageLoaded(ticket: ticket, page: page)
  }

  private func cursor(_ word: Word) throws(Failure) -> PageCursor {
    if word.isLiteral { return try word.json("a cursor", as: PageCursor.self) }
    return Int(word.text).map { .number($0) } ?? .token(word.text)
  }

  private func madeUpRows(_ word: Word?, for ticket: Ticket) throws(Failure) -> [JSONRow] {
    if let word, word.isLiteral { return try word.json("a list of rows", as: [JSONRow].self) }
    let count = try word.map { word throws(Failure) in
      try integer(word, in: 0...longestScroll, wanted: "a number of rows, or rows in JSON")
    }
    return (0..<(count ?? session.feed.pageSize)).map {
      JSONRow(id: "\(ticket).\($0 + 1)", title: "made up \($0 + 1)")
    }
  }

  /// Takes a snapshot as JSON, or a step of the history with one.
  private func restored() throws(Failure) -> JSONFeed.Action {
    let age = try named("age").map(duration) ?? .zero
    if let word = named("snapshot") ?? (words.first?.isLiteral == true ? next() : nil) {
      let snapshot = try word.json("a snapshot", as: JSONFeed.Snapshot.self)
      return .restored(snapshot: snapshot, age: age)
    }
    guard let step = try step() else { throw missing("a step or a snapshot") }
    guard let snapshot = session.entries[step].state.feed.snapshot else {
      throw Failure(
        "step \(step) has no snapshot: no page has arrived by then; take a later step", at: name)
    }
    return .restored(snapshot: snapshot, age: age)
  }

  /// Takes a step of the history: N, -N, `start` or `end`. Nil if no word is left.
  func step() throws(Failure) -> Int? {
    guard let word = next() else { return nil }
    let last = session.entries.count - 1
    if let end = ["start": 0, "end": last][word.text] { return end }
    let number = Int(word.text)
    guard number != nil || word.isWholeNumber else {
      throw bad(word, wanted: "a step: N, -N, start or end")
    }
    let step = number.map { $0 < 0 ? session.position.addingReportingOverflow($0) : ($0, false) }
    guard let (step, overflow) = step, !overflow, (0...last).contains(step) else {
      let text = word.text.shortened(to: 60)
      throw Failure("there is no step \(text); the history has steps 0 to \(last)", at: word)
    }
    return step
  }

  /// A failure at the command name, because no request waits for an answer.
  var nothingPending: Failure {
    Failure("nothing is pending; actions like start, appear and refresh make requests", at: name)
  }
}

// MARK: - Failures

extension Arguments {
  /// Takes a reason and `after=DURATION`. Without a reason the failure is HTTP 500.
  func failure() throws(Failure) -> FeedFailure {
    let pause = try named("after").map(duration)
    var failure = try (named("reason") ?? next()).map(reason) ?? FailureReason.http(500)
    if let pause { failure.retryAfter = pause }
    return failure
  }

  /// Returns the failure for a name, a status or JSON.
  private func reason(_ word: Word) throws(Failure) -> FeedFailure {
    if word.isLiteral, word.text.hasPrefix("{") {
      return try word.json("a failure", as: FeedFailure.self)
    }
    if let failure = FailureReason.failure(word.text) { return failure }
    throw word.unknown(
      "unknown reason \(quoted(word.text))", among: FailureReason.words.map(\.word),
      or: "'help fail' lists the reasons")
  }
}
