import FeedEffects
import FeedReducer
import FeedTesting
import Foundation
import Testing
import TestWatch

nonisolated struct Number: Identifiable, Equatable {
  let id: Int
}

nonisolated struct Numbers: PageSource {
  func page(for request: Feed<Number, Int>.Request) async throws -> Feed<Number, Int>.Page {
    let first = request.position.cursor ?? 0
    let next = first + request.size
    return .init(items: (first..<next).map { Number(id: $0) }, next: next)
  }
}

nonisolated struct Note: Identifiable, Equatable, Codable {
  let id: Int
  var text = ""
}

/// A server with notes, which refuses to buy milk the first time that it hears of it.
actor Server {
  static let shared = Server()

  private var keys: Set<String> = []

  func create(_ note: Note, key: String) throws -> Note? { note }

  func replace(_ id: Int, with note: Note, key: String) throws -> Note? {
    if keys.insert(key).inserted { throw FeedFailure(.http, "There is milk.", status: 409) }
    return note
  }

  func delete(_ id: Int, key: String) throws -> Note? { nil }
}

nonisolated struct NoteSink: EditSink {
  func send(_ edit: Feed<Note, Int>.Edit, key: EditKey) async throws -> Note? {
    switch edit.change {
    case .insert(let note, _): try await Server.shared.create(note, key: "\(key)")
    case .update(let note): try await Server.shared.replace(edit.id, with: note, key: "\(key)")
    case .remove: try await Server.shared.delete(edit.id, key: "\(key)")
    @unknown default: throw FeedFailure(.refused, "The server knows no such change.")
    }
  }
}

final class Draft: Identifiable, Equatable {
  let id: Int

  init(id: Int) {
    self.id = id
  }

  static func == (lhs: Draft, rhs: Draft) -> Bool {
    lhs.id == rhs.id
  }
}

@MainActor final class Drafts {
  static let shared = Drafts()

  func page(from first: Int, size: Int) -> Feed<Draft, Int>.Page {
    .init(items: (first..<first + size).map(Draft.init), next: nil)
  }
}

nonisolated struct Tabs: StateMachine {
  struct State: Equatable {
    var home = Feed<Number, Int>.State(seed: 1)
    var search = Feed<Number, Int>.State(seed: 2)
  }
  enum Action: Equatable {
    case home(Feed<Number, Int>.Action), search(Feed<Number, Int>.Action)
  }
  enum Effect: Equatable {
    case home(Feed<Number, Int>.Effect), search(Feed<Number, Int>.Effect)
  }

  let feed = Feed<Number, Int>()

  func reduce(into state: inout State, _ action: Action) -> Reaction<Effect, FeedRefusal> {
    switch action {
    case .home(let action):
      feed.reduce(into: &state.home, action).map(effect: Effect.home, refusal: { $0 })
    case .search(let action):
      feed.reduce(into: &state.search, action).map(effect: Effect.search, refusal: { $0 })
    }
  }
}

nonisolated struct TabsHandler: EffectHandler {
  let feed = FeedHandler(Numbers())

  func work(for effect: Tabs.Effect) -> Work<Tabs.Action> {
    switch effect {
    case .home(let effect): feed.work(for: effect).map(scope: "home", Tabs.Action.home)
    case .search(let effect): feed.work(for: effect).map(scope: "search", Tabs.Action.search)
    }
  }
}

@MainActor @Suite("The examples of Docs/Runner.md", .watched)
struct RunnerExamples {
  @Test func aClosureOnTheMainActor() async {
    let store = FeedStore<Draft, Int> { request in
      Drafts.shared.page(from: request.position.cursor ?? 0, size: request.size)
    }
    await store.settle()
    #expect(store.items.count == 20)
  }

  @Test func aFeedInsideABiggerMachine() async {
    let store = Store(Tabs(), state: .init(), handler: TabsHandler())
    store.send(.home(.started))
    await store.send(.search(.started)).finish()
    await store.settle()
    #expect(store.state.home.items.count == 20)
  }

  @Test func edits() async {
    let source = CallbackSource<Note, Int> { _, completion in
      completion(.success(.init(items: [Note(id: 1, text: "Buy bread")], next: nil)))
    }
    let store = FeedStore(source: source, sink: NoteSink())
    await store.settle()
    store.edit(.update(item: Note(id: 1, text: "Buy milk")))
    #expect(store.items.map(\.text) == ["Buy milk"])
    await store.settle()
    #expect(store.items.map(\.text) == ["Buy bread"])
    #expect(store.failure(of: 1)?.message == "There is milk.")
    if let failed = store.failedEdits.last {
      print(failed.isUndone ? "Not changed:" : "Not saved yet:", failed.failure.message)
      store.retryEdits(of: failed.edit.id)  // or dismissEdits(of:)
    }
    await store.settle()
    #expect(store.items.map(\.text) == ["Buy milk"] && store.failedEdits.isEmpty)
  }

  @Test func aFeedThatIsThereAtTheNextStart() async {
    let file = FileManager.default.temporaryDirectory.appending(path: "notes-\(UUID()).feed")
    for start in 1...2 {
      // The server has gone by the second start.
      let notes = CallbackSource<Note, Int> { _, completion in
        completion(
          start == 1
            ? .success(.init(items: [Note(id: 1)], next: nil))
            : .failure(URLError(.cannotConnectToHost)))
      }
      let snapshots = SnapshotStore<Note, Int>(file: file)
      let store = FeedStore(source: notes, sink: NoteSink(), snapshots: snapshots)
      await store.settle()
      #expect(store.items.count == 1)
      await snapshots.flush()
      store.stop()
    }
    try? FileManager.default.removeItem(at: file)
  }

  @Test func aScriptedSource() async {
    let source = ScriptedSource<Number, Int>()
    let store = FeedStore(source: source)
    source.answer(1, with: .init(items: [Number(id: 1)], next: nil))
    await store.settle()
    #expect(store.items.map(\.id) == [1])
  }

  @Test func theMachineByItself() {
    var loop = Loop(Feed<Number, Int>(), state: .init(seed: 1))
    #expect(loop.send(.loadMore) == .ignored(.noFirstPage))
  }
}
