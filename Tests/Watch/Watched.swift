public import Testing

/// A trait of every suite: few tests run at a time, and one that hangs ends the run, by its name.
///
/// A limit on a test's time can't tell a test that hangs from one on a machine that is busy with
/// something else. So the whole run is looked at: see ``Watchdog``.
public struct Watched: SuiteTrait, TestTrait, TestScoping {
  /// It is for each test of a suite.
  public var isRecursive: Bool { true }

  /// Runs a test, known to the watchdog by its name.
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
  /// Few tests run at a time, and one that hangs ends the run, by its name.
  public static var watched: Self { Watched() }
}
