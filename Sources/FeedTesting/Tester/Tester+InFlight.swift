public import FeedReducer

extension Tester {
  /// The effects that have started something and were neither answered nor stopped.
  public var inFlight: [Machine.Effect] { work.map(\.effect) }

  /// Ends the test: nothing is to be in flight but the given effects, in the order they started.
  ///
  /// A tester that goes away while something is in flight, without this call, fails as well.
  public func finish(
    inFlight expected: [Machine.Effect] = [], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    isFinished = true
    if expected == inFlight { return }
    let caller = TesterFailure.Caller(
      fileID: fileID, filePath: filePath, line: line, column: column)
    fail(.inFlight(expected: expected.map { ValueText.of($0) }, came: inFlightTexts), caller)
  }

  /// Brings what is in flight up to date with an action and what followed from it.
  func follow(_ action: Machine.Action, _ effects: [Machine.Effect]) {
    // The work is over also where the machine ignores its answer.
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

  /// Fails if the tester goes away without the check at the end that it would not pass.
  func reportUnfinished() {
    if isFinished || work.isEmpty { return }
    if isExhaustive {
      fail(.unfinished(inFlight: inFlightTexts), creator)
    } else {
      showSkipped?((["in flight at the end, not stated"] + inFlightTexts).joined(separator: "\n  "))
    }
  }

  private var inFlightTexts: [String] { inFlight.map { ValueText.of($0) } }
}
