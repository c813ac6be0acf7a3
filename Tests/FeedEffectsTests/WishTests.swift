import FeedReducer
import FeedTesting
import Foundation
import TestWatch
import Testing

@testable import FeedEffects

/// What was asked for comes, or is refused with a reason: never "done" for a wish that is lost.
@MainActor @Suite("Wishes", .watched)
struct WishTests {
  private let source = Script()
  private let clock = ManualClock()

  /// A store with the rows 0, 1, 2, and a next page.
  private func store(_ feed: Rows = small) async -> FeedStore<Row, Int> {
    let store = FeedStore(feed, source: source, sink: Server(), clock: clock, timeout: nil)
    source.answer(1, with: .init(0..<3, next: 3))
    await store.settle()
    return store
  }

  private struct Server: EditSink {
    func send(_ edit: Rows.Edit, key: EditKey) async throws -> Row? { nil }
  }

  // MARK: - More, during a refresh

  @Test(arguments: [false, true])
  func moreIsLoadedAfterTheRefresh(isQueued: Bool) async {
    let store = await store()
    store.send(.refreshPulled)
    var more: Sent?
    if isQueued {
      store.onStep { [unowned store] _ in if more == nil { more = store.loadMore() } }
      store.send(.connectivityChanged(isOnline: false))
      store.send(.connectivityChanged(isOnline: true))
    } else {
      more = store.loadMore()
    }
    #expect(more?.refusal == nil)
    source.answer(2, with: .init(0..<3, next: 3))
    source.answer(3, with: .init(3..<6, next: nil))
    #expect(await more?.finish() == true)
    #expect(store.items.count == 6)
    #expect(source.requests.map(\.kind) == [.refresh, .refresh, .append])
  }

  @Test func moreIsLoadedAfterTheRefreshHasFailed() async {
    let store = await store()
    store.send(.refreshPulled)
    let more = store.loadMore()
    source.fail(2, with: FeedFailure(.http, message: "500"))
    source.answer(3, with: .init(3..<6, next: nil))
    #expect(await more.finish())
    #expect(store.items.count == 6 && store.error(of: .refresh) != nil)
  }

  @Test func moreIsLoadedAfterTheRetriesOfARefresh() async {
    let store = await store(Rows(pageSize: 3, prefetchDistance: 2, retry: RetryPolicy(attempts: 2)))
    store.send(.refreshPulled)
    let busy = FeedFailure(.http, message: "503", isRetryable: true, retryAfter: .seconds(5))
    source.fail(2, with: busy)
    let early = store.loadMore()
    await clock.sleepers(1)
    let more = store.loadMore()
    clock.advance(by: .seconds(5))
    source.answer(4, with: .init(0..<3, next: 3))
    source.answer(5, with: .init(3..<6, next: nil))
    #expect(await early.finish() && store.items.count == 6)
    await store.settle()
    #expect(await more.finish(), "both wait for the same page")
    #expect(source.requests.count == 4)
  }

  @Test func moreAtAnEndThatHasStalledIsLoadedAfterTheRefresh() async {
    let store = await store(Rows(pageSize: 3, prefetchDistance: 2, maxEmptyPages: 0))
    source.answer(2, with: .init(0..<0, next: 4))
    await store.loadMore().finish()
    #expect(store.isStalled)
    store.send(.refreshPulled)
    let more = store.loadMore()
    source.answer(3, with: .init(0..<3, next: 3))
    source.answer(4, with: .init(3..<6, next: nil))
    #expect(await more.finish())
    #expect(store.items.count == 6)
  }

  @Test func moreAfterARefreshThatEndsTheListIsRefused() async {
    let store = await store()
    store.send(.refreshPulled)
    let more = store.loadMore()
    source.answer(2, with: .init(0..<3, next: nil))
    #expect(await more.finish() == false)
    #expect(more.refusal?.contains("append has ended") == true)
  }

  @Test func settleWaitsForWhatHasItsTurn() async {
    let store = await store()
    store.send(.refreshPulled)
    store.loadMore()
    source.answer(2, with: .init(0..<3, next: 3))
    source.answer(3, with: .init(3..<6, next: 6))
    await store.settle()
    #expect(store.items.count == 6)
  }

  @Test func moreBeforeTheFirstPageIsThatPage() async {
    let store = FeedStore(small, source: source, clock: clock)
    let more = store.loadMore()
    source.answer(1, with: .init(0..<3, next: 3))
    #expect(await more.finish())
    #expect(store.items.count == 3 && source.requests.count == 1)
  }

  @Test func anActorWaitsForItsTurn() async {
    let feed = FeedActor(small, source: source, clock: clock, timeout: nil)
    source.answer(1, with: .init(0..<3, next: 3))
    await feed.settle()
    await feed.send(.refreshPulled)
    let more = await feed.loadMore()
    source.answer(2, with: .init(0..<3, next: 3))
    source.answer(3, with: .init(3..<6, next: nil))
    #expect(await more.finish())
    #expect(await feed.state.items.count == 6)
  }

