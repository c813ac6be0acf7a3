import FeedReducer
import FeedTesting
import Foundation
import TestWatch
import Testing

@testable import FeedEffects

private struct Entry: Identifiable, Hashable, Codable, Sendable {
  let id: String
}

/// Files that somebody wrote who may write the folder. What takes the square of their size ends no test.
@MainActor @Suite("Forged snapshots", .watched)
struct ForgedSnapshotTests {
  private typealias Snapshots = SnapshotStore<Entry, Int>

  /// Writes a file with these rows and pages, and starts a feed on it whose server has no rows.
  private func start(
    _ file: URL, rows: String = "", pages: String
  ) async throws -> (FeedStore<Entry, Int>, SnapshotProblem?) {
    let body = #"{"version":1,"identity":1,"items":[\#(rows)],"pages":[\#(pages)],"lastTicket":1}"#
    try SnapshotFile.bytes(of: Data(body.utf8), seconds: "0").write(to: file)
    let source = ScriptedSource<Entry, Int>()
    source.answer(1, with: .init(items: [], next: nil))
    let snapshots = Snapshots(file: file, report: { _ in })
    let store = FeedStore(source: source, snapshots: snapshots)
    await store.settle()
    return (store, await snapshots.problem)
  }

  private func pages(_ count: Int, of rows: Int) -> String {
    Array(repeating: #"{"count":\#(rows),"position":{"start":{}}}"#, count: count)
      .joined(separator: ",")
  }

  @Test func pagesWithoutRowsAreRefused() async throws {
    let folder = try Folder()
    let (store, problem) = try await start(folder.file, pages: pages(100_000, of: 0))
    #expect(problem == .unfit(reason: "it has 100000 pages of 0 rows"))
    #expect(store.isEmpty && folder.names == ["home.feed.damaged"])
    store.stop()
  }

  @Test func someWithoutRowsAreWhatTheUserLeft() async throws {
    let folder = try Folder()
    let pages = pages(1_000, of: 0) + "," + pages(1, of: 1)
    let (store, problem) = try await start(folder.file, rows: #"{"id":"a"}"#, pages: pages)
    #expect(problem == nil && store.items.map(\.id) == ["a"])
    store.stop()
  }

  /// 65 kB of them took the main actor for 4 s.
  @Test func anIDOfMarksIsReadInTime() async throws {
    let folder = try Folder()
    let marks = String(repeating: "\u{301}\u{316}", count: 500_000)
    let (store, problem) = try await start(
      folder.file, rows: #"{"id":"a\#(marks)"}"#, pages: pages(1, of: 1))
    #expect(problem == nil && store.items.count == 1)
    let breaks = store.items[0].id.unicodeScalars.count { $0 == "\u{34F}" }
    #expect(breaks == 33_333)
    store.stop()
  }
}
