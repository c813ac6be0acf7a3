public import FeedReducer

extension Tester {
  /// Sends an action that the machine accepts, and compares the result with the stated one.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - effects: All effects in their order. If nil, there must be none; a tester that is not
  ///     exhaustive then does not compare them.
  ///   - fileID: The caller, where a failure is reported.
  ///   - filePath: See `fileID`.
  ///   - line: See `fileID`.
  ///   - column: See `fileID`.
  ///   - changes: Sets the fields that the action changes; nil if it changes none.
  /// - Complexity: Two calls of the machine's `reduce` and a comparison of the states.
  public func send(
    _ action: Machine.Action, effects: [Machine.Effect]? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    changes: ((inout Fields) -> Void)? = nil
  ) {
    let caller = TesterFailure.Caller(
      fileID: fileID, filePath: filePath, line: line, column: column)
    let step = take(action, caller: caller)
    let problems =
      isExhaustive
      ? step.problems(all: effects ?? [], changes) : step.problems(stated: effects, changes)
    for problem in problems { fail(problem, after: action, caller: caller) }
    if !isExhaustive, showSkipped != nil {
      show(step.skipped(effects: effects, changes), after: action)
    }
  }

  /// Sends an action that the machine ignores for the given reason.
  ///
  /// An ignored action must leave the state as it was; the tester checks that in every step.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - refusal: The expected reason.
  ///   - fileID: The caller, where a failure is reported.
  ///   - filePath: See `fileID`.
  ///   - line: See `fileID`.
  ///   - column: See `fileID`.
  public func send(
    _ action: Machine.Action, refused refusal: Machine.Refusal, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let caller = TesterFailure.Caller(
      fileID: fileID, filePath: filePath, line: line, column: column)
    let step = take(action, caller: caller)
    if let problem = step.problem(refusal: refusal) { fail(problem, after: action, caller: caller) }
  }

  /// Sends actions without comparing anything, to reach the state in which a test begins.
  ///
  /// Work that they start is in flight.
  ///
  /// - Parameter actions: The actions in their order. An ignored action is no failure.
  public func given(_ actions: Machine.Action...) {
    for action in actions { _ = reduce(action) }
  }

  /// Reduces `action` and checks what must hold in every step of every machine.
  private func take(
    _ action: Machine.Action, caller: TesterFailure.Caller
  ) -> TesterStep<Fields, Machine> {
    let before = state
    let reaction = reduce(action)
    let again = machine.reduce(before, action)
    if again.state != state || again.reaction != reaction {
      let differences =
        FieldDifference.between(state, and: again.state)
        + FieldDifference.between(reaction, and: again.reaction)
      fail(.twoResults(differences: differences), after: action, caller: caller)
    }
    if let refusal = reaction.refusal, state != before {
      let changes = FieldDifference.between(before, and: state)
      fail(
        .changedWhileIgnored(refusal: ValueText.of(refusal), changes: changes), after: action,
        caller: caller)
    }
    return TesterStep(before: fields(before), after: fields(state), reaction: reaction)
  }

  private func fail(
    _ problem: TesterProblem, after action: Machine.Action, caller: TesterFailure.Caller
  ) {
    fail(problem, title: title(action), caller: caller)
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
  func fail(_ problem: TesterProblem, title: String = "", caller: TesterFailure.Caller) {
    report(
      TesterFailure(message: title + problem.lines.joined(separator: "\n"), caller: caller))
  }
}
