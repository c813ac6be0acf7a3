import FeedReducer
import Testing
import TestWatch

@Suite("Restore", .watched)
struct RestoreTests {
  private static let limited = Letters(
    pageSize: 3, prefetchDistance: 2, edits: .optimistic, snapshotAgeLimit: .seconds(60))

  private static var fresh: Loop<Letters> { Loop(limited, state: .init(seed: 2, identity: 2)) }

  private func snapshot(_ loop: Loop<Letters>) throws -> Letters.Snapshot {
    try #require(loop.state.snapshot)
  }

  @Test func rowsAndCursorsComeBackWithoutTheLoad() throws {
    var loop = Self.fresh
    let snapshot = try snapshot(Given.oneLoading)
    #expect(loop.send(.restored(snapshot: snapshot, age: .seconds(1))) == .accepted([]))
    #expect(loop.letters == "abc")
    #expect(loop.state.append == .idle)
    #expect(loop.state.page == "c1")
    #expect(loop.send(.itemAppeared(index: 2)) == .accepted([load(3, after: "c1")]))
  }

  @Test(arguments: [Duration.seconds(1_000), .seconds(-1)])
  func anOldSnapshotIsFollowedByOneRefresh(age: Duration) throws {
    var loop = Self.fresh
    let snapshot = try snapshot(Given.oneLoading)
    #expect(loop.send(.restored(snapshot: snapshot, age: age)) == .accepted([load(3)]))
    #expect(loop.letters == "abc")
    #expect(loop.state.refreshing)
  }

