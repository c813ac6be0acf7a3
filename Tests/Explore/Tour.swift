import FeedModel
import FeedTesting
import Foundation

/// A visit to every world of the feed, until a number of moments was seen.
struct Tour {
  /// How many moments are visited in all, as long as the worlds have so many.
  let moments: Int

  /// The names of the worlds that are visited; empty for all.
  let worlds: [String]

  /// Visits the worlds one after the other and prints a line for each.
  ///
  /// What a small world leaves of its share goes to those that follow.
  ///
  /// - Returns: Whether every law holds.
  func run() -> Bool {
    var total = Meter()
    var isSound = true
    let scenarios = FeedScenario.all.map(\.larger).filter {
      worlds.isEmpty || worlds.contains($0.name)
    }
    for (place, scenario) in scenarios.enumerated() {
      let share = (moments - total.moments) / (scenarios.count - place)
      let world = FeedWorld(scenario)
      var meter = Meter()
      let result = meter.measure { Explorer(world, laws: world.laws, maxStates: share).run() }
      print("\(scenario.name): \(result), \(meter.speed) transitions a second")
      fflush(nil)
      isSound = isSound && result.failure == nil
      total.add(meter)
    }
    print(total)
    return isSound
  }
}
