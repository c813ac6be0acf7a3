import FeedReducer

extension FeedWorld {
  /// Returns a number that is equal for moments that behave alike.
  public func fingerprint(of moment: FeedMoment) -> UInt64 {
    var form = CanonicalForm(moment, scenario)
    form.mix(moment)
    return form.fingerprint.value
  }

  /// Whether an ignored action has left the machine and what is around it as they were.
  public func isUnchanged(_ step: Step<FeedWorld>) -> Bool {
    guard case .ignored = step.exchange?.reaction else { return false }
    let before = step.before
    let after = step.after
    return before.reader == after.reader && before.isResting == after.isResting
      && before.live == after.live && before.server == after.server && before.state == after.state
  }
}
