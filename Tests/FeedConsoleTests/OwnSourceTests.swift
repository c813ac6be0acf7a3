import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import Testing

@testable import FeedConsole
import TestWatch

/// A source and a sink of any rows, driven by the same lines as the catalogue.
@Suite(.watched) struct OwnSourceTests {
  private struct Note: Identifiable, Equatable, Sendable, Codable {
    var id: Int
    var name: String
    var stars = 0
  }

  private struct Notes: PageSource {
    func page(for request: Feed<Note, Int>.Request) async throws -> Feed<Note, Int>.Page {
      let first = request.position.cursor ?? 0
      if first == 40 { throw FeedFailure(.http, message: "no more today", status: 429) }
      return .init(
        items: (first..<first + request.size).map { Note(id: $0, name: "note \($0)") },
        next: first + request.size, total: 82)
    }
  }

  private struct Sink: EditSink {
    let sent: Locked<[Feed<Note, Int>.Edit]>

    func send(_ edit: Feed<Note, Int>.Edit, key: EditKey) async throws -> Note? {
      sent.use { $0.append(edit) }
      switch edit.change {
      case .insert(var note, _):
        note.id = 1_000
        return note
      case .update(var note):
        note.name += "!"
        return note
      default: throw FeedFailure(.refused, message: "not yours")
      }
    }
  }

  private func transcript(_ source: TaskSource) -> Transcript {
    var settings = Settings()
    settings.pageSize = 20
    return Transcript(settings: settings, source: source)
  }

  @Test func itsPagesAreReadToTheirEnd() async throws {
    try await onThread {
      let own = transcript(OwnSource(Notes(), sink: nil, title: nil))
      try own.run("start; settle; loadMore; settle")
      #expect(try own.run("items 39") == "  39  39 note 39\n")
      #expect(try own.run("state page") == "40\n")
      try own.run("loadMore; settle")
      #expect(try own.run("state append") == "failed http 429\n")
      let value = try own.run("state items.0.value")
      #expect(value.contains(#""name" : "note 0""#) && value.contains(#""stars" : 0"#))
      #expect(own.interpreter.source.name == "Notes")
      #expect(own.failure(of: "server insert 1").contains("the catalogue"))
    }
  }

  @Test func theRequestsOfASessionThatIsLeftEnd() async throws {
    struct Silent: PageSource {
      let ended = Mailbox<Bool>()

      func page(for request: Feed<Note, Int>.Request) async throws -> Feed<Note, Int>.Page {
        defer { ended.post(Task.isCancelled) }
        try await Task.sleep(for: .seconds(86_400))
        return .init(items: [], next: nil)
      }
    }
    try await onThread {
      let silent = Silent()
      let own = transcript(OwnSource(silent, sink: nil, title: nil))
      try own.run("auto on; start")
      try own.run("open catalogue")
      #expect(silent.ended.take())
    }
  }

  /// The first request fails for the moment; all timers run out at once.
  @Test func aRetryComesByItself() async throws {
    struct Flaky: PageSource {
      let asked = Locked(0)

      func page(for request: Feed<Note, Int>.Request) async throws -> Feed<Note, Int>.Page {
        let count = asked.use { asked in
          asked += 1
          return asked
        }
        if count == 1 { throw FeedFailure(.http, message: "busy", status: 503, isRetryable: true) }
        return .init(items: [Note(id: 1, name: "one")], next: nil)
      }
    }
    try await onThread {
      let source = OwnSource(Flaky(), sink: nil, title: nil)
      let arrivals = Mailbox<Ticket>()
      source.sleep = { _ in }
      let own = transcript(source)
      own.interpreter.hasArrived = { arrivals.post($0) }
      try own.run("set retry 1; auto on; start")
      for arrived in ["load 1 refresh start", "timer 2 at 0.783s", "load 3 refresh start"] {
        let ticket = arrivals.take()
        let work = own.interpreter.session.state.pending.first { $0.ticket == ticket }
        #expect(work?.text == arrived)
        if let work { try own.interpreter.answer(work) }
      }
      try own.run("expect items == 1 and clock == 0.783")
    }
  }

  @Test func aTitleOfYourOwnIsShown() async throws {
    try await onThread {
      let own = transcript(OwnSource(Notes(), sink: nil) { "№ \($0.id)" })
      try own.run("start; settle")
      #expect(try own.run("items 3") == "   3  3 № 3\n")
    }
  }

