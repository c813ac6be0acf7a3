import FeedEffects
import FeedReducer
import FeedTesting
import Foundation
import Testing
import TestWatch

/// Answers each edit when the test says so.
private actor Sink: EditSink {
  typealias Item = Row
  typealias Cursor = Int

  private(set) var keys: [EditKey] = []
  private(set) var ids: [Int] = []
  private var waiting: [CheckedContinuation<Row?, any Error>] = []
  private let arrivals = AsyncStream.makeStream(of: EditKey.self)

  nonisolated var arrived: AsyncStream<EditKey> { arrivals.stream }

  func send(_ edit: Rows.Edit, key: EditKey) async throws -> Row? {
    try await withCheckedThrowingContinuation { continuation in
      keys.append(key)
      ids.append(edit.id)
      waiting.append(continuation)
      arrivals.continuation.yield(key)
    }
  }

  func answer(_ result: Result<Row?, any Error>) {
    waiting.removeFirst().resume(with: result)
  }
}

/// A row whose id tells whether something refers to it.
private struct NamedRow: Identifiable, Equatable, Sendable {
  final class Name: Hashable, Sendable {
    static func == (one: Name, other: Name) -> Bool { one === other }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  struct Source: PageSource {
    func page(for request: Feed<NamedRow, Int>.Request) async throws -> Feed<NamedRow, Int>.Page {
      .init(items: [], next: nil)
    }
  }

  struct Sink: EditSink {
    func send(_ edit: Feed<NamedRow, Int>.Edit, key: EditKey) async throws -> NamedRow? { nil }
  }

  let id: Name
}

@MainActor @Suite("Edits reach the sink", .watched)
struct EditSinkTests {
  private let sink = Sink()

  private func store() async -> FeedStore<Row, Int> {
    let store = FeedStore(
      small, source: Endless(count: 3), sink: sink, seed: 0xabc, starts: false)
    await store.send(.started).finish()
    return store
  }

