import FeedHTTP
import FeedReducer

// Commands that answer requests and advance the clock.
extension Command {
  static let requestCommands: [Command] = [
    Command(
      name: "pending", aliases: ["p"], synonyms: ["requests", "queue", "inflight"],
      group: .requests,
      summary: "what is pending, oldest first", example: "start; pending",
      body: .look { _, session in session.state.pendingShown }),
    Command(
      name: "ok", aliases: ["o"],
      synonyms: ["answer", "succeed", "success", "reply", "resolve", "commit"],
      group: .requests, arguments: "[ID] [items=N] [last]",
      summary: "answer a request with its page, or commit an edit",
      details: [
        "Without an ID the oldest request or edit is meant.",
        "'items=N' cuts the page to N of its rows, 'last' says that no page follows.",
      ],
      example: "start; ok; loadMore; ok 2 items=3 last", body: .work(ok)),
    Command(
      name: "fail", aliases: ["f"], synonyms: ["error", "reject"],
      group: .requests, arguments: "[ID] [REASON] [after=DURATION]",
      summary: "let a request or an edit fail",
      details: ["Without an ID the oldest one is meant."] + FailureReason.help,
      example: "start; fail 503", body: .work(fail)),
    Command(
      name: "drop", synonyms: ["cancel", "abort", "stop"],
      group: .requests, arguments: "[ID]",
      summary: "stop a request from outside; no answer, no failure",
      example: "start; drop 1",
      body: .work { arguments, interpreter throws(Failure) in
        let pending = try arguments.pending(interpreter.session)
        try arguments.finish()
        interpreter.send(.cancelled(ticket: pending.ticket))
      }),
    Command(
      name: "late", group: .requests, arguments: "[ID]",
      summary: "let the answer of an ended request still arrive",
      details: [
        "For a request that was cancelled, failed or answered: the feed must ignore it.",
        "Without an ID the last one is meant, rather one without an answer.",
      ],
      example: "start; ok; appear 9; refresh; late 2", body: .work(late)),
    Command(
      name: "auto", group: .requests, arguments: "on | off",
      summary: "answer requests by themselves, or wait for 'ok'",
      details: [
        "The catalogue answers at once. Over a URL requests are sent at once;",
        "their answers are taken in as they arrive at a prompt, and by 'settle'",
        "or 'ok' in a script.",
      ],
      example: "auto on; start; appear last",
      body: .work { arguments, interpreter throws(Failure) in
        let isOn = try arguments.onOrOff()
        try arguments.finish()
        interpreter.setAuto(isOn)
        interpreter.show("auto", [Line(isOn ? "auto on" : "auto off")])
      }),
    Command(
      name: "advance", aliases: ["+"], synonyms: ["wait", "sleep", "tick", "clock", "time"],
      group: .requests, arguments: "[DURATION] [hold]",
      summary: "let time pass, and the timers in it fire",
      details: [
        "Without a duration up to the next timer, or answer of a slow server.",
        "With 'hold' no timer fires; 'timerFired' fires one.",
      ],
      example: "advance 2s; + 500ms",
      body: .work(advance)),
    Command(
      name: "settle", synonyms: ["finish", "all", "drain"],
      group: .requests,
      summary: "answer and let fire until nothing is pending",
      details: ["In the order of their numbers. Over a URL it waits for the answers."],
      example: "start; settle",
      body: .work { arguments, interpreter throws(Failure) in
        try arguments.finish()
        try interpreter.settle()
      }),
    Command(
      name: "request", synonyms: ["curl", "body", "headers", "response"],
      group: .requests, arguments: "[ID] [curl | body | headers]",
      summary: "an answer's fields or body, or a command for a shell",
      details: [
        "'headers' are its status, time and fields, 'body' is what the server sent:",
        "an API that has not answered is asked now. 'curl' has no credentials; its",
        "'-H @FILE' is a file with the fields. The catalogue has bodies only.",
        "Without an ID the oldest request is meant, or the last that was answered.",
      ],
      example: "start; request 1 body", body: .work(request)),
  ]
}

// MARK: - Answers

private func ok(_ arguments: inout Arguments, in interpreter: Interpreter) throws(Failure) {
  let words = arguments.words
  let items = arguments.named("items")
  let count = try items.map { word throws(Failure) in
    // The page sets the limit, and it is not loaded yet.
    word.isWholeNumber
      ? Int(word.text) ?? .max : try arguments.integer(word, wanted: "a number of rows from 0")
  }
  let isLast = arguments.flag("last")
  let work = try arguments.pendingWork(interpreter.session)
  guard let load = work.load else {
    // An edit has no page to cut.
    arguments.words = words
    _ = try arguments.pendingWork(interpreter.session)
    try arguments.finish()
    return try interpreter.answer(work)
  }
  try arguments.finish()
  var action = try interpreter.outcome(of: load)
  if case .pageLoaded(let ticket, var page) = action {
    if let items, let count {
      guard count <= page.items.count else {
        throw arguments.tooLarge(items, limit: "\(page.items.count), the rows of this page")
      }
      page.items.removeLast(page.items.count - count)
    }
    if isLast { page.next = nil }
    action = .pageLoaded(ticket: ticket, page: page)
  }
  interpreter.send(action)
}

private func fail(_ arguments: inout Arguments, in interpreter: Interpreter) throws(Failure) {
  let work = try arguments.pendingWork(interpreter.session)
  let failure = try arguments.failure()
  try arguments.finish()
  interpreter.send(work.failed(failure))
}

