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
    let credentials = Credentials("old") { credentials in
      renewals.add(credentials)
      for await _ in gate.stream {}
      return "new"
    }
    let source = RenewingSource<Row, Int>(credentials: credentials) { $0 == "old" ? old : new }
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

  @Test func aSearchIsRepeatedWithNewCredentialsForItsQuery() async throws {
    typealias Words = ScriptedSearch<String, Row, Int>
    let (old, new) = (Words(), Words())
    let credentials = Credentials("old") { _ in
      "new"
    }
    let source = { (query: String) in
      RenewingSource<Row, Int>(credentials: credentials) { token in
        (token == "old" ? old : new).asking(for: query)
      }
    }
    old.script.fail(1, with: Self.refused)
    new.script.answer(1, with: Rows.Page(0..<3, next: nil))
    let page = try await source("swift").page(for: request(1))
    #expect(page.items.count == 3)
    #expect(old.queries == ["swift"] && new.queries == ["swift"])
    new.script.answer(2, with: Rows.Page(3..<4, next: nil))
    let next = try await source("go").page(for: request(2))
    #expect(next.items.count == 1)
    #expect(old.queries == ["swift"] && new.queries == ["swift", "go"])
  }

  @Test func credentialsThatAreRefusedAgainAreAFailure() async throws {
    let (old, new) = (Script(), Script())
    let renewals = Log<String>()
    let credentials = Credentials("old") { credentials in
      renewals.add(credentials)
      return credentials + "+"
    }
    let source = RenewingSource<Row, Int>(credentials: credentials) { $0 == "old" ? old : new }
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
    let credentials = Credentials("old") { credentials in
      renewals.add(credentials)
      if renewals.entries.count == 1 { throw offline }
      return "old"
    }
    let source = RenewingSource<Row, Int>(credentials: credentials) { _ in old }
    old.fail(1, with: Self.refused)
    let failure = await #expect(throws: FeedFailure.self) {
      try await source.page(for: request(1))
    }
    #expect(failure == offline)
    old.fail(2, with: Self.refused)
    await #expect(throws: FeedFailure.self) { try await source.page(for: request(2)) }
    #expect(renewals.entries.count == 2, "it is tried again")
  }

  @Test func aRenewalThatHangsIsGivenUp() async throws {
    let (old, new) = (Script(), Script())
    let clock = ManualClock()
    let renewals = Log<String>()
    let isAwaited = Locked(true)
    let credentials = Credentials("old", timeout: .seconds(30), clock: clock) { credentials in
      renewals.add(credentials)
      if renewals.entries.count > 1 { return "new" }
      // It does not notice that it is cancelled.
      await isAwaited.wait { !$0 }
      renewals.add(Task.isCancelled ? "cancelled" : "not cancelled")
      return "late"
    }
    let source = RenewingSource<Row, Int>(credentials: credentials) { $0 == "old" ? old : new }
    old.fail(1, with: Self.refused)
    let page = Task { try await source.page(for: request(1)) }
    await clock.sleepers(1)
    clock.advance(by: .seconds(30))
    let failure = await #expect(throws: FeedFailure.self) { try await page.value }
    #expect(
      failure
        == FeedFailure(
          .timeout, message: "The credentials were not renewed within 30 s; try again.",
          isRetryable: true))
    // The next request renews again.
    old.fail(2, with: Self.refused)
    new.answer(2, with: Rows.Page(0..<3, next: nil))
    #expect(try await source.page(for: request(2)).items.count == 3)
    #expect(clock.sleeperCount == 0, "a renewal in time needs no timer")
    // What comes late is not used.
    isAwaited.use { $0 = false }
    await renewals.reach(3)
    #expect(renewals.entries == ["old", "old", "cancelled"])
    new.answer(3, with: Rows.Page(0..<3, next: nil))
    #expect(try await source.page(for: request(3)).items.count == 3)
  }

  @Test func aRenewalWithoutATimeoutIsWaitedFor() async throws {
    let (old, new) = (Script(), Script())
    let clock = ManualClock()
    let credentials = Credentials("old", timeout: nil, clock: clock) { _ in
      clock.advance(by: .seconds(86_400))
      #expect(clock.sleeperCount == 0)
      return "new"
    }
    let source = RenewingSource<Row, Int>(credentials: credentials) { $0 == "old" ? old : new }
    old.fail(1, with: Self.refused)
    new.answer(1, with: Rows.Page(0..<3, next: nil))
    #expect(try await source.page(for: request(1)).items.count == 3)
  }

  @Test func otherFailuresRenewNothing() async throws {
    let old = Script()
    let credentials = Credentials("old") { _ in
      Issue.record("nothing was refused")
      return ""
    }
    let source = RenewingSource<Row, Int>(credentials: credentials) { _ in old }
    old.fail(1, with: FeedFailure(.http, message: "forbidden", status: 403))
    old.answer(2, with: Rows.Page(0..<3, next: nil))
    await #expect(throws: FeedFailure.self) { try await source.page(for: request(1)) }
    #expect(try await source.page(for: request(2)).items.count == 3)
  }
}
