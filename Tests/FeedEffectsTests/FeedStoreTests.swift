import Dispatch
import FeedEffects
import FeedReducer
import FeedTesting
import Foundation
import Observation
import Testing
import TestWatch

/// Takes no edit.
private struct Refusing: EditSink {
  func send(_ edit: Rows.Edit, key: EditKey) async throws -> Row? {
    throw FeedFailure(.http, message: "no", status: 403)
  }
}

/// A machine around a feed, which counts the pulls.
private struct Counted: FeedMachine {
  struct State: FeedDisplay {
    var rows: Rows.State
    var pulls = 0
  }

  func reduce(
    into state: inout State, _ action: Rows.Action
  ) -> Reaction<Rows.Effect, FeedRefusal> {
    if action == .refreshPulled { state.pulls += 1 }
    return small.reduce(into: &state.rows, action)
  }

  func awaited(
    by action: Rows.Action, after reaction: Reaction<Rows.Effect, FeedRefusal>, in state: State
  ) -> Awaited? {
    small.awaited(by: action, after: reaction, in: state.rows)
  }

  static func feed(action: Rows.Action) -> Rows.Action { action }
}

extension Counted.State {
  var feed: Rows.State { rows }
}

@MainActor @Suite("FeedStore", .watched)
struct FeedStoreTests {
  /// The words of a store, by name, each read by itself.
  private static let words: [(String, @MainActor (FeedStore<Row, Int>) -> Void)] = [
    ("items", { _ = $0.items }), ("page", { _ = $0.page }),
    ("canLoadNextPage", { _ = $0.canLoadNextPage }), ("isLoading", { _ = $0.isLoading }),
    ("isLoadingMore", { _ = $0.isLoadingMore }), ("refreshing", { _ = $0.refreshing }),
    ("error", { _ = $0.error }), ("isEmpty", { _ = $0.isEmpty }), ("total", { _ = $0.total }),
    ("isStalled", { _ = $0.isStalled }), ("failedEdits", { _ = $0.failedEdits }),
    ("failure(of:)", { _ = $0.failure(of: 0) }), ("isPending", { _ = $0.isPending(1) }),
    ("isLoadingPrevious", { _ = $0.isLoadingPrevious }), ("footer", { _ = $0.footer }),
    ("header", { _ = $0.header }), ("error(of:)", { _ = $0.error(of: .append) }),
    ("restoredRow", { _ = $0.restoredRow }),
    ("state", { _ = $0.state }),
  ]

  /// The words whose readers `change` tells.
  private func told(
    _ store: FeedStore<Row, Int>, _ change: () async -> Void
  ) async -> [String] {
    await namesTold(Self.words, of: store, by: change)
  }

