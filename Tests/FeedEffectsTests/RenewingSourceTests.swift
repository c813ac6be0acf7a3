import FeedEffects
import FeedReducer
import FeedTesting
import Foundation
import TestWatch
import Testing

@Suite("RenewingSource", .watched)
struct RenewingSourceTests {
  private static let refused = FeedFailure(.http, message: "refused", status: 401)

  private func request(_ ticket: Ticket) -> Rows.Request {
    .init(ticket: ticket, kind: .append, position: .start, size: 3)
  }

  @Test func requestsThatAreRefusedTogetherRenewOnce() async throws {
    let (old, new) = (Script(), Script())
    let renewals = Log<String>()
    let gate = AsyncStream.makeStream(of: Never.self)
    let source = RenewingSource<Row, Int>(credentials: "old") { credentials in
      renewals.add(credentials)
      for await _ in gate.stream {}
      return "new"
    } source: {
      $0 == "old" ? old : new
    }
    let pages = [Ticket(1), 2, 3].map { ticket in
      Task { try await source.page(for: request(ticket)) }
    }
    for ticket in [Ticket(1), 2, 3] {
      await old.asked(ticket)
      old.fail(ticket, with: Self.refused)
      new.answer(ticket, with: Rows.Page(0..<3, next: nil))
    }
    gate.continuation.finish()
    for page in pages { #expect(try await page.value.items.count == 3) }
    // One more that was refused late, after the others had renewed.
    #expect(renewals.entries == ["old"])
    #expect(new.requests.count == 3)
  }

  @Test func credentialsThatAreRefusedAgainAreAFailure() async throws {
    let (old, new) = (Script(), Script())
    let renewals = Log<String>()
    let source = RenewingSource<Row, Int>(credentials: "old") { credentials in
      renewals.add(credentials)
      return credentials + "+"
    } source: {
      $0 == "old" ? old : new
    }
    old.fail(1, with: Self.refused)
    new.fail(1, with: Self.refused)
    let failure = await #expect(throws: FeedFailure.self) {
      try await source.page(for: request(1))
    }
    #expect(failure?.status == 401)
    #expect(renewals.entries == ["old"])
    // The next request may renew again.
    new.fail(2, with: Self.refused)
    await #expect(throws: FeedFailure.self) { try await source.page(for: request(2)) }
    #expect(renewals.entries == ["old", "old+"])
  }

  @Test func whatKeepsCredentialsFromBeingRenewedIsTheFailure() async throws {
    let old = Script()
    let renewals = Log<String>()
    let offline = FeedFailure(.offline, message: "offline", isRetryable: true)
    let source = RenewingSource<Row, Int>(credentials: "old") { credentials in
      renewals.add(credentials)
      if renewals.entries.count == 1 { throw offline }
      return "old"
    } source: { _ in
      old
    }
    old.fail(1, with: Self.refused)
    let failure = await #expect(throws: FeedFailure.self) {
      try await source.page(for: request(1))
    }
    #expect(failure == offline)
    old.fail(2, with: Self.refused)
    await #expect(throws: FeedFailure.self) { try await source.page(for: request(2)) }
    #expect(renewals.entries.count == 2, "it is tried again")
  }

  @Test func otherFailuresRenewNothing() async throws {
    let old = Script()
    let source = RenewingSource<Row, Int>(credentials: "old") { _ in
      Issue.record("nothing was refused")
      return ""
    } source: { _ in
      old
    }
    old.fail(1, with: FeedFailure(.http, message: "forbidden", status: 403))
    old.answer(2, with: Rows.Page(0..<3, next: nil))
    await #expect(throws: FeedFailure.self) { try await source.page(for: request(1)) }
    #expect(try await source.page(for: request(2)).items.count == 3)
  }
}
