import FeedEffects
import FeedReducer
import FeedTesting
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

  /// 82 rows, of which no page comes that begins with the row `broken`.
  private func numbers(broken: Int? = nil) -> CallbackSource<Number, Int> {
    CallbackSource { request, answer in
      let first = request.position.cursor ?? 0
      let end = min(first + request.size, 82)
      guard first != broken else {
        return answer(.failure(FeedFailure(.http, message: "busy", status: 503)))
      }
      answer(
        .success(.init(items: (first..<end).map { Number(id: $0) }, next: end < 82 ? end : nil)))
    }
  }

  @Test func aListIsReadToItsEnd() async {
    let feed = FeedActor(source: numbers())
    let found = await feed.loadAll()
    print(await feed.state.items.count, "rows:", found)  // 82 rows: the list is whole
    let state = await feed.state
    #expect("\(found)" == "the list is whole" && state.items.map(\.id) == Array(0..<82))
  }

  @Test func theLoopOfOnesOwnReadsToTheEnd() async throws {
    #expect(try await export(from: numbers()))
  }

  @Test(arguments: [0, 40])
  func theLoopOfOnesOwnEndsAtAFailure(first: Int) async throws {
    let failure = await #expect(throws: FeedFailure.self) {
      try await export(from: numbers(broken: first))
    }
    #expect(failure?.status == 503)
  }

  @Test func theLoopOfOnesOwnEndsAtAStallAndWhenItsTaskIsCancelled() async throws {
    let empty = CallbackSource<Number, Int> { request, answer in
      answer(.success(.init(items: [], next: (request.position.cursor ?? 0) + 1)))
    }
    #expect(try await !export(from: empty))
    let endless = Task { try await export(from: Numbers()) }
    endless.cancel()
    await #expect(throws: CancellationError.self) { try await endless.value }
  }

  @Test func aLogOut() async {
    let store = FeedStore(source: Numbers())
    await store.settle()
    store.send(.stopped)
    #expect(store.items.isEmpty)
    await store.send(.started).finish()
    #expect(store.items.count == 20)
  }

  @Test func newRowsWhileOneReads() async {
    let source = ScriptedSource<Number, Int>()
    let store = FeedStore(source: source)
    source.answer(1, with: .init(items: (10..<30).map { Number(id: $0) }, next: 30))
    source.answer(2, with: .init(items: (7..<27).map { Number(id: $0) }, next: 27))
    await store.settle()
    store.visible(5..<9)
    let before = store.state.reader?.lowerBound ?? 0
    await store.invalidate().finish()
    let new = (store.state.reader?.lowerBound ?? 0) - before  // 3
    #expect(new == 3 && store.items.count == 23)
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
