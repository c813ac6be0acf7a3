package import FeedTesting

extension SimulatedFeed {
  /// Rows and cursors are renumbered, too, and with them nearly every field.
  package func leavesOut(_ field: String) -> Bool { true }

  /// Returns a number that is equal for states that behave alike.
  package func fingerprint(of state: SimulationState) -> UInt64 {
    CanonicalForm(of: state, in: scenario).fingerprint.value
  }

  /// Whether an ignored action left the machine and its environment unchanged.
  package func isUnchanged(_ transition: ModelTransition<SimulatedFeed>) -> Bool {
    transition.isIgnored && transition.before.reader == transition.after.reader
      && transition.before.isDemandPaused == transition.after.isDemandPaused
      && transition.before.inFlight == transition.after.inFlight
      && transition.before.server == transition.after.server
      && transition.before.feed == transition.after.feed
  }
}
