import FeedModel
import FeedTesting

extension FeedScenario {
  /// The same model with more of everything that is bounded.
  var larger: FeedScenario {
    with { scenario in
      scenario.rows += 1
      scenario.lateAnswers += 1
      // Two rows that are put in front of an offset can come in the wrong order, whatever a feed
      // does: the second page has the one before a row that the first had.
      if scenario.paging == .offset { return }
      for bound in [\FeedScenario.insertions, \.removals, \.edits, \.restarts]
      where scenario[keyPath: bound] > 0 {
        scenario[keyPath: bound] += 1
      }
    }
  }
}
