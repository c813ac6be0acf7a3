// A program whose main thread belongs to another loop, so that nothing runs the main actor.
import FeedEffects
import FeedReducer
import Foundation

nonisolated struct Row: Identifiable, Equatable {
  let id: Int
}

let source = CallbackSource<Row, Int> { _, completion in
  completion(.success(.init(items: [Row(id: 1)], next: nil)))
}
let store = FeedStore(source: source)
precondition(store.isLoading)
// Longer than the store takes to notice.
for _ in 0..<80 { Thread.sleep(forTimeInterval: 0.1) }
precondition(store.items.isEmpty)
