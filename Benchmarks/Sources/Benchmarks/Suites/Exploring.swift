import FeedTesting

/// The explorer visits a world.
enum Exploring {
  static func run(_ effort: Effort) -> Report {
    let worlds = FeedScenario.all.map { FeedWorld($0) }
    let figure = measure(Effort(runs: 3, maxRows: 0)) {
      var transitions = 0
      let time = nanoseconds {
        for world in worlds {
          transitions += Explorer(world, laws: world.laws, maxStates: 3_000).run().transitions
        }
      }
      return Double(transitions) / time * 1e9
    }
    return Report(bars: [
      Bar(
        name: "explorer, transitions on one core", unit: .perSecond, must: 200_000, aim: 500_000,
        figure: figure, isMoreBetter: true)
    ])
  }
}
