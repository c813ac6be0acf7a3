import FeedReducer
import FeedTesting

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
      .delete, .dismissEdits:
      2
    default: 1
    }
  }
}
