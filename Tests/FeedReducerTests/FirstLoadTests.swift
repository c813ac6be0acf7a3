import FeedReducer
import Testing
import TestWatch

@Suite("The first page", .watched)
struct FirstLoadTests {
  @Test func startingSendsForTheFirstPage() {
    var loop = Given.fresh
    #expect(loop.send(.started) == .accepted([load(1)]))
    #expect(loop.state.refresh == .loading(ticket: 1, attempt: 0))
    #expect(loop.state.isLoading)
  }

  @Test func startingTwiceSendsOnce() {
    var loop = Given.started
    let before = loop.state
    #expect(loop.send(.started) == .ignored(.loading(kind: .refresh, ticket: 1)))
    #expect(loop.state == before)
  }

  @Test func comingBackIsNotARefresh() {
    var loop = Given.one
    let before = loop.state
    #expect(loop.send(.started) == .ignored(.alreadyStarted))
    #expect(loop.state == before)
  }

  @Test func nothingIsAppendedBeforeTheFirstPage() {
    var loop = Given.started
    let before = loop.state
    #expect(loop.send(.itemAppeared(index: 0)) == .ignored(.noSuchRow(index: 0, count: 0)))
    #expect(loop.send(.loadMore) == .ignored(.refreshing(ticket: 1)))
    #expect(loop.state == before)
  }

  @Test func anEmptyFirstPageWithoutNextIsAnEmptyFeed() {
    var loop = Given.started
    #expect(loop.send(.pageLoaded(ticket: 1, page: .init("", next: nil))) == .accepted([]))
    #expect(loop.state.append == .ended(reason: .exhausted))
    #expect(loop.state.isEmpty)
    #expect(loop.state.pages.isEmpty)
  }

  @Test func anEmptyFirstPageWithNextLoadsOnByItself() {
    var loop = Given.started
    let reaction = loop.send(.pageLoaded(ticket: 1, page: .init("", next: "c1")))
    #expect(reaction == .accepted([load(2, after: "c1")]))
    #expect(!loop.state.isEmpty)
    #expect(loop.state.isLoadingMore)
  }

  @Test func aFailedFirstPageLeavesTheOthersAlone() {
    let loop = Given.firstFailed
    #expect(loop.state.refresh == .failed(failure: .server))
    #expect(loop.state.append == .idle)
    #expect(loop.state.error == .server)
    #expect(loop.state.items.isEmpty)
    #expect(!loop.state.isLoading)
  }

  @Test(arguments: [Letters.Action.started, .itemAppeared(index: 0), .loadMore])
  func afterAFailedFirstPageOnlyRetryAndPullStartAgain(action: Letters.Action) {
    var loop = Given.firstFailed
    let before = loop.state
    #expect(loop.send(action).refusal != nil)
    #expect(loop.state == before)
    #expect(loop.send(.refreshPulled) == .accepted([load(2)]))
  }

  @Test func aRetriedFirstPageIsStoredAsTheFirst() {
    var loop = Given.firstFailed
    #expect(loop.send(.retryTapped(kind: nil)) == .accepted([load(2)]))
    loop.send(.pageLoaded(ticket: 2, page: .init("abc", next: "c1")))
    #expect(loop.letters == "abc")
    #expect(loop.state.pages == [.init(count: 3, position: .start)])
    #expect(loop.state.refresh == .idle)
    #expect(loop.state.error == nil)
  }

  @Test func aCancelledFirstPageSaysSoAndCanBeRetried() {
    var loop = Given.started
    #expect(loop.send(.cancelled(ticket: 1)) == .accepted([]))
    #expect(
      loop.state.error?.message == "The load was stopped before anything came; try again.")
    #expect(loop.send(.retryTapped(kind: nil)) == .accepted([load(2)]))
  }
}
