import FeedEffects
import FeedReducer
import FeedTesting
import Testing
import TestWatch

/// Loads in a task of its own, which a test can cancel.
private actor Detached: PageSource {
  private let script: Script
  private var task: Task<Rows.Page, any Error>?

  init(_ script: Script) {
    self.script = script
  }

  func page(for request: Rows.Request) async throws -> Rows.Page {
    let task = Task { try await script.page(for: request) }
    self.task = task
    return try await task.value
  }

  func cancel() {
    task?.cancel()
  }
}

@MainActor @Suite("Requests and their answers", .watched)
struct DeliveryTests {
  private let source = Script()

  private func store() -> FeedStore<Row, Int> {
    FeedStore(small, source: source, timeout: nil, starts: false)
  }

  @Test func aRequestIsAskedOnceAndAnsweredOnce() async {
    let store = store()
    var actions: [Rows.Action] = []
    store.onStep { actions.append($0.action) }
    let page = Rows.Page(0..<3, next: 3)
    let failure = FeedFailure(.http, message: "500")
    source.answer(1, with: page)
    source.fail(2, with: failure)
    await store.send(.started).finish()
    await store.send(.loadMore).finish()
    #expect(source.events == [.asked(ticket: 1), .asked(ticket: 2)])
    #expect(
      actions == [
        .started, .pageLoaded(ticket: 1, page: page), .loadMore,
        .failed(ticket: 2, failure: failure),
      ])
  }

  @Test func aLoadThatIsCancelledFromOutsideHasFailed() async {
    let detached = Detached(source)
    let store = FeedStore(small, source: detached, starts: false)
    var actions: [Rows.Action] = []
    store.onStep { actions.append($0.action) }
    source.answer(1, with: .init(0..<3, next: 3))
    await store.send(.started).finish()
    let sent = store.send(.itemAppeared(index: 2))
    await source.asked(2)
    await detached.cancel()
    await sent.finish()
    #expect(actions.last?.answeredTicket == 2)
    #expect(store.error?.isRetryable == true)
    store.retry()
    await source.asked(3)
  }

  @Test func theSourceSeesTheCancelBeforeTheNextRequest() async {
    let store = store()
    source.answer(1, with: .init(0..<3, next: 3))
    await store.send(.started).finish()
    store.send(.loadMore)
    await source.asked(2)
    store.send(.refreshPulled)
    await source.asked(3)
    #expect(
      source.events == [
        .asked(ticket: 1), .asked(ticket: 2), .cancelled(ticket: 2), .asked(ticket: 3),
      ])
  }

  @Test(arguments: UInt64(1)...3)
  func loadsThatAreCancelledAtAnyMomentLeaveNothing(seed: UInt64) async {
    let store = store()
    var random = SplitMix64(seed: seed)
    var answers: [Ticket: Int] = [:]
    store.onStep { step in
      if let ticket = step.action.answeredTicket { answers[ticket, default: 0] += 1 }
    }
    var loads: [(ticket: Ticket, isAnswered: Bool)] = []
    for _ in 0..<1_000 {
      store.send(.reset)
      guard let ticket = store.state.refresh.request else { continue }
      let isAnswered = Bool.random(using: &random)
      if isAnswered { source.answer(ticket, with: .init(0..<3, next: nil)) }
      if Bool.random(using: &random) { await source.asked(ticket) }
      if Bool.random(using: &random) { await Task.yield() }
      loads.append((ticket, isAnswered))
    }
    store.send(.reset)
    let last = store.state.lastTicket
    source.answer(last, with: .init(0..<3, next: nil))
    await store.settle()
    #expect(loads.count == 1_000)
    #expect(answers.values.allSatisfy { $0 == 1 })
    for load in loads {
      await source.asked(load.ticket)
      if !load.isAnswered { await source.cancelled(load.ticket) }
    }
  }

  @Test(arguments: [[2, 3], [3, 2]]) func bothEndsMayAnswerInAnyOrder(order: [Int]) async {
    let store = store()
    source.answer(1, with: .init(items: (3..<6).map(Row.init), next: 6, previous: 3))
    await store.send(.started).finish()
    store.send(.itemAppeared(index: 1))
    #expect(store.state.append.request == 2)
    #expect(store.state.prepend.request == 3)
    let pages: [Int: Rows.Page] = [2: .init(6..<9, next: nil), 3: .init(0..<3, next: nil)]
    for number in order {
      let ticket = Ticket(rawValue: number)
      source.answer(ticket, with: pages[number] ?? .init(0..<0, next: nil))
      for await state in store.states
      where state.append.request != ticket && state.prepend.request != ticket { break }
    }
    await store.settle()
    #expect(store.items.map(\.id) == Array(0..<9))
  }

  @Test func equalActionsOfAPersonAllReachTheFeed() async {
    let store = store()
    source.fail(1, with: FeedFailure(.http, message: "500"))
    await store.send(.started).finish()
    var reactions: [Reaction<Rows.Effect, FeedRefusal>] = []
    store.onStep { reactions.append($0.reaction) }
    store.retry()
    store.retry()
    #expect(reactions.map(\.effects.count) == [1, 0])
    #expect(reactions.last?.refusal == .nothingFailed(kind: nil))
  }

  @Test func aStoppedActorIgnoresEverything() async {
    let feed = FeedActor(small, source: source, timeout: nil)
    await feed.send(.started)
    await source.asked(1)
    await feed.stop()
    await source.cancelled(1)
    let before = await feed.state
    await feed.send(.reset).finish()
    await feed.refresh()
    #expect(await feed.state == before)
  }
}
