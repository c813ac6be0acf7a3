import FeedEffects
import FeedReducer
import FeedTesting
import Testing
import TestWatch

/// Pages of three rows, of which those from `failing` on fail, and pages from `empty` on have no rows.
private struct Numbers: PageSource {
  var count = 10
  var failing: Range<Int>?
  var empty: Range<Int>?
  var code = FeedFailure.Code.http
  let asked = Log<Rows.Request>()

  func page(for request: Rows.Request) async throws -> Rows.Page {
    asked.add(request)
    let start = request.position.cursor ?? 0
    if failing?.contains(start) == true { throw FeedFailure(code, message: "no") }
    let end = min(count, start + request.size)
    let next = end < count ? end : nil
    return Rows.Page(empty?.contains(start) == true ? start..<start : start..<end, next: next)
  }
}

@MainActor @Suite("Reading a list to its end", .watched)
struct ReadingToTheEndTests {
  private let all = Array(0..<10)

  /// Stops a loop that goes round and round.
  private struct Rounds {
    var left = 1_000

    mutating func next() throws {
      left -= 1
      try #require(left > 0, "the loop goes round and round")
    }
  }

  // MARK: - The loop that everyone writes

  @Test func theLoopAroundAStoreReadsTheList() async throws {
    let store = FeedStore(small, source: Numbers())
    var rounds = Rounds()
    while store.canLoadNextPage {
      try rounds.next()
      await store.loadMore().finish()
    }
    #expect(store.items.map(\.id) == all)
  }

  @Test func theLoopAroundAnActorReadsTheList() async throws {
    let feed = FeedActor(small, source: Numbers())
    var rounds = Rounds()
    while await feed.state.canLoadNextPage {
      try rounds.next()
      await feed.send(.loadMore).finish()
    }
    #expect(await feed.state.items.map(\.id) == all)
    #expect(rounds.left > 990)
  }

  @Test func theLoopGivesOthersATurnWhenAPageFails() async {
    let store = FeedStore(small, source: Numbers(failing: 3..<10))
    let stop = Box(false)
    var other: Task<Void, Never>?
    while store.canLoadNextPage, !stop.value {
      await store.loadMore().finish()
      if store.error != nil, other == nil { other = Task { stop.value = true } }
    }
    #expect(store.items.map(\.id) == [0, 1, 2])
    await other?.value
  }

  @Test func theLoopGivesOthersATurnInATaskThatIsCancelled() async {
    let store = FeedStore(small, source: Numbers())
    let loop = Task { while store.canLoadNextPage { await store.loadMore().finish() } }
    loop.cancel()
    await loop.value
    #expect(store.items.map(\.id) == all)
  }

  @Test func theLoopWithFinishAsItsConditionEndsAtAFailure() async {
    let store = FeedStore(small, source: Numbers(failing: 6..<10))
    while await store.loadMore().finish() {}
    #expect(store.items.count == 6)
    #expect(store.error?.message == "no")
  }

  // MARK: - What finish() tells

  @Test func finishTellsWhetherTheActionWasAccepted() async {
    let store = FeedStore(small, source: Numbers(), starts: false)
    #expect(await !store.loadMore().finish(), "a feed that does not start by itself has no page")
    #expect(await store.send(.started).finish())
    #expect(await store.send(.itemAppeared(index: 0)).finish(), "the reader moves")
    #expect(await !store.send(.itemAppeared(index: 0)).finish(), "the same report again")
    #expect(await !store.retry().finish())
    #expect(await !store.edit(.remove(id: 1)).finish(), "there is no sink")
    #expect(await store.loadMore().finish())
    store.stop()
    #expect(await !store.loadMore().finish())
  }

  @Test func finishTellsItOfAnActionThatWasQueuedToo() async {
    let store = FeedStore(small, source: Numbers(), starts: false)
    let sent = Box<[Sent]>([])
    store.onStep { [unowned store] step in
      guard step.action == .started else { return }
      sent.value = [store.retry(), store.send(.connectivityChanged(isOnline: false))]
    }
    await store.send(.started).finish()
    #expect(await sent.value.first?.finish() == false)
    #expect(await sent.value.last?.finish() == true)
  }

