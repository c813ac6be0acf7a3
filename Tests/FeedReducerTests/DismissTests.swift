import FeedReducer
import TestWatch
import Testing

/// The user has read a failure: it goes, and nothing loads for it.
@Suite("Dismissed errors", .watched)
struct DismissTests {
  @Test(arguments: [nil, LoadKind.append])
  func theFailureOfAPageGoesAndScrollingLoadsAgain(kind: LoadKind?) {
    var loop = Given.oneFailed
    #expect(loop.send(.errorDismissed(kind: kind)) == .accepted([]))
    #expect(loop.state.error == nil && loop.state.footer == .nothing)
    #expect(loop.letters == "abc")
    #expect(loop.send(.visible(range: 1..<3)) == .accepted([load(3, after: "c1")]))
  }

  @Test func theFailureOfARefreshGoesAndTheRowsStay() {
    var loop = Given.one
    loop.send(.refreshPulled, .failed(ticket: 2, failure: .server))
    #expect(loop.state.header == .failed(kind: .refresh, failure: .server))
    #expect(loop.send(.errorDismissed(kind: .refresh)) == .accepted([]))
    #expect(loop.state.header == .end && loop.letters == "abc")
    #expect(loop.send(.errorDismissed(kind: .refresh)) == .ignored(.nothingFailed(kind: .refresh)))
  }

  @Test func anotherKindKeepsItsFailure() {
    var loop = Given.oneFailed
    #expect(loop.send(.errorDismissed(kind: .refresh)) == .ignored(.nothingFailed(kind: .refresh)))
    #expect(loop.state.error(of: .append) == .server)
  }

  @Test func withoutRowsTheFailureIsAllThereIsToSee() {
    var loop = Given.firstFailed
    let before = loop.state
    #expect(loop.send(.errorDismissed(kind: nil)) == .ignored(.failed(kind: .refresh)))
    #expect(loop.state == before)
    #expect(loop.send(.retryTapped(kind: nil)).refusal == nil, "as the refusal advises")
  }

  @Test func anEmptyListShowsThatItIsEmpty() {
    var loop = Given.started
    loop.send(
      .pageLoaded(ticket: 1, page: .init("", next: nil)), .refreshPulled,
      .failed(ticket: 2, failure: .server))
    #expect(loop.send(.errorDismissed(kind: nil)) == .accepted([]))
    #expect(loop.state.footer == .empty)
  }

  @Test func whatWaitsForTheNetworkIsGivenUp() {
    var loop = Given.oneLoading
    loop.send(.connectivityChanged(isOnline: false))
    loop.send(.failed(ticket: 2, failure: FeedFailure(.offline, message: "", isRetryable: true)))
    #expect(loop.state.footer == .offline(kind: .append))
    #expect(loop.send(.errorDismissed(kind: .append)) == .accepted([]))
    #expect(loop.send(.connectivityChanged(isOnline: true)) == .accepted([]))
    #expect(loop.send(.visible(range: 1..<3)) == .accepted([load(3, after: "c1")]))
  }

  @Test func whatIsTriedAgainHasNotFailed() {
    var loop = Given.oneLoading
    #expect(loop.send(.errorDismissed(kind: nil)) == .ignored(.nothingFailed(kind: nil)))
    loop = Loop(
      Letters(pageSize: 3, prefetchDistance: 1, retry: RetryPolicy(attempts: 1)),
      state: .init(seed: 1, identity: 1))
    loop.send(.started, .failed(ticket: 1, failure: .server))
    for kind in [nil, LoadKind.refresh] {
      #expect(
        loop.send(.errorDismissed(kind: kind)) == .ignored(.waiting(kind: .refresh, ticket: 2)))
    }
  }

  @Test func aStoppedFeedHasNoFailure() {
    var loop = Given.firstFailed
    loop.send(.stopped)
    #expect(loop.send(.errorDismissed(kind: nil)) == .ignored(.stopped))
  }
}
