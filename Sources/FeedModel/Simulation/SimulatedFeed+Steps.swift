import FeedReducer
import FeedTesting

// The steps that a state has.
extension SimulatedFeed {
  /// Returns the steps of a state: for work in flight, late answers, the reader, device and server.
  package func steps(at state: SimulationState) -> [SimulationStep] {
    var steps: [SimulationStep] = [.start]
    for index in state.inFlight.indices { addEnds(of: index, at: state, to: &steps) }
    // An edit that was sent again is in flight under its old ticket, and gets one answer only.
    for index in state.ended.indices where state.work(state.ended[index].ticket) == nil {
      steps.append(.answerLate(index))
      if state.ended[index].task != .timer { steps.append(.failLate(index)) }
    }
    addReader(state, to: &steps)
    addDevice(state, to: &steps)
    if state.server.insertions > 0 {
      for index in 0...state.server.count where state.server.newID(at: index) != nil {
        steps.append(.insert(index))
      }
    }
    if state.server.removals > 0 {
      for index in 0..<state.server.count { steps.append(.remove(index)) }
    }
    if state.server.updates > 0 {
      for index in 0..<state.server.count { steps.append(.update(index)) }
    }
    return steps
  }

  private func addEnds(of index: Int, at state: SimulationState, to steps: inout [SimulationStep]) {
    switch state.inFlight[index].task {
    case .load(_, let position, let sent):
      for answer in scenario.answers
      where state.server.page(at: position, as: answer, sent: sent, in: scenario) != nil {
        steps.append(.answer(index, answer))
      }
      for failure in scenario.failures { steps.append(.fail(index, failure)) }
      steps.append(.stop(index))
    case .timer:
      steps += [.fire(index), .stop(index)]
    case .edit(_, let served):
      if served == nil { steps += [.serve(index), .reject(index)] }
      for failure in scenario.failures where failure.failure.isRetryable {
        steps.append(.fail(index, failure))
      }
      steps += [.stop(index), .commit(index)]
    }
  }

  private func addReader(_ state: SimulationState, to steps: inout [SimulationStep]) {
    // One index past the end, because front ends do report rows that are gone.
    let count = state.feed.items.count
    for index in 0...count { steps.append(.appear(index)) }
    if scenario.screen > 1 {
      for first in -1...count { steps.append(.show(first..<first + scenario.screen)) }
      steps.append(.show(0..<0))
    }
    steps += [.loadMore, .pull, .retry(nil), .retry(.append), .dismissErrors, .reset]
    if scenario.hasHead { steps.append(.retry(.prepend)) }
    addEdits(state, to: &steps)
  }

  private func addEdits(_ state: SimulationState, to steps: inout [SimulationStep]) {
    for id in state.stuckRows {
      steps.append(.retryEdits(id))
      // An edit that the server applied can't be dismissed: the next refresh would show it again.
      if state.served.isEmpty { steps.append(.dismissEdits(id)) }
    }
    guard state.remaining.edits > 0 else { return }
    if action(for: .add, at: state) != nil { steps.append(.add) }
    for index in state.feed.items.indices { steps += [.change(index), .delete(index)] }
  }

  private func addDevice(_ state: SimulationState, to steps: inout [SimulationStep]) {
    if scenario.logsOut { steps.append(.logOut) }
    if scenario.isInvalidated { steps.append(.invalidate) }
    if scenario.goesOffline { steps += [.connect(true), .connect(false)] }
    if scenario.memoryWarning != nil { steps.append(.warn) }
    if state.remaining.restarts > 0, state.feed.generation > 0 { steps.append(.restart) }
    if state.kept != nil { steps += [.restore(isOld: false), .restore(isOld: true)] }
  }
}

// How often a walk draws each step. The weights let lists grow long before a step discards them.
extension SimulatedFeed {
  /// Returns a step of the state at random: answers often, resets and restarts rarely.
  package func draw(
    at state: SimulationState, using generator: inout some RandomNumberGenerator
  ) -> SimulationStep? {
    let steps = steps(at: state)
    let weights = steps.map(weight)
    var rest = Int.random(in: 0..<weights.reduce(0, +), using: &generator)
    for (step, weight) in zip(steps, weights) {
      if rest < weight { return step }
      rest -= weight
    }
    return nil
  }

  private func weight(of step: SimulationStep) -> Int {
    switch step {
    case .answer(_, .whole), .fire: 24
    case .answer, .connect(true), .loadMore, .restore: 8
    case .fail, .commit, .serve, .reject, .retry, .retryEdits: 4
    case .appear, .show, .pull, .invalidate, .connect(false), .answerLate, .failLate, .stop,
      .delete, .dismissEdits, .dismissErrors:
      2
    default: 1
    }
  }
}
