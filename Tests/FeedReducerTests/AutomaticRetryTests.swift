import FeedReducer
import Testing
import TestWatch

@Suite("Automatic retry", .watched)
struct AutomaticRetryTests {
  @Test func aRetryableFailureWaitsInSilence() throws {
    var loop = Given.oneLoadingWithRetries()
    let effects = loop.send(.failed(ticket: 2, failure: .busy())).effects
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
    var loop = Given.oneLoadingWithRetries()
    loop.send(.failed(ticket: 2, failure: .busy()))
    #expect(loop.send(.timerFired(ticket: 3)) == .accepted([load(4, after: "c1")]))
    #expect(loop.state.append == .loading(ticket: 4, attempt: 1))
    let effects = loop.send(.failed(ticket: 4, failure: .busy())).effects
    guard case .schedule(ticket: 5, let delay)? = effects.first else {
      Issue.record("\(effects)")
      return
    }
    #expect(delay >= .seconds(1) && delay <= .seconds(2))
    #expect(loop.send(.timerFired(ticket: 5)) == .accepted([load(6, after: "c1")]))
    #expect(loop.send(.failed(ticket: 6, failure: .busy())) == .accepted([]))
    #expect(loop.state.error?.attempts == 3)
    #expect(loop.state.error?.description == "After 3 attempts: 503")
  }

  @Test func aLoadThatWasTriedOnceDoesNotCount() {
    var loop = Given.oneLoadingWithRetries()
    loop.send(.failed(ticket: 2, failure: .busy(404, isRetryable: false)))
    #expect(loop.state.error?.attempts == nil)
    #expect(loop.state.error?.description == "404")
  }

