import FeedEffects
import FeedReducer
import FeedTesting
import Testing
import TestWatch

/// Answers or fails as a number that depends on the request decides, after some turns.
private struct Chaos: PageSource {
  let seed: UInt64

  func page(for request: Rows.Request) async throws -> Rows.Page {
    var random = SplitMix64(seed: seed &+ UInt64(request.ticket.rawValue) &* 977)
    for _ in 0..<Int.random(in: 0..<5, using: &random) { await Task.yield() }
    switch Int.random(in: 0..<10, using: &random) {
    case 0...1: throw FeedFailure(.http, message: "500")
    case 2: throw FeedFailure(.http, message: "503", isRetryable: true)
    case 3: throw CancellationError()
    default: return try await Endless(count: 30).page(for: request)
    }
  }
}

@Suite("Recorded sessions", .watched)
struct ReplayTests {
  private static let feed = Rows(
    pageSize: 3, prefetchDistance: 2, retry: RetryPolicy(attempts: 2))

  /// Plays a random session over a source that fails, and returns its steps and how it ended.
  private static func play(
    seed: UInt64
  ) async -> (steps: [StoreStep<Rows>], state: Rows.State) {
    let clock = ManualClock()
    let actor = FeedActor(feed, source: Chaos(seed: seed), seed: seed, clock: clock)
    let log = Log<StoreStep<Rows>>()
    await actor.onStep { log.add($0) }
    var random = SplitMix64(seed: seed)
    for _ in 0..<300 {
      await actor.send(action(await actor.state, log.entries, &random))
      if Bool.random(using: &random) { clock.advance(by: .seconds(1)) }
      for _ in 0..<Int.random(in: 0..<9, using: &random) { await Task.yield() }
    }
    while await actor.state.isUnderWay {
      clock.advance(by: .seconds(2))
      await Task.yield()
    }
    await actor.settle()
    return (log.entries, await actor.state)
  }

  /// Any action of the user, an answer that comes again, or a request that is stopped.
  private static func action(
    _ state: Rows.State, _ steps: [StoreStep<Rows>], _ random: inout SplitMix64
  ) -> Rows.Action {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: .started
    case 1: .refreshPulled
    case 2: .retryTapped(kind: nil)
    case 3: .loadMore
    case 4:
      steps.map(\.action).filter { $0.answeredTicket != nil }.randomElement(using: &random)
        ?? .started
    case 5: state.append.request.map { .cancelled(ticket: $0) } ?? .loadMore
    default: .itemAppeared(index: Int.random(in: 0...state.items.count, using: &random))
    }
  }

  @Test(arguments: UInt64(1)...10)
  func aRecordReplaysToTheSameStatesAndEffects(seed: UInt64) async {
    let (steps, state) = await Self.play(seed: seed)
    let tester = FeedTester(
      Self.feed, state: .init(seed: seed, identity: state.identity), report: record)
    tester.isExhaustive = false
    for step in steps {
      let before = tester.state
      switch step.reaction {
      case .accepted(let effects): tester.send(step.action, effects: effects)
      case .ignored(let refusal): tester.send(step.action, refused: refusal)
      }
      #expect(brokenLaw(before, step, tester) == nil, "seed \(seed), \(step.action)")
    }
    tester.finish()
    #expect(tester.state == state)
    #expect(!state.isUnderWay)
  }

  /// The law that a step breaks, if it breaks one.
  private func brokenLaw(
    _ before: Rows.State, _ step: StoreStep<Rows>, _ tester: FeedTester<Row, Int>
  ) -> String? {
    let state = tester.state
    let kinds = step.reaction.effects.map { effect in
      if case .load(let request) = effect { request.kind } else { LoadKind?.none }
    }
    if Set(state.items.map(\.id)).count != state.items.count { return "ids are unique" }
    if state.liveTickets != tester.inFlight.compactMap(\.startedTicket).sorted() {
      return "what is live is tracked"
    }
    if state.refresh.isUnderWay, state.append.isUnderWay || state.prepend.isUnderWay {
      return "a refresh excludes the others"
    }
    if let load = kinds.firstIndex(where: { $0 != nil }), kinds[load...].contains(nil) {
      return "cancels come before loads"
    }
    if case .itemAppeared = step.action, before.append.failure != nil, kinds.contains(.append) {
      return "an error closes its kind to scrolling"
    }
    if case .failed = step.action, state.items != before.items { return "a failure keeps the rows" }
    return nil
  }
}

extension Rows.State {
  /// Whether a load is in flight or waits for its retry.
  fileprivate var isUnderWay: Bool { LoadKind.allCases.contains { self[$0].isUnderWay } }

  /// The tickets of all requests and timers.
  fileprivate var liveTickets: [Ticket] {
    LoadKind.allCases.compactMap { self[$0].request ?? self[$0].timer }.sorted()
  }
}
