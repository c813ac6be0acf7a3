import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import TestServers
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

  @Test(.enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
  func editsOverHTTP() async throws {
    try await TestServer.run { server in
      let notes = server.url("notes")
      let sink = HTTPEditSink<Note, PageCursor>(headers: ["Authorization": "Bearer abc"]) { edit in
        switch edit.change {
        case .insert(let note, _): HTTPEdit(.post, at: notes, body: ["text": note.text])
        case .update(let note): HTTPEdit(.put, at: notes, path: "\(edit.id)", body: note)
        case .remove: HTTPEdit(.delete, at: notes, path: "\(edit.id)")
        }
      }
      let others = HTTPEditSink<Note, PageCursor> { edit in
        switch edit.change {
        case .update(let note) where note.text == "♥":
          HTTPEdit(.post, at: notes, path: "\(edit.id)", "like", row: nil)
        case .update(let note):
          HTTPEdit(.patch, at: notes, path: "\(edit.id)", body: ["text": note.text])
        default: throw CocoaError(.featureUnsupported)
        }
      }
      let credentials = Credentials("expired") { old in
        "letmein"  // ask for a new one
      }
      let renewing = HTTPEditSink<Note, PageCursor>(credentials: credentials) { token in
        ["Authorization": "Bearer \(token)"]
      } request: { edit in
        HTTPEdit(.delete, at: notes, path: "\(edit.id)")
      }
      let source = HTTPPageSource<Note>(
        .get(notes), rows: .list(at: "results"), paging: .nextURL(at: "next"))
      let store = FeedStore(source: source, sink: sink)
      await store.loadMore().finish()
      await store.edit(1) { $0.text = "Buy milk" }.finish()
      await store.edit(.insert(item: Note(id: -1, text: "Call Ada"), before: 1)).finish()
      await store.edit(.remove(id: 2)).finish()
      #expect(store.items == [Note(id: 3, text: "Call Ada"), Note(id: 1, text: "Buy milk")])
      let other = FeedStore(source: source, sink: others)
      await other.loadMore().finish()
      await other.edit(1) { $0.text = "♥" }.finish()
      await other.edit(3) { $0.text = "Call Bob" }.finish()
      let last = FeedStore(source: source, sink: renewing)
      await last.loadMore().finish()
      await last.edit(.remove(id: 1)).finish()
      #expect(last.items == [Note(id: 3, text: "Call Bob")])
      #expect(store.failedEdits.isEmpty && other.failedEdits.isEmpty)
      #expect(other.items.map(\.text) == ["♥", "Call Bob"])
      let log = try await server.log()
      #expect(
        log.map(\.method) == [
          "GET", "PUT", "POST", "DELETE", "GET", "POST", "PATCH", "GET", "DELETE",
        ])
    }
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
    if case .snapshot(let snapshot, let age) = await SnapshotStore<Note, Int>(file: file).load() {
      print(snapshot.items.prefix(3).map(\.text), "of", age)
    }
    try? FileManager.default.removeItem(at: file)
  }
}