  @Test func eachWordIsTrackedByItself() async {
    let source = Script()
    let store = FeedStore(small, source: source, timeout: nil, starts: false)
    var changed = await told(store) { store.send(.started) }
    #expect(changed == ["footer", "isLoading", "state"])
    changed = await told(store) {
      source.answer(1, with: .init(items: [0, 1, 2].map(Row.init), next: 3, total: 9))
      await store.settle()
    }
    #expect(changed == ["footer", "header", "isLoading", "items", "page", "state", "total"])
    changed = await told(store) { store.appeared(2) }
    #expect(changed == ["footer", "isLoadingMore", "state"])
    changed = await told(store) { store.appeared(1) }
    #expect(changed == ["state"], "a reader who moves redraws nothing")
    changed = await told(store) { store.appeared(1) }
    #expect(changed == [], "an ignored action tells no one")
    changed = await told(store) {
      store.send(.failed(ticket: 2, failure: .init(.http, message: "500")))
    }
    #expect(changed == ["error", "error(of:)", "footer", "isLoadingMore", "state"])
    changed = await told(store) { store.send(.refreshPulled) }
    #expect(changed == ["refreshing", "state"])
    changed = await told(store) {
      store.send(.pageLoaded(ticket: 3, page: .init(0..<0, next: nil)))
    }
    #expect(
      changed == [
        "canLoadNextPage", "error", "error(of:)", "footer", "header", "isEmpty", "items", "page",
        "refreshing", "state", "total",
      ])
  }

  @Test func editsThatFailAreTrackedByThemselves() async {
    let store = FeedStore(small, source: Endless(count: 3), sink: Refusing(), starts: false)
    await store.send(.started).finish()
    let changed = await told(store) { store.send(.edit(change: .update(item: Row(id: 1)))) }
    #expect(changed == ["isPending", "state"], "the row is as it was")
    #expect(store.isPending(1) && !store.isPending(2))
    #expect(
      await told(store) { await store.settle() }
        == ["failedEdits", "failure(of:)", "isPending", "state"])
    #expect(store.failure(of: 1)?.message == "no" && !store.isPending(1))
    #expect(
      await told(store) { store.dismissEdits(of: 1) } == ["failedEdits", "failure(of:)", "state"])
  }

  @Test func whatObserversSeeFitsTogether() async {
    let store = FeedStore(small, source: Endless(), starts: false)
    let seen = Box<[String]>([])
    func watch() {
      withObservationTracking {
        _ = store.items
        _ = store.isLoadingMore
      } onChange: {
        MainActor.assumeIsolated {
          seen.value.append("\(store.items.count) \(store.isLoadingMore)")
        }
      }
    }
    await store.send(.started).finish()
    watch()
    let sent = store.send(.itemAppeared(index: 2))
    watch()
    await sent.finish()
    #expect(seen.value == ["3 true", "6 false"])
  }

  @Test func aStoreStartsByItself() async {
    let source = Script()
    let store = FeedStore(small, source: source, timeout: nil)
    #expect(store.isLoading)
    await source.asked(1)
    #expect(source.requests == [.init(ticket: 1, kind: .refresh, position: .start, size: 3)])
  }

  @Test func aRowThatIsNoLongerThereIsIgnored() async {
    let store = FeedStore(small, source: Endless(count: 3), starts: false)
    await store.send(.started).finish()
    let before = store.state
    store.appeared(99)
    #expect(store.state == before)
  }

  @Test func aRowThatStaysOnTheScreenCountsWhenTheListGetsShorter() async {
    let source = Script()
    let store = FeedStore(Rows(pageSize: 10, prefetchDistance: 5), source: source)
    source.answer(1, with: .init(0..<10, next: 10))
    await store.settle()
    store.appeared(1)
    source.answer(2, with: .init(0..<2, next: 2))
    store.send(.refreshPulled)
    await source.asked(3)
    #expect(source.requests.last?.position == .after(cursor: 2))
  }

  @Test func aStoreRepeatsNoReport() async {
    let source = Script()
    let store = FeedStore(Rows(pageSize: 10, prefetchDistance: 5), source: source)
    source.answer(1, with: .init(0..<10, next: 10))
    await store.settle()
    var reports = 0
    store.onStep { step in
      switch step.action {
      case .itemAppeared, .visible: reports += 1
      default: break
      }
    }
    store.visible(0..<2)
    store.visible(0..<2)
    let pull = store.send(.refreshPulled)
    source.answer(2, with: .init(0..<9, next: 9))
    await pull.finish()
    #expect(reports == 2)
    #expect(store.state.reader == 0..<2)
  }

  @Test func aReaderWhoMovesIsToldToThoseWhoFollowTheStates() async {
    let store = FeedStore(small, source: Endless(count: 9), starts: false)
    await store.send(.started).finish()
    for _ in 0..<2 { await store.send(.loadMore).finish() }
    var states = store.states.makeAsyncIterator()
    _ = await states.next()
    store.appeared(1)
    #expect(await states.next()?.reader == 1..<2)
    store.visible(0..<3)
    #expect(await states.next()?.reader == 0..<3)
  }

  @Test func retryGoesOnAfterAFailure() async {
    let source = Script()
    let store = FeedStore(small, source: source, timeout: nil, starts: false)
    source.fail(1, with: FeedFailure(.http, message: "500"))
    source.answer(2, with: .init(0..<3, next: nil))
    await store.send(.started).finish()
    #expect(store.error?.message == "500")
    store.retry()
    await store.settle()
    #expect(store.error == nil)
    #expect(store.items.count == 3)
  }

  @Test func aFailureThatWasReadGoes() async {
    let source = Script()
    let store = FeedStore(small, source: source, timeout: nil, starts: false)
    source.answer(1, with: .init(0..<3, next: nil))
    source.fail(2, with: FeedFailure(.http, message: "500"))
    await store.send(.started).finish()
    await store.refresh()
    #expect(store.error?.message == "500")
    store.dismissError()
    #expect(store.error == nil && store.items.count == 3)
  }

  @Test func loadMoreAsksForTheNextPage() async {
    let store = FeedStore(small, source: Endless(), starts: false)
    await store.send(.started).finish()
    store.loadMore()
    #expect(store.isLoadingMore)
  }

  private struct Unknown: Error, CustomStringConvertible {
    let description = "out of ink"
  }

  @Test func anyErrorBecomesAFailure() async {
    let source = Script()
    let store = FeedStore(small, source: source, timeout: nil, starts: false)
    source.fail(1, with: Unknown())
    await store.send(.started).finish()
    #expect(store.error == FeedFailure(.other, message: "The source failed: out of ink"))
  }

  @Test func aSourceThatGivesUpByItselfHasFailed() async {
    let source = Script()
    let store = FeedStore(small, source: source, timeout: nil, starts: false)
    var actions: [Rows.Action] = []
    store.onStep { actions.append($0.action) }
    source.fail(1, with: CancellationError())
    await store.send(.started).finish()
    let failure = FeedFailure(
      .other, message: "The source gave up before it had an answer; try again.", isRetryable: true)
    #expect(actions == [.started, .failed(ticket: 1, failure: failure)])
    #expect(store.error == failure)
    source.answer(2, with: .init(0..<3, next: nil))
    await store.retry().finish()
    #expect(store.items.count == 3)
  }

  @Test func aRequestThatTheFeedCancelledEndsInNothing() async {
    let source = Script()
    let store = FeedStore(small, source: source, timeout: nil, starts: false)
    var actions: [Rows.Action] = []
    store.onStep { actions.append($0.action) }
    source.answer(1, with: .init(0..<3, next: 3))
    source.answer(3, with: .init(0..<3, next: 3))
    await store.send(.started).finish()
    let append = store.send(.loadMore)
    await source.asked(2)
    await store.send(.refreshPulled).finish()
    await append.finish()
    #expect(
      actions == [
        .started, .pageLoaded(ticket: 1, page: .init(0..<3, next: 3)), .loadMore, .refreshPulled,
        .pageLoaded(ticket: 3, page: .init(0..<3, next: 3)),
      ])
    #expect(source.events.firstIndex(of: .cancelled(ticket: 2)) ?? 9 < 4)
  }

  @Test func aFlingSendsAtMostOneLoad() async {
    let store = FeedStore(small, source: Endless(), starts: false)
    await store.send(.started).finish()
    for _ in 0..<2 { await store.send(.loadMore).finish() }
    var loads = 0
    store.onStep { loads += $0.reaction.effects.count }
    for number in 0..<5_000 { store.send(.itemAppeared(index: number % 9)) }
    #expect(loads == 1)
    #expect(store.state.reader?.contains(4_999 % 9) == true)
  }

  @Test func workRunsOffTheMainActor() async {
    let gate = AsyncStream.makeStream(of: Bool.self)
    let source = CallbackSource<Row, Int> { _, completion in
      gate.continuation.yield(Thread.isMainThread)
      completion(.success(.init(0..<3, next: nil)))
    }
    let store = FeedStore(small, source: source, timeout: nil, starts: false)
    await store.send(.started).finish()
    var threads = gate.stream.makeAsyncIterator()
    #expect(await threads.next() == false)
    #expect(store.items.count == 3)
  }

  @Test func theMainActorReducesWhileAPageIsDecoded() async {
    let decoding = DispatchSemaphore(value: 0)
    let source = CallbackSource<Row, Int> { _, completion in
      decoding.wait()
      completion(.success(.init(0..<3, next: nil)))
    }
    let store = FeedStore(small, source: source, timeout: nil)
    store.send(.started)
    store.send(.reset)
    #expect(store.state.refresh == .loading(ticket: 2, attempt: 0))
    decoding.signal()
    decoding.signal()
    await store.settle()
    #expect(store.items.count == 3)
  }

  @Test func aMachineAroundAFeedHasItsWords() async {
    let source = Endless()
    let store = Store(
      Counted(), state: .init(rows: Rows.State(seed: 1, identity: 1)),
      handler: FeedHandler<Rows>(source, timeout: nil))
    await store.send(.started).finish()
    #expect(store.items.count == 3 && store.canLoadNextPage && !store.isLoadingMore)
    let hasTold = Locked(false)
    withObservationTracking {
      _ = store.isLoadingMore
    } onChange: {
      hasTold.use { $0 = true }
    }
    store.appeared(0)
    #expect(!hasTold.use { $0 }, "the reader is far from the end")
    store.appeared(2)
    #expect(hasTold.use { $0 } && store.isLoadingMore)
    await store.settle()
    #expect(store.items.count == 6)
    let pulls = Locked(false)
    withObservationTracking {
      _ = store[\.pulls]
    } onChange: {
      pulls.use { $0 = true }
    }
    await store.refresh()
    #expect(pulls.use { $0 } && store[\.pulls] == 1)
    #expect(await store.loadMore().finish())
  }

  @Test func aStoppedStoreIgnoresEverything() async {
    let source = Script()
    let store = FeedStore(small, source: source, timeout: nil)
    store.send(.started)
    await source.asked(1)
    let wait = store.send(.refreshPulled)
    store.stop()
    await wait.finish()
    await source.cancelled(1)
    let before = store.state
    await store.send(.reset).finish()
    await store.refresh()
    #expect(store.state == before)
  }
}