  // MARK: - What takes a load's place

  @Test func moreWhoseLoadARefreshCancelsHasNotCome() async {
    let store = await store()
    let more = store.loadMore()
    let again = store.loadMore()
    await source.asked(2)
    store.send(.refreshPulled)
    #expect(await more.finish() == false && more.refusal?.contains("a refresh") == true)
    #expect(await again.finish() == false)
    source.answer(3, with: .init(0..<3, next: 3))
    await store.settle()
    #expect(store.items.count == 3 && source.requests.last?.kind == .refresh)
  }

  @Test func moreWhoseRetryARefreshCancelsHasNotCome() async {
    let store = await store(Rows(pageSize: 3, prefetchDistance: 2, retry: RetryPolicy(attempts: 1)))
    source.fail(2, with: FeedFailure(.http, message: "503", isRetryable: true))
    let more = store.loadMore()
    await clock.sleepers(1)
    store.send(.refreshPulled)
    source.answer(4, with: .init(0..<3, next: 3))
    #expect(await more.finish() == false && more.refusal?.contains("a refresh") == true)
    await store.settle()
    #expect(store.items.count == 3)
  }

  @Test func moreWhoseRetryTheUserDoesNotWaitForIsThatOfTheUser() async {
    let store = await store(Rows(pageSize: 3, prefetchDistance: 2, retry: RetryPolicy(attempts: 1)))
    source.fail(2, with: FeedFailure(.http, message: "503", isRetryable: true))
    let more = store.loadMore()
    await clock.sleepers(1)
    store.retry()
    source.answer(4, with: .init(3..<6, next: 6))
    #expect(await more.finish())
    #expect(store.items.count == 6 && source.requests.count == 3)
  }

  @Test func moreWhoseListIsResetIsItsFirstPage() async {
    let store = await store()
    let more = store.loadMore()
    store.send(.reset)
    source.answer(3, with: .init(10..<13, next: 13))
    #expect(await more.finish())
    #expect(store.items.map(\.id) == [10, 11, 12])
  }

  @Test func moreAndAnEditAtALogOutAreRefused() async {
    let store = await store()
    let more = store.loadMore()
    let edit = store.edit(.remove(id: 1))
    store.send(.stopped)
    #expect(await more.finish() == false && more.refusal == "\(FeedRefusal.stopped)")
    #expect(await edit.finish() == false)
  }

  @Test func aQueryWhosePlaceAnotherTakesEndsWithThat() async {
    let search = ScriptedSearch<String, Row, Int>()
    let store = SearchStore(source: search.asking, clock: clock, timeout: nil)
    store.text = "s"
    let first = store.submit()
    store.text = "sw"
    let second = store.submit()
    search.answer("sw", with: .init(0..<3, next: nil))
    #expect(await first.finish() && store.items.count == 3)
    #expect(await second.finish())
  }

  @Test func aListIsReadToItsEndOverARefresh() async {
    let store = await store()
    let reading = Task { await store.loadAll() }
    await source.asked(2)
    store.send(.refreshPulled)
    source.answer(3, with: .init(0..<3, next: 3))
    source.answer(4, with: .init(3..<6, next: nil))
    #expect(await reading.value == .complete)
    #expect(store.items.count == 6)
  }

  @Test func moreThatHasJoinedTheLoadOfAReportIsJudgedByItself() async {
    let store = await store(Rows(pageSize: 3, prefetchDistance: 1))
    store.appeared(2)
    await source.asked(2)
    store.appeared(0)
    let more = store.loadMore()
    store.send(.refreshPulled)
    source.answer(3, with: .init(0..<3, next: 3))
    #expect(await more.finish() == false && more.refusal?.contains("a refresh") == true)
    #expect(store.items.count == 3)
  }

  @Test func moreDoesNotWaitForAnEditThatWasSentWithTheRefresh() async {
    let (taken, take) = AsyncStream.makeStream(of: Void.self)
    struct Slow: EditSink {
      let taken: AsyncStream<Void>
      func send(_ edit: Rows.Edit, key: EditKey) async throws -> Row? {
        for await _ in taken { break }
        return nil
      }
    }
    let store = FeedStore(
      small, source: source, sink: Slow(taken: taken), clock: clock, timeout: nil)
    source.answer(1, with: .init(0..<3, next: 3))
    await store.settle()
    store.send(.refreshPulled)
    source.fail(2, with: FeedFailure(.offline, message: "offline", isRetryable: true))
    store.send(.connectivityChanged(isOnline: false))
    await source.asked(2)
    while store.error(of: .refresh) == nil { await Task.yield() }
    store.edit(.remove(id: 1))
    store.send(.connectivityChanged(isOnline: true))
    let more = store.loadMore()
    let refresh = store.state.refresh.request ?? 0
    source.answer(refresh, with: .init(0..<3, next: 3))
    while store.state.append.request == nil { await Task.yield() }
    source.answer(store.state.append.request ?? 0, with: .init(3..<6, next: nil))
    #expect(await more.finish())
    #expect(store.items.map(\.id) == [0, 2, 3, 4, 5])
    take.yield()
    await store.settle()
  }

