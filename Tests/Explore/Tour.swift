import FeedModel
import FeedTesting
import Foundation

/// An exploration of every scenario of the feed, up to a number of states.
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
    let scenarios = FeedScenario.all.map(\.larger).filter {
      names.isEmpty || names.contains($0.name)
    }
    for (index, scenario) in scenarios.enumerated() {
      let share = (states - total.states) / (scenarios.count - index)
      let model = SimulatedFeed(scenario)
      var meter = Meter()
      let result = meter.measure { Explorer(model, laws: model.laws, maxStates: share).run() }
      print("\(scenario.name): \(result), \(meter.speed) transitions a second")
      fflush(nil)
      isSound = isSound && result.failure == nil
      total.add(meter)
    }
    print(total)
    return isSound
  }
}
