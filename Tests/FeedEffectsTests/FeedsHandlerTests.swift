import FeedEffects
import FeedReducer
import FeedTesting
import Testing
import TestWatch

@Suite("The handler of feeds by key", .watched)
struct FeedsHandlerTests {
  private typealias Chats = Feeds<Int, Row, Int>

  /// Rows 0 to 2 of each chat. The number of sources that were made.
  private func handler(_ made: Log<Int>, sink: Sink? = nil) -> FeedHandler<Chats> {
    FeedHandler(
      source: { key in
        made.add(key)
        return Endless(count: 3)
      }, sink: sink.map { sink in { @Sendable _ in sink } })
  }

  @Test func twoFeedsKeepTheirTicketsApart() async {
    let made = Log<Int>()
    let store = StoreActor(
      Chats(Rows(pageSize: 2, prefetchDistance: 1)), state: .init(), handler: handler(made))
    for key in [1, 2] { await store.send(.opened(key: key)) }
    await store.settle()
    for key in [1, 2] { await store.send(.feed(key: key, action: .loadMore)) }
    await store.settle()
    for key in [1, 2] { #expect(await store.state[key]?.items.count == 3) }
    #expect(made.entries == [1, 2], "a source is made once")
  }

  /// A call ends when there are two.
  private struct Sink: EditSink {
    let calls = Locked(0)

    func send(_ edit: Rows.Edit, key: EditKey) async throws -> Row? {
      calls.use { $0 += 1 }
      await calls.wait { $0 == 2 }
      return nil
    }
  }

  @Test func rowsWithOneIDInTwoFeedsAreSentBesideEachOther() async {
    let sink = Sink()
    let store = StoreActor(
      Chats(Rows(pageSize: 3, edits: .optimistic)), state: .init(),
      handler: handler(Log(), sink: sink))
    for key in [1, 2] { await store.send(.opened(key: key)) }
    await store.settle()
    for key in [1, 2] { await store.send(.feed(key: key, action: .edit(change: .remove(id: 0)))) }
    await store.settle()
    for key in [1, 2] { #expect(await store.state[key]?.items.map(\.id) == [1, 2]) }
  }

  /// Two hundred chats, opened and closed: what is kept is bounded.
  @Test func theSourcesThatAreKeptAreBounded() async {
    let made = Log<Int>()
    let store = StoreActor(
      Chats(Rows(pageSize: 2), maxClosed: 5), state: .init(), handler: handler(made))
    for _ in 1...2 {
      for key in 0..<200 {
        await store.send(.opened(key: key)).finish()
        await store.send(.closed(key: key))
      }
    }
    #expect(await store.state.closedKeys == Array(195..<200))
    #expect(made.entries.count == 400, "none is kept that long")
  }
}
