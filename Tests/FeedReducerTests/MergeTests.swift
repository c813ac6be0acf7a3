import FeedReducer
import Testing
import TestWatch

@Suite("Merge and invalidation", .watched)
struct MergeTests {
  private static let merging = Letters(pageSize: 3, prefetchDistance: 2, refreshMode: .merge)

  /// Rows abc and def, next c2, with a refresh on its way as 3.
  private static var refreshing: Loop<Letters> {
    var loop = Loop(merging, state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("abc", next: "c1")))
    loop.send(.itemAppeared(index: 2), .pageLoaded(ticket: 2, page: .init("def", next: "c2")))
    loop.send(.itemAppeared(index: 0), .refreshPulled)
    return loop
  }

  @Test func newRowsComeFirstAndLaterPagesStay() {
    var loop = Self.refreshing
    #expect(
      loop.send(.pageLoaded(ticket: 3, page: .init("nab", next: "k1"))) == .accepted([]))
    #expect(loop.letters == "nabcdef")
    #expect(loop.state.page == "c2")
    #expect(loop.state.pages.map(\.count) == [3, 1, 3])
    #expect(
      loop.state.pages.map(\.position)
        == [.start, .after(cursor: "k1"), .after(cursor: "c1")])
    #expect(loop.state.generation == 2)
  }

  /// The server's first page begins in the middle, and has lost its first row, which stands above it since.
  @Test func rowsAboveTheFirstPageAreNoneOfIt() {
    var loop = Loop(Self.merging, state: .init(seed: 1, identity: 1))
    loop.send(.started)
    loop.send(.pageLoaded(ticket: 1, page: .init("fgh", next: "c1", previous: "p1")))
    loop.send(.visible(range: 2..<3), .pageLoaded(ticket: 2, page: .init("i", next: nil)))
    loop.send(.visible(range: 0..<1))
    loop.send(.pageLoaded(ticket: 3, page: .init("cde", next: "g", previous: nil)))
    let moved = Letters.Page("gxh", next: "c1", previous: "p2")
    loop.send(.visible(range: 5..<6), .invalidated)
    loop.send(.pageLoaded(ticket: loop.state.refresh.request ?? 0, page: moved))
    #expect(loop.letters == "cdefgxhi")
    #expect(
      loop.state.pages.map(\.position)
        == [.before(cursor: "p1"), .before(cursor: "p2"), .start, .after(cursor: "c1")])
    loop.send(.memoryWarning(keep: 4))
    #expect(loop.letters == "gxhi")
    loop.send(.refreshPulled)
    loop.send(.pageLoaded(ticket: loop.state.refresh.request ?? 0, page: moved))
    #expect(loop.letters == "gxhi", "what follows the first page stays")
  }

  /// Rows def and abc, previous p2, whose previous page failed, with a refresh on its way as 3.
  private static func prependFailed(_ failure: FeedFailure) -> Loop<Letters> {
    var loop = Loop(merging, state: .init(seed: 1, identity: 1))
    loop.send(.started)
    loop.send(.pageLoaded(ticket: 1, page: .init("abc", next: "c1", previous: "p1")))
    loop.send(.visible(range: 0..<1), .failed(ticket: 2, failure: failure), .refreshPulled)
    return loop
  }

  @Test func aPreviousPageThatFailedIsOpenAgain() {
    var loop = Self.prependFailed(.server)
    #expect(loop.state.prepend == .failed(failure: .server))
    loop.send(
      .visible(range: 1..<2),
      .pageLoaded(ticket: loop.state.lastTicket, page: .init("abc", next: "k1", previous: "q1")))
    #expect(loop.letters == "abc")
    #expect(loop.state.error == nil)
    #expect(loop.state.previousPosition == .before(cursor: "q1"), "the newer one")
  }

  @Test func aPreviousCursorThatTheServerRefusedIsNotKept() {
    let lost = FeedFailure(.invalidCursor, message: "unknown cursor")
    var loop = Self.prependFailed(.server)
    loop.send(
      .pageLoaded(ticket: loop.state.lastTicket, page: .init("abc", next: "k1", previous: "q1")))
    // The first lost cursor refreshes by itself, the second one is a failure.
    while loop.state.prepend.failure == nil {
      loop.send(.failed(ticket: loop.state.lastTicket, failure: lost))
      if loop.state.refresh.request != nil {
        loop.send(
          .pageLoaded(
            ticket: loop.state.lastTicket, page: .init("abc", next: "k1", previous: "q1")))
      }
    }
    #expect(loop.state.prepend == .failed(failure: lost))
    loop.send(.invalidated)
    loop.send(
      .pageLoaded(ticket: loop.state.lastTicket, page: .init("abc", next: "k1", previous: "q2")))
    #expect(loop.state.previousPosition == .before(cursor: "q2"))
  }

  @Test func rowsAboveTheFirstPageStayIfItsFirstRowLeadsToThem() {
    var loop = Loop(Self.merging, state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("abc", next: "c", previous: "a")))
    loop.send(.visible(range: 0..<1))
    loop.send(.pageLoaded(ticket: 2, page: .init("xy", next: "y", previous: "x")), .refreshPulled)
    loop.send(
      .pageLoaded(
        ticket: loop.state.lastTicket, page: .init("ybc", next: "c", previous: "q")))
    #expect(loop.letters == "xybc")
  }

  @Test func aPageBelowOneThatLostItsRowsStandsBelowIt() {
    let feed = Letters(pageSize: 2, refreshMode: .merge, edits: .optimistic)
    var loop = Loop(feed, state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("a", next: "a")))
    loop.send(.edit(change: .remove(id: "a")), .editCommitted(ticket: 2, item: nil))
    loop.send(.pageLoaded(ticket: 3, page: .init("cd", next: "d")), .loadMore)
    loop.send(.pageLoaded(ticket: 4, page: .init("ef", next: "f")))
    #expect(
      loop.state.pages.map(\.position) == [.start, .after(cursor: "a"), .after(cursor: "d")])
    loop.send(.refreshPulled, .pageLoaded(ticket: 5, page: .init("cd", next: "d")))
    #expect(loop.letters == "cdef")
    #expect(loop.state.pages.map(\.count) == [2, 2])
  }

  @Test func aPageOfTheSameRowsIsNoChange() {
    for mode in [RefreshMode.merge, .firstPage] {
      let feed = Letters(pageSize: 3, prefetchDistance: 1, refreshMode: mode)
      var loop = Loop(feed, state: .init(seed: 1, identity: 1))
      loop.send(.started, .pageLoaded(ticket: 1, page: .init("abc", next: "c1")))
      let revision = loop.state.items.revision
      loop.send(.refreshPulled, .pageLoaded(ticket: 2, page: .init("abc", next: "k1")), .loadMore)
      loop.send(.pageLoaded(ticket: 3, page: .init("abc", next: "k2")))
      #expect(loop.letters == "abc" && loop.state.page == "k2")
      #expect(loop.state.items.revision == revision)
      loop.send(.refreshPulled)
      loop.send(.pageLoaded(ticket: 4, page: .init("acb", next: "k1")))
      #expect(loop.state.items.revision > revision)
    }
  }

  @Test func whatIsAddedAtAnEndThatWasReadToItsEndIsFound() {
    var loop = Loop(Self.merging, state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("abc", next: "c1")))
    loop.send(.itemAppeared(index: 2), .pageLoaded(ticket: 2, page: .init("def", next: nil)))
    loop.send(.itemAppeared(index: 5), .refreshPulled)
    #expect(
      loop.send(.pageLoaded(ticket: 3, page: .init("abc", next: "c1")))
        == .accepted([load(4, after: "c1")]))
    #expect(
      loop.send(.pageLoaded(ticket: 4, page: .init("def", next: "c2")))
        == .accepted([load(5, after: "c2")]))
    loop.send(.pageLoaded(ticket: 5, page: .init("gh", next: nil)))
    #expect(loop.letters == "abcdefgh")
    #expect(loop.state.append == .ended(reason: .exhausted))
  }

  @Test func anEndWithNothingNewIsAskedOnceForEachMerge() {
    var loop = Loop(Self.merging, state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("abc", next: "c1")))
    loop.send(.itemAppeared(index: 2), .pageLoaded(ticket: 2, page: .init("def", next: nil)))
    loop.send(.itemAppeared(index: 5), .refreshPulled)
    loop.send(.pageLoaded(ticket: 3, page: .init("abc", next: "c1")))
    #expect(loop.send(.pageLoaded(ticket: 4, page: .init("def", next: nil))) == .accepted([]))
    #expect(loop.state.append == .ended(reason: .exhausted))
  }

  @Test func whatIsAddedAboveAListThatBeganThereIsFound() {
    var loop = Self.refreshing
    #expect(loop.state.prepend == .ended(reason: .exhausted))
    loop.send(.pageLoaded(ticket: 3, page: .init("abc", next: "c1", previous: "p1")))
    #expect(loop.state.previousPosition == .before(cursor: "p1"))
  }

  @Test func rowsThatVanishedInsideTheOverlapGo() {
    var loop = Self.refreshing
    loop.send(.pageLoaded(ticket: 3, page: .init("acd", next: "k1")))
    #expect(loop.letters == "acdef")
    #expect(loop.state.pages.map(\.count) == [3, 2])
    #expect(
      loop.state.pages.last?.position == .after(cursor: "k1"),
      "what is left of the next page is read from the first one on")
  }

  @Test func whereNothingOverlapsTheFirstPageReplacesAll() {
    var loop = Self.refreshing
    loop.send(.pageLoaded(ticket: 3, page: .init("xyz", next: "k1")))
    #expect(loop.letters == "xyz")
    #expect(loop.state.page == "k1")
  }

  @Test func whereThePageEndsInAnUnknownRowItReplacesAll() {
    var loop = Self.refreshing
    // x may be new behind a, or b and c are gone and x is from a later page.
    loop.send(.pageLoaded(ticket: 3, page: .init("nax", next: "k1")))
    #expect(loop.letters == "nax")
    #expect(loop.state.page == "k1")
  }

  @Test func aPageThatIsAllThereIsReplacesAll() {
    var loop = Self.refreshing
    loop.send(.pageLoaded(ticket: 3, page: .init("ab", next: nil)))
    #expect(loop.letters == "ab")
    #expect(loop.state.append == .ended(reason: .exhausted))
  }

  @Test func rowsTakeTheirNewValues() {
    var loop = Self.refreshing
    loop.send(
      .pageLoaded(ticket: 3, page: .init(items: [Row("b", "2"), Row("a", "1")], next: "k1")))
    #expect(loop.state.items.map(\.text) == ["2", "1", "c", "d", "e", "f"])
  }

  @Test func anOverlapOfAllPagesLeavesOneAndSaysWhatFollows() {
    var loop = Self.refreshing
    loop.send(.pageLoaded(ticket: 3, page: .init("af", next: "k1")))
    #expect(loop.letters == "af")
    #expect(loop.state.pages.map(\.count) == [2])
    #expect(loop.state.page == "k1", "where cursors are offsets, c2 would now pass rows over")
  }

  @Test func theErrorOfTheNextPageIsCleared() {
    var loop = Self.refreshing
    loop.send(.cancelled(ticket: 3), .loadMore)
    loop.send(.failed(ticket: 4, failure: .server), .refreshPulled)
    loop.send(.pageLoaded(ticket: 5, page: .init("abc", next: "k1")))
    #expect(loop.state.error == nil)
    #expect(loop.state.page == "c2")
  }

  @Test func afterACycleARefreshStartsAgain() {
    var loop = Self.refreshing
    loop.send(.cancelled(ticket: 3), .loadMore)
    loop.send(.pageLoaded(ticket: 4, page: .init("", next: "c1")), .refreshPulled)
    loop.send(.pageLoaded(ticket: 5, page: .init("abc", next: "k1")))
    #expect(loop.letters == "abc")
    #expect(loop.state.page == "k1")
    #expect(loop.state.append.end == nil)
  }

  @Test func pagesBeforeTheFirstStay() {
    var loop = Loop(Self.merging, state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("mno", next: "c1", previous: "p1")))
    loop.send(.itemAppeared(index: 0))
    loop.send(.pageLoaded(ticket: 2, page: .init("jkl", next: nil, previous: "p0")), .loadMore)
    loop.send(.pageLoaded(ticket: 3, page: .init("pqr", next: "c2")), .refreshPulled)
    loop.send(.pageLoaded(ticket: 4, page: .init("xno", next: "c1", previous: "p1")))
    #expect(loop.letters == "jklxnopqr")
    #expect(loop.state.pages.map(\.count) == [3, 3, 3])
    #expect(loop.state.previousPosition == .before(cursor: "p0"))
  }

  @Test func theReaderStaysWithItsRow() {
    var loop = Self.refreshing
    loop.send(.itemAppeared(index: 5))
    #expect(loop.state.reader == 5..<6)
    loop.send(.pageLoaded(ticket: 3, page: .init("nab", next: "k1")))
    #expect(loop.state.reader == 6..<7)
  }

  @Test func manyInvalidationsDuringARefreshAreOneMore() {
    var loop = Given.twoRefreshing
    #expect(loop.send(.invalidated) == .accepted([]))
    #expect(loop.send(.invalidated) == .ignored(.loading(kind: .refresh, ticket: 3)))
    #expect(loop.send(.invalidated) == .ignored(.loading(kind: .refresh, ticket: 3)))
    #expect(
      loop.send(.pageLoaded(ticket: 3, page: .init("abc", next: "c1")))
        == .accepted([load(4), load(5, after: "c1")]))
    #expect(
      loop.send(.pageLoaded(ticket: 4, page: .init("xyz", next: nil)))
        == .accepted([.cancel(ticket: 5)]))
  }

  @Test func aFailedRefreshForgetsTheInvalidation() {
    var loop = Given.twoRefreshing
    loop.send(.invalidated, .failed(ticket: 3, failure: .server), .retryTapped(kind: nil))
    #expect(loop.send(.pageLoaded(ticket: 4, page: .init("abc", next: nil))) == .accepted([]))
  }

  @Test func beforeTheFirstPageThereIsNothingToInvalidate() {
    var loop = Given.fresh
    #expect(loop.send(.invalidated) == .ignored(.noFirstPage))
  }

  @Test func aRowThatMovedUpTakesNothingAway() {
    var loop = Self.refreshing
    loop.send(.pageLoaded(ticket: 3, page: .init("fab", next: "k1")))
    #expect(loop.letters == "fabcde")
    #expect(loop.state.page == "c2")
    #expect(loop.state.pages.map(\.count) == [3, 1, 2])
  }

  @Test func cursorsThatTheServerNoLongerKnowsAreNotKept() {
    var loop = Loop(Self.merging, state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("abc", next: "c1")))
    loop.send(.itemAppeared(index: 2))
    loop.send(.failed(ticket: 2, failure: FeedFailure(.invalidCursor, message: "unknown cursor")))
    #expect(
      loop.send(.pageLoaded(ticket: 3, page: .init("abc", next: "k1")))
        == .accepted([load(4, after: "k1")]))
  }
}
