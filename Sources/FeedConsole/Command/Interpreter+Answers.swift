import FeedHTTP
import FeedReducer

// Commands that answer requests, show answers, or change the server.
extension Interpreter {
  func ok(_ words: Arguments) throws(Failure) {
    let typed = words.words
    let items = words.named("items")
    let count = try items.map { word throws(Failure) in
      // The page sets the limit, and it is not loaded yet.
      word.isWholeNumber
        ? Int(word.text) ?? .max : try words.integer(word, wanted: "a number of rows from 0")
    }
    let isLast = words.flag("last")
    guard let load = try words.pendingWork().load else {
      // An edit has no page to cut.
      words.words = typed
      return try answer(try words.only(words.pendingWork()))
    }
    try words.finish()
    var action = try outcome(of: .load(load))
    if case .pageLoaded(let ticket, var page) = action {
      if let items, let count {
        guard count <= page.items.count else {
          throw words.tooLarge(items, limit: "\(page.items.count), the rows of this page")
        }
        page.items.removeLast(page.items.count - count)
      }
      if isLast { page.next = nil }
      action = .pageLoaded(ticket: ticket, page: page)
    }
    send(action)
  }

  func advance(_ words: Arguments) throws(Failure) {
    let isHeld = words.flag("hold")
    let given = try words.next().map(words.duration)
    try words.finish()
    guard let duration = given ?? session.state.pause else {
      throw Failure("no timer waits; 'advance 2s' lets time pass anyway")
    }
    if isHeld { make(.advanced(duration)) } else { try advance(by: duration) }
  }

  func request(_ words: Arguments) throws(Failure) -> Shown {
    let (isCurl, isBody) = (words.flag("curl"), words.flag("body"))
    let isHeaders = words.flag("headers")
    let load = try words.sentLoad()
    try words.finish()
    if isBody { return try body(of: load) }
    let curl: String?
    do {
      curl = try source.api?.curl(load)
    } catch {
      throw load.noAnswer(error.message)
    }
    guard let curl else {
      guard isCurl || isHeaders else { return try body(of: load) }
      throw Failure(
        "'\(isCurl ? "curl" : "headers")' needs requests over HTTP; start with --url URL")
    }
    if isCurl { return Shown([Line(curl, style: .command)]) }
    guard let response = source.api?.response(to: load) else {
      throw load.noAnswer("it has not arrived yet, or is no longer kept")
    }
    return Shown(response.head)
  }

  private func body(of load: Load) throws(Failure) -> Shown {
    try prepareToWait()
    do {
      let text = try source.body(for: load, server: session.state.server)
      let response = settings.isQuiet ? nil : source.api?.response(to: load)
      return Shown((response.map { [$0.statusLine] } ?? []) + Line.json(text))
    } catch {
      throw load.noAnswer(error.message)
    }
  }
}

extension Load {
  fileprivate func noAnswer(_ reason: String) -> Failure {
    Failure("request \(ticket.rawValue) has no answer to show: \(reason)")
  }
}

extension HTTPExchange {
  /// The request, the status and the header fields.
  var head: [Line] {
    let fields = headers.sorted { $0.key < $1.key }
    return [Line("  \(request)"), statusLine]
      + fields.map { Line("  \($0.key): ", style: .name) + Line($0.value) }
  }

  /// The body, that of JSON indented.
  var bodyLines: [Line] { Line.json(JSONText.readable(body)) }

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
  func pending() throws(Failure) -> Pending {
    let pending = session.state.pending
    guard let word = named("id") ?? takeID(among: pending) else {
      guard let oldest = pending.first(where: { !$0.isTimer }) ?? pending.first else {
        throw nothingPending
      }
      return oldest
    }
    let id = try integer(word, wanted: "the number of a request")
    guard let match = pending.first(where: { $0.ticket.rawValue == id }) else {
      let others = pending.map { "\($0.ticket.rawValue)" }.joined(separator: ", ")
      throw Failure(
        "request \(id) is not pending; \(others.isEmpty ? "nothing is" : "pending: \(others)")",
        at: word)
    }
    return match
  }

  /// Takes the next word if it is a pending ticket, or a number but no HTTP failure status.
  private func takeID(among pending: [Pending]) -> Word? {
    guard let word = words.first, word.isWholeNumber || Int(word.text) != nil else { return nil }
    let isPending = pending.contains { $0.ticket.rawValue == Int(word.text) }
    return isPending || !word.text.isHTTPStatus ? next() : nil
  }

  /// Takes the ticket of a pending request or edit; fails for a timer.
  func pendingWork() throws(Failure) -> Pending {
    let work = try pending()
    if work.isTimer {
      throw Failure(
        "\(work.ticket.rawValue) is a timer and has no answer; 'advance' lets it fire", at: name)
    }
    return work
  }

