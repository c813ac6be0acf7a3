public import FeedReducer

extension Tester {
  /// The effects whose work was neither answered nor stopped, in the order of their start.
  public var inFlight: [Machine.Effect] { work.map(\.effect) }

  /// Ends the test: only the work of the given effects may be in flight.
  ///
  /// An exhaustive tester also fails if it is released with work in flight and without this call.
  ///
  /// - Parameters:
  ///   - expected: The effects in the order of their start; none by default.
  ///   - fileID: The caller, where a failure is reported.
  ///   - filePath: See `fileID`.
  ///   - line: See `fileID`.
  ///   - column: See `fileID`.
  public func finish(
    inFlight expected: [Machine.Effect] = [], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    isFinished = true
    if expected == inFlight { return }
    let caller = TesterFailure.Caller(
      fileID: fileID, filePath: filePath, line: line, column: column)
    fail(
      .inFlight(expected: expected.map { ValueText.of($0) }, came: inFlightTexts), caller: caller)
  }

  /// Updates the work in flight after an action and its effects.
  func follow(_ action: Machine.Action, effects: [Machine.Effect]) {
    // The answer ends the work even if the machine ignores it.
    let answered = tracking.answered(action)
    if let index = work.firstIndex(where: { $0.id == answered || $0.endsIn == action }) {
      work.remove(at: index)
    }
    for effect in effects {
      switch tracking.change(effect) {
      case .starts(let id, let action):
        work.removeAll { $0.id == id }
        work.append(Work(id: id, effect: effect, endsIn: action))
      case .stops(let id): work.removeAll { $0.id == id }
      case .nothing: break
      }
    }
  }

  /// Fails if work is in flight and `finish` was not called since the last step.
  ///
  /// A tester that is not exhaustive passes the work to `showSkipped` instead.
  func reportUnfinished() {
    if isFinished || work.isEmpty { return }
    if isExhaustive {
      fail(.unfinished(inFlight: inFlightTexts), caller: creator)
    } else {
      showSkipped?((["in flight at the end, not stated"] + inFlightTexts).joined(separator: "\n  "))
    }
  }

  private var inFlightTexts: [String] { inFlight.map { ValueText.of($0) } }
}
