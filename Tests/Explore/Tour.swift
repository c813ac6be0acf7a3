import FeedModel
import FeedTesting
import Foundation

/// An exploration of every scenario of the feed, and of the search, up to a number of states.
struct Tour {
  /// How many states to visit in all. Scenarios with fewer states are visited completely.
  let states: Int

  /// The names of the scenarios to visit; empty for all.
  let names: [String]

  /// Visits the scenarios one after the other, and prints a line for each.
  ///
  /// The states that a small scenario does not need go to the scenarios that follow.
  ///
  /// - Returns: Whether every law holds.
  func run() -> Bool {
    var total = Meter()
    var isSound = true
    var visits: [(name: String, visit: (Int) -> (meter: Meter, isSound: Bool))] =
      FeedScenario.all.map(\.larger).map { scenario in
        let model = SimulatedFeed(scenario)
        return (
          scenario.name, { Self.visit(scenario.name, model: model, laws: model.laws, states: $0) }
        )
      }
    let search = SimulatedSearch(queries: 8)
    visits.append(
      ("search", { Self.visit("search", model: search, laws: search.laws, states: $0) }))
    visits = visits.filter { names.isEmpty || names.contains($0.name) }
    for (index, scenario) in visits.enumerated() {
      let share = (states - total.states) / (visits.count - index)
      let visited = scenario.visit(share)
      isSound = isSound && visited.isSound
      total.add(visited.meter)
    }
    print(total)
    return isSound
  }

  /// Explores a model up to a number of states, and prints a line.
  static func visit<M: Model>(
    _ name: String, model: M, laws: [Law<M>], states: Int
  ) -> (meter: Meter, isSound: Bool) {
    var meter = Meter()
    let result = meter.measure { Explorer(model, laws: laws, maxStates: states).run() }
    print("\(name): \(result), \(meter.speed) transitions a second")
    fflush(nil)
    return (meter, result.failure == nil)
  }
}
