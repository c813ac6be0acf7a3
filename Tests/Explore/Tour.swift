import FeedModel
import FeedTesting
import Foundation

/// A visit to every model of the feed, until a number of states was seen.
struct Tour {
  /// How many states are visited in all, as long as the models have so many.
  let states: Int

  /// The names of the models that are visited; empty for all.
  let models: [String]

  /// Visits the models one after the other and prints a line for each.
  ///
  /// What a small model leaves of its share goes to those that follow.
  ///
  /// - Returns: Whether every law holds.
  func run() -> Bool {
    var total = Meter()
    var isSound = true
    let scenarios = FeedScenario.all.map(\.larger).filter {
      models.isEmpty || models.contains($0.name)
    }
    for (place, scenario) in scenarios.enumerated() {
      let share = (states - total.states) / (scenarios.count - place)
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
