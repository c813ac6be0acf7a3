package import FeedReducer
import FeedSpec
package import FeedTesting

/// The search type that a ``SimulatedSearch`` explores. A query is a number. Queries have rows in common; the
/// value of a row is the query whose page brought it.
package typealias ModelSearch = Search<Int, ModelRow, Int>

/// A search, its user and its server: a model for an ``Explorer`` or a ``Walk``.
///
/// The user types, pauses, submits, clears, goes back to a query before, scrolls, pulls and retries. The
/// server answers late or fails, and answers requests that were cancelled.
package struct SimulatedSearch: Model {
  /// The machine under test: the search, or a mutation of it.
  package struct Machine: StateMachine, Sendable {
    package typealias State = ModelSearch.State
    package typealias Action = ModelSearch.Action
    package typealias Effect = ModelSearch.Effect
    package typealias Refusal = SearchRefusal

    private let reduction: @Sendable (inout State, Action) -> Reaction<Effect, Refusal>

    /// Creates the machine that reduces with `reduce`. Mutations are made this way.
    package init(reduce: @escaping @Sendable (inout State, Action) -> Reaction<Effect, Refusal>) {
      reduction = reduce
    }

    /// Reduces with the closure that the initializer was given.
    package func reduce(into state: inout State, _ action: Action) -> Reaction<Effect, Refusal> {
      reduction(&state, action)
    }
  }

  /// The state of the machine and of its environment.
  package struct State: Sendable {
    package internal(set) var search: ModelSearch.State

    /// The feed's work.
    package var work = FeedWork<ModelRow, Int>()

    /// The query that each request in ``work`` was sent for, by its ticket.
    var queries: [Ticket: Int] = [:]

    /// The timers of pauses that run.
    var timers: [Ticket] = []

    /// The last timer that was cancelled, or fired, and may fire late.
    var endedTimer: Ticket?
  }

  /// A step of the model.
  package enum Step: Hashable, Sendable {
    /// The user types or chooses this query; nil clears it.
    case type(Int?)

    /// The user presses the return key.
    case submit

    /// The timer at this index fires.
    case pause(Int)

    /// A timer fires that was cancelled or has fired.
    case pauseLate

    /// Something happens to the feed.
    case feed(FeedStep)
  }

  /// The search with its settings: two rows a page, one automatic retry.
  package static let search = ModelSearch(
    Feed(
      pageSize: 2, prefetchDistance: 1, retry: RetryPolicy(attempts: 1), edits: .optimistic))

  /// The machine under test.
  package let machine: Machine

  /// How many queries there are. The last one finds nothing.
  private let queryCount: Int

  private let firstQuery: Int?

  /// The feed in the model.
  package let part: FeedPart<SimulatedSearch, ModelRow, Int>

  /// Creates the model.
  ///
  /// - Parameters:
  ///   - queries: How many queries there are. The last one finds nothing.
  ///   - query: The query that the search begins with; nil for none.
  ///   - machine: Replaces the search.
  package init(queries: Int = 3, query: Int? = nil, machine: Machine? = nil) {
    queryCount = queries
    firstQuery = query
    part = Self.part(queries: queries)
    self.machine =
      machine ?? Machine { state, action in Self.search.reduce(into: &state, action) }
  }

  /// The state before the first step.
  package var start: State {
    State(search: ModelSearch.State(query: firstQuery, seed: 1, identity: 1))
  }

  private static func part(queries count: Int) -> FeedPart<SimulatedSearch, ModelRow, Int> {
    var part = FeedPart<SimulatedSearch, ModelRow, Int>(
      "feed", feed: search.feed, search: \.search, work: \.work,
      events: [.rows, .loadMore, .pulls, .retries, .connectivity],
      action: { $0 }, effect: { $0 }, unwrap: { $0 },
      page: { request, state in
        page(for: request, query: state.queries[request.ticket] ?? 0, of: count)
      })
    part.lateAnswers = 2
    return part
  }

  /// The server: the query `n` finds the rows `n` to `n + 2`, and the last one none.
  private static func page(
    for request: ModelSearch.State.Request, query: Int, of count: Int
  ) -> Feed<ModelRow, Int>.Page {
    let all = query == count ? [] : (query...query + 2).map { ModelRow(id: $0, value: query) }
    let start = min(request.position.cursor ?? 0, all.count)
    let end = min(start + request.size, all.count)
    return .init(items: Array(all[start..<end]), next: end < all.count ? end : nil)
  }
}

