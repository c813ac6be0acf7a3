import FeedTesting
import Foundation
import World

/// Explores each small world up to a number of states, and prints a line for each.
///
/// - Returns: Whether every law holds.
func exploreWorlds(states: Int, names: [String]) -> Bool {
  var isSound = true
  for scenario in WorldScenario.all where names.isEmpty || names.contains(scenario.name) {
    var meter = Meter()
    let result = meter.measure {
      Explorer(scenario.world, laws: scenario.world.laws, maxStates: states).run()
    }
    isSound = isSound && result.failure == nil
    print("\(scenario.name): \(result), \(meter.speed) transitions a second")
    fflush(nil)
  }
  return isSound
}