  @Test func aRowThatIsNotThereIsNotChanged() async {
    let store = await store()
    var refusals: [FeedRefusal?] = []
    store.onStep { refusals.append($0.reaction.refusal) }
    store.edit(1) { #expect($0 == Row(id: 1)) }
    store.edit(77) { _ in Issue.record("there is no such row") }
    #expect(refusals == [nil, .noSuchItem])
  }

  @Test func aCommitTakesTheServersVersion() async {
    let store = await store()
    var arrived = sink.arrived.makeAsyncIterator()
    store.edit(.insert(item: Row(id: -1), before: 0))
    #expect(store.items.map(\.id) == [-1, 0, 1, 2])
    #expect(await arrived.next() == EditKey(feed: store.state.identity, ticket: 2))
    await sink.answer(.success(Row(id: 70)))
    await store.settle()
    #expect(store.items.map(\.id) == [70, 0, 1, 2])
    #expect(store.state.pendingEdits.isEmpty)
  }

  @Test func aRejectionUndoes() async {
    let store = await store()
    var arrived = sink.arrived.makeAsyncIterator()
    store.edit(.remove(id: 1))
    #expect(store.items.map(\.id) == [0, 2])
    _ = await arrived.next()
    await sink.answer(.failure(FeedFailure(.http, message: "409")))
    await store.settle()
    #expect(store.items.map(\.id) == [0, 1, 2])
  }

  @Test func changesOfOneRowAreSentOneAfterTheOther() async {
    let store = await store()
    var arrived = sink.arrived.makeAsyncIterator()
    store.edit(.update(item: Row(id: 1)))
    store.edit(.remove(id: 1))
    store.edit(.remove(id: 2))
    var first = Set([await arrived.next()?.ticket, await arrived.next()?.ticket])
    #expect(first == [2, 4], "another row does not wait")
    await sink.answer(.success(nil))
    await sink.answer(.success(nil))
    first.insert(await arrived.next()?.ticket)
    #expect(first == [2, 3, 4])
    await sink.answer(.success(nil))
    await store.settle()
    #expect(store.items.map(\.id) == [0])
  }

  @Test func aSinkGetsTheIdThatTheRowHasByThen() async {
    let store = await store()
    var arrived = sink.arrived.makeAsyncIterator()
    store.edit(.insert(item: Row(id: -1), before: 0))
    store.edit(.update(item: Row(id: -1)))
    _ = await arrived.next()
    await sink.answer(.success(Row(id: 70)))
    _ = await arrived.next()
    #expect(await sink.ids == [-1, 70])
    await sink.answer(.success(Row(id: 70)))
    await store.settle()
    #expect(store.items.map(\.id) == [70, 0, 1, 2])
  }

  @Test func aResetEndsNoCallAndSendsWhatIsQueued() async {
    let store = await store()
    var arrived = sink.arrived.makeAsyncIterator()
    store.edit(.update(item: Row(id: 1)))
    store.edit(.remove(id: 1))
    _ = await arrived.next()
    await store.send(.reset).finish()
    await sink.answer(.success(nil))
    #expect(await arrived.next()?.ticket == 3)
    await sink.answer(.success(nil))
    await store.settle()
    #expect(store.items.map(\.id) == [0, 2] && store.failedEdits.isEmpty)
  }

  /// Logs out and in again.
  private func changeUser(of store: FeedStore<Row, Int>) async {
    store.send(.stopped)
    await store.send(.started).finish()
  }

  @Test func anEditThatWasQueuedWhenTheUserLoggedOutIsNotSent() async {
    let store = await store()
    var arrived = sink.arrived.makeAsyncIterator()
    store.edit(.update(item: Row(id: 1)))
    store.edit(.remove(id: 1))
    _ = await arrived.next()
    await changeUser(of: store)
    store.edit(.remove(id: 2))
    #expect(await arrived.next()?.ticket == 5, "no other came before")
    await sink.answer(.success(nil))
    await sink.answer(.success(nil))
  }

  @Test func editsOfARowDoNotOvertakeEachOtherAfterALogOut() async {
    let store = await store()
    var arrived = sink.arrived.makeAsyncIterator()
    store.edit(.update(item: Row(id: 1)))
    _ = await arrived.next()
    // The second log out cancels an edit that waits for the first one.
    for _ in 1...2 {
      await changeUser(of: store)
      store.edit(.update(item: Row(id: 1)))
    }
    store.edit(.remove(id: 2))
    #expect(await arrived.next()?.ticket == 7, "another row does not wait")
    await sink.answer(.failure(CancellationError()))
    #expect(await arrived.next()?.ticket == 6, "the edit between them is not sent")
    await sink.answer(.success(nil))
    await sink.answer(.success(nil))
    await store.settle()
    #expect(await sink.keys.map(\.ticket) == [2, 7, 6])
  }

  @Test func aRowIsForgottenWhenItsLastCallHasEnded() async {
    let handler = FeedHandler(NamedRow.Source(), sink: NamedRow.Sink())
    weak var name: NamedRow.Name?
    do {
      let row = NamedRow(id: NamedRow.Name())
      name = row.id
      let edit = Feed<NamedRow, Int>.Edit(feed: 1, ticket: 1, change: .update(item: row))
      guard case .run(_, .concurrent(let call), _) = handler.work(for: .send(edit: edit)) else {
        Issue.record("a sink is called")
        return
      }
      _ = await call()
    }
    withExtendedLifetime(handler) { #expect(name == nil) }
  }

  @Test func anEditThatDidNotGetThroughIsSentAgainUnderTheSameKey() async {
    let clock = ManualClock()
    let store = FeedStore(
      Rows(pageSize: 3, retry: RetryPolicy(attempts: 1)), source: Endless(count: 3), sink: sink,
      clock: clock, starts: false)
    await store.send(.started).finish()
    var arrived = sink.arrived.makeAsyncIterator()
    store.edit(.remove(id: 1))
    let key = await arrived.next()
    await sink.answer(.failure(URLError(.networkConnectionLost)))
    await clock.sleepers(1)
    #expect(store.items.map(\.id) == [0, 2])
    clock.advance(by: .seconds(2))
    #expect(await arrived.next() == key)
    await sink.answer(.failure(CancellationError()))
    await store.settle()
    #expect(store.items.map(\.id) == [0, 2])
    #expect(store.failure(of: 1)?.attempts == 2, "it gave up by itself, and says so")
    store.retryEdits(of: 1)
    #expect(await arrived.next() == key)
    await sink.answer(.success(nil))
    await store.settle()
    #expect(store.items.map(\.id) == [0, 2] && store.failedEdits.isEmpty)
  }

  @Test func aRestoredEditIsSentUnderItsOldName() async throws {
    let old = await store()
    var arrived = sink.arrived.makeAsyncIterator()
    old.edit(.remove(id: 1))
    let key = await arrived.next()
    let snapshot = try #require(old.state.snapshot)
    let store = FeedStore(small, source: Endless(), sink: sink, starts: false)
    store.send(.restored(snapshot: snapshot, age: .zero))
    #expect(await arrived.next() == key)
    #expect(key == EditKey(feed: old.state.identity, ticket: 2))
    #expect(EditKey(feed: 0xabc, ticket: 2).description == "0000000000000abc-2")
  }

  /// A key of an earlier run would be taken for a repetition, and the edit would be lost.
  @Test func feedsWithTheSameSeedSendDifferentKeys() async {
    var arrived = sink.arrived.makeAsyncIterator()
    var keys: Set<EditKey?> = []
    for _ in 1...3 {
      let store = await store()
      store.edit(.remove(id: 1))
      keys.insert(await arrived.next())
    }
    #expect(keys.count == 3)
    let parts = (0..<3).flatMap { _ in
      [Rows.State().identity, Search<Int, Row, Int>.State().feed.identity]
    }
    #expect(Set(parts).count == 6)
  }

  @Test func withoutASinkAFeedIsReadOnly() async {
    let store = FeedStore(small, source: Endless(count: 3), starts: false)
    await store.send(.started).finish()
    var refusal: FeedRefusal?
    store.onStep { refusal = $0.reaction.refusal }
    store.edit(.remove(id: 1))
    #expect(refusal == .readOnly)
    #expect(store.items.count == 3)
  }

  @Test func whatIsRefusedSaysWhy() async {
    let bare = FeedStore(small, source: Endless(count: 3), starts: false)
    await bare.send(.started).finish()
    #expect(bare.edit(.remove(id: 1)).refusal == "\(FeedRefusal.readOnly)")
    let store = await store()
    #expect(store.edit(.remove(id: 1)).refusal == nil)
    #expect(store.edit(1) { _ in }.refusal == "\(FeedRefusal.noSuchItem)")
    store.appeared(0)
    var state = store.state
    let reason = small.reduce(into: &state, .itemAppeared(index: 0)).refusal
    #expect(store.send(.itemAppeared(index: 0)).refusal == reason.map { "\($0)" })
    store.stop()
    #expect(store.loadMore().refusal?.contains("stopped") == true)
  }

  @Test func whatIsSentDuringAStepSaysWhyInTheEnd() async {
    let store = await store()
    var sent: Sent?
    store.onStep { [unowned store] _ in
      if sent == nil { sent = store.edit(.remove(id: 77)) }
    }
    store.edit(.remove(id: 1))
    #expect(await sent?.finish() == false)
    #expect(sent?.refusal == "\(FeedRefusal.noSuchItem)")
  }

  @Test func anActorSendsEditsToo() async {
    let feed = FeedActor(small, source: Endless(count: 3), sink: sink, seed: 5)
    await feed.send(.started).finish()
    var arrived = sink.arrived.makeAsyncIterator()
    await feed.send(.edit(change: .remove(id: 0)))
    #expect(await arrived.next() == EditKey(feed: feed.state.identity, ticket: 2))
    await sink.answer(.success(nil))
    await feed.settle()
    #expect(await feed.state.items.map(\.id) == [1, 2])
  }
}