extension ModelSearch.State {
  /// A request of the feed.
  package typealias Request = Feed<ModelRow, Int>.Request
}

// MARK: - Steps

extension SimulatedSearch {
  /// Returns the steps of a state.
  package func steps(at state: State) -> [Step] {
    var steps: [Step] = (1...queryCount).map { .type($0) } + [.type(nil), .submit]
    steps += state.timers.indices.map { .pause($0) }
    if state.endedTimer != nil { steps.append(.pauseLate) }
    return steps + part.steps(at: state).map { .feed($0) }
  }

  /// Carries out a step. It returns nil if the step is not possible.
  package func make(_ step: Step, at state: inout State) -> Exchange<Machine>? {
    guard let action = action(for: step, at: state) else { return nil }
    let reaction = machine.reduce(into: &state.search, action)
    if case .timerFired(let ticket) = action { end(ticket, in: &state) }
    for effect in reaction.effects {
      switch effect {
      case .schedule(let ticket, _): state.timers.append(ticket)
      case .cancel(let ticket): end(ticket, in: &state)
      case .feed(let query, .load(let request)): state.queries[request.ticket] = query
      default: break
      }
    }
    part.note(action, reaction: reaction, in: &state)
    let tickets = Set(state.work.tickets)
    state.queries = state.queries.filter { tickets.contains($0.key) }
    return Exchange(action, reaction: reaction)
  }

  private func action(for step: Step, at state: State) -> ModelSearch.Action? {
    switch step {
    case .type(let query): .typed(query: query)
    case .submit: .submitted
    case .pause(let index):
      state.timers.indices.contains(index) ? .timerFired(ticket: state.timers[index]) : nil
    case .pauseLate: state.endedTimer.map { .timerFired(ticket: $0) }
    case .feed(let step): part.action(for: step, at: state)
    }
  }

  private func end(_ timer: Ticket, in state: inout State) {
    guard let index = state.timers.firstIndex(of: timer) else { return }
    state.endedTimer = state.timers.remove(at: index)
  }

  /// Returns a number that is equal for states that behave alike.
  package func fingerprint(of state: State) -> UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.mix(besideFeedOf: state.search)
    fingerprint.mix(state.timers.count)
    fingerprint.mix(state.endedTimer == nil ? 0 : 1)
    part.mix(state, into: &fingerprint)
    for ticket in state.work.tickets { fingerprint.mix(state.queries[ticket] ?? 0) }
    return fingerprint.value
  }

  /// The step in a few words.
  package func line(for step: Step, at state: State) -> String {
    switch step {
    case .type(let query): query.map { "type query \($0)" } ?? "clear the query"
    case .submit: "submit"
    case .pause: "the pause is over"
    case .pauseLate: "an old timer fires"
    case .feed(let step): "\(step)"
    }
  }

  /// Finds the machine's state in the model's.
  package func machineState(of state: State) -> ModelSearch.State? { state.search }

  /// What a counterexample shows of a state.
  package func fields(of state: State) -> Any {
    let search = state.search
    return SearchFields(
      query: search.query, asked: search.asked, isTyping: search.isTyping,
      rows: search.items.map { "\($0.id) of query \($0.value)" }, isStale: search.isStale,
      refresh: "\(search.feed.refresh)", append: "\(search.feed.append)",
      inFlight: state.work.inFlight.map { "\($0)" }, timers: state.timers)
  }

  private struct SearchFields {
    let query: Int?
    let asked: Int?
    let isTyping: Bool
    let rows: [String]
    let isStale: Bool
    let refresh: String
    let append: String
    let inFlight: [String]
    let timers: [Ticket]
  }
}
