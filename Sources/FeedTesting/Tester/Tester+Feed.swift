public import FeedReducer

/// Tests a feed step by step.
public typealias FeedTester<Item: Identifiable & Equatable, Cursor: Hashable> =
  Tester<Feed<Item, Cursor>, Feed<Item, Cursor>.Fields>

extension Tester {
  /// Creates a tester of a feed; requests, timers and edits are what can be in flight.
  ///
  /// - Parameters:
  ///   - state: Where the feed begins. What is in flight there is not known.
  ///   - report: Told of each failure. Without it the program stops at the first one.
  public convenience init<Item, Cursor>(
    _ feed: Feed<Item, Cursor>, state: Feed<Item, Cursor>.State = .init(seed: 1),
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
