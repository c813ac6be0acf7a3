import FeedEffects
import FeedReducer

nonisolated struct Note: Identifiable, Equatable, Codable {
  let id: Int
  var text = ""
}

nonisolated struct NoteSink: EditSink {
  func send(_ edit: Feed<Note, Int>.Edit, key: EditKey) async throws -> Note? {
    switch edit.change {
    case .insert(let note, _): try await Server.shared.create(note, key: "\(key)")
    case .update(let note): try await Server.shared.replace(edit.id, with: note, key: "\(key)")
    case .remove: try await Server.shared.delete(edit.id, key: "\(key)")
    }
  }
}

/// A server with notes, which refuses to buy milk the first time that it is asked to.
actor Server {
  static let shared = Server()

  private var keys: Set<String> = []

  func create(_ note: Note, key: String) throws -> Note? { note }

  func replace(_ id: Int, with note: Note, key: String) throws -> Note? {
    if keys.insert(key).inserted {
      throw FeedFailure(.http, message: "There is milk.", status: 409)
    }
    return note
  }

  func delete(_ id: Int, key: String) throws -> Note? { nil }
}
