import FeedReducer
package import FeedTesting

extension FeedWorld {
  /// Returns a number that is equal for moments that behave alike.
  package func fingerprint(of moment: FeedMoment) -> UInt64 {
    var form = CanonicalForm(moment, scenario)
    form.mix(moment)
    return form.fingerprint.value
  }

  /// Whether an ignored action has left the machine and what is around it as they were.
  package func isUnchanged(_ step: Step<FeedWorld>) -> Bool {
    step.isIgnored && step.before.reader == step.after.reader
      && step.before.isResting == step.after.isResting && step.before.live == step.after.live
      && step.before.server == step.after.server && step.before.state == step.after.state
  }
}
