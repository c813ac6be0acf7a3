public import FeedReducer

/// A tester of a feed, which compares `Feed.Fields`.
public typealias FeedTester<Item: Identifiable & Equatable, Cursor: Hashable> =
  Tester<Feed<Item, Cursor>, Feed<Item, Cursor>.Fields>

extension Tester {
  /// Creates a tester of a feed. Its requests, timers and edits are tracked as work in flight.
  ///
  /// - Parameters:
  ///   - feed: The feed under test.
  ///   - state: The initial state. Work that is in flight in it is not tracked.
  ///   - report: Receives each failure. If it is nil, the program stops at the first failure.
  ///   - fileID: The caller, for a failure about work in flight when the tester is released.
  ///   - filePath: See `fileID`.
  ///   - line: See `fileID`.
  ///   - column: See `fileID`.
  public convenience init<Item, Cursor>(
    _ feed: Feed<Item, Cursor>, state: Feed<Item, Cursor>.State = .init(seed: 1, identity: 1),
    report: ((TesterFailure) -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where Machine == Feed<Item, Cursor>, Fields == Feed<Item, Cursor>.Fields {
    self.init(
      feed, state: state, tracking: .feed(), fields: { Feed.Fields($0) }, report: report,
      fileID: fileID,
      filePath: filePath, line: line, column: column)
  }
}

extension Feed.State: ShownOtherwise {
  var shown: Any { Feed.Fields(self) }
}

extension ItemList: ShownOtherwise {
  var shown: Any { Array(self) }
}
