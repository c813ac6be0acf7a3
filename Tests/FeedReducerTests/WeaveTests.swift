import FeedReducer
import Testing
import TestWatch

/// Rule 8: an answer is a run of neighbours.
@Suite("Pages that overlap the list", .watched)
struct WeaveTests {
  private static let merging = Letters(pageSize: 3, prefetchDistance: 1, refreshMode: .merge)

  private static func started(_ feed: Letters = merging) -> Loop<Letters> {
    var loop = Loop(feed, state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("abc", next: "c1")), .loadMore)
    return loop
  }

  /// Rows abc and def, which were read to the end, and asked once more as 4.
  private static var askedAgain: Loop<Letters> {
    var loop = started()
    loop.send(.pageLoaded(ticket: 2, page: .init("def", next: nil)), .itemAppeared(index: 5))
    loop.send(.refreshPulled, .pageLoaded(ticket: 3, page: .init("abc", next: "c1")))
    return loop
  }

  @Test func aNewRowBetweenTwoKnownOnesStandsThere() {
    var loop = Self.started()
    loop.send(.pageLoaded(ticket: 2, page: .init("bxcd", next: "c2")))
    #expect(loop.letters == "abxcd")
    #expect(loop.state.pages.map(\.count) == [1, 4])
  }

  @Test func aServerThatStartsAgainTakesNothingAway() {
    var loop = Self.started()
    loop.send(.pageLoaded(ticket: 2, page: .init("def", next: "c2")), .loadMore)
    loop.send(.pageLoaded(ticket: 3, page: .init("abc", next: nil)))
    #expect(loop.letters == "abcdef")
    #expect(loop.state.append == .ended(reason: .exhausted))
  }

  @Test(arguments: [("df", "abcdf"), ("", "abc"), ("dxef", "abcdxef"), ("xef", "abcxef")])
  func theLastPageIsAsTheServerHasIt(page: String, rows: String) {
    var loop = Self.askedAgain
    loop.send(.pageLoaded(ticket: 4, page: .init(page, next: nil)))
    #expect(loop.letters == rows)
  }

  @Test func afterARestartToo() throws {
    var loop = Self.askedAgain
    let snapshot = try #require(loop.state.snapshot)
    loop = Loop(Self.merging, state: .init(seed: 1, identity: 1))
    loop.send(.restored(snapshot: snapshot, age: .zero), .itemAppeared(index: 5))
    loop.send(.pageLoaded(ticket: loop.state.lastTicket, page: .init("dxf", next: nil)))
    #expect(loop.letters == "abcdxf")
  }

  @Test func theReaderOfTheLastPageStaysUntilTheNextOneIsRead() {
    var loop = Self.askedAgain
    loop.send(.pageLoaded(ticket: 4, page: .init("dx", next: "c2")))
    #expect(loop.letters == "abcdxef")
    loop.send(.pageLoaded(ticket: loop.state.lastTicket, page: .init("f", next: nil)))
    #expect(loop.letters == "abcdxf")
  }

  @Test func aPageThatComesBackWithNewRowsLeadsIntoTheList() {
    var loop = Self.started(Letters(pageSize: 3, prefetchDistance: 1))
    loop.send(.pageLoaded(ticket: 2, page: .init("def", next: "c2")), .loadMore)
    loop.send(.pageLoaded(ticket: 3, page: .init("ghi", next: "c3")))
    loop.send(.itemAppeared(index: 7), .memoryWarning(keep: 6), .itemAppeared(index: 0))
    #expect(loop.letters == "defghi")
    loop.send(.pageLoaded(ticket: loop.state.lastTicket, page: .init("abdxe", next: "n1")))
    #expect(loop.letters == "abdxefghi")
  }

  @Test func nothingStandsAboveAFirstPageThatSaysSo() {
    var loop = Loop(Self.merging, state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("def", next: "c1", previous: "p1")))
    loop.send(.itemAppeared(index: 0), .pageLoaded(ticket: 2, page: .init("abc", next: nil)))
    loop.send(.refreshPulled, .pageLoaded(ticket: 3, page: .init("def", next: "c1")))
    #expect(loop.letters == "def")
    #expect(loop.state.prepend == .ended(reason: .exhausted))
  }

  @Test func aListThatEndedInACycleAsksOnceMoreAfterARestart() throws {
    var loop = Self.started()
    loop.send(.pageLoaded(ticket: 2, page: .init("", next: "c1")))
    #expect(loop.state.append == .ended(reason: .cycle))
    #expect(loop.state.nextPosition == nil)
    let snapshot = try #require(loop.state.snapshot)
    loop = Loop(Self.merging, state: .init(seed: 1, identity: 1))
    loop.send(.restored(snapshot: snapshot, age: .zero))
    #expect(loop.state.nextPosition == .after(cursor: "c1"))
    #expect(loop.state.completeness == .unread(kind: .append))
  }

  @Test func pagesThatWereReadSinceACursorWasForgottenAreMerged() {
    var loop = Self.started()
    let lost = FeedFailure(.invalidCursor, message: "unknown cursor")
    loop.send(.failed(ticket: 2, failure: lost))
    loop.send(.pageLoaded(ticket: 3, page: .init("abc", next: "k1")), .loadMore)
    loop.send(.pageLoaded(ticket: 4, page: .init("def", next: "k2")), .invalidated)
    loop.send(.pageLoaded(ticket: 5, page: .init("abc", next: "k1")))
    #expect(loop.letters == "abcdef")
  }

  @Test func aNewRowIsLastUntilTheRowComesThatItWasPutBefore() {
    var loop = Loop(
      Letters(pageSize: 3, prefetchDistance: 1, edits: .optimistic),
      state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("abc", next: "c1")), .loadMore)
    loop.send(.pageLoaded(ticket: 2, page: .init("def", next: "c2")), .loadMore)
    loop.send(.pageLoaded(ticket: 3, page: .init("ghi", next: "c3")))
    loop.send(.edit(change: .insert(item: Row("x"), before: "h")), .refreshPulled)
    loop.send(.pageLoaded(ticket: 5, page: .init("abc", next: "c1")), .loadMore)
    #expect(loop.letters == "abcx")
    loop.send(.pageLoaded(ticket: 6, page: .init("def", next: "c2")))
    #expect(loop.letters == "abcdefx")
    loop.send(.loadMore, .editCommitted(ticket: 4, item: nil))
    loop.send(.pageLoaded(ticket: 7, page: .init("ghi", next: "c3")))
    #expect(loop.letters == "abcdefgxhi", "a page that was asked for before lacks it")
  }
}
