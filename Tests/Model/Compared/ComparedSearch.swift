package import FeedReducer
import FeedSpec
package import FeedTesting

/// A search beside its specification: any action can happen at any time, and the two must do the same.
package struct ComparedSearch: Model {
  package typealias Machine = ModelSearch

  /// A step. What happens to the feed is drawn as in a ``ComparedFeed``.
  package enum Step: Equatable, Sendable {
    case type(Int?)
    case submit

    /// The pause is over; its timer has this ticket, counted back from the last one.
    case pauseEnds(Int)
    case feed(ComparedStep)
  }

  /// A search and its specification after the same actions.
  package struct State: Sendable {
    package internal(set) var search: ModelSearch.State
    var spec: SpecSearch
    package internal(set) var agrees = true
  }

  private let settings: ModelSearch
  private let machine: ModelSearch

  /// Creates the model. A `machine` with other settings differs.
  package init(_ settings: ModelSearch, machine: ModelSearch? = nil) {
    self.settings = settings
    self.machine = machine ?? settings
  }

  package var start: State {
    State(
      search: .init(query: 1, seed: 1, identity: 1),
      spec: SpecSearch(settings, query: 1, identity: 1))
  }

  package func draw(
    at state: State, using generator: inout some RandomNumberGenerator
  ) -> Step? {
    switch Int.random(in: 0..<16, using: &generator) {
    case 0, 1: return .type([nil, 1, 2, 2, 3].randomElement(using: &generator) ?? nil)
    case 2: return .submit
    case 3, 4:
      let last = state.search.current.lastTicket
      let late = Int.random(in: 0..<4, using: &generator)
      let isLate = Bool.random(using: &generator)
      return .pauseEnds(isLate ? late : last.rawValue - (state.search.timer ?? last).rawValue)
    default:
      return feed.draw(at: feedState(of: state), using: &generator).map { .feed($0) }
    }
  }

  private var feed: ComparedFeed { ComparedFeed(settings.feed) }

  private func feedState(of state: State) -> ComparedFeed.State {
    ComparedFeed.State(feed: state.search.current, spec: state.spec.feed)
  }

  package func make(_ step: Step, at state: inout State) -> Exchange<Machine>? {
    let action: Machine.Action
    switch step {
    case .type(let query): action = .typed(query: query)
    case .submit: action = .submitted
    case .pauseEnds(let past):
      let last = state.search.current.lastTicket.rawValue
      action = .timerFired(ticket: Ticket(rawValue: last - past))
    case .feed(let step):
      action = .feed(action: feed.action(for: step, at: feedState(of: state)) ?? .stopped)
    }
    let answer = state.spec.reduce(action)
    let reaction = machine.reduce(into: &state.search, action)
    state.agrees = state.spec.agrees(
      with: state.search, settings: settings, answer: answer, reaction: reaction)
    return Exchange(action, reaction: reaction)
  }

  package var laws: [Law<ComparedSearch>] {
    [
      .invariant(
        "the machine does what the specification says",
        says: "After the same actions both have the same rows, loads and effects."
      ) { $0.agrees }
    ]
  }
}

// What only an explorer or a counterexample asks for.
extension ComparedSearch {
  /// None: the steps are drawn at random.
  package func steps(at state: State) -> [Step] { [] }

  package func has(_ step: Step, at state: State) -> Bool { true }
  package func fingerprint(of state: State) -> UInt64 { 0 }
  package func machineState(of state: State) -> Machine.State? { state.search }

  /// What the specification says that the search is; where the two differ, what the machine says as well.
  package func fields(of state: State) -> Any {
    let machine = SpecSearch(of: state.search, settings: settings).texts
    return Shown(
      fields: zip(state.spec.texts, machine).map { wanted, came in
        (wanted.name, wanted.text == came.text ? wanted.text : "\(wanted.text) BUT \(came.text)")
      })
  }
}
