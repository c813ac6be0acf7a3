import FeedReducer
import Testing
import TestWatch

@Suite("Refresh", .watched)
struct RefreshTests {
  @Test func aPullNeverBlanks() {
    var loop = Given.two
    #expect(loop.send(.refreshPulled) == .accepted([load(3)]))
    #expect(loop.letters == "abcdef")
    #expect(loop.state.refreshing)
    #expect(!loop.state.isLoading)
  }

  @Test func aSecondPullIsIgnored() {
    var loop = Given.twoRefreshing
    let before = loop.state
    #expect(loop.send(.refreshPulled) == .ignored(.loading(kind: .refresh, ticket: 3)))
    #expect(loop.state == before)
  }

  @Test func aPullCancelsTheNextPageFirst() {
    var loop = Given.oneLoading
    #expect(loop.send(.refreshPulled) == .accepted([.cancel(ticket: 2), load(3)]))
    #expect(loop.state.append == .idle)
  }

  @Test func anAnswerToACancelledRequestChangesNothing() {
    var loop = Given.oneLoading
    loop.send(.refreshPulled)
    let before = loop.state
    #expect(
      loop.send(.pageLoaded(ticket: 2, page: .init("def", next: "c2")))
        == .ignored(.unknownTicket(ticket: 2)))
    #expect(loop.send(.failed(ticket: 2, failure: .server)).refusal != nil)
    #expect(loop.state == before)
  }

  @Test func theReaderMovesButNothingIsAppendedWhileARefreshRuns() {
    var loop = Given.twoRefreshing
    #expect(loop.send(.itemAppeared(index: 5)) == .accepted([]))
    #expect(loop.state.reader == 5..<6)
    #expect(loop.send(.itemAppeared(index: 5)) == .ignored(.refreshing(ticket: 3)))
    #expect(loop.send(.loadMore) == .ignored(.refreshing(ticket: 3)))
  }

  @Test func theRowsAreSwappedInOneStep() {
    var loop = Given.twoRefreshing
    let generation = loop.state.generation
    #expect(loop.send(.pageLoaded(ticket: 3, page: .init("xyz", next: "n1"))) == .accepted([]))
    #expect(loop.letters == "xyz")
    #expect(loop.state.generation == generation + 1)
    #expect(loop.state.append == .idle)
    #expect(loop.state.page == "n1")
    #expect(loop.state.pages == [.init(count: 3, position: .start)])
  }

  @Test func oldCursorsAreForgotten() {
    var loop = Given.twoRefreshing
    loop.send(.pageLoaded(ticket: 3, page: .init("x", next: "n1")), .itemAppeared(index: 0))
    #expect(
      loop.send(.pageLoaded(ticket: 4, page: .init("", next: "c1")))
        == .accepted([load(5, after: "c1")]))
  }

  @Test func aFailedRefreshChangesOnlyItsOwnLoadState() {
    var loop = Given.twoRefreshing
    let before = loop.state
    #expect(loop.send(.failed(ticket: 3, failure: .server)) == .accepted([]))
    #expect(loop.state.refresh == .failed(failure: .server))
    #expect(loop.state.items == before.items)
    #expect(loop.state.page == before.page)
    #expect(loop.state.append == before.append)
    #expect(loop.state.generation == before.generation)
    #expect(!loop.state.refreshing)
  }

  @Test func aFailedRefreshDoesNotFreezeTheFeed() {
    var loop = Given.twoRefreshing
    loop.send(.failed(ticket: 3, failure: .server))
    #expect(loop.send(.itemAppeared(index: 5)) == .accepted([load(4, after: "c2")]))
  }

  @Test func afterAFailedRefreshDemandIsPausedUntilTheReaderMoves() {
    var loop = Given.oneLoading
    loop.send(.refreshPulled)
    #expect(loop.send(.failed(ticket: 3, failure: .server)) == .accepted([]))
    #expect(loop.send(.itemAppeared(index: 2)) == .accepted([load(4, after: "c1")]))
  }

  @Test func aRefreshThatArrivesResumesDemand() {
    var loop = Given.oneLoading
    loop.send(.refreshPulled, .failed(ticket: 3, failure: .server), .refreshPulled)
    #expect(
      loop.send(.pageLoaded(ticket: 4, page: .init("abc", next: "n1")))
        == .accepted([load(5, after: "n1")]))
  }

  @Test func aRefreshClearsTheErrorOfTheNextPage() {
    var loop = Given.oneFailed
    loop.send(.refreshPulled)
    #expect(loop.state.append == .failed(failure: .server))
    loop.send(.pageLoaded(ticket: 3, page: .init("abc", next: "c1")))
    #expect(loop.state.error == nil)
    #expect(loop.state.append != .failed(failure: .server))
  }

  @Test func aRefreshOpensTheEndAgain() {
    var loop = Given.oneEnded
    loop.send(.refreshPulled, .pageLoaded(ticket: 2, page: .init("xyz", next: "n1")))
    #expect(loop.state.append == .idle)
    #expect(loop.state.canLoadNextPage)
  }

  @Test func theReaderStaysWithTheRowAndNotWithTheIndex() {
    var loop = Given.two
    loop.send(.itemAppeared(index: 4), .pageLoaded(ticket: 3, page: .init("ghi", next: "c3")))
    loop.send(.itemAppeared(index: 7), .refreshPulled)
    let reaction = loop.send(.pageLoaded(ticket: 5, page: .init("nmh", next: "n1")))
    #expect(loop.state.reader == 2..<3)
    #expect(reaction == .accepted([load(6, after: "n1")]))
  }

  @Test func rowsThatStayOnTheScreenNeedNotAppearAgain() {
    var loop = Given.two
    loop.send(.visible(range: 0..<3))
    #expect(loop.state.reader == 0..<3)
    loop.send(.refreshPulled)
    // Rows abc are on the screen and do not appear again.
    #expect(
      loop.send(.pageLoaded(ticket: 3, page: .init("abc", next: "n1")))
        == .accepted([load(4, after: "n1")]))
  }

  @Test func aReaderWhoseRowHasGoneIsUnknown() {
    var loop = Given.twoRefreshing
    loop.send(.itemAppeared(index: 5))
    #expect(loop.send(.pageLoaded(ticket: 3, page: .init("xyz", next: "n1"))) == .accepted([]))
    #expect(loop.state.reader == nil)
  }

  @Test func resetDropsEverythingAndStartsOver() {
    var loop = Given.oneLoading
    #expect(loop.send(.reset) == .accepted([.cancel(ticket: 2), load(3)]))
    #expect(loop.state.items.isEmpty)
    #expect(loop.state.isLoading)
    #expect(loop.state.generation == 0)
    #expect(loop.state.seed == 1)
    #expect(loop.send(.pageLoaded(ticket: 2, page: .init("def", next: nil))).refusal != nil)
  }

  @Test func resetCancelsTheRefreshThatRuns() {
    var loop = Given.twoRefreshing
    #expect(loop.send(.reset) == .accepted([.cancel(ticket: 3), load(4)]))
  }
}
