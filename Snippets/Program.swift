import FeedEffects
import FeedReducer

nonisolated struct Person: Identifiable, Equatable {
  let id: Int
}

nonisolated struct People: PageSource {
  func page(for request: Feed<Person, Int>.Request) async throws -> Feed<Person, Int>.Page {
    let first = request.position.cursor ?? 1
    let last = min(first + request.size - 1, 82)
    return .init(
      items: (first...last).map(Person.init), next: last < 82 ? last + 1 : nil, total: 82)
  }
}

let feed = FeedActor(Feed(pageSize: 10), source: People())
await feed.send(.started).finish()
await feed.send(.itemAppeared(index: 9)).finish()
let state = await feed.state
print(state.items.count, "of", state.total ?? 0)  // 20 of 82