  // MARK: - A load that is under way is joined

  /// The actions that are refused while the loads with these tickets are under way.
  private nonisolated static let joining: [(action: Rows.Action, ticket: Ticket)] = [
    (.started, 1), (.loadMore, 1), (.refreshPulled, 1), (.loadMore, 2),
    (.itemAppeared(index: 2), 2),
  ]

  @Test(arguments: joining.indices)
  func whatIsRefusedForALoadThatIsUnderWayEndsWithIt(number: Int) async {
    let (action, ticket) = Self.joining[number]
    let source = Script()
    let store = FeedStore(small, source: source, timeout: nil)
    store.send(.started)
    if ticket == 2 {
      source.answer(1, with: .init(0..<3, next: 3))
      await store.settle()
      store.appeared(2)
    }
    let sent = store.send(action)
    let ended = Log<Bool>()
    let waiting = Task { ended.add(await sent.finish()) }
    await source.asked(ticket)
    for _ in 0..<20 { await Task.yield() }
    #expect(ended.entries == [])
    source.answer(ticket, with: .init(6..<9, next: nil))
    await waiting.value
    #expect(ended.entries == [true])
    #expect(store.items.contains { $0.id == 8 }, "it ends with the page")
    #expect(source.requests.count == ticket.rawValue)
  }

  @Test func whatIsQueuedJoinsToo() async {
    let source = Script()
    let store = FeedStore(small, source: source, timeout: nil, starts: false)
    let joined = Box<[Sent]>([])
    store.onStep { [unowned store] step in
      if step.action == .started { joined.value = [store.loadMore(), store.send(.refreshPulled)] }
    }
    store.send(.started)
    let ended = Log<Bool>()
    let waiting = joined.value.map { sent in Task { ended.add(await sent.finish()) } }
    await source.asked(1)
    for _ in 0..<20 { await Task.yield() }
    #expect(ended.entries == [])
    source.answer(1, with: .init(0..<3, next: nil))
    for wait in waiting { await wait.value }
    #expect(ended.entries == [true, true])
  }

  @Test func anAutomaticRetryIsJoined() async {
    let (source, clock) = (Script(), ManualClock())
    let store = FeedStore(
      Rows(pageSize: 3, retry: RetryPolicy(attempts: 1)), source: source, clock: clock, timeout: nil
    )
    source.fail(1, with: FeedFailure(.http, message: "busy", isRetryable: true))
    let reading = Task { await store.loadAll() }
    await clock.sleepers(1)
    source.answer(3, with: .init(0..<3, next: nil))
    clock.advance(by: .seconds(60))
    #expect(await reading.value == .complete)
    #expect(store.items.count == 3)
  }

  // MARK: - All of it in one call

  @Test func loadAllReadsTheList() async {
    let (store, feed) = (
      FeedStore(small, source: Numbers()), FeedActor(small, source: Numbers())
    )
    #expect(await store.loadAll().isComplete)
    #expect(await feed.loadAll().isComplete)
    #expect(store.items.map(\.id) == all)
    #expect(await feed.state.items.map(\.id) == all)
    #expect(await store.loadAll().isComplete, "there is nothing left to load")
  }

  @Test func twoAtOnceAskForEachPageOnce() async {
    let source = Numbers()
    let store = FeedStore(small, source: source)
    async let first = store.loadAll()
    async let second = store.loadAll()
    #expect(await [first, second] == [.complete, .complete])
    #expect(source.asked.entries.map(\.position.cursor) == [nil, 3, 6, 9])
  }

