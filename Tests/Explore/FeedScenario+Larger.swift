import FeedModel
import FeedTesting

extension FeedScenario {
  /// The same scenario with larger bounds.
  var larger: FeedScenario {
    with { scenario in
      scenario.rows += 1
      scenario.lateAnswers += 1
      // Two rows inserted before an offset can arrive in the wrong order, whatever the feed does:
      // the second page has the one that precedes a row of the first page.
      if scenario.paging == .offset { return }
      for bound in [\FeedScenario.insertions, \.removals, \.edits, \.restarts]
      where scenario[keyPath: bound] > 0 {
        scenario[keyPath: bound] += 1
      }
    }
  }
}