  @Test func nothingIsRestoredOverRowsFromTheNetwork() throws {
    var loop = Given.two
    let snapshot = try snapshot(Given.one)
    #expect(
      loop.send(.restored(snapshot: snapshot, age: .zero)) == .ignored(.tooLateToRestore))
  }

  @Test func aRefreshUnderWayIsSentForAgain() throws {
    var loop = Self.fresh
    loop.send(.started)
    let snapshot = try snapshot(Given.oneLoading)
    #expect(
      loop.send(.restored(snapshot: snapshot, age: .zero))
        == .accepted([.cancel(ticket: 1), load(3)]))
    #expect(loop.letters == "abc")
  }

  @Test func pendingEditsComeBackAndAreSentAgain() throws {
    var given = Given.one
    given.send(.edit(change: .remove(id: "b")))
    var loop = Self.fresh
    #expect(
      loop.send(.restored(snapshot: try snapshot(given), age: .zero))
        == .accepted([.send(edit: .init(feed: 1, ticket: 2, change: .remove(id: "b")))]))
    #expect(loop.letters == "ac")
    #expect(loop.state.pendingEdits.map(\.edit.feed) == [given.state.identity])
    #expect(loop.state.identity != given.state.identity, "it may give a ticket again")
    loop.send(.editFailed(ticket: 2, failure: .refused))
    #expect(loop.letters == "abc")
    loop.send(.itemAppeared(index: 2))
    #expect(loop.state.append == .loading(ticket: 3, attempt: 0), "tickets never start again")
  }

  @Test func theReaderIsWhereItWas() throws {
    var given = Given.two
    given.send(.itemAppeared(index: 5))
    var loop = Self.fresh
    loop.send(.restored(snapshot: try snapshot(given), age: .zero))
    #expect(loop.state.reader == 5..<6)
    #expect(loop.state.restoredRow == "f")
    #expect(loop.send(.itemAppeared(index: 5)).effects == [load(4, after: "c2")])
    #expect(loop.state.restoredRow == nil)
  }

  /// The same row is reported, and nothing is paused any more: that the view has scrolled counts.
  @Test func theFirstReportEndsTheRestoredPlace() throws {
    var given = Given.two
    given.send(.itemAppeared(index: 1))
    var loop = Self.fresh
    loop.send(
      .restored(snapshot: try snapshot(given), age: .zero), .loadMore,
      .failed(ticket: 4, failure: .refused))
    #expect(loop.state.restoredRow == "b")
    #expect(loop.send(.itemAppeared(index: 1)) == .accepted([]))
    #expect(loop.state.restoredRow == nil)
    #expect(loop.send(.itemAppeared(index: 1)).refusal != nil)
  }

  @Test func aRefreshWithoutTheRowEndsTheRestoredPlace() throws {
    var loop = Self.fresh
    loop.send(.restored(snapshot: try snapshot(Given.oneLoading), age: .seconds(1_000)))
    #expect(loop.state.restoredRow == "c")
    loop.send(.pageLoaded(ticket: 3, page: .init("xyz", next: nil)))
    #expect(loop.state.restoredRow == nil)
  }

  @Test func whatWasDroppedCanBeScrolledBackTo() throws {
    let feed = Letters(pageSize: 3, prefetchDistance: 2, maxItems: 6, edits: .optimistic)
    var given = Loop(feed, state: .init(seed: 1, identity: 1))
    given.send(.started, .pageLoaded(ticket: 1, page: .init("abc", next: "c1")))
    given.send(.itemAppeared(index: 2), .pageLoaded(ticket: 2, page: .init("def", next: "c2")))
    given.send(.itemAppeared(index: 5), .pageLoaded(ticket: 3, page: .init("ghi", next: nil)))
    var loop = Loop(feed, state: .init(seed: 2, identity: 2))
    loop.send(.restored(snapshot: try snapshot(given), age: .zero))
    #expect(loop.letters == "defghi")
    #expect(loop.state.append == .ended(reason: .exhausted))
    #expect(loop.state.previousPosition == .start)
  }

  @Test func beforeAPageThereIsNothingToKeep() {
    #expect(Given.started.state.snapshot == nil)
  }

  @Test func aSnapshotOfARestoredFeedIsTheSame() throws {
    var loop = Self.fresh
    let snapshot = try snapshot(Given.oneEnded)
    loop.send(.restored(snapshot: snapshot, age: .zero))
    var again = snapshot
    again.identity = loop.state.identity
    #expect(loop.state.snapshot == again)
  }

  @Test func aNegativeTotalIsNone() throws {
    for total in [-1, .min, 0, 7] {
      var (snapshot, loop) = (try snapshot(Given.oneEnded), Self.fresh)
      snapshot.total = total
      loop.send(.restored(snapshot: snapshot, age: .zero))
      #expect(loop.state.total == (total < 0 ? nil : total))
    }
  }

  private static let flaws: [(@Sendable (inout Letters.Snapshot) -> Void, FeedRefusal)] = [
    ({ $0.version = 3 }, .snapshotVersion(found: 3, known: 2)),
    ({ $0.version = 0 }, .snapshotVersion(found: 0, known: 2)),
    ({ $0.pages[0].count = 4 }, .snapshotInvalid(reason: .rows)),
    ({ $0.pages[0].count = -1 }, .snapshotInvalid(reason: .rowCount)),
    (
      {
        $0.pages[0].count = .max
        $0.pages.append(.init(count: .max, position: .start))
      }, .snapshotInvalid(reason: .rowCount)
    ),
    ({ $0.items[1] = $0.items[0] }, .snapshotInvalid(reason: .rows)),
    ({ $0.lastTicket = -1 }, .snapshotInvalid(reason: .tickets)),
    ({ $0.lastTicket = Ticket(rawValue: .max) }, .snapshotInvalid(reason: .tickets)),
    (
      { $0.edits = [.init(feed: 1, ticket: 0, change: .remove(id: "a"))] },
      .snapshotInvalid(reason: .tickets)
    ),
    (
      { $0.edits = [.init(feed: 1, ticket: 9, change: .remove(id: "a"))] },
      .snapshotInvalid(reason: .tickets)
    ),
    (
      {
        $0.edits = [
          .init(feed: 1, ticket: 1, change: .remove(id: "a")),
          .init(feed: 1, ticket: 1, change: .remove(id: "b")),
        ]
      }, .snapshotInvalid(reason: .tickets)
    ),
    (
      {
        $0.edits = [.init(feed: 1, ticket: 1, change: .remove(id: "a"))]
        $0.refusedEdits = [.init(edit: $0.edits[0], failure: .refused)]
      }, .snapshotInvalid(reason: .tickets)
    ),
  ]

  @Test(arguments: flaws.indices) func aFlawedSnapshotIsRefusedWithAReason(row: Int) throws {
    let (spoil, refusal) = Self.flaws[row]
    var snapshot = try snapshot(Given.one)
    spoil(&snapshot)
    var loop = Self.fresh
    let before = loop.state
    #expect(loop.send(.restored(snapshot: snapshot, age: .zero)) == .ignored(refusal))
    #expect(loop.state == before)
  }

  @Test func editsOfARowThatTheServerRenamedComeBackUnderItsNewId() throws {
    var given = Given.oneEnded
    given.send(
      .edit(change: .insert(item: Row("t"), before: "c")), .edit(change: .remove(id: "t")))
    given.send(.editCommitted(ticket: 2, item: Row("s")))
    #expect(given.letters == "abc")
    var loop = Self.fresh
    loop.send(.restored(snapshot: try snapshot(given), age: .zero))
    #expect(loop.letters == "abc")
    loop.send(.editCommitted(ticket: 3, item: nil))
    #expect(loop.letters == "abc")
  }

  @Test func anInsertionBeforeARowThatTheServerRenamedIsKeptBeforeItsNewId() throws {
    var given = Given.oneEnded
    given.send(
      .edit(change: .insert(item: Row("t"), before: "c")),
      .edit(change: .insert(item: Row("u"), before: "t")))
    given.send(.editCommitted(ticket: 2, item: Row("s")))
    let snapshot = try snapshot(given)
    #expect(snapshot.edits.map(\.change) == [.insert(item: Row("u"), before: "s")])
    var loop = Self.fresh
    loop.send(.restored(snapshot: snapshot, age: .zero))
    #expect(loop.letters == "abusc")
  }

  /// A late answer to the edit before the reset would else be taken for the restored one's.
  @Test(arguments: [false, true])
  func editsDoNotComeBackWhereSomeWereSentBeforeAReset(isAnswered: Bool) throws {
    var given = Given.oneEnded
    given.send(.edit(change: .remove(id: "b")))
    let withEdit = try snapshot(given)
    var loop = Given.oneEnded
    loop.send(.edit(change: .remove(id: "c")))
    if isAnswered { loop.send(.editFailed(ticket: 2, failure: .refused)) }
    loop.send(.reset)
    #expect(
      loop.send(.restored(snapshot: withEdit, age: .zero)) == .ignored(.ambiguousEdits))
    loop.send(.reset)
    #expect(
      loop.send(.restored(snapshot: withEdit, age: .zero)) == .ignored(.ambiguousEdits),
      "also after a second reset")
    loop.send(.restored(snapshot: try snapshot(Given.oneEnded), age: .zero))
    #expect(loop.letters == (isAnswered ? "abc" : "ab"), "the edit from before the reset goes on")
  }

  @Test func restoredEditsDoNotComeBackTwice() throws {
    var given = Given.oneEnded
    given.send(.edit(change: .remove(id: "b")))
    let withEdit = try snapshot(given)
    var loop = Self.fresh
    loop.send(.restored(snapshot: withEdit, age: .zero), .reset)
    #expect(
      loop.send(.restored(snapshot: withEdit, age: .zero))
        == .ignored(.ambiguousEdits))
  }

  @Test func editsComeBackAfterAResetWhereNoneWereSent() throws {
    var given = Given.oneEnded
    given.send(.edit(change: .remove(id: "b")))
    var loop = Given.oneEnded
    loop.send(.reset, .restored(snapshot: try snapshot(given), age: .zero))
    #expect(loop.letters == "ac")
  }

  @Test func anEmptyListThatLeadsOnLoadsOn() throws {
    var given = Given.started
    given.send(.pageLoaded(ticket: 1, page: .init("", next: "c1")))
    var loop = Self.fresh
    #expect(
      loop.send(.restored(snapshot: try snapshot(given), age: .zero))
        == .accepted([load(3, after: "c1")]))
  }

  @Test func aReadOnlyFeedTakesOverNoEdits() throws {
    var given = Given.oneEnded
    given.send(.edit(change: .remove(id: "b")))
    var loop = Loop(Letters(pageSize: 3, edits: nil), state: .init(seed: 3, identity: 3))
    #expect(loop.send(.restored(snapshot: try snapshot(given), age: .zero)) == .accepted([]))
    #expect(loop.letters == "abc")
  }

  @Test func rowsThatComeBackClearTheErrorOfTheFirstLoad() throws {
    var loop = Given.firstFailed
    loop.send(.restored(snapshot: try snapshot(Given.one), age: .zero))
    #expect(loop.state.error == nil)
    #expect(loop.letters == "abc")
  }
}
