import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import TestServers
import TestWatch
import Testing

private struct Note: Identifiable, Equatable, Codable {
  var id: Int
  var text = ""
}

/// A server whose token runs out. A token is renewed once: asked with one that is void, it refuses.
private final class TokenServer: Sendable {
  struct Record {
    var token = 0
    var renewals = 0
    var refusals = 0
    /// The requests for notes: `notes/1 token 0 KEY`.
    var log: [String] = []
    /// How many renewals fail, by this status.
    var failing = (count: 0, status: 0)
    var refusesAll = false
  }

  let record = Locked(Record())

  func answer(_ request: RawServer.Request) -> RawServer.Answer {
    record.use { record in
      if request.path == "token" { return Self.renewal(by: request, in: &record) }
      let token = request.values(of: "authorization").first ?? ""
      let key = request.values(of: "idempotency-key").first ?? ""
      record.log.append("\(request.path) \(token) \(key)")
      guard token == "token \(record.token)", !record.refusesAll else {
        record.refusals += 1
        return .json(#"{"message": "the token has expired"}"#, status: 401)
      }
      return .json(
        request.path == "notes" ? #"[{"id": 1, "text": "a"}, {"id": 2, "text": "b"}]"# : "")
    }
  }

  private static func renewal(
    by request: RawServer.Request, in record: inout Record
  ) -> RawServer.Answer {
    if record.failing.count > 0 {
      record.failing.count -= 1
      return .json("{}", status: record.failing.status)
    }
    guard request.body.contains("token \(record.renewals)") else {
      return .json(#"{"message": "this token is void"}"#, status: 403)
    }
    record.renewals += 1
    record.token = record.renewals
    return .json(#"{"token": "token \#(record.token)"}"#)
  }

  /// The token runs out. It takes a renewal to get another one.
  func expire() {
    record.use {
      $0.token = -1
      $0.log = []
      $0.refusals = 0
    }
  }

  /// The credentials, which are renewed when so many requests have been refused.
  func credentials(at url: URL, after refusals: Int = 1) -> Credentials<String> {
    Credentials("token 0") { [record] old in
      await record.wait { $0.refusals >= refusals }
      let answer = try await HTTPRequest.post(url, body: ["old": .string(old)]).answer(size: 1)
      return if case .string(let token)? = answer.body["token"] { token } else { "" }
    }
  }

  /// The keys of all requests for a note, in order.
  func keys(of note: Int) -> [String] {
    record.use { record in
      record.log.filter { $0.hasPrefix("notes/\(note) ") }
        .map { String($0.split(separator: " ").last ?? "") }
    }
  }

  /// Sends edits of a note with the token of these credentials.
  func sink(
    _ notes: URL, _ credentials: Credentials<String>
  ) -> HTTPEditSink<Note, PageCursor> {
    HTTPEditSink(credentials: credentials) {
      ["Authorization": $0]
    } request: { edit in
      switch edit.change {
      case .insert(let note, _): HTTPEdit(.post, at: notes, body: note)
      case .update(let note): HTTPEdit(.put, at: notes, path: "\(edit.id)", body: note)
      case .remove: HTTPEdit(.delete, at: notes, path: "\(edit.id)")
      }
    }
  }

  /// A store whose list and edits share their credentials.
  @MainActor func store(
    at server: RawServer, renewingAfter refusals: Int = 1
  ) -> FeedStore<Note, PageCursor> {
    let notes = server.url("notes")
    let credentials = credentials(at: server.url("token"), after: refusals)
    let source = RenewingSource<Note, PageCursor>(credentials: credentials) { token in
      HTTPPageSource<Note>(
        .get(notes, headers: ["Authorization": token]), rows: .list(), paging: .none)
    }
    return FeedStore(source: source, sink: sink(notes, credentials))
  }
}

@MainActor @Suite("Edits whose credentials expire", .watched)
struct RenewedEditTests {
  private let server = TokenServer()

  private func removal(of id: Int) -> Feed<Note, PageCursor>.Edit {
    .init(feed: 0xabc, ticket: Ticket(rawValue: id), change: .remove(id: id))
  }

  private func key(_ number: Int) -> EditKey {
    EditKey(feed: 0xabc, ticket: Ticket(rawValue: number))
  }

  @Test func aListAndItsEditsRenewAnExpiredTokenOnce() async throws {
    try await RawServer.run(server.answer) { raw in
      let store = server.store(at: raw, renewingAfter: 3)
      await store.loadMore().finish()
      server.expire()
      let first = store.edit(1) { $0.text = "A" }
      let second = store.edit(2) { $0.text = "B" }
      await store.refresh()
      await first.finish()
      await second.finish()
      #expect(server.record.use { $0.renewals } == 1)
      #expect(server.record.use { $0.refusals } == 3)
      #expect(store.failedEdits.isEmpty)
      for note in 1...2 {
        let keys = server.keys(of: note)
        #expect(keys.count == 2 && Set(keys).count == 1, "sent again under the same key")
      }
      #expect(server.keys(of: 1) != server.keys(of: 2))
    }
  }

  @Test func aRenewalThatMayPassLaterUndoesNothing() async throws {
    try await RawServer.run(server.answer) { raw in
      let store = server.store(at: raw)
      await store.loadMore().finish()
      server.expire()
      server.record.use { $0.failing = (count: 100, status: 503) }
      let notes = raw.url("notes")
      let sink = server.sink(notes, server.credentials(at: raw.url("token")))
      let failure = await #expect(throws: FeedFailure.self) {
        try await sink.send(removal(of: 1), key: key(1))
      }
      #expect(failure?.status == 503 && failure?.isRetryable == true)
      server.record.use { $0.failing.count = 0 }
      await store.edit(1) { $0.text = "A" }.finish()
      #expect(store.items.first?.text == "A" && store.failedEdits.isEmpty)
    }
  }

  @Test func aRenewalThatIsRefusedUndoesTheChange() async throws {
    try await RawServer.run(server.answer) { raw in
      let store = server.store(at: raw)
      await store.loadMore().finish()
      server.expire()
      server.record.use { $0.failing = (count: 1, status: 400) }
      await store.edit(1) { $0.text = "A" }.finish()
      #expect(store.items.first?.text == "a")
      #expect(store.failedEdits.first?.failure.status == 400)
      // The next 401 tries again.
      await store.edit(1) { $0.text = "B" }.finish()
      #expect(store.items.first?.text == "B")
      #expect(server.record.use { $0.renewals } == 1)
    }
  }

  @Test func aSecond401IsTheFailureOfTheEdit() async throws {
    try await RawServer.run(server.answer) { raw in
      let store = server.store(at: raw)
      await store.loadMore().finish()
      server.expire()
      server.record.use { $0.refusesAll = true }
      await store.edit(1) { $0.text = "A" }.finish()
      #expect(store.items.first?.text == "a")
      #expect(store.failedEdits.first?.failure.status == 401)
      #expect(server.keys(of: 1).count == 2)
      #expect(server.record.use { $0.renewals } == 1)
    }
  }

  @Test func editsThatWaitedOfflineAreSentWithARenewedToken() async throws {
    try await RawServer.run(server.answer) { raw in
      let store = server.store(at: raw, renewingAfter: 2)
      await store.loadMore().finish()
      store.send(.connectivityChanged(isOnline: false))
      store.edit(1) { $0.text = "A" }
      store.edit(2) { $0.text = "B" }
      server.expire()
      #expect(server.keys(of: 1).isEmpty)
      store.send(.connectivityChanged(isOnline: true))
      await store.settle()
      #expect(store.items.map(\.text) == ["A", "B"] && store.failedEdits.isEmpty)
      #expect(server.record.use { $0.renewals } == 1)
    }
  }

  /// An edit that a token kept from being carried out is no edit whose answer was lost.
  @Test func aConflictBehindARenewalThatFailedIsAFailure() async throws {
    let asked = Locked(0)
    try await RawServer.run { _ in
      asked.use { $0 += 1 }
      return .json("{}", status: asked.use { $0 } == 1 ? 401 : 409)
    } body: { raw in
      let credentials = Credentials("token 0") { _ in
        throw FeedFailure(.offline, message: "offline", isRetryable: true)
      }
      let sink = server.sink(raw.url("notes"), credentials)
      for code in [FeedFailure.Code.offline, .http] {
        let failure = await #expect(throws: FeedFailure.self) {
          try await sink.send(removal(of: 1), key: key(1))
        }
        #expect(failure?.code == code)
      }
    }
  }
}
