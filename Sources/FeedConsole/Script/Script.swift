import FeedEffects
import FeedHTTP
import FeedReducer

/// The present branch of a session, up to the current step, as lines that make it again.
///
/// Secrets in links are masked, and a number keeps apart links that only a secret told apart. No request is
/// sent when the lines run: each answer is in them, or in the catalogue.
struct Script {
  /// A line, with the steps that it makes: one, or those of all timers that fire in an `advance`.
  struct Step {
    /// The lines before it that change the settings.
    let settings: [String]

    let line: String

    /// The step before.
    let before: Entry

    /// The steps that it makes, in order; at least one.
    let entries: [Entry]

    /// The last step that it makes.
    var entry: Entry { entries[entries.count - 1] }
  }

  /// The lines before the first step.
  let preamble: [String]

  /// The settings and the seed at the beginning.
  let start: Entry

  private(set) var steps: [Step] = []

  /// Creates the script of a session. `hasCatalogue` tells whether the catalogue gave its pages.
  ///
  /// - Complexity: O(*n*) in the steps and in the rows of their pages.
  init(_ session: Session, hasCatalogue: Bool) {
    let entries = Self.masked(session)
    start = entries[0]
    var settings = Settings(of: start.machine)
    settings.seed = start.state.feed.seed
    var preamble = settings.lines(since: Settings())
    if let row = start.state.server?.start, row > 0 { preamble.append("server from \(row)") }
    self.preamble = preamble
    var lines = EventLine(hasCatalogue: hasCatalogue)
    var index = 1
    while index < entries.count {
      let (before, entry) = (entries[index - 1], entries[index])
      var line = lines.text(of: entry.event, after: before.state)
      var end = index + 1
      if case .advanced(let duration) = entry.event, let fired = entries.endOfTimers(at: index) {
        line = "advance \(duration.exactText)"
        end = fired
      }
      steps.append(
        Step(
          settings: Settings(of: entry.machine).lines(since: Settings(of: before.machine)),
          line: line, before: before, entries: Array(entries[index..<end])))
      for entry in entries[index..<end] { lines.note(entry) }
      index = end
    }
  }

  /// The steps as they are when the masked events happen.
  private static func masked(_ session: Session) -> [Entry] {
    let entries = session.entries[...session.position]
    var numbers: [String: Int] = [:]
    func number(_ secret: String) -> Int {
      let number = numbers[secret] ?? numbers.count + 1
      numbers[secret] = number
      return number
    }
    let mask = FeedMapping<JSONRow, PageCursor, JSONRow, PageCursor, Never>(
      row: { $0 }, id: { $0 }, cursor: { $0.masked(number: number) })
    var copy = Session(
      feed: entries[0].machine, seed: entries[0].state.feed.seed,
      server: entries[0].state.server)
    for entry in entries.dropFirst() {
      copy.feed = entry.machine
      var event = entry.event
      if case .typed(let query) = event { event = .typed(query.masked(number: number)) }
      copy.make(event) { mask.action($0) }
    }
    return Array(copy.entries)
  }
}

extension EventLine {
  /// Takes the requests that a step has sent into account.
  mutating func note(_ entry: Entry) {
    for case .load(let request) in entry.reaction.effects {
      sent[request.ticket] = entry.state.load(of: request)
    }
  }
}

extension [Entry] {
  /// The index behind the timers that fire when the time of the step at `index` passes. Nil if others fire
  /// when the line runs: the branch may have left that line in its middle.
  fileprivate func endOfTimers(at index: Int) -> Int? {
    let end = self[index].state.clock
    // The answers of a slow server would come, too.
    guard self[index - 1].state.arrivals.isEmpty else { return nil }
    // An overdue timer would fire before the time passes.
    guard !self[index - 1].state.pending.contains(where: { $0.due.map { $0 < end } ?? false })
    else { return nil }
    var next = index + 1
    var fired: Set<Ticket> = []
    while let (timer, _) = self[next - 1].state.nextDue(until: end, except: fired) {
      guard next < count, self[next].event == .action(.timerFired(ticket: timer.ticket)) else {
        return nil
      }
      fired.insert(timer.ticket)
      next += 1
    }
    return next
  }
}

extension Query {
  /// The query with the values masked whose names are those of secrets. A number tells them apart.
  fileprivate func masked(number: (String) -> Int) -> Query {
    Query(
      uniqueKeysWithValues: map { name, value in
        (name, name.isNameOfSecret ? "…#\(number(value))" : value)
      })
  }
}

extension PageCursor {
  /// The cursor with the secrets of a link masked. A number tells the masked links apart.
  fileprivate func masked(number: (String) -> Int) -> PageCursor {
    func masked(_ link: String) -> String {
      let text = link.maskingSecrets
      return text == link ? link : "\(text)#\(number(link))"
    }
    return switch self {
    case .link(let link): .link(masked(link))
    case .foreignLink(let link): .foreignLink(masked(link))
    default: self
    }
  }
}