private func late(_ arguments: inout Arguments, in interpreter: Interpreter) throws(Failure) {
  let session = interpreter.session
  let given = try arguments.integer("id", wanted: "the number of a request")
  try arguments.finish()
  guard let id = given ?? session.lateRequest?.ticket.rawValue else {
    throw Failure(.nothingLate, at: arguments.name)
  }
  guard let work = session.sent(Ticket(rawValue: id)) else {
    throw Failure(.neverSent(id, last: session.state.feed.lastTicket.rawValue))
  }
  if session.state.pending.contains(where: { $0.ticket == work.ticket }) {
    throw Failure(.stillPending(id))
  }
  try interpreter.answer(work)
}

private func advance(_ arguments: inout Arguments, in interpreter: Interpreter) throws(Failure) {
  let isHeld = arguments.flag("hold")
  let given = try arguments.next().map(arguments.duration)
  try arguments.finish()
  guard let duration = given ?? interpreter.session.state.pause else {
    throw Failure(.noTimer, at: arguments.name)
  }
  if isHeld {
    interpreter.show(interpreter.session.advance(by: duration))
  } else {
    try interpreter.advance(by: duration)
  }
}

private func request(_ arguments: inout Arguments, in interpreter: Interpreter) throws(Failure) {
  let (isCurl, isBody) = (arguments.flag("curl"), arguments.flag("body"))
  let isHeaders = arguments.flag("headers")
  let load = try arguments.sentLoad(interpreter.session)
  try arguments.finish()
  if isBody { return try showBody(of: load, in: interpreter) }
  let curl: String?
  do {
    curl = try interpreter.source.api?.curl(load)
  } catch {
    throw Failure(.noAnswer(load.ticket.rawValue, reason: error.message))
  }
  guard let curl else {
    if isCurl || isHeaders { throw Failure(.notOverHTTP(isCurl ? "curl" : "headers")) }
    return try showBody(of: load, in: interpreter)
  }
  if isCurl { return interpreter.show("request", [Line(curl)]) }
  try showHeaders(of: load, in: interpreter)
}

private func showBody(of load: Load, in interpreter: Interpreter) throws(Failure) {
  interpreter.prepareToWait()
  do {
    let text = try interpreter.source.body(for: load, server: interpreter.session.state.server)
    let response =
      interpreter.settings.isQuiet ? nil : interpreter.source.api?.response(to: load)
    let status = response.map { [$0.statusLine] } ?? []
    interpreter.show("request", status + Line.json(text))
  } catch {
    throw Failure(.noAnswer(load.ticket.rawValue, reason: error.message))
  }
}

private func showHeaders(of load: Load, in interpreter: Interpreter) throws(Failure) {
  guard let response = interpreter.source.api?.response(to: load) else {
    let reason = "it has not arrived yet, or is no longer kept"
    throw Failure(.noAnswer(load.ticket.rawValue, reason: reason))
  }
  interpreter.show("request", response.head)
}

extension HTTPExchange {
  /// The request, the status and the header fields.
  var head: [Line] {
    let fields = headers.sorted { $0.key < $1.key }
    return [Line("  \(request)"), statusLine]
      + fields.map { Line("  \($0.key): ", style: .name) + Line($0.value) }
  }

  /// The body, that of JSON indented.
  var bodyLines: [Line] { Line.json(body.jsonFault == nil ? JSONText.indented(body) : body) }

  /// The status, the time and the size in a few words: `200 · 24 ms · 1.2 kB`.
  var summary: String {
    let (unit, name) = size < 1_000_000 ? (1e3, "kB") : (1e6, "MB")
    let large = "\((Double(size) / unit * 10).rounded() / 10) \(name)"
    let milliseconds = Int(duration.inSeconds * 1_000)
    return "\(status) · \(milliseconds) ms · \(size < 1_000 ? "\(size) B" : large)"
  }
}

// MARK: - Requests from words

extension Arguments {
  /// Takes the ticket of pending work; without one the oldest request or edit, else a timer.
  fileprivate func pending(_ session: Session) throws(Failure) -> Pending {
    let pending = session.state.pending
    guard let word = named("id") ?? takeID(among: pending) else {
      guard let oldest = pending.first(where: { !$0.isTimer }) ?? pending.first else {
        throw nothingPending
      }
      return oldest
    }
    let id = try integer(word, wanted: "the number of a request")
    guard let match = pending.first(where: { $0.ticket.rawValue == id }) else {
      throw Failure(.notPending(id, pending: pending.map(\.ticket.rawValue)), at: word)
    }
    return match
  }

  /// Takes the ticket of a pending request or edit; fails for a timer.
  fileprivate func pendingWork(_ session: Session) throws(Failure) -> Pending {
    let pending = try pending(session)
    if pending.isTimer { throw Failure(.isTimer(pending.ticket.rawValue), at: name) }
    return pending
  }

  /// Takes the ticket of a request, pending or not. Without one it is the oldest pending request, or
  /// the last one that was sent.
  fileprivate func sentLoad(_ session: Session) throws(Failure) -> Load {
    guard let id = try integer("id", wanted: "the number of a request") else {
      let oldest = session.state.pending.compactMap(\.load).first
      guard let load = oldest ?? session.lastLoad else {
        throw nothingPending
      }
      return load
    }
    guard let load = session.load(Ticket(rawValue: id)) else {
      throw Failure(.neverSent(id, last: session.state.feed.lastTicket.rawValue))
    }
    return load
  }

  /// Takes the next word if it is a pending ticket, or a number but no HTTP failure status.
  private func takeID(among pending: [Pending]) -> Word? {
    guard let word = words.first, word.isWholeNumber || Int(word.text) != nil else {
      return nil
    }
    let isPending = pending.contains { $0.ticket.rawValue == Int(word.text) }
    return isPending || !word.text.isHTTPStatus ? next() : nil
  }
}
