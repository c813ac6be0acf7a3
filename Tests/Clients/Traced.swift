import FeedEffects
import FeedReducer
import Foundation

// An app that writes a trace: its user scrolls, a page fails, rows are edited, and one is refused; then the user
// searches and refreshes.
struct Person: Identifiable, Equatable, Sendable {
  let id: Int
  var name: String
}

/// The third page fails once.
actor People: EditSink {
  private var hasFailed = false

  func page(
    for request: Feed<Person, Int>.Request, query: String
  ) async throws -> Feed<Person, Int>.Page {
    let page = request.position.cursor ?? 1
    if page == 3, !hasFailed {
      hasFailed = true
      throw FeedFailure(.http, message: "The server is away.", status: 503)
    }
    let ids = (page - 1) * 10..<page * 10
    return .init(items: ids.map { Person(id: $0, name: "\(query) \($0)") }, next: page + 1)
  }

  func send(_ edit: Feed<Person, Int>.Edit, key: EditKey) async throws -> Person? {
    if case .remove = edit.change { throw FeedFailure(.http, message: "No.", status: 403) }
    return nil
  }
}

/// The people that a query finds.
struct FoundPeople: PageSource {
  let all: People
  let query: String

  func page(for request: Feed<Person, Int>.Request) async throws -> Feed<Person, Int>.Page {
    try await all.page(for: request, query: query)
  }
}

let trace = TraceWriter(to: URL(filePath: CommandLine.arguments[1]))
let people = People()
let store = SearchStore(
  Feed<Person, Int>(pageSize: 10), query: "", source: { FoundPeople(all: people, query: $0) },
  sink: people)
store.onStep { trace.record($0) }
_ = await store.settle()
for row in [5, 9, 12, 19] {
  store.send(.feed(action: .visible(range: row..<row + 1)))
  await store.settle()
}
store.retry()
await store.settle()
store.send(.feed(action: .edit(change: .update(item: Person(id: 4, name: "renamed")))))
store.send(.feed(action: .edit(change: .remove(id: 3))))
await store.settle()
for query in ["l", "lu", "luke"] { store.query = query }
store.submit()
await store.settle()
await store.refresh()
trace.flush()
print("\(store.items.count) rows")