  /// Takes the ticket of work that has ended. Without one it is the last, rather one without an
  /// answer.
  func lateWork() throws(Failure) -> Pending {
    let given = try integer("id", wanted: "the number of a request")
    try finish()
    guard let id = given ?? session.lateRequest?.ticket.rawValue else {
      throw Failure("no request has ended yet, so no answer can be late", at: name)
    }
    guard let work = session.sent(Ticket(rawValue: id)) else {
      throw Failure(session.neverSent(id))
    }
    if session.state.pending.contains(where: { $0.ticket == work.ticket }) {
      throw Failure(
        "request \(id) is still pending, so its answer is not late; 'ok \(id)' answers it")
    }
    return work
  }

  /// Takes the ticket of a request, pending or not. Without one it is the oldest pending request,
  /// or the last one that was sent.
  fileprivate func sentLoad() throws(Failure) -> Load {
    guard let id = try integer("id", wanted: "the number of a request") else {
      let oldest = session.state.pending.compactMap(\.load).first
      guard let load = oldest ?? session.lastLoad else { throw nothingPending }
      return load
    }
    guard let load = session.load(Ticket(rawValue: id)) else {
      throw Failure(session.neverSent(id))
    }
    return load
  }
}

extension Session {
  /// No request has this number.
  func neverSent(_ id: Int) -> Problem {
    let last = state.feed.lastTicket.rawValue
    return Problem(
      "there was no request \(id); "
        + (last == 0 ? "none has been sent" : "the last ticket is \(last)"))
  }
}

// MARK: - The server of the catalogue

extension Interpreter {
  /// Changes the server, or shows what it has and the list lacks.
  func server(_ words: Arguments) throws(Failure) -> Shown? {
    guard let server = session.state.server else {
      throw Failure(.needsCatalogue(words.name.commandName))
    }
    if let word = words.next() {
      let change = try words.change(word, of: server)
      try words.finish()
      make(.server(change))
      return nil
    }
    let drift = session.state.drift
    let truth = drift?.lines ?? []
    let count = session.state.items.count.counted("row")
    let summary = drift == nil ? "no page has arrived yet" : "the list has \(count)"
    let agreement = drift != nil && truth.isEmpty ? ", as they are on the server" : ""
    return Shown(
      [Line("  \(server.text)"), Line("  \(summary)\(agreement)")]
        + truth.map { Line("  \($0)", style: .bad) })
  }
}

extension Arguments {
  fileprivate func change(_ word: Word, of server: Server) throws(Failure) -> Server.Change {
    let count = server.rows.count
    switch word.text {
    case "insert":
      let (number, index) = (try number(upTo: 100_000), try index(upTo: count))
      return Server.Change("insert \(number) at \(index)") { $0.insert(number, at: index) }
    case "delete":
      let number = try number(upTo: count)
      let index = try index(upTo: count - number)
      return Server.Change("delete \(number) at \(index)") { $0.delete(number, at: index) }
    case "update":
      let number = try number(upTo: count)
      let index = try index(upTo: count - number)
      return Server.Change("update \(number) at \(index)") { server in
        for index in index..<index + number { server.rename(at: index) }
      }
    case "page-size":
      let wanted = "a number of rows from 1, or none"
      let size =
        flag("none")
        ? nil : try integer(next(wanted, named: "rows"), in: Settings.sizes, wanted: wanted)
      return Server.Change("page-size " + (size.map { "\($0)" } ?? "none")) {
        ($0.pageSize, $0.hasShifted) = (size, true)
      }
    case "latency":
      let latency = try duration(try next("a duration"))
      return Server.Change("latency \(latency.text)") { $0.latency = latency }
    case "from":
      let last = max(0, count - 1)
      let wanted = "a row: there are 0 to \(last)"
      return .from(row: try integer(next("a row", named: "row"), in: 0...last, wanted: wanted))
    case "down": return Server.Change("down") { $0.isUp = false }
    case "up": return Server.Change("up") { $0.isUp = true }
    case "reset": return Server.Change("reset") { $0 = Server() }
    default: throw bad(word, wanted: "a change of the server")
    }
  }

  /// Takes a number of rows, 1 without a word.
  private func number(upTo most: Int) throws(Failure) -> Int {
    if most < 1 { throw Failure("no row is left on the server", at: name) }
    guard words.first?.isKeyword("at") == false else { return 1 }
    return try integer("rows", in: 1...most, wanted: "a number of rows from 1 to \(most)") ?? 1
  }

  /// Takes `at I`; 0 without it.
  private func index(upTo most: Int) throws(Failure) -> Int {
    guard flag("at") else { return 0 }
    let wanted = "an index from 0 to \(most)"
    return try integer(next("an index", named: "index"), in: 0...most, wanted: wanted)
  }
}

extension Problem {
  /// A command that only the catalogue's server has an answer to.
  static func needsCatalogue(_ command: String) -> Self {
    Self(
      "'\(command)' needs the catalogue, whose server is made up here; 'open catalogue' begins a session on it"
    )
  }
}
