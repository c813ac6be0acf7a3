package import FeedReducer
import FeedSpec
package import FeedTesting

/// A search whose rows the user and others change, while pages, edits and their answers are on their way.
///
/// The server reads a page some time between the request and its answer, and applies an edit some time before
/// it answers, or before the answer is lost. What it has told about a row is never replaced by something older.
package struct EditWorld: Model {
  package typealias Machine = SimulatedSearch.Machine

  /// A step. Calls are counted around.
  package enum Step: Equatable, Sendable {
    case user(ModelSearch.Action)

    /// The server carries out a call, which has not been answered.
    case serve(Int, namesRow: Bool)

    /// The call is answered; it is carried out before, if it was not.
    case answer(Int, namesRow: Bool)

    /// The call fails, or its answer is lost.
    case fail(Int, isRetryable: Bool)
    case othersChange(Int), othersRemove(Int), othersAdd(isAtStart: Bool)
  }

  /// What the search waits for.
  enum Call: Sendable {
    case load(ModelFeed.Request, query: Int, page: ModelFeed.Page?)
    case edit(ModelFeed.Edit, answer: ModelRow??)
    case timer(Ticket, isOfSearch: Bool)

    var ticket: Ticket {
      switch self {
      case .load(let request, _, _): request.ticket
      case .edit(let edit, _): edit.ticket
      case .timer(let ticket, _): ticket
      }
    }
  }

  package struct State: Sendable {
    package internal(set) var search = ModelSearch.State(query: 1, seed: 1, identity: 1)
    var server = WorldServer()
    var calls: [Call] = []

    /// The version of each row that the server has told with the answer to an edit; nil if it was removed.
    var told: [Int: Int?] = [:]

    /// The last edit of each row that the server has taken, by the row's id.
    var taken: [Int: Ticket] = [:]

    /// Whether an edit was forgotten that the server had not answered, the user had not dismissed, and no effect
    /// named.
    var isEditLost = false

    /// Whether a value was sent after the server had taken a newer change of the row.
    var isOldSent = false
  }

  let settings: ModelSearch
  private let machine: Machine

  /// Creates the model. A `machine` replaces the search with these settings.
  package init(_ settings: ModelSearch, machine: Machine? = nil) {
    self.settings = settings
    self.machine = machine ?? Machine { settings.reduce(into: &$0, $1) }
  }

  package var start: State { State() }

  package func make(_ step: Step, at state: inout State) -> Exchange<Machine>? {
    guard let action = action(for: step, at: &state) else { return nil }
    let before = state.search
    let reaction = machine.reduce(into: &state.search, action)
    if case .accepted(let effects) = reaction {
      note(action, before: before.current, in: &state)
      for effect in effects { add(effect, to: &state) }
      if isEditLost(
        by: action, effects: effects, between: before.current, and: state.search.current)
      {
        state.isEditLost = true
      }
    }
    return Exchange(action, reaction: reaction)
  }

  private func action(for step: Step, at state: inout State) -> ModelSearch.Action? {
    switch step {
    case .user(let action): return action
    case .serve(let index, let namesRow):
      serve(index, namesRow: namesRow, at: &state)
      return nil
    case .answer(let index, let namesRow):
      serve(index, namesRow: namesRow, at: &state)
      return state.takeCall(index).flatMap(answer)
    case .fail(let index, let isRetryable):
      let failure = FeedFailure(.http, message: "m", isRetryable: isRetryable)
      return state.takeCall(index).flatMap { call in
        switch call {
        case .load(let request, _, _):
          .feed(action: .failed(ticket: request.ticket, failure: failure))
        // A server that has applied an edit does not refuse it; its answer is lost.
        case .edit(let edit, _):
          .feed(
            action: .editFailed(
              ticket: edit.ticket,
              failure: state.server.hasApplied(edit.ticket)
                ? FeedFailure(.http, message: "lost", isRetryable: true) : failure))
        case .timer: answer(to: call)
        }
      }
    case .othersChange(let index): state.server.id(at: index).map { state.server.change($0) }
    case .othersRemove(let index): state.server.id(at: index).map { state.server.remove($0) }
    case .othersAdd(let isAtStart): state.server.add(isAtStart: isAtStart)
    }
    return nil
  }

  private func serve(_ index: Int, namesRow: Bool, at state: inout State) {
    if state.calls.isEmpty { return }
    let index = index % state.calls.count
    switch state.calls[index] {
    case .load(let request, let query, nil):
      let page = state.server.page(for: request, query: query)
      state.calls[index] = .load(request, query: query, page: page)
    case .edit(let edit, nil):
      let answer = state.server.apply(edit, namesRow: namesRow)
      state.calls[index] = .edit(edit, answer: answer)
    default: break
    }
  }

  private func answer(to call: Call) -> ModelSearch.Action? {
    switch call {
    case .load(let request, _, let page):
      page.map { .feed(action: .pageLoaded(ticket: request.ticket, page: $0)) }
    case .edit(let edit, let answer?):
      .feed(action: .editCommitted(ticket: edit.ticket, item: answer))
    case .edit(let edit, nil):
      .feed(
        action: .editFailed(
          ticket: edit.ticket, failure: FeedFailure(.refused, message: "m")))
    case .timer(let ticket, let isOfSearch):
      isOfSearch ? .timerFired(ticket: ticket) : .feed(action: .timerFired(ticket: ticket))
    }
  }

  private func add(_ effect: ModelSearch.Effect, to state: inout State) {
    switch effect {
    case .schedule(let ticket, _): state.calls.append(.timer(ticket, isOfSearch: true))
    case .cancel(let ticket), .feed(_, .cancel(let ticket)):
      state.calls.removeAll { $0.ticket == ticket }
    case .feed(_, .schedule(let ticket, _)): state.calls.append(.timer(ticket, isOfSearch: false))
    case .feed(let query, .load(let request)):
      state.calls.append(.load(request, query: query, page: nil))
    case .feed(_, .send(let edit)):
      if case .update = edit.change, let last = state.taken[edit.id], edit.ticket < last {
        state.isOldSent = true
      }
      state.calls.append(.edit(edit, answer: nil))
    default: break
    }
  }

  /// Notes what the server has told with the answer to an edit.
  private func note(
    _ action: ModelSearch.Action, before: ModelFeed.State, in state: inout State
  ) {
    guard case .feed(action: .editCommitted(let ticket, let item)) = action,
      let edit = before.pendingEdits.first(where: { $0.edit.ticket == ticket })?.edit
    else { return }
    let id = item?.id ?? edit.id
    switch edit.change {
    case .insert(let draft, _), .update(let draft):
      guard state.told[id] != .some(nil) else { break }
      state.told[id] = .some(state.server.versions[(item ?? draft).value])
    default: state.told[id] = .some(nil)
    }
    state.taken[id] = ticket
  }

  /// An answer may replace older edits of the row; other edits go with a dismissal, or an effect names them.
  private func isEditLost(
    by action: ModelSearch.Action, effects: [ModelSearch.Effect],
    between before: ModelFeed.State, and after: ModelFeed.State
  ) -> Bool {
    var gone = before.editTickets.subtracting(after.editTickets)
    for case .feed(_, .drop(let edit)) in effects { gone.remove(edit.ticket) }
    switch action {
    case .feed(action: .editCommitted(let ticket, _)): return gone.contains { $0 > ticket }
    case .feed(action: .editDismissed): return false
    default: return !gone.isEmpty
    }
  }

  // MARK: - Laws

  package var laws: [Law<EditWorld>] {
    [
      .invariant(
        "nothing older shows",
        says: "A row without an unanswered edit is not older than what the server has told of it."
      ) { state in
        let edits = state.search.current.pendingEdits
        let edited = Set(edits.map(\.edit.id) + edits.map(\.edit.change.id))
        return state.search.current.items.allSatisfy { row in
          if edited.contains(row.id) { return true }
          guard let version = state.server.versions[row.value] else { return false }
          guard let told = state.told[row.id] else { return true }
          return told.map { $0 <= version } ?? false
        }
      },
      .invariant(
        "nothing older is sent",
        says: "No value of a row is sent that is older than a change that the server has taken."
      ) { !$0.isOldSent },
      .invariant(
        "no edit is lost",
        says: "An edit stays until it is answered, dismissed, or dropped by name."
      ) { !$0.isEditLost },
      .invariant("no row twice", says: "Every row is in the list once.") { state in
        Set(state.search.current.items.map(\.id)).count == state.search.current.items.count
      },
    ]
  }
}

extension EditWorld.State {
  fileprivate mutating func takeCall(_ index: Int) -> EditWorld.Call? {
    calls.isEmpty ? nil : calls.remove(at: index % calls.count)
  }
}

extension Feed.State {
  /// The tickets of the edits that are pending or were refused.
  fileprivate var editTickets: Set<Ticket> {
    Set(pendingEdits.map(\.edit.ticket) + refusedEdits.map(\.edit.ticket))
  }
}

// What only an explorer or a counterexample asks for.
extension EditWorld {
  /// None: the steps are drawn at random.
  package func steps(at state: State) -> [Step] { [] }
  package func has(_ step: Step, at state: State) -> Bool { true }
  package func fingerprint(of state: State) -> UInt64 { 0 }
  package func machineState(of state: State) -> Machine.State? { state.search }
}
