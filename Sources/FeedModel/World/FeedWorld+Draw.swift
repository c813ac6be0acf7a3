import FeedReducer
import FeedTesting

// Which moves a walk makes how often: so that lists grow long before they are thrown away.
extension FeedWorld {
  /// Returns a move that the moment has, by lot: answers often, what starts over seldom.
  package func draw(
    at moment: FeedMoment, using generator: inout some RandomNumberGenerator
  ) -> FeedMove? {
    let moves = moves(at: moment)
    let weights = moves.map(weight)
    var rest = Int.random(in: 0..<weights.reduce(0, +), using: &generator)
    for (move, weight) in zip(moves, weights) {
      if rest < weight { return move }
      rest -= weight
    }
    return nil
  }

  private func weight(of move: FeedMove) -> Int {
    switch move {
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