  @Test func aQueryThatIsTypedOverEndsWithTheNextOne() async {
    let search = ScriptedSearch<String, Row, Int>()
    let store = SearchStore(source: search.asking, clock: clock, timeout: nil)
    let first = store.send(.typed(query: "s"))
    store.text = "sw"
    search.answer("sw", with: .init(0..<3, next: nil))
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    #expect(await first.finish() && store.items.count == 3)
  }

  @Test func whatAStoreThatStopsHasNotDoneIsRefused() async {
    let store = await store()
    let more = store.loadMore()
    store.stop()
    #expect(await more.finish() == false && more.refusal?.contains("stopped") == true)
  }

  // MARK: - What no load does

  @Test func anEditBeforeTheFirstPageIsRefused() async {
    let store = FeedStore(small, source: source, sink: Server(), clock: clock)
    store.send(.started)
    let edit = store.edit(.insert(item: Row(id: 9), before: nil))
    #expect(edit.refusal?.contains("wait for its page") == true)
    #expect(await edit.finish() == false)
    let search = SearchStore(
      source: ScriptedSearch<String, Row, Int>().asking, sink: Server(), clock: clock)
    search.query = "s"
    search.submit()
    #expect(search.edit(.insert(item: Row(id: 9), before: nil)).refusal != nil)
  }

  @Test func aDismissalDuringAWaitIsRefused() async {
    let store = await store(Rows(pageSize: 3, prefetchDistance: 2, retry: RetryPolicy(attempts: 1)))
    source.fail(2, with: FeedFailure(.http, message: "503", isRetryable: true))
    store.loadMore()
    await clock.sleepers(1)
    #expect(store.dismissError().refusal?.contains("waits for its automatic retry") == true)
  }

  // MARK: - Loads are cancelled

  @Test func cancelledLoadsComeBackWithTheReader() async {
    let store = await store()
    store.appeared(2)
    await source.asked(2)
    let more = store.loadMore()
    store.cancelLoads()
    await source.cancelled(2)
    #expect(await more.finish() == false && more.refusal?.contains("cancelled") == true)
    #expect(store.items.count == 3 && store.error == nil && !store.isLoadingMore)
    await store.settle()
    #expect(source.requests.count == 2)
    store.appeared(2)
    await source.asked(3)
    source.answer(3, with: .init(3..<6, next: nil))
    await store.settle()
    #expect(store.items.count == 6)
  }

  @Test func everyKindOfLoadIsCancelled() async {
    let source = Script(ignoresCancellation: true)
    let store = FeedStore(small, source: source, sink: Server(), clock: clock, timeout: nil)
    source.answer(1, with: .init(items: (0..<3).map(Row.init), next: 3, previous: -3))
    await store.settle()
    store.visible(0..<3)
    store.invalidate()
    for ticket in [2, 3, 4] as [Ticket] { await source.asked(ticket) }
    store.cancelLoads()
    #expect(!store.isLoadingMore && !store.isLoadingPrevious && !store.refreshing)
    for ticket in [2, 3, 4] as [Ticket] { source.answer(ticket, with: .init(7..<9, next: nil)) }
    await store.settle()
    #expect(store.items.map(\.id) == [0, 1, 2] && source.requests.count == 4)
  }

  @Test func aRetryIsCancelledAndEditsGoOn() async {
    let store = await store(Rows(pageSize: 3, prefetchDistance: 2, retry: RetryPolicy(attempts: 1)))
    source.fail(2, with: FeedFailure(.http, message: "503", isRetryable: true))
    store.loadMore()
    await clock.sleepers(1)
    let edit = store.edit(.remove(id: 1))
    store.cancelLoads()
    #expect(await edit.finish() && store.items.map(\.id) == [0, 2])
    #expect(clock.sleeperCount == 0 && store.footer == .nothing)
  }

  @Test func nothingIsLoadedLaterEither() async {
    let store = await store()
    store.send(.refreshPulled)
    let more = store.loadMore()
    store.cancelLoads()
    #expect(await more.finish() == false)
    store.send(.connectivityChanged(isOnline: false))
    store.appeared(2)
    #expect(store.footer == .offline(kind: .append))
    store.cancelLoads()
    store.send(.connectivityChanged(isOnline: true))
    await store.settle()
    #expect(!source.requests.contains { $0.kind == .append })
  }

