import FeedReducer
import Testing
import TestWatch

@Suite("Failures and retry", .watched)
struct RetryTests {
  @Test func aFailureTouchesOnlyItsKind() {
    let loop = Given.oneFailed
    #expect(loop.state.append == .failed(failure: .server))
    #expect(loop.state.refresh == .idle)
    #expect(loop.letters == "abc")
    #expect(loop.state.error == .server)
    #expect(loop.state.canLoadNextPage)
  }

  @Test func anErrorClosesItsKindToScrolling() {
    var loop = Given.oneFailed
    let before = loop.state
    for _ in 1...10 {
      #expect(loop.send(.itemAppeared(index: 2)) == .ignored(.failed(kind: .append)))
    }
    #expect(loop.state == before)
    #expect(loop.send(.itemAppeared(index: 1)).effects == [])
  }

  @Test func loadMoreIsNotRetry() {
    var loop = Given.oneFailed
    #expect(loop.send(.loadMore) == .ignored(.failed(kind: .append)))
  }

  @Test(arguments: [nil, LoadKind.append])
  func retryAsksWithTheSameCursorUnderANewTicket(kind: LoadKind?) {
    var loop = Given.oneFailed
    #expect(loop.send(.retryTapped(kind: kind)) == .accepted([load(3, after: "c1")]))
    #expect(loop.state.error == nil)
  }

  @Test(arguments: [nil, LoadKind.refresh, .append, .prepend])
  func withNothingFailedThereIsNothingToRetry(kind: LoadKind?) {
    var loop = Given.one
    let before = loop.state
    #expect(loop.send(.retryTapped(kind: kind)) == .ignored(.nothingFailed(kind: kind)))
    #expect(loop.state == before)
  }

  @Test func retryingTwiceLoadsOnce() {
    var loop = Given.oneFailed
    loop.send(.retryTapped(kind: nil))
    #expect(loop.send(.retryTapped(kind: nil)) == .ignored(.nothingFailed(kind: nil)))
  }

  @Test func retryOfAppendWhileARefreshRunsTakesTheFailureAway() {
    var loop = Given.oneFailed
    loop.send(.refreshPulled)
    #expect(loop.state.error == .server)
    #expect(loop.send(.retryTapped(kind: .append)) == .accepted([]))
    #expect(loop.state.error == nil)
    #expect(
      loop.send(.pageLoaded(ticket: 3, page: .init("abc", next: "n1")))
        == .accepted([load(4, after: "n1")]), "the refresh decides what is loaded")
  }

  @Test func whenRefreshAndAppendFailedRefreshIsRetriedFirst() {
    var loop = Given.oneFailed
    loop.send(.refreshPulled, .failed(ticket: 3, failure: .server))
    #expect(loop.send(.retryTapped(kind: nil)) == .accepted([load(4)]))
    #expect(loop.state.error == .server)
  }

  @Test func aRetryResumesDemand() {
    var loop = Given.oneFailed
    loop.send(.refreshPulled, .failed(ticket: 3, failure: .server))
    loop.send(.retryTapped(kind: .append))
    #expect(
      loop.send(.pageLoaded(ticket: 4, page: .init("d", next: "c2")))
        == .accepted([load(5, after: "c2")]))
  }

  @Test func appendAloneCanBeRetriedWhenRefreshFailedToo() {
    var loop = Given.oneFailed
    loop.send(.refreshPulled, .failed(ticket: 3, failure: .server))
    #expect(loop.send(.retryTapped(kind: .append)) == .accepted([load(4, after: "c1")]))
    #expect(loop.state.refresh == .failed(failure: .server))
  }
}
