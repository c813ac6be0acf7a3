import FeedReducer
import Testing
import TestWatch

@Suite("Automatic retry and connectivity", .watched)
struct AutomaticRetryTests {
  /// `oneLoading` with up to two automatic retries, base 1 s, cap 30 s.
  private static func loading(seed: UInt64 = 1) -> Loop<Letters> {
    let feed = Letters(pageSize: 3, prefetchDistance: 2, retry: RetryPolicy(attempts: 2))
    var loop = Loop(feed, state: .init(seed: seed))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("abc", next: "c1")))
    loop.send(.itemAppeared(index: 2))
    return loop
  }

  private func failure(
    _ status: Int = 503, retryAfter: Duration? = nil, isRetryable: Bool = true
  ) -> FeedFailure {
    FeedFailure(
      .http, "\(status)", status: status, isRetryable: isRetryable, retryAfter: retryAfter)
  }

  @Test func aRetryableFailureWaitsInSilence() throws {
    var loop = Self.loading()
    let effects = loop.send(.failed(ticket: 2, failure: failure())).effects
    guard case .schedule(ticket: 3, let delay)? = effects.first, effects.count == 1 else {
      Issue.record("\(effects)")
      return
    }
    #expect(delay >= .milliseconds(500) && delay <= .seconds(1))
    #expect(loop.state.append == .waiting(ticket: 3, attempt: 1))
    #expect(loop.state.error == nil)
    #expect(loop.state.isLoadingMore)
    #expect(loop.letters == "abc")
  }

  @Test func theAttemptsAreBoundedAndTheDelayDoubles() {
    var loop = Self.loading()
    loop.send(.failed(ticket: 2, failure: failure()))
    #expect(loop.send(.timerFired(ticket: 3)) == .accepted([load(4, after: "c1")]))
    #expect(loop.state.append == .loading(ticket: 4, attempt: 1))
    let effects = loop.send(.failed(ticket: 4, failure: failure())).effects
    guard case .schedule(ticket: 5, let delay)? = effects.first else {
      Issue.record("\(effects)")
      return
    }
    #expect(delay >= .seconds(1) && delay <= .seconds(2))
    #expect(loop.send(.timerFired(ticket: 5)) == .accepted([load(6, after: "c1")]))
    #expect(loop.send(.failed(ticket: 6, failure: failure())) == .accepted([]))
    #expect(loop.state.error?.attempts == 3)
    #expect(loop.state.error?.description == "After 3 attempts: 503")
  }

  @Test func aLoadThatWasTriedOnceDoesNotCount() {
    var loop = Self.loading()
    loop.send(.failed(ticket: 2, failure: failure(404, isRetryable: false)))
    #expect(loop.state.error?.attempts == nil)
    #expect(loop.state.error?.description == "404")
  }

  @Test func theServersWordReplacesTheBackoff() {
    var loop = Self.loading()
    #expect(
      loop.send(.failed(ticket: 2, failure: failure(429, retryAfter: .seconds(7))))
        == .accepted([.schedule(ticket: 3, after: .seconds(7))]))
  }

  @Test(arguments: [Duration.seconds(-3), .zero]) func aWaitThatIsOverIsNone(after: Duration) {
    var loop = Self.loading()
    #expect(
      loop.send(.failed(ticket: 2, failure: failure(429, retryAfter: after)))
        == .accepted([.schedule(ticket: 3, after: .zero)]))
  }

  @Test func aWaitLongerThanTheCapFailsAtOnce() {
    var loop = Self.loading()
    let failure = failure(429, retryAfter: .seconds(3_600))
    #expect(loop.send(.failed(ticket: 2, failure: failure)) == .accepted([]))
    #expect(loop.state.error?.retryAfter == .seconds(3_600))
  }

  @Test func aFinalFailureFailsAtOnce() {
    var loop = Self.loading()
    let failure = failure(404, isRetryable: false)
    #expect(loop.send(.failed(ticket: 2, failure: failure)) == .accepted([]))
    #expect(loop.state.append == .failed(failure: failure))
  }

  @Test func theWaitStands() {
    var loop = Self.loading()
    loop.send(.failed(ticket: 2, failure: failure()))
    let before = loop.state
    #expect(
      loop.send(.itemAppeared(index: 2)) == .ignored(.waiting(kind: .append, ticket: 3)))
    #expect(loop.send(.loadMore) == .ignored(.waiting(kind: .append, ticket: 3)))
    #expect(loop.send(.retryTapped(kind: .prepend)) == .ignored(.nothingFailed(kind: .prepend)))
    #expect(loop.state == before)
  }

  @Test(arguments: [nil, LoadKind.append]) func aPersonOutranksTheTimer(kind: LoadKind?) {
    var loop = Self.loading()
    loop.send(.failed(ticket: 2, failure: failure()))
    #expect(
      loop.send(.retryTapped(kind: kind))
        == .accepted([.cancel(ticket: 3), load(4, after: "c1")]))
    #expect(loop.state.append == .loading(ticket: 4, attempt: 1), "the count is kept")
    #expect(loop.send(.timerFired(ticket: 3)) == .ignored(.unknownTicket(ticket: 3)))
  }

  @Test func aPersonOutranksTheTimerOfAFirstLoad() {
    var loop = Loop(Letters(pageSize: 3, retry: RetryPolicy(attempts: 2)), state: .init(seed: 1))
    loop.send(.started, .failed(ticket: 1, failure: failure()))
    #expect(loop.send(.retryTapped(kind: nil)) == .accepted([.cancel(ticket: 2), load(3)]))
    #expect(loop.state.refresh == .loading(ticket: 3, attempt: 1))
  }

  @Test func goingOfflineStopsTheTimerAndComingBackLoadsAtOnce() {
    var loop = Self.loading()
    loop.send(.failed(ticket: 2, failure: failure(retryAfter: .seconds(29))))
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
    loop.send(.failed(ticket: 2, failure: failure()))
    #expect(loop.state.append == .offline(attempt: 0), "and so it is again")
    #expect(loop.send(.refreshPulled) == .accepted([load(3)]))
    loop.send(.failed(ticket: 3, failure: failure()))
    #expect(loop.state.refresh == .offline(attempt: 0))
    #expect(loop.send(.retryTapped(kind: nil)) == .accepted([load(4)]))
    #expect(loop.send(.refreshPulled) == .ignored(.loading(kind: .refresh, ticket: 4)))
    loop.send(.pageLoaded(ticket: 4, page: .init("xyz", next: nil)))
    #expect(loop.letters == "xyz")
  }

  @Test func aRefreshCancelsTheTimer() {
    var loop = Self.loading()
    loop.send(.failed(ticket: 2, failure: failure()))
    #expect(loop.send(.refreshPulled) == .accepted([.cancel(ticket: 3), load(4)]))
    #expect(loop.state.append == .idle)
    #expect(loop.send(.timerFired(ticket: 3)) == .ignored(.unknownTicket(ticket: 3)))
  }

  @Test func aPullDoesNotWaitForTheRetryOfARefresh() {
    var loop = Self.loading()
    loop.send(.refreshPulled, .failed(ticket: 3, failure: failure()))
    #expect(loop.state.refreshing)
    #expect(loop.state.refresh == .waiting(ticket: 4, attempt: 1))
    #expect(loop.send(.loadMore) == .ignored(.refreshing(ticket: 4)))
    #expect(loop.send(.refreshPulled) == .accepted([.cancel(ticket: 4), load(5)]))
  }

  @Test func aCancelledTimerIsNoError() {
    var loop = Self.loading()
    loop.send(.failed(ticket: 2, failure: failure()))
    #expect(loop.send(.cancelled(ticket: 3)) == .accepted([]))
    #expect(loop.state.append == .idle)
  }

  @Test func afterASuccessTheBudgetIsFullAgain() {
    var loop = Self.loading()
    loop.send(.failed(ticket: 2, failure: failure()), .timerFired(ticket: 3))
    loop.send(.pageLoaded(ticket: 4, page: .init("d", next: "c2")))
    #expect(loop.state.append == .loading(ticket: 5, attempt: 0))
  }

  @Test func theFirstPageIsRetriedToo() {
    let feed = Letters(pageSize: 3, prefetchDistance: 2, retry: RetryPolicy(attempts: 1))
    var loop = Loop(feed, state: .init(seed: 1))
    loop.send(.started, .failed(ticket: 1, failure: failure()))
    #expect(loop.state.isLoading)
    #expect(loop.send(.timerFired(ticket: 2)) == .accepted([load(3)]))
    loop.send(.failed(ticket: 3, failure: failure()))
    var twice = failure()
    twice.attempts = 2
    #expect(loop.state.error == twice)
  }

  @Test func manyFeedsThatFailTogetherDoNotComeBackTogether() {
    var slices = [Int](repeating: 0, count: 10)
    for seed in UInt64(0)..<200 {
      var loop = Self.loading(seed: seed)
      guard
        case .schedule(_, let delay)? = loop.send(.failed(ticket: 2, failure: failure()))
          .effects.first
      else { continue }
      slices[min(9, Int((delay / .seconds(1) - 0.5) * 20))] += 1
    }
    #expect(slices.reduce(0, +) == 200)
    #expect(slices.allSatisfy { $0 <= 50 })
  }

  @Test func theDelayIsCapped() {
    let feed = Letters(
      pageSize: 3, retry: RetryPolicy(attempts: 80, base: .seconds(8), cap: .seconds(20)))
    var loop = Loop(feed, state: .init(seed: 1))
    loop.send(.started)
    for attempt in 0..<80 {
      let request = Ticket(rawValue: 2 * attempt + 1)
      let timer = Ticket(rawValue: 2 * attempt + 2)
      guard
        case .schedule(timer, let delay)? = loop.send(.failed(ticket: request, failure: failure()))
          .effects.first
      else {
        Issue.record("no timer for attempt \(attempt)")
        return
      }
      #expect(delay <= .seconds(20))
      loop.send(.timerFired(ticket: timer))
    }
  }

  @Test func aPolicyIsRaisedToWhatIsPossible() {
    let policy = RetryPolicy(attempts: -1, base: .seconds(-2), cap: .seconds(-3))
    #expect(policy == RetryPolicy(attempts: 0, base: .zero, cap: .zero))
    #expect(RetryPolicy(base: .seconds(60)).cap == .seconds(60))
  }

  @Test func theLongestDelaysThereAreDoNotOverflow() {
    let longest = Duration.seconds(Int64.max)
    var loop = Loop(
      Letters(retry: RetryPolicy(attempts: 80, base: longest, cap: longest)), state: .init(seed: 1))
    loop.send(.started)
    for attempt in 0..<80 {
      let ticket = Ticket(rawValue: 2 * attempt + 1)
      let effects = loop.send(.failed(ticket: ticket, failure: failure())).effects
      guard case .schedule(let timer, let delay)? = effects.first else {
        Issue.record("\(effects)")
        return
      }
      #expect(delay > .seconds(1 << 38))
      loop.send(.timerFired(ticket: timer))
    }
  }

  @Test func offlineAsksForNothing() {
    var loop = Given.one
    #expect(loop.send(.connectivityChanged(isOnline: false)) == .accepted([]))
    #expect(loop.send(.itemAppeared(index: 2)) == .accepted([]))
    #expect(loop.state.append == .offline(attempt: 0))
    #expect(loop.state.error?.code == .offline)
    #expect(loop.send(.itemAppeared(index: 2)) == .ignored(.offline(kind: .append)))
    #expect(loop.send(.loadMore) == .ignored(.offline(kind: .append)))
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
    var loop = Self.loading()
    loop.send(.connectivityChanged(isOnline: false), .failed(ticket: 2, failure: failure()))
    #expect(loop.state.append == .offline(attempt: 0))
  }

  @Test func whenRefreshAndAppendWaitedOnlyTheRefreshIsSent() {
    var loop = Given.one
    loop.send(.connectivityChanged(isOnline: false), .refreshPulled)
    loop.send(.failed(ticket: 2, failure: failure()), .itemAppeared(index: 2))
    #expect(loop.state.refresh == .offline(attempt: 0))
    #expect(loop.state.append == .offline(attempt: 0))
    #expect(loop.send(.connectivityChanged(isOnline: true)) == .accepted([load(3)]))
    #expect(loop.state.append == .idle)
  }

  @Test func aCursorThatTheServerNoLongerKnowsRefreshes() {
    var loop = Given.oneLoading
    let lost = FeedFailure(.invalidCursor, "unknown cursor")
    #expect(loop.send(.failed(ticket: 2, failure: lost)) == .accepted([load(3)]))
    #expect(loop.letters == "abc")
    #expect(loop.state.error == nil)
    #expect(
      loop.send(.pageLoaded(ticket: 3, page: .init("abc", next: "n1")))
        == .accepted([load(4, after: "n1")]))
    loop.send(.failed(ticket: 4, failure: lost))
    #expect(loop.state.append == .failed(failure: lost), "a second one in a row would spin")
  }

  @Test func afterASignOfTheReaderALostCursorRefreshesAgain() {
    var loop = Given.oneLoading
    let lost = FeedFailure(.invalidCursor, "unknown cursor")
    loop.send(.failed(ticket: 2, failure: lost))
    loop.send(.pageLoaded(ticket: 3, page: .init("abc", next: "n1")))
    loop.send(.pageLoaded(ticket: 4, page: .init("def", next: "n2")))
    loop.send(.itemAppeared(index: 5))
    #expect(loop.send(.failed(ticket: 5, failure: lost)) == .accepted([load(6)]))
  }

  @Test func aServerThatLosesEveryCursorIsNotAskedForEver() {
    var loop = Loop(Letters(pageSize: 3, prefetchDistance: 5), state: .init(seed: 1))
    var pending = loop.send(.started).effects
    loop.send(.pageLoaded(ticket: 1, page: .init("abc", next: "c1")))
    pending = loop.send(.itemAppeared(index: 2)).effects
    var loads = 0
    while let effect = pending.first, loads < 100 {
      pending.removeFirst()
      guard case .load(let request) = effect else { continue }
      loads += 1
      switch request.position {
      case .start:
        pending +=
          loop.send(
            .pageLoaded(ticket: request.ticket, page: .init("abc", next: "c1"))
          ).effects
      case .after("c1"):
        pending +=
          loop.send(
            .pageLoaded(ticket: request.ticket, page: .init("def", next: "c2"))
          ).effects
      default:
        pending +=
          loop.send(
            .failed(ticket: request.ticket, failure: FeedFailure(.invalidCursor, ""))
          ).effects
      }
    }
    #expect(loads < 10)
    #expect(loop.state.append.failure?.code == .invalidCursor)
  }

  @Test(arguments: [FeedFailure.Code.offline, .unreachable])
  func whatFailedBeforeAnyoneSaidOfflineLoadsWhenOnlineAgain(code: FeedFailure.Code) {
    var loop = Given.oneLoading
    loop.send(.failed(ticket: 2, failure: FeedFailure(code, "no network")))
    loop.send(.connectivityChanged(isOnline: false))
    #expect(
      loop.send(.connectivityChanged(isOnline: true)) == .accepted([load(3, after: "c1")]))
    var other = Given.oneFailed
    other.send(.connectivityChanged(isOnline: false))
    #expect(other.send(.connectivityChanged(isOnline: true)) == .accepted([]))
  }
}