  @Test func aFirstPageThatIsCancelledCanBeTriedAgain() async {
    let feed = FeedActor(small, source: source, clock: clock, timeout: nil)
    await feed.send(.started)
    await source.asked(1)
    await feed.cancelLoads()
    #expect(await feed.state.error != nil)
    source.answer(2, with: .init(0..<3, next: nil))
    await feed.retry().finish()
    #expect(await feed.state.items.count == 3)
    let store = FeedStore(small, source: Endless(count: 5))
    store.send(.started)
    store.cancelLoads()
    #expect(await store.loadMore().finish() && store.items.count == 3)
    store.send(.reset)
    store.cancelLoads()
    #expect(await store.loadAll().isComplete && store.items.count == 5)
  }

  @Test func aTypedQueryIsAskedAfterItsPause() async {
    let search = ScriptedSearch<String, Row, Int>()
    let store = SearchStore(source: search.asking, clock: clock, timeout: nil)
    store.text = "s"
    store.submit()
    await search.script.asked(2)
    store.text = "sw"
    store.cancelLoads()
    await search.script.cancelled(2)
    await clock.sleepers(1)
    search.answer("sw", with: .init(0..<3, next: nil))
    clock.advance(by: .seconds(1))
    await store.settle()
    #expect(store.items.count == 3 && search.queries == ["s", "sw"])
  }

  @Test func whoWaitsForLoadsThatAreCancelledWaitsNoLonger() async {
    let store = await store()
    let more = store.loadMore()
    await source.asked(2)
    let settled = Task { await store.settle() }
    while store.engine.observerCount < 2 { await Task.yield() }
    store.cancelLoads()
    await settled.value
    #expect(await more.finish() == false && store.items.count == 3)
  }

  @Test func aSnapshotThatIsReadGoesOn() async throws {
    let folder = try Folder()
    let snapshots = SnapshotStore<Row, Int>(file: folder.file)
    let store = FeedStore(small, source: Endless(count: 3), snapshots: snapshots)
    _ = store.items
    store.cancelLoads()
    await store.settle()
    #expect(store.items.count == 3)
    await snapshots.flush()
    store.stop()
  }

  @Test func aTypedQueryIsAskedAlsoIfLoadsAreCancelledInAStep() async {
    let search = ScriptedSearch<String, Row, Int>()
    let store = SearchStore(source: search.asking, clock: clock, timeout: nil)
    store.onStep { [unowned store] _ in store.cancelLoads() }
    store.text = "s"
    await clock.sleepers(1)
    store.onStep(nil)
    search.answer("s", with: .init(0..<3, next: nil))
    clock.advance(by: .seconds(1))
    await store.settle()
    #expect(store.items.count == 3)
  }

  // MARK: - Out of date

  @Test func rowsThatAreOutOfDateLoadAgainWhereTheReaderIs() async {
    let store = await store(Rows(pageSize: 3, prefetchDistance: 1))
    store.appeared(1)
    source.answer(2, with: .init(items: [9, 0, 1].map(Row.init), next: 2))
    #expect(await store.invalidate().finish())
    #expect(store.items.map(\.id) == [9, 0, 1, 2])
    #expect(store.state.reader == 2..<3)
    let feed = FeedActor(small, source: Endless(count: 3))
    #expect(await feed.invalidate().finish() == false)
    await feed.settle()
    #expect(await feed.invalidate().finish())
  }

  // MARK: - Rows that can't be edited

  #if DEBUG
    @Test func anEditOfAFeedThatIsReadOnlyIsSaidOnce() async throws {
      let result = try await #require(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        let feed = FeedActor(small, source: Endless(count: 3))
        await feed.settle()
        for id in 0..<3 { await feed.edit(.remove(id: id)) }
        let search = StoreActor(query: "s") { _ in Found() }
        await search.settle()
        await search.edit(.remove(id: 0))
      }
      let text = String(decoding: result.standardErrorContent, as: UTF8.self)
      let sentence = "FeedEffects: an edit was refused: \(FeedRefusal.readOnly)."
      #expect(text.components(separatedBy: sentence).count == 3, "once for each of the two")
    }

    @Test func anEditWithoutASinkIsSaidOnce() async throws {
      let result = try await #require(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        let store = StoreActor(small, state: .init(), handler: FeedHandler(Endless(count: 3)))
        await store.send(.started).finish()
        for id in 0..<3 { await store.edit(.remove(id: id)) }
      }
      let text = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(text.components(separatedBy: "its handler has no sink").count == 2)
    }
  #endif
}

private struct Found: PageSource {
  func page(for request: Rows.Request) async throws -> Rows.Page {
    Rows.Page(0..<3, next: nil)
  }
}
