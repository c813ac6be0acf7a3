import FeedReducer
import Testing
import TestWatch

/// After a merge an end that was read to its end is asked once more.
@Suite("Ends that are asked once more", .watched)
struct ReopenedEndTests {
  private static let merging = Letters(pageSize: 3, prefetchDistance: 2, refreshMode: .merge)

  @Test func anEndThatIsAskedOnceMoreKeepsItsOrder() {
    var loop = Loop(Self.merging, state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("ab", next: "c1")))
    loop.send(.loadMore, .pageLoaded(ticket: 2, page: .init("dg", next: nil)))
    loop.send(.itemAppeared(index: 3), .refreshPulled)
    loop.send(.pageLoaded(ticket: 3, page: .init("ab", next: "c1")))
    loop.send(.pageLoaded(ticket: 4, page: .init("cde", next: "c2")))
    #expect(loop.letters == "abcdeg", "c is in front of the known row, e behind it")
    #expect(loop.state.pages.map(\.count) == [2, 3, 1])
    loop.send(.pageLoaded(ticket: 5, page: .init("fg", next: "c3")))
    #expect(loop.letters == "abcdefg", "the known rows behind e are read once more, too")
    loop.send(.pageLoaded(ticket: 6, page: .init("h", next: nil)))
    #expect(loop.letters == "abcdefgh")
    #expect(loop.state.pages.map(\.count) == [2, 3, 2, 1])
    loop.send(.itemAppeared(index: 7), .refreshPulled)
    loop.send(.pageLoaded(ticket: 7, page: .init("abcdefg", next: "c3")))
    loop.send(.pageLoaded(ticket: 8, page: .init("h", next: "c4")))
    loop.send(.itemAppeared(index: 7), .pageLoaded(ticket: 9, page: .init("ij", next: "c5")))
    #expect(loop.letters == "abcdefghij", "only the first page is read once more")
  }

  /// What was between them on the server has gone.
  @Test func itsRowsAreReadOnceMoreThoughOneOfThemMovedIntoThePage() {
    var loop = Loop(Self.merging, state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("def", next: nil, previous: "p1")))
    loop.send(.itemAppeared(index: 0))
    loop.send(.pageLoaded(ticket: 2, page: .init("abc", next: "d")))
    loop.send(.itemAppeared(index: 0), .invalidated)
    loop.send(.pageLoaded(ticket: 3, page: .init("def", next: nil, previous: "p1")))
    loop.send(.pageLoaded(ticket: 4, page: .init("xby", next: "d", previous: "p2")))
    #expect(loop.letters == "acxbydef", "what stands above is not known")
    loop.send(.pageLoaded(ticket: 5, page: .init("za", next: "x")))
    #expect(loop.letters == "zaxbydef")

    loop = Loop(Self.merging, state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("abc", next: "c1")))
    loop.send(.itemAppeared(index: 2), .pageLoaded(ticket: 2, page: .init("def", next: nil)))
    loop.send(.itemAppeared(index: 5), .invalidated)
    loop.send(.pageLoaded(ticket: 3, page: .init("abc", next: "c1")))
    loop.send(.pageLoaded(ticket: 4, page: .init("xey", next: "c2")))
    loop.send(.pageLoaded(ticket: 5, page: .init("fz", next: nil)))
    #expect(loop.letters == "abcxeyfz")
  }

  @Test func aLastPageThatTheFirstOneHasNowIsNotAskedForAnyMore() {
    var loop = Loop(Self.merging, state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("abcz", next: nil)))
    loop.send(.itemAppeared(index: 3), .refreshPulled)
    #expect(
      loop.send(.pageLoaded(ticket: 2, page: .init("nabc", next: "c")))
        == .accepted([load(3, after: "c")]))
    loop.send(.invalidated)
    #expect(
      loop.send(.pageLoaded(ticket: 4, page: .init("nabcz", next: nil)))
        == .accepted([.cancel(ticket: 3)]))
    #expect(loop.letters == "nabcz" && loop.state.append == .ended(reason: .exhausted))
  }

  @Test func aCycleIsNotAskedOnceMore() {
    var loop = Loop(Self.merging, state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("abc", next: "c")), .loadMore)
    loop.send(.pageLoaded(ticket: 2, page: .init("def", next: nil)), .itemAppeared(index: 5))
    loop.send(.refreshPulled, .pageLoaded(ticket: 3, page: .init("abc", next: "c")))
    loop.send(.pageLoaded(ticket: 4, page: .init("abc", next: "c")))
    #expect(loop.state.append == .ended(reason: .cycle))
    loop.send(.invalidated)
    #expect(
      loop.send(.pageLoaded(ticket: 5, page: .init("abcd", next: "d"))) == .accepted([]))
  }

  @Test(arguments: [404, 410, 500])
  func aLastPageThatIsGoneIsALostPlace(status: Int) {
    var loop = Loop(Self.merging, state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("abc", next: "2")), .loadMore)
    loop.send(.pageLoaded(ticket: 2, page: .init("def", next: nil)), .itemAppeared(index: 5))
    loop.send(.refreshPulled, .pageLoaded(ticket: 3, page: .init("abc", next: "2")))
    #expect(loop.state.append.request == 4)
    let gone = FeedFailure(.http, message: "not found", status: status)
    loop.send(.failed(ticket: 4, failure: gone))
    #expect(loop.state.refreshing == (status != 500))
    if status == 500 { return }
    loop.send(.pageLoaded(ticket: 5, page: .init("abc", next: nil)))
    #expect(loop.letters == "abc" && loop.state.completeness == .complete)
  }

  @Test func aNewPageThatIsNotThereIsAFailure() {
    var loop = Loop(Self.merging, state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("abc", next: "2")), .loadMore)
    loop.send(.failed(ticket: 2, failure: FeedFailure(.http, message: "not found", status: 404)))
    #expect(loop.state.append.failure?.status == 404)
  }

  @Test func aWholePageOfNewRowsStandsBeforeTheKnownOnesToo() {
    var loop = Loop(Self.merging, state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("ab", next: "c1")))
    loop.send(.loadMore, .pageLoaded(ticket: 2, page: .init("cz", next: nil)))
    loop.send(.itemAppeared(index: 3), .refreshPulled)
    loop.send(.pageLoaded(ticket: 3, page: .init("ab", next: "c1")))
    loop.send(.pageLoaded(ticket: 4, page: .init("c", next: "c2")))
    loop.send(.pageLoaded(ticket: 5, page: .init("de", next: "c3")))
    #expect(loop.letters == "abcdez" && !loop.state.refreshing)
  }

  @Test func aStartThatIsAskedOnceMoreKeepsItsOrder() {
    var loop = Loop(Self.merging, state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("gh", next: nil, previous: "c1")))
    loop.send(.itemAppeared(index: 0), .pageLoaded(ticket: 2, page: .init("be", next: "c0")))
    loop.send(.itemAppeared(index: 0), .refreshPulled)
    loop.send(.pageLoaded(ticket: 3, page: .init("gh", next: nil, previous: "c1")))
    loop.send(.pageLoaded(ticket: 4, page: .init("def", next: "c0", previous: "c2")))
    #expect(loop.letters == "bdefgh", "f is behind the known row, d in front of it")
    #expect(loop.state.pages.map(\.count) == [1, 3, 2])
    loop.send(.pageLoaded(ticket: 5, page: .init("bc", next: "c2")))
    #expect(loop.letters == "bcdefgh")
  }

  @Test func anEndWithoutAKnownRowRefreshes() {
    var loop = Loop(Self.merging, state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("ab", next: "c1")))
    loop.send(.loadMore, .pageLoaded(ticket: 2, page: .init("gh", next: nil)))
    loop.send(.itemAppeared(index: 3), .refreshPulled)
    loop.send(.pageLoaded(ticket: 3, page: .init("ab", next: "k1")))
    loop.send(.pageLoaded(ticket: 4, page: .init("cd", next: "c2")))
    #expect(
      loop.letters == "abgh" && loop.state.refreshing, "c and d may be in front of g or behind h")
    loop.send(.pageLoaded(ticket: 5, page: .init("ab", next: "c1")))
    #expect(loop.letters == "ab")
  }

  @Test func aServerThatKeepsThePositionItselfAddsAtTheEnd() {
    var loop = Loop(Self.merging, state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("ab", next: "more")))
    loop.send(.loadMore, .pageLoaded(ticket: 2, page: .init("cd", next: "more")))
    loop.send(.loadMore, .pageLoaded(ticket: 3, page: .init("eaf", next: "more")))
    #expect(loop.letters == "abcdef")
    #expect(loop.state.pages.map(\.count) == [2, 2, 2])
  }

  @Test func anEndThatThePageReachesOpensAgain() {
    var whole = Loop(Self.merging, state: .init(seed: 1, identity: 1))
    whole.send(.started, .pageLoaded(ticket: 1, page: .init("abc", next: nil)), .refreshPulled)
    whole.send(.pageLoaded(ticket: 2, page: .init("abc", next: "k1")))
    #expect(whole.state.nextPosition == .after(cursor: "k1"))
  }

  /// Rows ab and dg, which were read to the end, and asked once more as 4.
  private static var askedAgain: Loop<Letters> {
    var loop = Loop(merging, state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("ab", next: "c1")))
    loop.send(.loadMore, .pageLoaded(ticket: 2, page: .init("dg", next: nil)))
    loop.send(.itemAppeared(index: 3), .refreshPulled)
    loop.send(.pageLoaded(ticket: 3, page: .init("ab", next: "c1")))
    return loop
  }

  @Test func aPageThatReachesIntoAnEndThatIsReadAgainKeepsTheOrder() {
    var loop = Self.askedAgain
    loop.send(.refreshPulled, .pageLoaded(ticket: 5, page: .init("bd", next: "c2")))
    #expect(loop.letters == "bdg")
    #expect(loop.state.pages.map(\.count) == [2, 1])
    loop.send(.pageLoaded(ticket: 6, page: .init("de", next: "c3")))
    #expect(loop.letters == "bdeg", "e is not behind g")
    loop.send(.pageLoaded(ticket: 7, page: .init("fg", next: nil)))
    #expect(loop.letters == "bdefg")
  }

  @Test func newRowsInFrontOfTheFirstKnownOneStandThere() {
    var loop = Self.askedAgain
    loop.send(.refreshPulled, .pageLoaded(ticket: 5, page: .init("bd", next: "c2")))
    loop.send(.pageLoaded(ticket: 6, page: .init("cd", next: "c2")))
    #expect(loop.letters == "bcdg", "it came between b and d since")
  }

  @Test func whereTheFirstPageIsTheLastItsRestIsReadOnce() {
    var loop = Loop(Self.merging, state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("adg", next: nil)), .refreshPulled)
    loop.send(.pageLoaded(ticket: 2, page: .init("ad", next: "c1")))
    #expect(loop.letters == "adg")
    #expect(loop.state.pages.map(\.count) == [2, 1])
    loop.send(.itemAppeared(index: 2), .pageLoaded(ticket: 3, page: .init("efg", next: "c2")))
    #expect(loop.letters == "adefg")
    loop.send(.pageLoaded(ticket: 4, page: .init("h", next: nil)))
    #expect(loop.letters == "adefgh")
  }
}