  @Test(arguments: [0, 6])
  func loadAllEndsAtAFailure(cursor: Int) async {
    let source = Numbers(failing: cursor..<10)
    let (store, feed) = (FeedStore(small, source: source), FeedActor(small, source: source))
    #expect(await !store.loadAll().isComplete)
    #expect(await !feed.loadAll().isComplete)
    #expect(store.error?.message == "no")
    #expect(store.items.count == cursor)
    #expect(await feed.state.items.count == cursor)
    #expect(source.asked.entries.count == 2 * (cursor / 3 + 1))
    let kind: LoadKind = cursor == 0 ? .refresh : .append
    #expect(await store.loadAll() == .failed(kind: kind, failure: store.error!), "it tries again")
    #expect(source.asked.entries.count == 2 * (cursor / 3 + 1) + 1)
  }

  @Test func loadAllEndsWhileTheDeviceIsOffline() async {
    let store = FeedStore(small, source: Numbers())
    store.send(.connectivityChanged(isOnline: false))
    #expect(await store.loadAll() == .loading(kind: .refresh))
    #expect(store.error?.code == .offline)
    store.send(.connectivityChanged(isOnline: true))
    #expect(await store.loadAll().isComplete)
  }

  @Test func loadAllEndsAtAStallAndGoesOnWhenItIsCalledAgain() async {
    let store = FeedStore(small, source: Numbers(count: 30, empty: 3..<15))
    #expect(await store.loadAll() == .stalled)
    #expect(store.isStalled && store.items.count == 3)
    #expect(await store.loadAll().isComplete)
    #expect(store.items.map(\.id) == Array(0..<3) + Array(15..<30))
  }

  @Test func loadAllGivesUpWhereEachCursorIsForgotten() async {
    let source = Numbers(failing: 3..<10, code: .invalidCursor)
    let store = FeedStore(small, source: source)
    #expect(await !store.loadAll().isComplete)
    #expect(store.items.count == 3)
    #expect(source.asked.entries.count <= 300)
  }

  @Test func loadAllEndsWithItsTaskAndWithTheStore() async {
    let source = Script()
    let store = FeedStore(small, source: source, timeout: nil)
    let reading = Task { await store.loadAll() }
    await source.asked(1)
    reading.cancel()
    #expect(await reading.value == .loading(kind: .refresh))
    let other = Task { await store.loadAll() }
    await Task.yield()
    store.stop()
    #expect(await !other.value.isComplete)
  }

  @Test func loadAllReadsOnBehindAWindow() async {
    let store = FeedStore(
      Rows(pageSize: 3, prefetchDistance: 1, maxItems: 6), source: Numbers(count: 30))
    _ = store.items
    await store.settle()
    store.appeared(2)
    #expect(await store.loadAll() == .complete, "the reader stays in sight of the first rows")
    #expect(store.items.last?.id == 29)
    store.visible(28..<30)
    store.send(.memoryWarning(keep: 6))
    #expect(await store.loadAll() == .dropped)
  }

  @Test func loadAllReadsAFeedThatIsRestoredFirst() async throws {
    let folder = try Folder()
    for _ in 0..<2 {
      let snapshots = SnapshotStore<Row, Int>(file: folder.file)
      let store = FeedStore(small, source: Numbers(), snapshots: snapshots)
      #expect(await store.loadAll().isComplete)
      #expect(store.items.map(\.id) == all)
      await snapshots.flush()
    }
  }

  @Test func loadAllReadsASearchOnceItIsAsked() async {
    let (source, clock) = (ScriptedSearch<String, Row, Int>(), ManualClock())
    let store = SearchStore(small, source: source.asking, clock: clock, timeout: nil)
    store.text = "swift"
    let reading = Task { await store.loadAll() }
    await clock.sleepers(1)
    for _ in 0..<20 { await Task.yield() }
    source.script.answer(2, with: .init(0..<3, next: 3))
    source.script.answer(3, with: .init(3..<5, next: nil))
    clock.advance(by: .seconds(1))
    #expect(await reading.value == .complete)
    #expect(store.items.count == 5)
  }
}
