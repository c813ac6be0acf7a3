public import FeedReducer

extension Tester {
  /// Sends an action that counts, and compares what it does with what the test states.
  ///
  /// - Parameters:
  ///   - effects: All effects in their order; none if left out.
  ///   - changes: Changes the fields to what they should be; nil: none of them changes.
  public func send(
    _ action: Machine.Action, effects: [Machine.Effect]? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    changes: ((inout Fields) -> Void)? = nil
  ) {
    let caller = TesterFailure.Caller(
      fileID: fileID, filePath: filePath, line: line, column: column)
    let step = take(action, caller)
    let problems =
      isExhaustive
      ? step.problems(all: effects ?? [], changes) : step.problems(stated: effects, changes)
    for problem in problems { fail(problem, after: action, caller) }
    if !isExhaustive, showSkipped != nil {
      show(step.skipped(effects: effects, changes), after: action)
    }
  }

  /// Sends an action that the machine is to ignore for the given reason.
  ///
  /// That the state stays as it is need not be stated: an ignored action changes nothing.
  public func send(
    _ action: Machine.Action, refused refusal: Machine.Refusal, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let caller = TesterFailure.Caller(
      fileID: fileID, filePath: filePath, line: line, column: column)
    let step = take(action, caller)
    if let problem = step.problem(refusal: refusal) { fail(problem, after: action, caller) }
  }

  /// Sends actions without comparing anything, to bring the machine to where a test begins.
  ///
  /// What they start is in flight.
  public func given(_ actions: Machine.Action...) {
    for action in actions { _ = reduce(action) }
  }

  /// Reduces `action`, and checks what holds for every step of every machine.
  private func take(
    _ action: Machine.Action, _ caller: TesterFailure.Caller
  ) -> TesterStep<Fields, Machine> {
    let before = state
    let reaction = reduce(action)
    let again = machine.reduce(before, action)
    if again.state != state || again.reaction != reaction {
      let differences =
        FieldDifference.all(state, again.state)
        + FieldDifference.all(reaction, again.reaction)
      fail(.twoResults(differences: differences), after: action, caller)
    }
    if let refusal = reaction.refusal, state != before {
      let changes = FieldDifference.all(before, state)
      fail(
        .changedWhileIgnored(refusal: ValueText.of(refusal), changes: changes), after: action,
        caller)
    }
    return TesterStep(before: fields(before), after: fields(state), reaction: reaction)
  }

  private func fail(
    _ problem: TesterProblem, after action: Machine.Action, _ caller: TesterFailure.Caller
  ) {
    fail(problem, title: title(action), caller)
  }

  private func title(_ action: Machine.Action) -> String {
    "step \(stepCount), \(ValueText.of(action, limit: 60)): "
  }

  private func show(_ skipped: TesterProblem.Happened, after action: Machine.Action) {
    if skipped.isNothing { return }
    showSkipped?(([title(action) + "not stated"] + skipped.lines).joined(separator: "\n"))
  }
}

extension Tester {
  /// Reports a problem.
  func fail(_ problem: TesterProblem, title: String = "", _ caller: TesterFailure.Caller) {
    report(
      TesterFailure(message: title + problem.lines.joined(separator: "\n"), caller: caller))
  }
}
