import FeedEffects
import FeedReducer
import FeedTesting
import Testing
import TestWatch

// This module isolates everything to the main actor by default, as new app targets do. Its rows
// are plain structs whose conformances are therefore the main actor's as well.

struct Message: Identifiable, Equatable {
  var id: Int
  var text: String
}

/// A row that can't leave the main actor at all.
final class Sketch: Identifiable, Equatable {
  let id: Int
  var text = ""

  init(id: Int) {
    self.id = id
  }

  static func == (lhs: Sketch, rhs: Sketch) -> Bool {
    lhs.id == rhs.id && lhs.text == rhs.text
  }
}

@Suite("A module that is the main actor's by default", .watched)
struct DefaultIsolationTests {
  @Test func plainRowsReduce() {
    var loop = Loop(Feed<Message, Int>(pageSize: 2), state: Feed.State(seed: 1, identity: 1))
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
    let shared = [Sketch(id: 1), Sketch(id: 2)]
    let store = FeedStore<Sketch, Int>(starts: false) { _ in .init(items: shared, next: nil) }
    await store.send(.started).finish()
    shared[0].text = "changed"
    #expect(store.items.first === shared.first)
    #expect(!store.canLoadNextPage)
  }

  @Test func plainRowsAndObjectsAreTestedStepByStep() {
    let draft = Sketch(id: 1)
    var failures: [String] = []
    let tester = Tester(Feed<Sketch, Int>(pageSize: 1), report: { failures.append($0.message) })
    tester.given(.started)
    tester.send(.pageLoaded(ticket: 1, page: .init(items: [draft], next: nil))) {
      $0.items = [draft]
      $0.pages = [.init(count: 1, position: .start)]
      $0.next = nil
      $0.refresh = .idle
      $0.append = .ended(reason: .exhausted)
      $0.prepend = .ended(reason: .exhausted)
      $0.generation = 1
    }
    tester.finish()
    #expect(failures == [])
  }

  private struct Counter: StateMachine {
    func reduce(into count: inout Int, _ step: Int) -> Reaction<Never, Never> {
      count += step
      return .accepted([])
    }
  }

  @Test func aMachineOfTheMainActorIsTestedStepByStep() {
    var failures: [String] = []
    let tester = Tester(Counter(), state: 1, report: { failures.append($0.message) })
    tester.send(2) { $0 = 3 }
    #expect(failures == [])
    tester.send(2) { $0 = 4 }
    #expect(
      failures == [
        """
        step 2, 2: the state is not as stated
          state  expected 4, came 5
        State every field that changes and no other, or correct the machine.
        """
      ])
  }
}
