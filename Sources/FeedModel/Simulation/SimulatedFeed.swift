import FeedReducer
import FeedSpec
package import FeedTesting

/// A feed, its reader and its server: a model for an ``Explorer`` or a ``Walk``.
///
/// The server's rows change between its answers. The server fails, repeats pages, and sends short
/// and empty pages. Late answers arrive in any order, and also after a cancel. The reader sees any
/// row, pulls, retries and edits. The ``FeedScenario`` says which of these happen, and how often.
///
/// ```swift
/// let model = SimulatedFeed(.cursor)
/// Explorer(model, laws: model.laws).run().failure  // nil
/// ```
package struct SimulatedFeed: Model {
  /// The machine under test.
  package typealias Machine = ModelMachine

  /// The machine's state and its environment.
  package typealias State = SimulationState

  /// A step of the model.
  package typealias Step = SimulationStep

  /// The feed's settings, and the bounds on what may happen.
  package let scenario: FeedScenario

  /// The machine under test: the scenario's feed, or a mutation of it.
  package let machine: ModelMachine

  /// Creates the model of `scenario`. A `machine` replaces the scenario's feed.
  package init(_ scenario: FeedScenario, machine: ModelMachine? = nil) {
    self.scenario = scenario
    self.machine = machine ?? ModelMachine(scenario.feed)
  }

  /// The state before the first step.
  package var start: SimulationState {
    SimulationState(
      spec: Specified(SpecFeed(scenario.feed, identity: 1)),
      remaining: .init(edits: scenario.edits, restarts: scenario.restarts),
      server: ModelServer(scenario))
  }
}

// How a step changes the state: the machine's state and its environment.
extension SimulatedFeed {
  /// Carries out a step. It returns nil if the machine was sent no action.
  package func make(
    _ step: SimulationStep, at state: inout SimulationState
  ) -> Exchange<ModelMachine>? {
    guard let action = action(for: step, at: state) else {
      change(step, isSent: false, in: &state)
      return nil
    }
    change(step, isSent: true, in: &state)
    let answered = step.isAnswer ? state.awaited(by: action) : nil
    let past = Past(state.feed)
    let reaction = machine.reduce(into: &state.feed, action)
    compare(action, reaction, in: &state)
    if let answered {
      // The server remembers the edit, and does not apply it again when it is sent again.
      if answered.isServed, !step.isCommit { state.served.append(answered) }
      end(answered, in: &state)
    }
    if case .accepted(let effects) = reaction {
      if step.isEdit { state.remaining.edits -= 1 }
      for effect in effects { begin(effect, by: step, in: &state) }
      note(action, answered: answered, past: past, in: &state)
    }
    noteReader(
      after: step, action: action, answered: reaction.refusal == nil ? answered : nil, past: past,
      in: &state)
    return Exchange(action, reaction: reaction)
  }

  /// Lets the specification do what the machine has done.
  private func compare(
    _ action: ModelFeed.Action, _ reaction: Reaction<ModelFeed.Effect, FeedRefusal>,
    in state: inout SimulationState
  ) {
    var spec = state.spec.feed
    let answer = spec.reduce(action)
    if answer == nil, reaction.refusal != nil { return }
    let agrees = spec.agrees(with: state.feed, answer: answer, reaction: reaction)
    state.spec = Specified(spec, agrees: agrees)
  }

  /// Changes the environment before the machine receives the action.
  func change(_ step: SimulationStep, isSent: Bool, in state: inout SimulationState) {
    switch step {
    case .insert(let index):
      state.server.insert(at: index)
      noteServerChange(in: &state)
    case .remove(let index):
      state.server.remove(at: index)
      noteServerChange(in: &state)
    case .update(let index): state.server.update(at: index)
    case .serve(let index), .commit(let index): serve(index, in: &state)
    case .answer(_, let answer) where isSent && answer.takesFreshCursor:
      state.server.useFreshCursor()
    case .add where isSent:
      state.server.draft(state.server.idOnTop)
    case .restart: restart(&state)
    default: break
    }
  }

  /// Lets the server apply the edit in flight at `index`.
  private func serve(_ index: Int, in state: inout SimulationState) {
    guard index < state.inFlight.count, case .edit(let change, nil) = state.inFlight[index].task
    else { return }
    let id = state.server.assignedID(for: change.id)
    switch change {
    case .insert: state.server.add(id)
    case .update: state.server.change(id)
    case .remove: state.server.remove(id: id)
    }
    state.inFlight[index].task = .edit(change: change, served: id)
  }

  private func restart(_ state: inout SimulationState) {
    guard state.remaining.restarts > 0, let snapshot = state.feed.snapshot else { return }
    state.remaining.restarts -= 1
    state.kept = snapshot
    state.served += state.inFlight.filter { $0.isServed }
    state.feed = ModelFeed.State(seed: 1, identity: 1)
    state.spec = Specified(SpecFeed(scenario.feed, identity: 1))
    state.inFlight = []
    state.ended = []
    (state.reader, state.readerRows) = (nil, 0)
    state.isDemandPaused = false
    state.owesRefresh = false
    state.hasLostCursor = false
  }

  /// Starts or cancels the work that an effect asks for.
  private func begin(
    _ effect: ModelFeed.Effect, by step: SimulationStep, in state: inout SimulationState
  ) {
    switch effect {
    case .load(let request):
      let sent = scenario.answers.contains(.early) ? state.server.rows : 0
      state.inFlight.append(
        .init(
          ticket: request.ticket,
          task: .load(kind: request.kind, position: request.position, rows: sent)))
    case .schedule(let ticket, _): state.inFlight.append(.init(ticket: ticket, task: .timer))
    case .send(let edit):
      // The server recognizes a repeated edit by its ticket. A new edit is never a repeated one: a
      // feed that was not restored counts its tickets from 1 again.
      let before = step.isEdit ? nil : state.served.firstIndex { $0.ticket == edit.ticket }
      let again = before.map { state.served.remove(at: $0) }
      state.inFlight.append(
        again ?? .init(ticket: edit.ticket, task: .edit(change: edit.change, served: nil)))
    case .cancel(let ticket):
      if let work = state.work(ticket) { end(work, in: &state) }
    case .drop: break
    }
  }

  /// Removes `work` from `inFlight`, and keeps it in `ended` for a late answer.
  private func end(_ work: SimulationState.Work, in state: inout SimulationState) {
    guard let index = state.inFlight.firstIndex(of: work) else { return }
    state.inFlight.remove(at: index)
    guard scenario.lateAnswers > 0 else { return }
    let later = state.ended.firstIndex { $0.ticket > work.ticket } ?? state.ended.count
    state.ended.insert(work, at: later)
    if state.ended.count > scenario.lateAnswers { state.ended.removeFirst() }
  }
}
