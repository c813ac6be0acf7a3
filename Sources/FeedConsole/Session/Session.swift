import FeedHTTP
import FeedReducer

/// A feed that commands drive, with its full history.
///
/// It is a value without I/O, real time or randomness.
///
/// ```swift
/// var session = Session(feed: JSONFeed(pageSize: 10), seed: 1)
/// session.send(.started)
/// session.now.state.pending.count  // 1
/// ```
struct Session {
  /// The machine. Commands may change it between two steps.
  var feed: JSONFeed

  /// All steps, including undone ones. The first is the start of the session.
  private(set) var entries: [Entry]

  /// The index of the current step.
  private(set) var position = 0

  /// Increases with every change of the session. Ignored actions don't change it.
  private(set) var revision = 0

  /// Creates a session at its first step.
  init(feed: JSONFeed, seed: UInt64) {
    self.feed = feed
    entries = [Entry(begun: seed, number: 0)]
  }

  /// The current step.
  var now: Entry { entries[position] }

  /// The state, the pending work and the clock after the current step.
  var state: State { now.state }

  /// How many steps are undone.
  var undone: Int { entries.count - 1 - position }

  /// Sends an action as the next step. Discards undone steps.
  @discardableResult
  mutating func send(_ action: JSONFeed.Action) -> StepReport {
    let entry = step(for: action)
    if entry.reaction.refusal == nil { revision += 1 }
    var report = add(entry)
    if let ticket = action.answeredTicket, entry.reaction.refusal != nil {
      report.outcome = outcome(of: ticket, before: entry.number)
    }
    return report
  }

  /// Returns the step that `action` would make, without making it.
  func step(for action: JSONFeed.Action) -> Entry {
    var state = state
    let reaction = feed.reduce(into: &state.feed, action)
    if case .accepted(let effects) = reaction { state.follow(action, effects: effects) }
    return Entry(
      number: position + 1, event: .action(action), reaction: reaction, state: state)
  }

  /// Advances the clock as the next step. Discards undone steps.
  @discardableResult
  mutating func advance(by duration: Duration) -> StepReport {
    var state = state
    state.clock += duration
    revision += 1
    return add(
      Entry(
        number: position + 1, event: .advanced(duration), reaction: .accepted([]),
        state: state))
  }

  /// Starts a fresh feed as the next step. Discards undone steps.
  @discardableResult
  mutating func begin(seed: UInt64) -> StepReport {
    revision += 1
    return add(Entry(begun: seed, number: position + 1))
  }

  private mutating func add(_ entry: Entry) -> StepReport {
    let report = StepReport(before: now, entry: entry, discarded: undone)
    if undone > 0 { entries.removeLast(undone) }
    entries.append(entry)
    position += 1
    return report
  }
}

extension Session {
  /// Makes the step at `index` the current one. `index` must be valid in `entries`.
  mutating func go(to index: Int) {
    precondition(entries.indices.contains(index), "the history has no such step")
    position = index
    revision += 1
  }
}

extension Session {
  /// Returns the request with this ticket, if it was sent since the feed began.
  ///
  /// - Complexity: O(*n*) in the number of steps.
  func request(_ ticket: Ticket) -> JSONFeed.Request? {
    for entry in sinceBeginning.reversed() {
      for case .load(let request) in entry.reaction.effects where request.ticket == ticket {
        return request
      }
    }
    return nil
  }

  /// Returns the outcome of the request with this ticket before the step `end`.
  ///
  /// - Complexity: O(*n*) in the number of steps.
  func outcome(of ticket: Ticket, before end: Int? = nil) -> Outcome {
    var outcome = Outcome.never
    for entry in sinceBeginning where entry.number < end ?? .max {
      if case .accepted(let effects) = entry.reaction {
        if case .action(let action) = entry.event, action.answeredTicket == ticket {
          outcome =
            action == .cancelled(ticket: ticket)
            ? .cancelled(step: entry.number) : .answered(step: entry.number)
        }
        if effects.contains(.cancel(ticket: ticket)) { outcome = .cancelled(step: entry.number) }
        if effects.contains(where: { $0.startedTicket == ticket }) { outcome = .pending }
      }
    }
    return outcome
  }

  /// The steps up to the current one, from the last start of a fresh feed.
  private var sinceBeginning: ArraySlice<Entry> {
    let past = entries[...position]
    let start = past.lastIndex { if case .begun = $0.event { true } else { false } }
    return past[(start ?? 0)...]
  }
}

extension Entry {
  /// Creates the step that starts a fresh feed.
  fileprivate init(begun seed: UInt64, number: Int) {
    self.init(
      number: number, event: .begun(seed: seed), reaction: .accepted([]),
      state: Session.State(feed: JSONFeed.State(seed: seed)))
  }
}
