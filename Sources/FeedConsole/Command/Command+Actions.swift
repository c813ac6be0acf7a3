import FeedHTTP
import FeedReducer

// Commands that send an action. Those that edit rows are in `editCommands`.
extension Command {
  static let actionCommands: [Command] = [
    action(
      "started", aliases: ["start"], synonyms: ["begin", "init", "go"],
      summary: "the feed is shown: load the first page",
      example: "start"
    ) { _, _ in [.started] },
    action(
      "itemAppeared", aliases: ["appear", "a"],
      synonyms: ["scroll", "see", "row", "down", "end", "last", "bottom"],
      arguments: "N | N..M | last",
      summary: "the row at index N came into view",
      details: ["'N..M' scrolls over the rows from N to M, 'last' means the last row."],
      example: "start; ok; appear 2; appear 7..9", build: appear),
    action(
      "visible", arguments: "N..M", summary: "the rows from N to M are in view",
      details: ["Front ends that know their first and their last row report both."],
      example: "start; ok; visible 0..4; visible 2..6", build: visible),
    action(
      "loadMore", synonyms: ["next", "more", "load", "fetch", "append", "page"],
      summary: "the next page is wanted, wherever the reader is",
      example: "start; ok; loadMore"
    ) { _, _ in [.loadMore] },
    action(
      "refreshPulled", aliases: ["refresh", "r"], synonyms: ["pull", "reload"],
      summary: "the user pulled to refresh",
      example: "start; ok; refresh"
    ) { _, _ in [.refreshPulled] },
    action(
      "invalidated", summary: "the rows are known to be out of date",
      example: "start; ok; invalidated"
    ) { _, _ in [.invalidated] },
    action(
      "reset", summary: "the list is emptied, and the feed starts over", example: "start; ok; reset"
    ) {
      _, _ in [.reset]
    },
    action(
      "stopped", summary: "the list is emptied; nothing loads until it starts",
      example: "start; ok; stopped; start"
    ) { _, _ in [.stopped] },
    action(
      "retryTapped", aliases: ["retry"], synonyms: ["again"],
      arguments: "[refresh|append|prepend]",
      summary: "the user asked to retry what failed", example: "start; fail 503; retry"
    ) { arguments, _ throws(Failure) in [.retryTapped(kind: try arguments.kind())] },
    action(
      "errorDismissed", arguments: "[refresh|append|prepend]",
      summary: "the user has read what failed", example: "start; fail 503; errorDismissed"
    ) { arguments, _ throws(Failure) in [.errorDismissed(kind: try arguments.kind())] },
    action(
      "pageLoaded", aliases: ["loaded"],
      arguments: "[ticket=N] [items=N|JSON] [next=CURSOR] [total=N] [page=JSON]",
      summary: "a request was answered with a page made up here",
      details: [
        "'items=N' makes up N rows that occur nowhere else; 'ok' has the real ones.",
        "The oldest request is meant unless a ticket is given; it need not be pending.",
      ],
      example: "start; loaded items=3 next=2 total=9", build: loaded),
    action(
      "failed", arguments: "[TICKET] [REASON]", summary: "a request failed",
      details: ["Like 'fail', but the request need not be pending."] + FailureReason.help,
      example: "start; failed 1 timeout"
    ) { arguments, session throws(Failure) in
      let ticket = try arguments.ticket(session)
      return [.failed(ticket: ticket, failure: try arguments.failure())]
    },
    action(
      "cancelled", arguments: "[TICKET]", summary: "a request was stopped from outside",
      details: ["Like 'drop', but the request need not be pending."],
      example: "start; cancelled 1"
    ) { arguments, session throws(Failure) in
      [.cancelled(ticket: try arguments.ticket(session))]
    },
    action("timerFired", arguments: "TICKET", summary: "a timer ran out", example: "timerFired 3") {
      arguments, session throws(Failure) in
      [.timerFired(ticket: try arguments.ticket(session))]
    },
    action(
      "connectivityChanged", arguments: "true|false", summary: "the device went online or offline",
      example: "connectivityChanged isOnline=false", build: connectivity),
    action(
      "offline", synonyms: ["disconnect"], summary: "the device went offline",
      example: "start; offline"
    ) { _, _ in [.connectivityChanged(isOnline: false)] },
    action(
      "online", synonyms: ["connect"], summary: "the device is online again",
      example: "offline; start; online"
    ) { _, _ in [.connectivityChanged(isOnline: true)] },
    action(
      "restored", arguments: "STEP | SNAPSHOT [age=SECONDS]", summary: "a snapshot was read",
      details: ["The snapshot of the feed at a step of the history, or one as JSON."],
      example: "start; ok; goto 0; restored 2 age=60", build: restored),
    action(
      "memoryWarning", arguments: "N", summary: "memory is short: keep about N rows",
      example: "start; ok; memoryWarning keep=20"
    ) { arguments, _ throws(Failure) in
      let keep = try arguments.integer(
        "keep", wanted: "a number of rows", missing: "the number of rows to keep")
      return [.memoryWarning(keep: keep)]
    },
  ]

  static func action(
    _ name: String, aliases: [String] = [], synonyms: [String] = [], arguments: String = "",
    summary: String, details: [String] = [], example: String,
    build: @escaping @Sendable (inout Arguments, Session) throws(Failure) -> Actions
  ) -> Command {
    Command(
      name: name, aliases: aliases, synonyms: synonyms, group: .actions, arguments: arguments,
      summary: summary, details: details, example: example, body: .actions(build))
  }
}

// MARK: - Actions from words

