import FeedReducer
package import FeedTesting

extension SimulatedFeed {
  /// Returns a number that is equal for states that behave alike.
  package func fingerprint(of state: SimulationState) -> UInt64 {
    var form = CanonicalForm(state, in: scenario)
    form.mix(state)
    return form.fingerprint.value
  }

  /// Whether an ignored action left the machine and its environment unchanged.
  package func isUnchanged(_ transition: ModelTransition<SimulatedFeed>) -> Bool {
    transition.isIgnored && transition.before.reader == transition.after.reader
      && transition.before.isResting == transition.after.isResting
      && transition.before.live == transition.after.live
      && transition.before.server == transition.after.server
      && transition.before.state == transition.after.state
  }
}
