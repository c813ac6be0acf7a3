import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import TestServers
import TestWatch
import Testing

private struct Post: Identifiable, Equatable, Codable {
  var id: Int
  var text: String
}

/// A server with a list for each account. A token is that of an account and a number, `ada 0`; it may run out.
private final class AccountServer: Sendable {
  struct Record {
    /// The number of each account's token, after its renewals.
    var renewals: [String: Int] = [:]
    /// The accounts whose token has run out.
    var expired: Set<String> = []
    /// The accounts whose renewal is refused.
    var locked: Set<String> = []
    /// `ada home`, `ada edit 1`.
    var served: [String] = []
    /// `ada home`, for each request that was refused.
    var refused: [String] = []
  }

  let record = Locked(Record())

  func answer(_ request: RawServer.Request) -> RawServer.Answer {
    record.use { record in
      if request.path == "renew" {
        let account = request.body.split(separator: "\"").first { ["ada", "bob"].contains($0) }
        return Self.renewal(of: account.map(String.init) ?? "", in: &record)
      }
      let words = (request.values(of: "authorization").first ?? "").split(separator: " ")
      let account = words.first.map(String.init) ?? ""
      let parts = request.path.split(separator: "/")
      let place = parts.count > 1 ? "edit \(parts[1])" : request.path
      guard words.last == "\(record.renewals[account] ?? 0)", !record.expired.contains(account)
      else {
        record.refused.append("\(account) \(place)")
        return .json(#"{"message": "expired"}"#, status: 401)
      }
      record.served.append("\(account) \(place)")
      if parts.count > 1 { return .json("") }
      return .json(#"[{"id": 1, "text": "\#(account) 1"}, {"id": 2, "text": "\#(account) 2"}]"#)
    }
  }

  private static func renewal(
    of account: String, in record: inout Record
  ) -> RawServer.Answer {
    record.renewals[account, default: 0] += 1
    if record.locked.contains(account) { return .json("{}", status: 403) }
    record.expired.remove(account)
    return .json(#"{"token": "\#(account) \#(record.renewals[account] ?? 0)"}"#)
  }
}

/// What an app has for a user who is logged in: one value of credentials, two lists, and a sink for the edits of both.
@MainActor private struct Account {
  let home: FeedStore<Post, PageCursor>
  let saved: FeedStore<Post, PageCursor>

  /// - Parameter refusals: How many requests are refused before the renewal is answered.
  init(
    _ name: String, at server: RawServer, of accounts: AccountServer, refusals: Int = 1,
    snapshots: SnapshotStore<Post, PageCursor>? = nil
  ) {
    let (renewal, posts) = (server.url("renew"), server.url("posts"))
    let credentials = Credentials("\(name) 0") { [record = accounts.record] _ in
      await record.wait { $0.refused.count >= refusals }
      let answer = try await HTTPRequest.post(renewal, body: ["of": .string(name)]).answer(size: 1)
      return if case .string(let token)? = answer.body["token"] { token } else { "" }
    }
    func source(_ path: String) -> RenewingSource<Post, PageCursor> {
      RenewingSource(credentials: credentials) { [url = server.url(path)] token in
        HTTPPageSource<Post>(
          .get(url, headers: ["Authorization": token]), rows: .list(), paging: .none)
      }
    }
    let sink = HTTPEditSink<Post, PageCursor>(credentials: credentials) {
      ["Authorization": $0]
    } request: { edit in
      HTTPEdit(.put, at: posts, path: "\(edit.id)")
    }
    home =
      snapshots.map { FeedStore(source: source("home"), sink: sink, snapshots: $0) }
      ?? FeedStore(source: source("home"), sink: sink)
    saved = FeedStore(source: source("saved"), sink: sink)
  }
}

@MainActor @Suite("Accounts", .watched)
struct AccountsTests {
  private let server = AccountServer()

  private func texts(_ store: FeedStore<Post, PageCursor>) -> [String] { store.items.map(\.text) }

  @Test func twoListsAndTheirEditsRenewATokenOnceAndAnotherAccountIsAnotherValue() async throws {
    try await RawServer.run(server.answer) { raw in
      let ada = Account("ada", at: raw, of: server, refusals: 3)
      let bob = Account("bob", at: raw, of: server)
      for store in [ada.home, ada.saved, bob.home] { await store.loadMore().finish() }
      server.record.use { $0.expired = ["ada"] }
      let edit = ada.home.edit(1) { $0.text = "changed" }
      async let home: Void = ada.home.refresh()
      async let saved: Void = ada.saved.refresh()
      async let other: Void = bob.home.refresh()
      _ = await (home, saved, other, edit.finish())
      let record = server.record.use { $0 }
      #expect(record.renewals == ["ada": 1], "the log of the server has one renewal")
      #expect(Set(record.refused) == ["ada home", "ada saved", "ada edit 1"])
      #expect(record.served.count { $0 == "ada edit 1" } == 1)
      #expect(ada.home.failedEdits.isEmpty && ada.home.error == nil && ada.saved.error == nil)
      #expect(texts(bob.home) == ["bob 1", "bob 2"])
    }
  }

  @Test func aRenewalThatFailsIsTheFailureOfAllThatWaitForItOnce() async throws {
    try await RawServer.run(server.answer) { raw in
      let ada = Account("ada", at: raw, of: server, refusals: 2)
      for store in [ada.home, ada.saved] { await store.loadMore().finish() }
      server.record.use { ($0.expired, $0.locked) = (["ada"], ["ada"]) }
      async let home: Void = ada.home.refresh()
      async let saved: Void = ada.saved.refresh()
      _ = await (home, saved)
      #expect(server.record.use { $0.renewals } == ["ada": 1])
      #expect(ada.home.error?.status == 403 && ada.saved.error?.status == 403)
      #expect(texts(ada.home) == ["ada 1", "ada 2"], "the rows stay beside it")
    }
  }

  /// What one sees is what `Docs/Stores.md` says of a log out.
  @Test func nothingOfAnAccountIsSentShownOrStoredForTheNext() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "accounts-\(UInt64.random(in: 0 ... .max))")
    defer { try? FileManager.default.removeItem(at: folder) }
    func file(_ name: String) -> URL { folder.appending(path: "\(name)/home.feed") }
    for name in ["ada", "bob"] {
      try FileManager.default.createDirectory(
        at: file(name).deletingLastPathComponent(), withIntermediateDirectories: true)
    }
    try await RawServer.run(server.answer) { raw in
      let kept = SnapshotStore<Post, PageCursor>(file: file("ada"))
      let ada = Account("ada", at: raw, of: server, snapshots: kept)
      await ada.home.settle()
      ada.home.send(.connectivityChanged(isOnline: false))
      ada.home.edit(1) { $0.text = "ada's secret" }
      await kept.flush()
      let stored = try String(contentsOf: file("ada"), encoding: .utf8)
      #expect(stored.contains("ada's secret"))

      ada.home.send(.stopped)
      ada.saved.send(.stopped)
      #expect(ada.home.items.isEmpty && ada.home.failedEdits.isEmpty)
      await kept.flush()
      #expect(!FileManager.default.fileExists(atPath: file("ada").path))

      let bob = Account(
        "bob", at: raw, of: server, snapshots: SnapshotStore<Post, PageCursor>(file: file("bob")))
      await bob.home.settle()
      #expect(texts(bob.home) == ["bob 1", "bob 2"])
      ada.home.send(.connectivityChanged(isOnline: true))
      await ada.home.settle()
      #expect(ada.home.items.isEmpty)
      let served = server.record.use { $0.served }
      #expect(served == ["ada home", "bob home"], "no edit of the first went out")

      let again = Account(
        "ada", at: raw, of: server, snapshots: SnapshotStore<Post, PageCursor>(file: file("ada")))
      await again.home.settle()
      #expect(texts(again.home) == ["ada 1", "ada 2"] && again.home.state.pendingEdits.isEmpty)
    }
  }
}
