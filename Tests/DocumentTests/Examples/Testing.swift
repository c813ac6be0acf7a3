import FeedEffects
import FeedReducer
import FeedTesting
import Testing
import XCTest
import TestWatch

nonisolated struct Turnstile: StateMachine {
  struct State: Hashable { var coins = 0, isOpen = false }
  enum Action: Equatable { case coin, push, timeUp(Ticket) }
  enum Effect: Equatable { case wait(Ticket), stop(Ticket) }
  enum Refusal: Equatable { case isOpen, isClosed }

  func reduce(into state: inout State, _ action: Action) -> Reaction<Effect, Refusal> {
    let ticket = Ticket(rawValue: state.coins)
    switch action {
    case .coin:
      if state.isOpen { return .ignored(.isOpen) }
      state.coins += 1
      state.isOpen = true
      return .accepted([.wait(Ticket(rawValue: state.coins))])
    case .push, .timeUp(ticket):
      if !state.isOpen { return .ignored(.isClosed) }
      state.isOpen = false
      return .accepted(action == .push ? [.stop(ticket)] : [])
    case .timeUp: return .ignored(.isClosed)
    }
  }
}

@Suite("The examples of Docs/Testing.md", .watched)
struct TestingExamples {
  @Test func aFeedStepByStep() {
    let feed = Feed<Number, Int>(pageSize: 3, prefetchDistance: 1)
    let numbers = (1...6).map { Number(id: $0) }
    let load = Feed<Number, Int>.Request(
      ticket: 2, kind: .append, position: .after(cursor: 4), size: 3)

    let tester = FeedTester(feed, report: record)
    tester.given(
      .started, .pageLoaded(ticket: 1, page: .init(items: Array(numbers[..<3]), next: 4)))
    tester.send(.itemAppeared(index: 0)) { $0.reader = 0..<1 }
    tester.send(.itemAppeared(index: 0), refused: .farFromEnd(index: 0, count: 3, distance: 1))
    tester.send(.itemAppeared(index: 2), effects: [.load(request: load)]) {
      $0.reader = 2..<3
      $0.append = .loading(ticket: 2, attempt: 0)
    }
    tester.send(.pageLoaded(ticket: 2, page: .init(items: Array(numbers[3...]), next: nil))) {
      $0.items = numbers
      $0.pages.append(.init(count: 3, position: .after(cursor: 4)))
      $0.next = nil
      $0.append = .ended(reason: .exhausted)
    }
    #expect(!tester.state.canLoadNextPage)
    tester.finish()
  }

  @Test func whatAFailureSays() {
    let feed = Feed<Number, Int>(pageSize: 3)
    var failures: [String] = []
    let tester = FeedTester(feed, report: { failures.append($0.message) })
    tester.send(.started) { $0.refresh = .loading(ticket: 7, attempt: 0) }
    tester.finish()
    #expect(
      failures == [
        """
        step 1, .started: the state is not as stated
          refresh  expected .loading(ticket: 7, attempt: 0), came .loading(ticket: 1, attempt: 0)
        State every field that changes and no other, or correct the machine.
        """,
        """
        step 1, .started: the effects are not as stated
          [0]  expected none, came .load(request: Request(ticket: 1, kind: .refresh, position: .start, size: 3))
          came:
            .load(request: Request(ticket: 1, kind: .refresh, position: .start, size: 3))
        State all of them in their order, or correct the machine.
        """,
        """
        what is in flight at the end is not as stated
          expected: nothing
          in flight:
            .load(request: Request(ticket: 1, kind: .refresh, position: .start, size: 3))
        Answer or cancel the rest, or state it with finish(inFlight:).
        """,
      ])
  }

  private var tester: Tester<Turnstile, Turnstile.State> {
    let tracking = Tracking<Turnstile>(
      effect: { effect in
        switch effect {
        case .wait(let ticket): .starts(WorkID(ticket), endsIn: .timeUp(ticket))
        case .stop(let ticket): .stops(WorkID(ticket))
        }
      })
    let tester = Tester(Turnstile(), state: .init(), tracking: tracking, report: record)
    return tester
  }

  @Test func anyMachine() {
    let tester = tester
    tester.send(.push, refused: .isClosed)
    tester.send(.coin, effects: [.wait(1)]) {
      $0.coins = 1
      $0.isOpen = true
    }
    tester.send(.timeUp(1)) { $0.isOpen = false }
    tester.finish()
  }

  @Test func onlyWhatIsStated() {
    let tester = tester
    var skipped: [String] = []
    tester.isExhaustive = false
    tester.showSkipped = { skipped.append($0) }
    tester.send(.coin) { $0.isOpen = true }
    tester.send(.push)
    #expect(
      skipped == [
        """
        step 1, .coin: not stated
          coins   0 → 1
          effect  .wait(1)
        """,
        """
        step 2, .push: not stated
          isOpen  true → false
          effect  .stop(1)
        """,
      ])
  }

  @Test func everyStateOfAMachine() {
    let model = ActionModel(Turnstile(), state: .init()) { state in
      state.coins < 3 ? [.coin, .push, .timeUp(Ticket(rawValue: state.coins))] : [.push]
    }
    let result = Explorer(
      model,
      laws: [
        .invariant("paid", says: "It is open only after a coin.") { $0.coins > 0 || !$0.isOpen },
        .reachable("opens", says: "It can be opened.") { $0.isOpen },
      ]
    ).run()
    #expect(result.failure == nil)
    print(result)  // 7 states, 17 transitions, depth 6, everything visited
    #expect("\(result)" == "7 states, 17 transitions, depth 6, everything visited")
  }

  @Test @MainActor func aStoreWithoutWaiting() async {
    let source = ScriptedSource<Number, Int>()
    let clock = ManualClock()
    let feed = Feed<Number, Int>(retry: RetryPolicy(attempts: 1))
    let store = FeedStore(feed, source: source, clock: clock)
    source.fail(
      1, with: FeedFailure(.http, message: "busy", isRetryable: true, retryAfter: .seconds(7)))
    store.send(.started)
    await clock.sleepers(1)
    clock.advance(by: .seconds(7))
    source.answer(3, with: .init(items: [Number(id: 1)], next: nil))
    await store.settle()
    #expect(store.items.map(\.id) == [1])
    #expect(source.requests.map(\.ticket) == [1, 3])
  }

  @MainActor @Test func aForgottenAnswerFailsTheTest() async {
    await withKnownIssue {
      let source = ScriptedSource<Number, Int>()
      let clock = ManualClock { Testing.Issue.record("\($0)") }
      let store = FeedStore(source: source, clock: clock)
      store.send(.started)
      await store.settle()
    }
  }
}

nonisolated final class TurnstileTests: XCTestCase {
  func testACoinOpensIt() {
    let tester = Tester(
      Turnstile(), state: .init(),
      report: { XCTFail($0.message, file: $0.filePath, line: $0.line) })
    tester.send(.coin, effects: [.wait(1)]) {
      $0.coins = 1
      $0.isOpen = true
    }
  }
}
