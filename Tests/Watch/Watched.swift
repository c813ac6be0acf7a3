public import Testing

/// A trait for every suite. It limits how many tests run at once, and ends a run that hangs.
///
/// A time limit for each test can't tell a hanging test from a busy machine. So ``Watchdog`` checks
/// the whole run.
public struct Watched: SuiteTrait, TestTrait, TestScoping {
  /// The trait applies to each test of a suite.
  public var isRecursive: Bool { true }

  /// Runs a test once it has a turn, and registers its name with the watchdog.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    await Turns.shared.begin()
    defer { Turns.shared.end() }
    let place = "\(test.sourceLocation.fileName):\(test.sourceLocation.line)"
    let ticket = Watchdog.shared.begin("\(test.name) at \(place)")
    defer { Watchdog.shared.end(ticket) }
    try await function()
  }
}

extension Trait where Self == Watched {
  /// Limits how many tests run at once, and ends a run that hangs.
  public static var watched: Self { Watched() }
}
