import FeedReducer

/// One step of a machine, to compare with the step that a test states.
struct TesterStep<Fields: Equatable, Machine: StateMachine> {
  let before: Fields
  let after: Fields
  let reaction: Reaction<Machine.Effect, Machine.Refusal>

  typealias Changes = (inout Fields) -> Void

  /// The problems if the test must state everything.
  func problems(all effects: [Machine.Effect], _ changes: Changes?) -> [TesterProblem] {
    if let problem = ignored { return [problem] }
    var problems = [problem(effects: effects)]
    let expected = applied(changes, to: before)
    problems.insert(problem(fields: expected), at: 0)
    if changes != nil, expected == before, after == before { problems.insert(.noChange, at: 0) }
    return problems.compactMap { $0 }
  }

  /// The problems if only stated values are compared.
  func problems(stated effects: [Machine.Effect]?, _ changes: Changes?) -> [TesterProblem] {
    let problems = [
      problem(fields: applied(changes, to: after)), effects.flatMap { problem(effects: $0) },
    ].compactMap { $0 }
    return problems.isEmpty ? [] : ignored.map { [$0] } ?? problems
  }

  /// The problem if the test expects this refusal.
  func problem(refusal: Machine.Refusal) -> TesterProblem? {
    switch reaction {
    case .ignored(refusal): nil
    case .ignored(let other):
      .refusal(expected: ValueText.of(refusal), came: ValueText.of(other))
    case .accepted:
      .accepted(refusal: ValueText.of(refusal), happened: happened)
    }
  }

  /// The changes and effects of the step that the test does not state.
  func skipped(effects: [Machine.Effect]?, _ changes: Changes?) -> TesterProblem.Happened {
    var skipped = happened
    let stated = FieldDifference.between(before, and: applied(changes, to: before)).map(\.path)
    skipped.changes.removeAll { change in
      stated.contains { FieldDifference.isPath($0, touching: change.path) }
    }
    if effects != nil { skipped.effects = [] }
    return skipped
  }

  private var happened: TesterProblem.Happened {
    TesterProblem.Happened(
      refusal: reaction.refusal.map { ValueText.of($0) },
      changes: FieldDifference.between(before, and: after),
      effects: reaction.effects.map { ValueText.of($0) })
  }

  private func applied(_ changes: Changes?, to fields: Fields) -> Fields {
    var fields = fields
    changes?(&fields)
    return fields
  }

  private var ignored: TesterProblem? {
    guard let refusal = reaction.refusal else { return nil }
    let text = ValueText.of(refusal)
    let sentence = refusal is any CustomStringConvertible ? "\(refusal)" : ""
    return .ignored(refusal: text, reason: sentence == text ? "" : sentence)
  }

  private func problem(fields expected: Fields) -> TesterProblem? {
    if expected == after { return nil }
    return .state(
      differences: FieldDifference.between(expected, and: after),
      stated: FieldDifference.between(before, and: expected).map(\.path),
      changed: FieldDifference.between(before, and: after).map(\.path))
  }

  private func problem(effects expected: [Machine.Effect]) -> TesterProblem? {
    let came = reaction.effects
    if expected == came { return nil }
    // Only the first different effect is of interest, not the number of effects.
    let differences = FieldDifference.between(expected, and: came).flatMap(\.inside)
    return .effects(differences: differences, came: came.map { ValueText.of($0) })
  }
}
