import FeedEffects
import FeedReducer
import FeedTesting
import TestWatch
import Testing

@Suite("Credentials", .watched)
struct CredentialsTests {
  private static let refused = FeedFailure(.http, message: "refused", status: 401)

  @Test func twoSourcesAndACallShareOneRenewal() async throws {
    let renewals = Log<String>()
    let isAwaited = Locked(true)
    let credentials = Credentials("old") { old in
      renewals.add(old)
      await isAwaited.wait { !$0 }
      return "new"
    }
    let scripts = (0..<2).map { _ in (old: Script(), new: Script()) }
    let pages = scripts.map { script in
      let source = RenewingSource<Row, Int>(credentials: credentials) {
        $0 == "old" ? script.old : script.new
      }
      script.old.fail(1, with: Self.refused)
      script.new.answer(1, with: Rows.Page(0..<3, next: nil))
      return Task {
        try await source.page(for: .init(ticket: 1, kind: .append, position: .start, size: 3))
      }
    }
    let calls = Log<String>()
    let call = Task {
      try await credentials.use {
        calls.add($0)
        if $0 == "old" { throw Self.refused }
        return $0
      }
    }
    for script in scripts { await script.old.asked(1) }
    await calls.reach(1)
    isAwaited.use { $0 = false }
    for page in pages { #expect(try await page.value.items.count == 3) }
    #expect(try await call.value == "new")
    #expect(renewals.entries == ["old"])
  }

  @Test func aCallThatBeganWithOlderOnesIsRepeatedWithoutAnotherRenewal() async throws {
    let renewals = Log<Int>()
    let credentials = Credentials(0) { old in
      renewals.add(old)
      return old + 1
    }
    let isLate = Locked(true)
    let begun = Log<Int>()
    let late = Task {
      try await credentials.use { value in
        begun.add(value)
        if value > 0 { return value }
        await isLate.wait { !$0 }
        throw Self.refused
      }
    }
    await begun.reach(1)
    let value = try await credentials.use { value in
      if value == 0 { throw Self.refused }
      return value
    }
    isLate.use { $0 = false }
    #expect(try await late.value == 1 && value == 1)
    #expect(renewals.entries == [0])
  }

  @Test func anInnerSourceIsMadeOnceForEachRenewal() async throws {
    let made = Log<String>()
    let script = Script()
    let credentials = Credentials("a") { $0 + "a" }
    let source = RenewingSource<Row, Int>(credentials: credentials) {
      made.add($0)
      return script
    }
    #expect(made.entries.isEmpty)
    for ticket in [Ticket(1), 2] {
      script.answer(ticket, with: Rows.Page(0..<3, next: nil))
      _ = try await source.page(
        for: .init(ticket: ticket, kind: .append, position: .start, size: 3))
    }
    #expect(made.entries == ["a"])
    // Another one that shares them was refused.
    let isFirst = Locked(true)
    try await credentials.use { _ in
      if isFirst.use({ first in
        defer { first = false }; return first
      }) {
        throw Self.refused
      }
    }
    script.answer(3, with: Rows.Page(0..<3, next: nil))
    _ = try await source.page(for: .init(ticket: 3, kind: .append, position: .start, size: 3))
    #expect(made.entries == ["a", "aa"])
  }

  @Test func nothingIsSentAgainOnceTheTaskIsCancelled() async throws {
    let isAwaited = Locked(true)
    let renewals = Log<String>()
    let credentials = Credentials("old") { old in
      renewals.add(old)
      await isAwaited.wait { !$0 }
      return "new"
    }
    let calls = Log<String>()
    let call = Task {
      try await credentials.use {
        calls.add($0)
        throw Self.refused
      }
    }
    await renewals.reach(1)
    call.cancel()
    isAwaited.use { $0 = false }
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(calls.entries == ["old"])
  }

  @MainActor @Test func aCallRunsOnTheActorOfItsCaller() async throws {
    var values: [String] = []
    let credentials = Credentials("old") { _ in "new" }
    try await credentials.use { value in
      MainActor.assertIsolated()
      values.append(value)
    }
    #expect(values == ["old"])
  }
}
