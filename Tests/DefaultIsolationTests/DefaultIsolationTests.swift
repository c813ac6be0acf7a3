import FeedEffects
import FeedReducer
import Testing

// This module isolates everything to the main actor by default, as new app targets do. Its rows
// are plain structs whose conformances are therefore the main actor's as well.

struct Message: Identifiable, Equatable {
  var id: Int
  var text: String
}

/// A row that can't leave the main actor at all.
final class Draft: Identifiable, Equatable {
  let id: Int
  var text = ""

  init(id: Int) {
    self.id = id
  }

  static func == (lhs: Draft, rhs: Draft) -> Bool {
    lhs.id == rhs.id && lhs.text == rhs.text
  }
}

@Suite("A module that is the main actor's by default")
struct DefaultIsolationTests {
  @Test func plainRowsReduce() {
    var loop = Loop(Feed<Message, Int>(pageSize: 2), state: Feed.State(seed: 1))
    loop.send(.started)
    loop.send(
      .pageLoaded(ticket: 1, page: .init(items: [Message(id: 1, text: "a")], next: nil)))
    #expect(loop.state.items.map(\.text) == ["a"])
  }

  @Test func plainRowsLoadThroughAClosure() async {
    let store = FeedStore<Message, Int>(starts: false) { request in
      let first = request.position.cursor ?? 0
      return .init(
        items: (first..<first + request.size).map { Message(id: $0, text: "\($0)") },
        next: first + request.size)
    }
    await store.send(.started).finish()
    store.appeared(19)
    #expect(store.isLoadingMore)
    await store.send(.refreshPulled).finish()
    #expect(store.items.map(\.id) == Array(0..<40))
  }

  @Test func objectsThatMayNotLeaveTheMainActorLoadToo() async {
    let shared = [Draft(id: 1), Draft(id: 2)]
    let store = FeedStore<Draft, Int>(starts: false) { _ in .init(items: shared, next: nil) }
    await store.send(.started).finish()
    shared[0].text = "changed"
    #expect(store.items.first === shared.first)
    #expect(!store.canLoadNextPage)
  }
}