  @Test func aLongerRetryAfterIsWaitedFor() {
    var loop = Given.oneLoadingWithRetries()
    #expect(
      loop.send(.failed(ticket: 2, failure: .busy(429, retryAfter: .seconds(7))))
        == .accepted([.schedule(ticket: 3, after: .seconds(7))]))
  }

  @Test(arguments: [Duration.seconds(-3), .zero, .milliseconds(500)])
  func aShorterRetryAfterDoesNotEndTheBackoff(after: Duration) {
    var (loop, told) = (Given.oneLoadingWithRetries(), Given.oneLoadingWithRetries())
    for ticket in [Ticket(2), 4] {
      let effects = loop.send(.failed(ticket: ticket, failure: .busy())).effects
      #expect(
        told.send(.failed(ticket: ticket, failure: .busy(429, retryAfter: after))).effects
          == effects)
      loop.send(.timerFired(ticket: Ticket(rawValue: ticket.rawValue + 1)))
      told.send(.timerFired(ticket: Ticket(rawValue: ticket.rawValue + 1)))
    }
  }

  @Test func aRetryAfterOfTheCapIsWaitedFor() {
    var loop = Given.oneLoadingWithRetries()
    #expect(
      loop.send(.failed(ticket: 2, failure: .busy(429, retryAfter: .seconds(30))))
        == .accepted([.schedule(ticket: 3, after: .seconds(30))]))
  }

  @Test func aWaitLongerThanTheCapFailsAtOnce() {
    var loop = Given.oneLoadingWithRetries()
    let failure = FeedFailure.busy(429, retryAfter: .seconds(3_600))
    #expect(loop.send(.failed(ticket: 2, failure: failure)) == .accepted([]))
    #expect(loop.state.error?.retryAfter == .seconds(3_600))
  }

  @Test func aFinalFailureFailsAtOnce() {
    var loop = Given.oneLoadingWithRetries()
    let failure = FeedFailure.busy(404, isRetryable: false)
    #expect(loop.send(.failed(ticket: 2, failure: failure)) == .accepted([]))
    #expect(loop.state.append == .failed(failure: failure))
  }

  @Test func aWaitIsNotShortened() {
    var loop = Given.oneLoadingWithRetries()
    loop.send(.failed(ticket: 2, failure: .busy()))
    let before = loop.state
    #expect(
      loop.send(.itemAppeared(index: 2)) == .ignored(.waiting(kind: .append, ticket: 3)))
    #expect(loop.send(.loadMore) == .ignored(.waiting(kind: .append, ticket: 3)))
    #expect(loop.send(.retryTapped(kind: .prepend)) == .ignored(.nothingFailed(kind: .prepend)))
    #expect(loop.state == before)
  }

  @Test(arguments: [nil, LoadKind.append]) func aPersonOutranksTheTimer(kind: LoadKind?) {
    var loop = Given.oneLoadingWithRetries()
    loop.send(.failed(ticket: 2, failure: .busy()))
    #expect(
      loop.send(.retryTapped(kind: kind))
        == .accepted([.cancel(ticket: 3), load(4, after: "c1")]))
    #expect(loop.state.append == .loading(ticket: 4, attempt: 1), "the count is kept")
    #expect(loop.send(.timerFired(ticket: 3)) == .ignored(.unknownTicket(ticket: 3)))
  }

  @Test func aPersonOutranksTheTimerOfAFirstLoad() {
    var loop = Loop(
      Letters(pageSize: 3, retry: RetryPolicy(attempts: 2)), state: .init(seed: 1, identity: 1))
    loop.send(.started, .failed(ticket: 1, failure: .busy()))
    #expect(loop.send(.retryTapped(kind: nil)) == .accepted([.cancel(ticket: 2), load(3)]))
    #expect(loop.state.refresh == .loading(ticket: 3, attempt: 1))
  }

  @Test func aRefreshCancelsTheTimer() {
    var loop = Given.oneLoadingWithRetries()
    loop.send(.failed(ticket: 2, failure: .busy()))
    #expect(loop.send(.refreshPulled) == .accepted([.cancel(ticket: 3), load(4)]))
    #expect(loop.state.append == .idle)
    #expect(loop.send(.timerFired(ticket: 3)) == .ignored(.unknownTicket(ticket: 3)))
  }

  @Test func aPullDoesNotWaitForTheRetryOfARefresh() {
    var loop = Given.oneLoadingWithRetries()
    loop.send(.refreshPulled, .failed(ticket: 3, failure: .busy()))
    #expect(loop.state.refreshing)
    #expect(loop.state.refresh == .waiting(ticket: 4, attempt: 1))
    #expect(loop.send(.loadMore) == .ignored(.waiting(kind: .refresh, ticket: 4)))
    #expect(loop.send(.refreshPulled) == .accepted([.cancel(ticket: 4), load(5)]))
  }

  @Test func aCancelledTimerIsNoError() {
    var loop = Given.oneLoadingWithRetries()
    loop.send(.failed(ticket: 2, failure: .busy()))
    #expect(loop.send(.cancelled(ticket: 3)) == .accepted([]))
    #expect(loop.state.append == .idle)
  }

  @Test func afterASuccessTheBudgetIsFullAgain() {
    var loop = Given.oneLoadingWithRetries()
    loop.send(.failed(ticket: 2, failure: .busy()), .timerFired(ticket: 3))
    loop.send(.pageLoaded(ticket: 4, page: .init("d", next: "c2")))
    #expect(loop.state.append == .loading(ticket: 5, attempt: 0))
  }

  @Test func theFirstPageIsRetriedToo() {
    let feed = Letters(pageSize: 3, prefetchDistance: 2, retry: RetryPolicy(attempts: 1))
    var loop = Loop(feed, state: .init(seed: 1, identity: 1))
    loop.send(.started, .failed(ticket: 1, failure: .busy()))
    #expect(loop.state.isLoading)
    #expect(loop.send(.timerFired(ticket: 2)) == .accepted([load(3)]))
    loop.send(.failed(ticket: 3, failure: .busy()))
    var twice = FeedFailure.busy()
    twice.attempts = 2
    #expect(loop.state.error == twice)
  }

  @Test func manyFeedsThatFailTogetherDoNotComeBackTogether() {
    var slices = [Int](repeating: 0, count: 10)
    for seed in UInt64(0)..<200 {
      var loop = Given.oneLoadingWithRetries(seed: seed)
      guard
        case .schedule(_, let delay)? = loop.send(.failed(ticket: 2, failure: .busy()))
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
    var loop = Loop(feed, state: .init(seed: 1, identity: 1))
    loop.send(.started)
    for attempt in 0..<80 {
      let request = Ticket(rawValue: 2 * attempt + 1)
      let timer = Ticket(rawValue: 2 * attempt + 2)
      guard
        case .schedule(timer, let delay)? = loop.send(.failed(ticket: request, failure: .busy()))
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
      Letters(retry: RetryPolicy(attempts: 80, base: longest, cap: longest)),
      state: .init(seed: 1, identity: 1))
    loop.send(.started)
    for attempt in 0..<80 {
      let ticket = Ticket(rawValue: 2 * attempt + 1)
      let effects = loop.send(.failed(ticket: ticket, failure: .busy())).effects
      guard case .schedule(let timer, let delay)? = effects.first else {
        Issue.record("\(effects)")
        return
      }
      #expect(delay > .seconds(1 << 38))
      loop.send(.timerFired(ticket: timer))
    }
  }
}
