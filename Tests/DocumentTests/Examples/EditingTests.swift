import FeedEffects
import FeedReducer
import Foundation
import TestWatch
import Testing

@MainActor @Suite("The examples of Docs/Editing.md and Docs/Restart.md", .watched)
struct EditingExamples {
  private let notes = CallbackSource<Note, Int> { _, completion in
    let items = [Note(id: 1, text: "Buy bread"), Note(id: 2, text: "Sleep")]
    completion(.success(.init(items: items, next: nil)))
  }

  @Test func edits() async {
    let store = FeedStore(source: notes, sink: NoteSink())
    await store.settle()
    store.edit(1) { $0.text = "Buy milk" }  // or .update(item: Note(id: 1, text: "Buy milk"))
    store.edit(.insert(item: Note(id: -1, text: "Call Ada"), before: 1))
    store.edit(.remove(id: 2))
    #expect(store.items.map(\.text) == ["Call Ada", "Buy milk"])
    await store.settle()
    #expect(store.items.map(\.text) == ["Call Ada", "Buy bread"])
    #expect(store.failure(of: 1)?.message == "There is milk.")
    if let failed = store.failedEdits.last {
      print(failed.isUndone ? "Not changed:" : "Not saved yet:", failed.failure.message)
      store.retryEdits(of: failed.edit.id)  // or dismissEdits(of:)
    }
    await store.settle()
    #expect(store.items.map(\.text) == ["Call Ada", "Buy milk"] && store.failedEdits.isEmpty)
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
}
