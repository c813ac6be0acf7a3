/// What a tester may find, before it is put into sentences.
enum TesterProblem {
  /// The state is not what the test states.
  ///
  /// - Parameters:
  ///   - differences: Between what is stated and what came.
  ///   - stated: The paths of the fields that the test changes.
  ///   - changed: The paths of the fields that the machine changed.
  case state(differences: [FieldDifference], stated: [String], changed: [String])

  /// The test states a change and describes none.
  case noChange

  /// The effects are not what the test states.
  case effects(differences: [FieldDifference], came: [String])

  /// The action was ignored, and the test expects it to count.
  case ignored(refusal: String, reason: String)

  /// The action counted, and the test expects a refusal.
  case accepted(refusal: String, happened: Happened)

  /// The action was ignored for another reason than the test states.
  case refusal(expected: String, came: String)

  /// The action was ignored, and yet the state changed.
  case changedWhileIgnored(refusal: String, changes: [FieldDifference])

  /// The same action in the same state led to two results.
  case twoResults(differences: [FieldDifference])

  /// What is in flight is not what the test states.
  case inFlight(expected: [String], came: [String])

  /// The tester went away while something was in flight.
  case unfinished(inFlight: [String])

  /// What a step did.
  struct Happened {
    var refusal: String?
    var changes: [FieldDifference] = []
    var effects: [String] = []
  }
}
