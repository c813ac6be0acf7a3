import FeedEffects
import FeedReducer
import Foundation

/// A `TraceWriter` records each step of a store: what the store's actor waits for, and what it does not.
@MainActor enum Tracing {
  static func run(_ effort: Effort) throws -> Report {
    let file = FileManager.default.temporaryDirectory.appending(path: "benchmark-\(UUID()).trace")
    defer { try? FileManager.default.removeItem(at: file) }
    let writer = TraceWriter(to: file, report: { fatalError($0) })
    let plain = time(effort, store())
    let traced = store()
    traced.onStep { writer.record($0) }
    let recorded = time(effort, traced)
    writer.flush()
    return Report(notes: [
      (
        "a step that a `TraceWriter` records, on the store's actor; without it",
        "\(rounded(recorded.median / 1_000)); \(rounded(plain.median / 1_000)) µs"
      )
    ])
  }

  private static func store() -> FeedStore<Row, Int> {
    let store = FeedStore(RowFeed(), seed: 1, starts: false) { _ in throw CancellationError() }
    store.send(.started)
    store.send(.pageLoaded(ticket: 1, page: .init(items: page(0, 1_000), next: nil)))
    return store
  }

  /// The nanoseconds of a step. The writer can't keep up, so most are dropped.
  private static func time(_ effort: Effort, _ store: FeedStore<Row, Int>) -> Measurement {
    measure(effort) { nanoseconds { send(10_000, to: store) } / 10_000 }
  }

  private static func send(_ steps: Int, to store: FeedStore<Row, Int>) {
    for index in 0..<steps { store.send(.itemAppeared(index: 500 + index & 1)) }
  }
}
