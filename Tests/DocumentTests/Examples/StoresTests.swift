import FeedEffects
import FeedReducer
import Foundation
import TestWatch
import Testing

@MainActor @Suite("The examples of Docs/Stores.md", .watched)
struct StoresExamples {
  @Test func aClosureOnTheMainActor() async {
    let store = FeedStore<Draft, Int> { request in
      Drafts.shared.page(from: request.position.cursor ?? 0, size: request.size)
    }
    await store.settle()
    #expect(store.items.count == 20)
  }

  @Test func aListIsReadToItsEnd() async {
    let feed = FeedActor(
      source: CallbackSource<Number, Int> { request, answer in
        let first = request.position.cursor ?? 0
        let end = min(first + request.size, 82)
        answer(
          .success(
            .init(items: (first..<end).map { Number(id: $0) }, next: end < 82 ? end : nil)))
      })
    let isComplete = await feed.loadAll()
    let state = await feed.state
    print(state.items.count, "rows", isComplete ? "in all" : state.error?.message ?? "so far")
    #expect(isComplete && state.items.map(\.id) == Array(0..<82))
  }

  @Test func aLogOut() async {
    let store = FeedStore(source: Numbers())
    await store.settle()
    store.send(.stopped)
    #expect(store.items.isEmpty)
    await store.send(.started).finish()
    #expect(store.items.count == 20)
  }

  @Test func metrics() async {
    let store = FeedStore(source: Numbers())
    let metrics = Metrics()
    store.onStep { metrics.count($0) }
    await store.settle()
    #expect(metrics.pages == 1 && metrics.rows == 20 && metrics.failures == 0)
  }

  @Test func aTrace() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "numbers-\(UUID()).trace")
    defer { try? FileManager.default.removeItem(at: file) }
    let store = FeedStore(source: Numbers())
    let trace = TraceWriter(to: file)
    store.onStep { trace.record($0) }
    await store.settle()
    trace.flush()
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.split(separator: "\n").count == 2)
  }
}
