/// A problem that a tester found, before it becomes text.
enum TesterProblem {
  /// The state differs from the stated one.
  ///
  /// - Parameters:
  ///   - differences: The stated values on the left, the actual ones on the right.
  ///   - stated: The paths of the fields that the test changes.
  ///   - changed: The paths of the fields that the machine changed.
  case state(differences: [FieldDifference], stated: [String], changed: [String])

  /// The test has a closure that changes nothing, and the machine changed nothing.
  case noChange

  /// The effects differ from the stated ones.
  case effects(differences: [FieldDifference], came: [String])

  /// The machine ignored the action; the test expects acceptance.
  case ignored(refusal: String, reason: String)

  /// The machine accepted the action; the test expects a refusal.
  case accepted(refusal: String, happened: Happened)

  /// The machine ignored the action for another reason than the stated one.
  case refusal(expected: String, came: String)

  /// The machine ignored the action but changed the state.
  case changedWhileIgnored(refusal: String, changes: [FieldDifference])

  /// Reducing the same action in the same state twice gave two results.
  case twoResults(differences: [FieldDifference])

  /// The work in flight differs from the stated work.
  case inFlight(expected: [String], came: [String])

  /// The tester was released with work in flight.
  case unfinished(inFlight: [String])

  /// The result of a step.
  struct Happened {
    var refusal: String?
    var changes: [FieldDifference] = []
    var effects: [String] = []
  }
}
