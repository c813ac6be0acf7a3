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
    // The problem itself goes with the next write, which may have come by now.
    let problems = Locked<[SnapshotProblem]>([])
    let snapshots = Snapshots(
      file: file, report: { problem in problems.use { $0.append(problem) } })
    let store = FeedStore(source: source, snapshots: snapshots)
    await store.settle()
    return (store, problems.use { $0.first })
  }

  private func pages(_ count: Int, of rows: Int) -> String {
    Array(repeating: #"{"count":\#(rows),"position":{"start":{}}}"#, count: count)
      .joined(separator: ",")
  }

  @Test func pagesWithoutRowsAreRefused() async throws {
    let folder = try Folder()
    let (store, problem) = try await start(folder.file, pages: pages(100_000, of: 0))
    #expect(problem == .unfit(reason: "it has 100000 pages of 0 rows"))
    // The empty list may have been written as well by now.
    #expect(store.isEmpty && folder.names.contains("home.feed.damaged"))
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

  // MARK: - Changes

  /// What is found in a file with a snapshot of so many rows, and these changes of the rows behind it.
  private func load(rows count: Int, changes: [String]) async throws -> Snapshots.Found {
    let folder = try Folder()
    let rows = (0..<count).map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
    func snapshot(_ rows: String, _ count: Int) -> String {
      #"{"version":1,"identity":1,"items":[\#(rows)],"pages":[\#(pages(1, of: count))],"lastTicket":1}"#
    }
    let rest = snapshot("", 0)
    let bodies = changes.map {
      Data(
        #"{"rest":\#(rest),"rows":[\#($0)],"pages":[],"before":[],"after":[],"edits":[],"refused":[]}"#
          .utf8)
    }
    try SnapshotFile.bytes(of: Data(snapshot(rows, count).utf8), changes: bodies, date: Date())
      .write(to: folder.file)
    return await Snapshots(file: folder.file, report: { _ in }).load()
  }

  private func splice(_ at: Int, _ removed: Int = 0, _ added: Int = 0) -> String {
    let rows = (0..<added).map { #"{"id":"\#(at)-\#($0)"}"# }.joined(separator: ",")
    return #"{"at":\#(at),"removed":\#(removed),"added":[\#(rows)]}"#
  }

  @Test func changesThatNoStoreWritesAreRefused() async throws {
    let unfit = [
      // Empty parts, one of many.
      splice(3), [splice(1, 1, 1), splice(3)].joined(separator: ","),
      // Two that touch: with elements that came, with none, and at the same place.
      [splice(1, 0, 2), splice(3, 1)].joined(separator: ","),
      [splice(1, 1), splice(1, 1)].joined(separator: ","),
      [splice(0, 1, 1), splice(1, 1, 1)].joined(separator: ","),
      // Out of order.
      [splice(5, 1, 1), splice(3, 1, 1)].joined(separator: ","),
    ]
    for splices in unfit {
      let found = try await load(rows: 10, changes: [splices])
      guard case .damaged(.unfit(let reason)) = found else {
        Issue.record("\(splices)")
        continue
      }
      #expect(reason == "a change has a part that is empty or out of order")
    }
  }

  /// 300,000 of them took 4 s.
  @Test func emptyPartsAreRefusedAtTheFirst() throws {
    var list = ChunkList(Array(0..<10))
    let empty = Array(repeating: Splice<Int>(at: 5, removed: 0, added: []), count: 300_000)
    #expect(throws: SnapshotProblem.self) { try list.apply(empty) }
    #expect(Array(list) == Array(0..<10))
  }

  /// A list of every small size, changed in every way that a store writes.
  @Test func partsAreReplacedWhereverTheyAre() throws {
    for count in [0, 1, 2, 3, 700, 5_000] {
      let old = Array(0..<count)
      let places = Set([0, 1, 2, count / 2, count - 2, count - 1, count]).filter { 0...count ~= $0 }
      for at in places {
        for removed in Set([0, 1, 2, count - at]) where at + removed <= count {
          for added in [0, 1, 3, 200] where removed + added > 0 {
            let new = (0..<added).map { -1 - $0 }
            var list = ChunkList(old)
            try list.apply([Splice(at: at, removed: removed, added: new)])
            let expected = old[..<at] + new + old[(at + removed)...]
            #expect(Array(list) == Array(expected), "\(count) at \(at): -\(removed) +\(added)")
            #expect(list.isConsistent)
          }
        }
      }
    }
  }

  @Test func manyPartsAreReplacedAsFewAre() throws {
    for stride in [2, 3, 700] {
      let old = ItemList((0..<5_000).map { Entry(id: "\($0)") })
      var new = old
      for index in Swift.stride(from: 0, to: 5_000, by: stride).reversed() {
        new.remove(id: "\(index)")
        if index.isMultiple(of: 2 * stride) { new.insert(Entry(id: "new \(index)"), at: index) }
      }
      let splices = new.splices(from: old).map {
        Splice(
          at: $0.index, removed: $0.removed,
          added: Array(new[$0.index..<$0.index + $0.inserted]))
      }
      var list = ChunkList(Array(old))
      try list.apply(splices)
      #expect(Array(list) == Array(new), "every \(stride)")
    }
  }

  /// 100,000 parts took 12 s, one with 200,000 rows in the middle 1.5 s: the time grew with the square.
  @Test func tenTimesTheChangesTakeAboutTenTimesTheTime() throws {
    // The thread's time on a processor: what runs beside the test takes none of it.
    func now() -> Int {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
    func time(_ count: Int, _ splices: (Int) -> [Splice<Int>]) throws -> Int {
      let (old, splices) = (Array(0..<count), splices(count))
      let times = try (0..<3).map { _ in
        var list = ChunkList(old)
        let start = now()
        try list.apply(splices)
        return now() - start
      }
      return times.min() ?? 0
    }
    let changes: [(Int) -> [Splice<Int>]] = [
      { count in (0..<count).map { Splice(at: 2 * $0, removed: 0, added: [-$0]) } },
      { count in
        stride(from: 0, to: count, by: 2).map { Splice(at: $0, removed: 1, added: [-$0]) }
      },
      { count in [Splice(at: count / 2, removed: 0, added: Array(repeating: 0, count: 3 * count))]
      },
    ]
    for change in changes {
      #expect(try time(100_000, change) < time(10_000, change) * 40)
    }
  }

  /// Where a log has outgrown its list, the store writes the list anew.
  @Test func aLogThatIsLongerThanTheStoreWritesIsNotReadToItsEnd() async throws {
    let found = try await load(rows: 3, changes: (3..<1_003).map { splice($0, 0, 1) })
    guard case .snapshot(let snapshot, _) = found else {
      Issue.record("\(found)")
      return
    }
    #expect(200...300 ~= snapshot.items.count)
    #expect(snapshot.items.last?.id == "\(snapshot.items.count - 1)-0")
  }
}
