import FeedReducer
import Testing
import TestWatch

@Suite("Answers carry tickets", .watched)
struct AnswerTests {
  @Test func theSameAnswerTwiceCountsOnce() {
    var loop = Given.two
    let before = loop.state
    #expect(
      loop.send(.pageLoaded(ticket: 2, page: .init("def", next: "c2")))
        == .ignored(.unknownTicket(ticket: 2)))
    #expect(loop.state == before)
  }

  @Test func aLateFailureOfAnAnsweredRequestChangesNothing() {
    var loop = Given.two
    let before = loop.state
    #expect(
      loop.send(.failed(ticket: 2, failure: .server)) == .ignored(.unknownTicket(ticket: 2)))
    #expect(loop.send(.cancelled(ticket: 2)) == .ignored(.unknownTicket(ticket: 2)))
    #expect(loop.state == before)
  }

  @Test func aTimerThatWasNeverSetChangesNothing() {
    var loop = Given.two
    #expect(loop.send(.timerFired(ticket: 2)) == .ignored(.unknownTicket(ticket: 2)))
  }

  @Test func aCancelIsNotAnErrorAndDemandIsPausedUntilTheReaderMoves() {
    var loop = Given.oneLoading
    #expect(loop.send(.cancelled(ticket: 2)) == .accepted([]))
    #expect(loop.state.append == .idle)
    #expect(loop.state.error == nil)
    #expect(letters.explain(.append, in: loop.state) == .demandPaused)
    #expect(loop.send(.itemAppeared(index: 2)) == .accepted([load(3, after: "c1")]))
  }

  @Test func loadMoreResumesAfterACancel() {
    var loop = Given.oneLoading
    loop.send(.cancelled(ticket: 2))
    #expect(loop.send(.loadMore) == .accepted([load(3, after: "c1")]))
  }

  @Test func whatResumesTheLoadResumesDemand() {
    var loop = Given.oneLoading
    loop.send(.cancelled(ticket: 2), .loadMore)
    #expect(
      loop.send(.pageLoaded(ticket: 3, page: .init("", next: "c2")))
        == .accepted([load(4, after: "c2")]))
  }

  @Test func aCancelledRefreshKeepsTheRows() {
    var loop = Given.twoRefreshing
    #expect(loop.send(.cancelled(ticket: 3)) == .accepted([]))
    #expect(loop.letters == "abcdef")
    #expect(!loop.state.refreshing)
    #expect(loop.send(.refreshPulled) == .accepted([load(4)]))
  }
}
