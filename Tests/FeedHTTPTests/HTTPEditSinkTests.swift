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
  var likes: Int?
}

@Suite(
  "Edits over HTTP", .watched, .enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
struct HTTPEditSinkTests {
  private typealias Edit = Feed<Note, PageCursor>.Edit

  private func sink(
    _ notes: URL, loader: HTTPLoader = .shared, row: JSONPath? = ""
  ) -> HTTPEditSink<Note, PageCursor> {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return HTTPEditSink(
      headers: ["Authorization": "Bearer abc"], loader: loader, encoder: encoder
    ) { edit in
      switch edit.change {
      case .insert(let note, _): HTTPEdit(.post, at: notes, body: ["text": note.text], row: row)
      case .update(let note) where note.likes != nil:
        HTTPEdit(.post, at: notes, path: "\(edit.id)", "like", row: nil)
      case .update(let note) where note.text.hasPrefix("="):
        HTTPEdit(.put, at: notes, path: "\(edit.id)", body: note, row: row)
      case .update(let note):
        HTTPEdit(.patch, at: notes, path: "\(edit.id)", body: ["text": note.text], row: row)
      case .remove: HTTPEdit(.delete, at: notes, path: "\(edit.id)")
      }
    }
  }

  private func key(_ number: Int) -> EditKey {
    EditKey(feed: 0xabc, ticket: Ticket(rawValue: number))
  }

  private func edit(_ change: Feed<Note, PageCursor>.Change) -> Edit {
    Edit(feed: 0xabc, ticket: Ticket(rawValue: 1), change: change)
  }

  @MainActor @Test func aStoreEditsRowsOfAServer() async throws {
    try await TestServer.run { server in
      let source = HTTPPageSource<Note>(
        .get(server.url("notes")), rows: .list(at: "results"), paging: .nextURL(at: "next"))
      let store = FeedStore(source: source, sink: sink(server.url("notes")), seed: 0xabc)
      await store.loadMore().finish()
      for change: Feed<Note, PageCursor>.Change in [
        .insert(item: Note(id: -1, text: "Call Ada"), before: 1),
        .update(item: Note(id: 1, text: "=Buy milk")),
        .update(item: Note(id: 2, text: "Sleep well", likes: nil)),
      ] {
        await store.edit(change).finish()
      }
      await store.edit(2) { $0.likes = 1 }.finish()
      #expect(store.items.map(\.id) == [3, 1, 2], "the server gave the new row its id")
      await store.edit(.remove(id: 1)).finish()
      #expect(store.failedEdits.isEmpty)
      #expect(store.items.map(\.text) == ["Call Ada", "Sleep well"])
      let log = try await server.log().dropFirst()
      #expect(
        log.map { "\($0.method) \($0.path) \($0.body ?? "-")" } == [
          #"POST /notes {"text":"Call Ada"}"#, #"PUT /notes/1 {"id":1,"text":"=Buy milk"}"#,
          #"PATCH /notes/2 {"text":"Sleep well"}"#, "POST /notes/2/like -", "DELETE /notes/1 -",
        ])
      #expect(log.allSatisfy { $0.headers["authorization"] == "Bearer abc" })
      let keys = log.compactMap { $0.headers["idempotency-key"] }
      let first = EditKey(feed: store.state.identity, ticket: 0).description.dropLast()
      #expect(Set(keys).count == 5)
      #expect(keys.allSatisfy { $0.hasPrefix(first) })
      #expect(log.map { $0.headers["content-type"] ?? "-" }.last == "-")
      let again = FeedStore(source: source)
      await again.loadMore().finish()
      #expect(again.items.map(\.text) == ["Sleep well", "Call Ada"])
    }
  }

  @Test func anEditWhoseAnswerWasLostIsCarriedOutOnce() async throws {
    try await TestServer.run { server in
      let sink = sink(server.url("notes"))
      let insert = edit(.insert(item: Note(id: -1, text: "Call Ada"), before: nil))
      try await server.control(#"{"fail": {"path": "/notes", "wire": "close-before"}}"#)
      let lost = await #expect(throws: FeedFailure.self) {
        try await sink.send(insert, key: key(1))
      }
      #expect(lost?.isRetryable == true)
      #expect(try await sink.send(insert, key: key(1))?.id == 3)
      #expect(try await sink.send(insert, key: key(2))?.id == 4)
      #expect(try await server.log().map(\.method) == ["POST", "POST", "POST"])
    }
  }

  @Test(arguments: [
    (429, true), (500, true), (503, true), (400, false), (401, false), (409, false),
    (422, false),
  ])
  func aStatusIsAFailureAsOfAPage(status: Int, isRetryable: Bool) async throws {
    try await TestServer.run { server in
      try await server.control(#"{"fail": {"path": "/notes/1", "status": \#(status)}}"#)
      let failure = await #expect(throws: FeedFailure.self) {
        try await sink(server.url("notes")).send(edit(.remove(id: 1)), key: key(1))
      }
      #expect(failure?.status == status)
      #expect(failure?.isRetryable == isRetryable)
      #expect(failure?.message.contains("planned failure") == true)
    }
  }

  /// A removal of what is not there any more has been carried out: the answer to the first one may have been lost.
  @Test func whatIsNotThereIsRemoved() async throws {
    try await RawServer.run { _ in
      .json(#"{"message": "no such note"}"#, status: 404)
    } body: { server in
      let sink = sink(server.url("notes"))
      let row = try await sink.send(edit(.remove(id: 1)), key: key(1))
      #expect(row == nil)
      await #expect(throws: FeedFailure.self) {
        try await sink.send(edit(.update(item: Note(id: 1, text: "x"))), key: key(2))
      }
    }
  }

  /// A conflict of an edit whose first answer was lost is one with itself.
  @Test func theSecondAnswerToALostEditIsReadAsTheFirst() async throws {
    let asked = Locked(0)
    try await RawServer.run { _ in
      asked.use { $0 += 1 }
      return asked.use { $0 } == 1
        ? .init(Data("HTTP/1.1 201".utf8), ending: .reset)
        : .json(#"{"message": "there is such a note"}"#, status: 409)
    } body: { server in
      let sink = sink(server.url("notes"))
      let insert = edit(.insert(item: Note(id: -1, text: "Call Ada"), before: nil))
      await #expect(throws: FeedFailure.self) { try await sink.send(insert, key: key(1)) }
      let row = try await sink.send(insert, key: key(1))
      #expect(row == nil)
      await #expect(throws: FeedFailure.self) { try await sink.send(insert, key: key(2)) }
    }
  }

  @Test func whatIsGoneIsRemoved() async throws {
    try await TestServer.run { server in
      try await server.control(#"{"fail": {"path": "/notes/1", "status": 410, "times": 2}}"#)
      let sink = sink(server.url("notes"))
      #expect(try await sink.send(edit(.remove(id: 1)), key: key(1)) == nil)
      await #expect(throws: FeedFailure.self) {
        try await sink.send(edit(.update(item: Note(id: 1, text: "x"))), key: key(2))
      }
    }
  }

  @Test(arguments: [301, 302]) func aRedirectMakesNoQuestionOfAnEdit(status: Int) async throws {
    try await TestServer.run { server in
      let insert = edit(.insert(item: Note(id: -1, text: "Call Ada"), before: nil))
      let failure = await #expect(throws: FeedFailure.self) {
        try await sink(server.url("notes-moved?\(status)")).send(insert, key: key(1))
      }
      #expect(failure?.isRetryable == false)
      #expect(failure?.message.contains("would become a question; send it to that address") == true)
      let log = try await server.log()
      #expect(log.count == 1)
    }
  }

  @Test(arguments: [307, 308]) func aRedirectTakesTheEditAlong(status: Int) async throws {
    try await TestServer.run { server in
      let insert = edit(.insert(item: Note(id: -1, text: "Call Ada"), before: nil))
      let row = try await sink(server.url("notes-moved?\(status)")).send(insert, key: key(1))
      #expect(row == Note(id: 3, text: "Call Ada"))
    }
  }

  @Test(arguments: [
    (#"{"id": 7, "text": "x", "error": "jam", "status": "failed"}"#, "", "row"),
    ("", "", "nil"), ("  ", "data", "nil"),
    (#"{"data": {"id": 7, "text": "x"}}"#, "data", "row"),
    (#"{"data": {"id": 7, "text": "x"}}"#, nil, "nil"), ("OK", nil, "nil"),
    (#"{"ok": false, "message": "full"}"#, nil, #"answered with the error "full""#),
    (#"{"error": "full"}"#, "", #"answered with the error "full""#),
    (#"{"id": 7}"#, "", "expected the key text"),
    (#"{"rows": []}"#, "data", "at .data: expected a row"),
    ("OK", "", "is invalid at byte 0"), (#"{"id": 7, "te"#, "", "breaks off"),
  ])
  func theAnswerHasTheServersVersion(body: String, row: String?, outcome: String) async throws {
    let notes = try Stub.url(body)
    let sink = sink(notes, loader: Stub.loader, row: row.map { JSONPath($0) })
    let insert = edit(.insert(item: Note(id: -1, text: "Call Ada"), before: nil))
    do {
      let note = try await sink.send(insert, key: key(1))
      #expect((note == nil ? "nil" : "row") == outcome)
      if let note { #expect(note.id == 7 && note.text == "x") }
    } catch let failure as FeedFailure {
      #expect(failure.message.contains(outcome))
    }
  }

  @Test func noIDLeadsToAnotherPlace() async throws {
    try await TestServer.run { server in
      let notes = server.url("as/echo")
      for (id, path) in [
        ("a/b", "/as/echo/a%2Fb"), ("7?admin=1#x", "/as/echo/7%3Fadmin%3D1%23x"),
      ] {
        let sink = HTTPEditSink<Note, PageCursor> { _ in
          HTTPEdit(.put, at: notes, path: id, row: nil)
        }
        _ = try? await sink.send(edit(.remove(id: 1)), key: key(1))
        #expect(try await server.log().last?.path == path)
      }
      let count = try await server.log().count
      for (id, problem) in [
        ("..", "The part .. of the edit's path"), (".", "has . or .. in it"),
        ("a/../b", "has . or .. in it"), (#"..\b"#, "has . or .. in it"),
        ("", "is empty, which would lead to another place"),
      ] {
        let sink = HTTPEditSink<Note, PageCursor> { _ in
          HTTPEdit(.delete, at: notes, path: id, "like", endsWithSlash: true)
        }
        let failure = await #expect(throws: FeedFailure.self) {
          try await sink.send(edit(.remove(id: 1)), key: key(1))
        }
        #expect(failure?.code == .refused)
        #expect(failure?.message.contains(problem) == true)
      }
      #expect(try await server.log().count == count)
      let sink = HTTPEditSink<Note, PageCursor> { _ in
        HTTPEdit(.put, at: notes, path: "7", endsWithSlash: true, row: nil)
      }
      _ = try? await sink.send(edit(.remove(id: 1)), key: key(1))
      #expect(try await server.log().last?.path == "/as/echo/7/")
    }
  }

  @Test func whatCantBeSentIsSaid() async throws {
    let notes = try #require(URL(string: "https://example.org/notes/"))
    func failure(of request: HTTPEdit) async -> FeedFailure? {
      await #expect(throws: FeedFailure.self) {
        let sink = HTTPEditSink<Note, PageCursor> { _ in request }
        _ = try await sink.send(edit(.remove(id: 1)), key: key(1))
      }
    }
    let header = await failure(of: HTTPEdit(.put, at: notes, headers: ["X": "a\nb"]))
    #expect(header?.message.contains("The header field X") == true)
    let number = await failure(of: HTTPEdit(.put, at: notes, body: [Double.nan]))
    #expect(number?.message.contains("use finite numbers") == true)
    let file = await failure(of: HTTPEdit(.put, at: URL(filePath: "/etc/passwd")))
    #expect(file?.message.contains("is not the address of a web server") == true)
  }
}
