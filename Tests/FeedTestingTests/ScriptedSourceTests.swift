import FeedReducer
import FeedTesting
import Testing
import TestWatch

private struct Row: Identifiable, Equatable, Sendable {
  let id: Int
}

private typealias Rows = Feed<Row, Int>

@Suite("ScriptedSource", .watched)
struct ScriptedSourceTests {
  private let source = ScriptedSource<Row, Int>()

  private func request(_ ticket: Ticket) -> Rows.Request {
    .init(ticket: ticket, kind: .refresh, position: .start, size: 3)
  }

  private let page = Rows.Page(items: [Row(id: 1)], next: nil)

  @Test func anAnswerReachesItsRequest() async throws {
    let load = Task { try await source.page(for: request(1)) }
    await source.asked(1)
    source.answer(1, with: page)
    #expect(try await load.value == page)
    #expect(source.requests == [request(1)])
  }

  @Test func anAnswerMayComeBeforeItsRequest() async throws {
    source.answer(1, with: page)
    #expect(try await source.page(for: request(1)) == page)
  }

  @Test func aSecondAnswerIsDropped() async throws {
    source.answer(1, with: page)
    source.fail(1, with: FeedFailure(.http, message: "500"))
    #expect(try await source.page(for: request(1)) == page)
  }

  @Test func aFailureIsThrown() async {
    source.fail(1, with: FeedFailure(.http, message: "500"))
    await #expect(throws: FeedFailure(.http, message: "500")) {
      try await source.page(for: request(1))
    }
  }

  @Test func withoutATicketItAnswersTheOldestRequestThatWaitsOrTheNextOne() async throws {
    let loads = [3, 1].map { (ticket: Ticket) in
      Task { try await source.page(for: request(ticket)) }
    }
    await source.asked(3)
    await source.asked(1)
    let first = try #require(source.requests.first?.ticket)
    source.answer(first == 3 ? 1 : 3, with: page)
    source.fail(with: FeedFailure(.http, message: "500"))
    source.answer(with: page)
    let failed = loads[first == 3 ? 0 : 1], answered = loads[first == 3 ? 1 : 0]
    #expect(try await answered.value == page)
    await #expect(throws: FeedFailure(.http, message: "500")) { try await failed.value }
    #expect(try await source.page(for: request(7)) == page)
  }

  @Test func aCancelledRequestThrowsAtOnce() async {
    let load = Task { try await source.page(for: request(1)) }
    await source.asked(1)
    load.cancel()
    await #expect(throws: CancellationError.self) { try await load.value }
    await source.cancelled(1)
    #expect(source.events == [.asked(ticket: 1), .cancelled(ticket: 1)])
  }

  @Test func aSourceThatIgnoresCancellationStillAnswers() async throws {
    let stubborn = ScriptedSource<Row, Int>(ignoresCancellation: true)
    let load = Task { try await stubborn.page(for: request(1)) }
    await stubborn.asked(1)
    load.cancel()
    await stubborn.cancelled(1)
    stubborn.answer(1, with: page)
    #expect(try await load.value == page)
  }
}