typealias Actions = [JSONFeed.Action]

/// The most rows that `appear N..M` may pass, and that `loaded items=N` may make.
private let longestScroll = 100_000

private func appear(_ arguments: inout Arguments, in session: Session) throws(Failure) -> Actions {
  let word = try arguments.next("the index of a row", named: "index")
  if word.text == "last" {
    return [.itemAppeared(index: max(0, session.state.items.count - 1))]
  }
  if let index = Int(word.text) { return [.itemAppeared(index: index)] }
  let (first, last) = try arguments.rows(word, wanted: "a row: N, N..M or last")
  guard abs(first - last) < longestScroll else {
    throw Failure(
      "\(quoted(word.text)) passes too many rows; at most \(longestScroll) can be passed at once",
      at: word)
  }
  let step = first <= last ? 1 : -1
  return stride(from: first, through: last, by: step).map { .itemAppeared(index: $0) }
}

private func visible(_ arguments: inout Arguments, in session: Session) throws(Failure) -> Actions {
  let word = try arguments.next("the first and the last visible row", named: "range")
  let (first, last) = try arguments.rows(word, wanted: "rows: N..M, from the first to the last")
  return [.visible(range: min(first, last)..<max(first, last) + 1)]
}

extension Arguments {
  /// Parses the first and the last row of a range: `7..9`, or `7` for one row.
  fileprivate func rows(_ word: Word, wanted: String) throws(Failure) -> (first: Int, last: Int) {
    guard let (first, last) = word.rangeEnds, first.isWholeNumber, last.isWholeNumber else {
      throw bad(word, wanted: wanted)
    }
    let limit = 0...Int.max - 1
    return (
      try integer(first, in: limit, wanted: wanted), try integer(last, in: limit, wanted: wanted)
    )
  }
}

private func loaded(_ arguments: inout Arguments, in session: Session) throws(Failure) -> Actions {
  let wholePage = arguments.named("page")
  let items = arguments.named("items")
  let next = arguments.named("next")
  let total = arguments.named("total")
  let ticket = try arguments.ticket(session)
  if let wholePage {
    let page = try wholePage.json("a page", as: JSONFeed.Page.self)
    return [.pageLoaded(ticket: ticket, page: page)]
  }
  var page = JSONFeed.Page(items: [], next: try next.map(arguments.cursor))
  page.items = try arguments.madeUpRows(items, for: ticket, size: session.feed.pageSize)
  page.total = try total.map { word throws(Failure) in
    try arguments.integer(word, wanted: "a number of rows")
  }
  return [.pageLoaded(ticket: ticket, page: page)]
}

private func connectivity(_ arguments: inout Arguments, in session: Session) throws(Failure)
  -> Actions
{
  let word = try arguments.next("true or false", named: "isOnline")
  guard let isOnline = Bool(word.text) else { throw arguments.bad(word, wanted: "true or false") }
  return [.connectivityChanged(isOnline: isOnline)]
}

private func restored(_ arguments: inout Arguments, in session: Session) throws(Failure) -> Actions
{
  let age = try arguments.named("age").map(arguments.duration)
  return [.restored(snapshot: try arguments.snapshot(session), age: age ?? .zero)]
}

extension Arguments {
  fileprivate mutating func kind() throws(Failure) -> LoadKind? {
    guard let word = named("kind") ?? next() else { return nil }
    guard let kind = LoadKind(rawValue: word.text) else {
      throw bad(word, wanted: "refresh, append or prepend")
    }
    return kind
  }

  /// Takes a ticket. Without one it is that of the oldest pending work.
  mutating func ticket(_ session: Session) throws(Failure) -> Ticket {
    let oldest = session.state.pending.first?.ticket
    let isGiven = words.first.map { $0.isWholeNumber || Int($0.text) != nil } ?? false
    let isReason = words.count == 1 && words.first?.text.isHTTPStatus == true
    guard let word = named("ticket") ?? (isGiven && !isReason ? next() : nil) else {
      if let oldest { return oldest }
      throw Failure(.nothingPending, at: name)
    }
    return Ticket(rawValue: try integer(word, wanted: "the number of a request"))
  }

  /// Takes a snapshot as JSON, or a step of the history and returns its snapshot.
  fileprivate mutating func snapshot(_ session: Session) throws(Failure) -> JSONFeed.Snapshot {
    if let word = named("snapshot") ?? (words.first?.isLiteral == true ? next() : nil) {
      return try word.json("a snapshot", as: JSONFeed.Snapshot.self)
    }
    guard let step = try step(session) else { throw missing("a step or a snapshot") }
    guard let snapshot = session.entries[step].state.feed.snapshot else {
      throw Failure(
        "step \(step) has no snapshot: no page has arrived by then; take a later step", at: name)
    }
    return snapshot
  }

  fileprivate func cursor(_ word: Word) throws(Failure) -> PageCursor {
    if word.isLiteral { return try word.json("a cursor", as: PageCursor.self) }
    return Int(word.text).map { .number($0) } ?? .token(word.text)
  }

  fileprivate func madeUpRows(
    _ word: Word?, for ticket: Ticket, size: Int
  ) throws(Failure) -> [JSONRow] {
    if let word, word.isLiteral { return try word.json("a list of rows", as: [JSONRow].self) }
    let count = try word.map { word throws(Failure) in
      try integer(word, in: 0...longestScroll, wanted: "a number of rows, or rows in JSON")
    }
    return (0..<(count ?? size)).map {
      JSONRow(id: "\(ticket).\($0 + 1)", title: "made up \($0 + 1)")
    }
  }
}
