import FeedHTTP
import FeedReducer

/// A feed that commands drive, with its full history.
///
/// It is a value without I/O, real time or randomness. An action in the past begins a branch; the
/// steps after it stay in the branch that had them, so no step is ever lost.
///
/// ```swift
/// var session = Session(feed: JSONFeed(pageSize: 10), seed: 1)
/// session.send(.started)
/// session.now.state.pending.count  // 1
/// ```
struct Session {
  /// The machine. Commands may change it between two steps.
  var feed: JSONFeed

  /// The command that is running. The steps that it makes name it.
  var typed: Entry.Typed?

  /// Whether the first branch is the steps of an app, and whether the app makes one now.
  var isFollowed = false
  var isFollowing = false

  /// Every step of every branch.
  private(set) var history: History

  /// The index of the current step in ``entries``.
  private(set) var position = 0

  /// Increases with every change of the session. Ignored actions don't change it.
  private(set) var revision = 0

  /// Creates a session at its first step. `server` is nil if the answers come from elsewhere.
  init(feed: JSONFeed, seed: UInt64, server: Server? = nil) {
    self.feed = feed
    history = History(
      first: Entry(begun: seed, machine: feed, server: server))
  }

  /// The steps of the current branch, including undone ones. The first is the start of the session.
  var entries: History.Entries { history.entries }

  /// The current step.
  var now: Entry { entries[position] }

  /// The state, the pending work and the clock after the current step.
  var state: State { now.state }

  /// How many steps are undone.
  var undone: Int { entries.count - 1 - position }

  /// Sends an action as the next step.
  @discardableResult
  mutating func send(_ action: JSONFeed.Action) -> StepReport { make(.action(action)) }

  /// Makes an event happen as the next step. In the past it begins a branch, unless it is ignored: then
  /// nothing is recorded.
  @discardableResult
  mutating func make(_ event: Entry.Event) -> StepReport {
    record(step(for: event.action.map { .action(sharingRows($0)) } ?? event))
  }

  /// The action with the rows of a page that came a few steps before, if it brings the same: a history holds
  /// them once.
  private func sharingRows(_ action: JSONFeed.Action) -> JSONFeed.Action {
    guard case .pageLoaded(let ticket, var page) = action else { return action }
    for entry in entries[...position].suffix(8).reversed() {
      if case .action(.pageLoaded(_, let last)) = entry.event, last.items == page.items {
        page.items = last.items
        return .pageLoaded(ticket: ticket, page: page)
      }
    }
    return action
  }

  /// Returns what sending `action` would do, without doing it.
  func report(for action: JSONFeed.Action) -> StepReport { report(of: step(for: .action(action))) }

  /// Returns the step that `event` would make, without making it.
  func step(for event: Entry.Event) -> Entry {
    var state = state
    let reaction = state.reduce(event, with: feed)
    if case .accepted(let effects) = reaction { state.follow(event.action, effects: effects) }
    return Entry(
      number: position + 1, event: event, reaction: reaction, state: state, machine: feed,
      typed: typed, after: now)
  }

  private func report(of entry: Entry) -> StepReport {
    guard entry.reaction.refusal != nil else {
      let fork = undone > 0 || forks ? Fork(kept: undone, branch: history.branch) : nil
      return StepReport(before: now, entry: entry, fork: fork)
    }
    var report = StepReport(before: now, entry: entry, kept: undone)
    if let ticket = entry.event.action?.answeredTicket {
      report.outcome = outcome(of: ticket, before: entry.number)
    }
    return report
  }

  /// Whether a step begins a branch even at the end of this one: it is the app's.
  private var forks: Bool { isAtApp && !isFollowing }

  private mutating func record(_ entry: Entry) -> StepReport {
    let report = report(of: entry)
    if entry.reaction.refusal == nil { revision += 1 }
    if report.kept == 0, !forks || entry.reaction.refusal == nil {
      history.add(entry, after: position, forks: forks)
      position += 1
      typed?.isContinued = true
    }
    return report
  }
}

// MARK: - Time

extension Session {
  /// Makes the step at `index` the current one. `index` must be valid in `entries`.
  mutating func go(to index: Int) {
    precondition(entries.indices.contains(index), "the history has no such step")
    position = index
    revision += 1
  }

  /// Makes the step at `index` the last one. The steps after it must be the ones that were made last.
  mutating func forget(after index: Int) {
    history.forget(after: index)
    go(to: index)
  }

  /// Makes the last step of a branch the current one. `branch` must be the number of a branch.
  mutating func go(toBranch branch: Int) {
    history.select(branch)
    go(to: entries.count - 1)
  }
}

// MARK: - Requests

extension Session {
  /// Returns the request with this ticket, if it was sent.
  ///
  /// - Complexity: O(*n*) in the number of steps.
  func load(_ ticket: Ticket) -> Load? { sent(ticket)?.load }

  /// Returns the request or the edit with this ticket, if it was sent.
  ///
  /// - Complexity: O(*n*) in the number of steps.
  func sent(_ ticket: Ticket) -> Pending? {
    let work = cause(of: ticket).flatMap { $0.entry.state.work(for: $0.effect) }
    return work?.isTimer == true ? nil : work
  }

  /// The request that was sent last; nil if none was.
  var lastLoad: Load? {
    for entry in entries[...position].reversed() {
      for case .load(let request) in entry.reaction.effects { return entry.state.load(of: request) }
    }
    return nil
  }

  /// Returns the outcome of the request with this ticket before the step `end`; nil if it was not sent, or
  /// waits for its answer.
  ///
  /// - Complexity: O(*n*) in the number of steps.
  func outcome(of ticket: Ticket, before end: Int? = nil) -> Outcome? {
    var outcome: Outcome?
    for entry in entries[...position] where entry.number < end ?? .max {
      guard case .accepted(let effects) = entry.reaction else { continue }
      let action = entry.event.action
      let isCancelled =
        effects.contains(.cancel(ticket: ticket)) || action == .cancelled(ticket: ticket)
      if isCancelled || action?.answeredTicket == ticket {
        outcome = Outcome(ticket: ticket, isCancelled: isCancelled, step: entry.number)
      }
      if effects.contains(where: { $0.startedTicket == ticket }) { outcome = nil }
    }
    return outcome
  }

  /// The last request whose answer could still arrive: one that was stopped or failed, else one that was
  /// answered. Looks at the last 1,000 steps.
  ///
  /// - Complexity: O(*n*) in those steps: each frame of the live screen asks.
  var lateRequest: JSONFeed.Request? {
    let pending = Set(state.pending.map(\.ticket))
    var answered: Set<Ticket> = []
    var firstAnswered: JSONFeed.Request?
    for entry in entries[...position].suffix(1_000).reversed() {
      if case .action(.pageLoaded(let ticket, _)) = entry.event, entry.reaction.refusal == nil {
        answered.insert(ticket)
      }
      for case .load(let request) in entry.reaction.effects
      where !pending.contains(request.ticket) {
        guard answered.contains(request.ticket) else { return request }
        firstAnswered = firstAnswered ?? request
      }
    }
    return firstAnswered
  }
}
