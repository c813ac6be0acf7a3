import FeedReducer
import Testing
import TestWatch

@Suite("Connectivity", .watched)
struct ConnectivityTests {
  @Test func offlineAsksForNothing() {
    var loop = Given.one
    #expect(loop.send(.connectivityChanged(isOnline: false)) == .accepted([]))
    #expect(loop.send(.itemAppeared(index: 2)) == .accepted([]))
    #expect(loop.state.append == .offline(attempt: 0))
    #expect(loop.state.error?.code == .offline)
    #expect(loop.send(.itemAppeared(index: 2)) == .ignored(.offline(kind: .append)))
    #expect(loop.send(.loadMore) == .ignored(.offline(kind: .append)))
  }

  @Test func whatARefreshWouldLoadAfterItWaitsForTheNetworkAtOnce() {
    var loop = Given.oneLoading
    loop.send(.connectivityChanged(isOnline: false))
    let lost = FeedFailure(.invalidCursor, message: "")
    #expect(loop.send(.failed(ticket: 2, failure: lost)) == .accepted([]))
    #expect(loop.state.refresh == .offline(attempt: 0))
    #expect(loop.state.append == .offline(attempt: 0))
  }

  @Test func comingOnlineLoadsOnce() {
    var loop = Given.one
    loop.send(.connectivityChanged(isOnline: false), .itemAppeared(index: 2))
    #expect(
      loop.send(.connectivityChanged(isOnline: true)) == .accepted([load(2, after: "c1")]))
    #expect(
      loop.send(.connectivityChanged(isOnline: true))
        == .ignored(.connectivityUnchanged(isOnline: true)))
  }

  @Test func aFirstLoadWaitsForTheNetworkToo() {
    var loop = Given.fresh
    loop.send(.connectivityChanged(isOnline: false))
    #expect(loop.send(.started) == .accepted([]))
    #expect(loop.send(.started) == .ignored(.offline(kind: .refresh)))
    #expect(loop.send(.connectivityChanged(isOnline: true)) == .accepted([load(1)]))
  }

  @Test func aFailureWhileOfflineWaitsForTheNetwork() {
    var loop = Given.oneLoadingWithRetries()
    loop.send(.connectivityChanged(isOnline: false), .failed(ticket: 2, failure: .busy()))
    #expect(loop.state.append == .offline(attempt: 0))
  }

  @Test func whenRefreshAndAppendWaitedOnlyTheRefreshIsSent() {
    var loop = Given.one
    loop.send(.connectivityChanged(isOnline: false), .refreshPulled)
    loop.send(.failed(ticket: 2, failure: .busy()), .itemAppeared(index: 2))
    #expect(loop.state.refresh == .offline(attempt: 0))
    #expect(loop.state.append == .offline(attempt: 0))
    #expect(loop.send(.connectivityChanged(isOnline: true)) == .accepted([load(3)]))
    #expect(loop.state.append == .idle)
  }

  @Test func goingOfflineStopsTheTimerAndComingBackLoadsAtOnce() {
    var loop = Given.oneLoadingWithRetries()
    loop.send(.failed(ticket: 2, failure: .busy(retryAfter: .seconds(29))))
    #expect(
      loop.send(.connectivityChanged(isOnline: false)) == .accepted([.cancel(ticket: 3)]))
    #expect(loop.state.append == .offline(attempt: 1))
    #expect(
      loop.send(.connectivityChanged(isOnline: true)) == .accepted([load(4, after: "c1")]))
    #expect(loop.state.append == .loading(ticket: 4, attempt: 1))
  }

  @Test func aPersonIsHeardWhileTheDeviceIsSaidToBeOffline() {
    var loop = Given.one
    loop.send(.connectivityChanged(isOnline: false), .itemAppeared(index: 2))
    #expect(loop.send(.retryTapped(kind: nil)) == .accepted([load(2, after: "c1")]))
    loop.send(.failed(ticket: 2, failure: .busy()))
    #expect(loop.state.append == .offline(attempt: 0), "and so it is again")
    #expect(loop.send(.refreshPulled) == .accepted([load(3)]))
    loop.send(.failed(ticket: 3, failure: .busy()))
    #expect(loop.state.refresh == .offline(attempt: 0))
    #expect(loop.send(.retryTapped(kind: nil)) == .accepted([load(4)]))
    #expect(loop.send(.refreshPulled) == .ignored(.loading(kind: .refresh, ticket: 4)))
    loop.send(.pageLoaded(ticket: 4, page: .init("xyz", next: nil)))
    #expect(loop.letters == "xyz")
  }

  @Test(arguments: [FeedFailure.Code.offline, .unreachable])
  func whatFailedBeforeTheDeviceWasSaidToBeOfflineLoadsWhenOnlineAgain(code: FeedFailure.Code) {
    var loop = Given.oneLoading
    loop.send(.failed(ticket: 2, failure: FeedFailure(code, message: "no network")))
    loop.send(.connectivityChanged(isOnline: false))
    #expect(
      loop.send(.connectivityChanged(isOnline: true)) == .accepted([load(3, after: "c1")]))
    var other = Given.oneFailed
    other.send(.connectivityChanged(isOnline: false))
    #expect(other.send(.connectivityChanged(isOnline: true)) == .accepted([]))
  }

  @Test(arguments: [FeedFailure.Code.offline, .unreachable])
  func whenRefreshAndAppendFailedForTheNetworkOnlyTheRefreshIsSent(code: FeedFailure.Code) {
    let failure = FeedFailure(code, message: "no network")
    var loop = Given.oneLoading
    loop.send(.failed(ticket: 2, failure: failure), .refreshPulled)
    loop.send(.failed(ticket: 3, failure: failure), .connectivityChanged(isOnline: false))
    #expect(loop.send(.connectivityChanged(isOnline: true)) == .accepted([load(4)]))
    #expect(loop.state.append == .failed(failure: failure), "the refresh decides about it")
    #expect(
      loop.send(.pageLoaded(ticket: 4, page: .init("abc", next: "c1")))
        == .accepted([load(5, after: "c1")]))
  }

  @Test(arguments: [FeedFailure.Code.offline, .unreachable])
  func besideARefreshInFlightComingOnlineSendsNothing(code: FeedFailure.Code) {
    let failure = FeedFailure(code, message: "no network")
    var loop = Given.oneLoading
    loop.send(.failed(ticket: 2, failure: failure), .connectivityChanged(isOnline: false))
    #expect(loop.send(.refreshPulled) == .accepted([load(3)]))
    #expect(loop.send(.connectivityChanged(isOnline: true)) == .accepted([]))
    #expect(loop.state.refresh == .loading(ticket: 3, attempt: 0))
    #expect(loop.state.append == .failed(failure: failure))
  }

  @Test func whenTheRefreshFailsTooTheNextTimeOnlineSendsItAgain() {
    let failure = FeedFailure(.unreachable, message: "no network")
    var loop = Given.oneLoading
    loop.send(.failed(ticket: 2, failure: failure), .refreshPulled)
    loop.send(.failed(ticket: 3, failure: failure))
    for ticket in [Ticket(4), 5] {
      loop.send(.connectivityChanged(isOnline: false))
      #expect(loop.send(.connectivityChanged(isOnline: true)) == .accepted([load(ticket)]))
      loop.send(.failed(ticket: ticket, failure: failure))
    }
  }
}