  @Test func editsGoThroughTheSink() async throws {
    try await onThread {
      let sent = Locked<[Feed<Note, Int>.Edit]>([])
      let own = transcript(OwnSource(Notes(), sink: Sink(sent: sent), title: nil))
      try own.run("start; settle; update 4 name=Leia stars=5; ok 2")
      #expect(try own.run("items 4") == "   4  4 Leia!\n")
      try own.run("remove 7; ok 3")
      #expect(
        own.interpreter.session.state.feed.failedEdits.map(\.failure.message) == ["not yours"])
      #expect(sent.use { $0.map(\.id) } == [4, 7])
      #expect(sent.use { $0.first?.change } == .update(item: Note(id: 4, name: "Leia", stars: 5)))
    }
  }

  /// With `auto on` an edit is sent by itself, as a request is; undone it is cancelled.
  @Test func editsRunByThemselves() async throws {
    try await onThread {
      let (sent, arrivals) = (Locked<[Feed<Note, Int>.Edit]>([]), Mailbox<Ticket>())
      let own = transcript(OwnSource(Notes(), sink: Sink(sent: sent), title: nil))
      own.interpreter.hasArrived = { arrivals.post($0) }
      try own.run("start; settle; auto on")
      _ = arrivals.take()
      try own.run("update 4 name=Leia")
      #expect(arrivals.take() == Ticket(rawValue: 2))
      #expect(sent.use { $0.map(\.id) } == [4])
      let work = try #require(own.interpreter.session.state.pending.first)
      let source = try #require(own.interpreter.source as? TaskSource)
      #expect(source.hasEnded(work))
      try own.interpreter.answer(work)
      #expect(try own.run("items 4") == "   4  4 Leia!\n")
      #expect(sent.use { $0.count } == 1)
    }
  }

  /// ^C stops the wait, and the edit goes on.
  @Test func aWaitForAnEditCanBeStopped() async throws {
    struct Silent: EditSink {
      let asked = Mailbox<Void>()
      let answer = Locked<CheckedContinuation<Void, Never>?>(nil)

      func send(_ edit: Feed<Note, Int>.Edit, key: EditKey) async throws -> Note? {
        await withCheckedContinuation { continuation in
          answer.use { $0 = continuation }
          asked.post(())
        }
        return nil
      }
    }
    try await onThread {
      let sink = Silent()
      let own = transcript(OwnSource(Notes(), sink: sink, title: nil))
      try own.run("start; settle; remove 4")
      let interruption = own.interpreter.interruption
      Thread.detachNewThread {
        sink.asked.take()
        _ = interruption.request()
      }
      interruption.begin()
      #expect(own.failure(of: "ok 2").hasSuffix("stopped: still waiting for send 2 remove 4"))
      interruption.end()
      sink.answer.use { $0?.resume() }
      try own.run("ok 2; expect pending == 0")
    }
  }

  @Test func aRowThatCantBeMadeIsNamed() async throws {
    try await onThread {
      let sent = Locked<[Feed<Note, Int>.Edit]>([])
      let own = transcript(OwnSource(Notes(), sink: Sink(sent: sent), title: nil))
      let step = try own.run("start; settle; auto on; update 4 stars=many")
      #expect(step.hasSuffix("  running: settle · drop 2\n"))
      try own.run("ok 2; insert Ada; ok 3")
      #expect(sent.use { $0 }.isEmpty)
      #expect(
        own.interpreter.session.state.feed.failedEdits.map(\.failure.message) == [
          "the row is no Note: stars: expected a whole number, found \"many\"",
          "the row is no Note: 'id' is missing; insert a row with all its fields, as in: "
            + "insert {\"id\":…}",
        ])
    }
  }

  @Test(
    arguments: [
      (Oops(), "The source failed: Oops()"),
      (CancellationError(), "The source gave up before it had an answer; try again."),
    ] as [(any Error, String)])
  func whatTheSourceThrowsIsNamed(error: any Error, message: String) async throws {
    let result: Result<Int, FeedFailure> = await outcome { throw error }
    #expect(throws: FeedFailure.self) { try result.get() }
    if case .failure(let failure) = result { #expect(failure.message == message) }
  }

  private struct Oops: Error {}

  private struct Twin: Identifiable, Equatable, Sendable {
    struct ID: Hashable, Sendable, CustomStringConvertible {
      let number: Int
      var description: String { "twin" }
    }
    let id: ID
  }

  private struct Twins: PageSource {
    func page(for request: Feed<Twin, ID>.Request) async throws -> Feed<Twin, ID>.Page {
      .init(items: [Twin(id: .init(number: 1)), Twin(id: .init(number: 2))], next: ID())
    }

    struct ID: Hashable, Sendable {}
  }

  @Test func idsThatLookAlikeStayApart() async throws {
    try await onThread {
      let own = transcript(OwnSource(Twins(), sink: nil, title: nil))
      try own.run("start; settle")
      #expect(own.interpreter.session.state.feed.items.map(\.id.rawValue) == ["twin", "twin#2"])
    }
  }

  @Test func aCursorOfAnEarlierRunIsAFailure() async throws {
    try await onThread {
      let numbers = transcript(OwnSource(Notes(), sink: nil, title: nil))
      try numbers.run("start; loaded items=3 next=20; loadMore; settle")
      #expect(numbers.interpreter.session.state.feed.items.count == 23)
      let others = transcript(OwnSource(Twins(), sink: nil, title: nil))
      try others.run("start; loaded items=3 next=gone; loadMore; settle")
      #expect(try others.run("expect error contains invalidCursor or items == 2") == "holds\n")
    }
  }
}
