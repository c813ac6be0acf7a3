import FeedConsole
import FeedEffects
import FeedReducer

nonisolated struct Person: Identifiable, Equatable, Codable {
  let id: Int
  var name: String
}

nonisolated struct People: PageSource {
  func page(for request: Feed<Person, Int>.Request) async throws -> Feed<Person, Int>.Page {
    let first = request.position.cursor ?? 0
    let end = min(first + request.size, 82)
    return .init(
      items: (first..<end).map { Person(id: $0, name: "Person \($0)") },
      next: end < 82 ? end : nil, total: 82)
  }
}

nonisolated struct Renaming: EditSink {
  func send(_ edit: Feed<Person, Int>.Edit, key: EditKey) async throws -> Person? {
    guard case .update(var person) = edit.change else { return nil }
    person.name += ", as the server has it"
    return person
  }
}

try await FeedConsole(People(), sink: Renaming()).run()
