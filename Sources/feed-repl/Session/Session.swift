import FeedHTTP
import FeedEffects
import FeedReducer

/// A feed that is driven by hand, with its whole history. A value: no I/O, no clock, no chance.
///
/// ```swift
/// var session = Session(feed: JSONFeed(pageSize: 10), seed: 1)
/// session.send(.started)
/// session.now.moment.pending.count  // 1
/// ```
struct Session {
  /// The machine. It may be changed between two steps.
  var feed: JSONFeed

  /// The steps so far, the undone ones included. The first is the beginning.
  private(set) var entries: [Entry]

  /// The index of the step that the session stands at.
  private(set) var position = 0

  /// Grows with everything that changes the session, and not with ignored actions.
  private(set) var revision = 0

  /// Creates a session that stands at its beginning.
  init(feed: JSONFeed, seed: UInt64) {
    self.feed = feed
    entries = [Entry(begun: seed, number: 0)]
  }

  /// The step that the session stands at.
  var now: Entry { entries[position] }

  /// What is true now.
  var moment: Moment { now.moment }

  /// How many steps are undone.
  var undone: Int { entries.count - 1 - position }

  /// Sends an action as the next step. What was undone is discarded.
  @discardableResult
  mutating func send(_ action: JSONFeed.Action) -> StepReport {
    let entry = outcome(of: action)
    if entry.reaction.refusal == nil { revision += 1 }
    var report = add(entry)
    if let ticket = action.answeredTicket, entry.reaction.refusal != nil {
      report.fate = fate(of: ticket, before: entry.number)
    }
    return report
  }

  /// Returns the step that `action` would make, without making it.
  func outcome(of action: JSONFeed.Action) -> Entry {
    var moment = moment
    let reaction = feed.reduce(into: &moment.state, action)
    if case .accepted(let effects) = reaction { moment.follow(action, effects) }
    return Entry(
      number: position + 1, event: .action(action), reaction: reaction, moment: moment)
  }

  /// Moves the clock on as the next step. What was undone is discarded.
  @discardableResult
  mutating func advance(by duration: Duration) -> StepReport {
    var moment = moment
    moment.clock += duration
    revision += 1
    return add(
      Entry(
        number: position + 1, event: .advanced(duration), reaction: .accepted([]),
        moment: moment))
  }

  /// Begins again with a fresh feed as the next step.
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
  /// Goes to the step with this index, which must be one of `steps`.
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

  /// Returns what has become of the request with this ticket before the step `end`.
  ///
  /// - Complexity: O(*n*) in the number of steps.
  func fate(of ticket: Ticket, before end: Int? = nil) -> Fate {
    var fate = Fate.never
    for entry in sinceBeginning where entry.number < end ?? .max {
      if case .accepted(let effects) = entry.reaction {
        if case .action(let action) = entry.event, action.answeredTicket == ticket {
          fate =
            action == .cancelled(ticket: ticket)
            ? .cancelled(step: entry.number) : .answered(step: entry.number)
        }
        if effects.contains(.cancel(ticket: ticket)) { fate = .cancelled(step: entry.number) }
        if effects.contains(where: { $0.startedTicket == ticket }) { fate = .pending }
      }
    }
    return fate
  }

  /// The steps up to now, from the last one in which a fresh feed began.
  private var sinceBeginning: ArraySlice<Entry> {
    let past = entries[...position]
    let start = past.lastIndex { if case .begun = $0.event { true } else { false } }
    return past[(start ?? 0)...]
  }
}

extension Entry {
  /// Creates the step in which a fresh feed begins.
  fileprivate init(begun seed: UInt64, number: Int) {
    self.init(
      number: number, event: .begun(seed: seed), reaction: .accepted([]),
      moment: Moment(state: JSONFeed.State(seed: seed)))
  }
}
