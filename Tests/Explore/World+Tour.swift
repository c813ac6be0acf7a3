import World

/// Explores each small world up to a number of states, and prints a line for each.
///
/// - Returns: Whether every law holds.
func exploreWorlds(states: Int, names: [String]) -> Bool {
  var isSound = true
  for scenario in WorldScenario.all where names.isEmpty || names.contains(scenario.name) {
    let world = scenario.world
    let visited = visit(scenario.name, model: world, laws: world.laws, states: states)
    isSound = isSound && visited.isSound
  }
  return isSound
}
