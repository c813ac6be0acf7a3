import FeedReducer
import FeedTesting

// Which moves a walk makes how often: so that lists grow long before they are thrown away.
extension SimulatedFeed {
  /// Returns a step that the state has, by lot: answers often, what starts over seldom.
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
      .delete, .dismissEdits:
      2
    default: 1
    }
  }
}
