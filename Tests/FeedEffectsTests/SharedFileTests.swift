import FeedReducer
import FeedTesting
import Foundation
import TestWatch
import Testing

@testable import FeedEffects

private struct Entry: Identifiable, Hashable, Codable, Sendable {
  let id: Int
}

@MainActor @Suite("Two feeds on one file", .watched)
struct SharedFileTests {
  private typealias Snapshots = SnapshotStore<Entry, Int>

  /// A feed on a file, which has loaded these rows.
  private struct Window {
    let store: FeedStore<Entry, Int>
    let source = ScriptedSource<Entry, Int>()
    let snapshots: Snapshots

    @MainActor init(_ snapshots: Snapshots, rows: Int...) async {
      self.snapshots = snapshots
      source.answer(1, with: .init(items: rows.map { Entry(id: $0) }, next: nil))
      store = FeedStore(source: source, snapshots: snapshots)
      await store.settle()
    }
  }

  /// Snapshots in a file that are written when a test says so.
  private static func snapshots(_ file: URL) -> Snapshots {
    Snapshots(file: file, report: { _ in }, clock: ManualClock())
  }

  private static func kept(_ file: URL) async -> [Int]? {
    guard case .snapshot(let snapshot, _) = await snapshots(file).load() else { return nil }
    return snapshot.items.map(\.id)
  }

  @Test(arguments: [false, true])
  func theSecondIsRefusedWithASentence(isOneStore: Bool) async throws {
    let folder = try Folder()
    let shared = Self.snapshots(folder.file)
    let first = await Window(shared, rows: 1, 2)
    await shared.flush()
    let second = await Window(isOneStore ? shared : Self.snapshots(folder.file), rows: 3)
    #expect(second.store.items.map(\.id) == [3], "it is not restored")
    let problem = try #require(await second.snapshots.problem)
    #expect(
      "\(problem)" == """
        Another feed of this program uses \(folder.file.path), so this one is neither restored nor stored; \
        give each feed a file of its own, or end the other one with stop() before.
        """)
    second.store.appeared(3)
    second.store.send(.reset)
    await second.snapshots.flush()
    #expect(await Self.kept(folder.file) == [1, 2])
    first.store.stop()
    second.store.appeared(3)
    await second.snapshots.flush()
    #expect(await Self.kept(folder.file) == [1, 2], "it stays refused")
    second.store.stop()
  }

  @Test func aFolderUnderTwoNamesIsOne() async throws {
    let folder = try Folder()
    let link = folder.url.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.url)
    let first = await Window(Self.snapshots(folder.file), rows: 1)
    let second = await Window(Self.snapshots(link.appending(path: "home.feed")), rows: 2)
    #expect(await second.snapshots.problem != nil)
    first.store.stop()
    second.store.stop()
  }

  @Test func oneThatBeginsWhenTheOtherHasEndedFindsItsLastState() async throws {
    let folder = try Folder()
    let first = await Window(Self.snapshots(folder.file), rows: 1, 2)
    #expect(folder.names == [], "it waits for the delay")
    first.store.stop()
    let second = await Window(Self.snapshots(folder.file), rows: 3)
    #expect(second.store.items.map(\.id) == [1, 2])
    #expect(await second.snapshots.problem == nil)
    second.store.stop()
  }

  @Test func aFeedThatGoesAwayGivesTheFileFree() async throws {
    let folder = try Folder()
    do {
      let first = await Window(Self.snapshots(folder.file), rows: 1, 2)
      #expect(first.store.items.count == 2)
    }
    let second = await Window(Self.snapshots(folder.file), rows: 3)
    #expect(second.store.items.map(\.id) == [1, 2])
    second.store.stop()
  }

  @Test(arguments: [false, true], [false, true])
  func aLogOutOfEitherEmptiesTheFileForBoth(isSecond: Bool, isOneStore: Bool) async throws {
    let folder = try Folder()
    let shared = Self.snapshots(folder.file)
    let first = await Window(shared, rows: 1, 2)
    await shared.flush()
    let second = await Window(isOneStore ? shared : Self.snapshots(folder.file), rows: 1, 2)
    let (leaving, staying) = isSecond ? (second, first) : (first, second)
    leaving.store.send(.stopped)
    staying.store.appeared(2)
    await leaving.snapshots.flush()
    #expect(folder.names == [])
    staying.store.appeared(1)
    staying.store.send(.refreshPulled)
    await staying.snapshots.flush()
    #expect(folder.names == [], "the rows of the old user stay away")
    // Two feeds on one store have one problem: that of the last write.
    #expect(await staying.snapshots.problem != nil || isOneStore)
    first.store.stop()
    second.store.stop()
  }

  @Test func theOneThatStayedIsStoredAgainOnceItWasStopped() async throws {
    let folder = try Folder()
    let first = await Window(Self.snapshots(folder.file), rows: 1, 2)
    let second = await Window(Self.snapshots(folder.file), rows: 1, 2)
    second.store.send(.stopped)
    await second.snapshots.flush()
    let problem = try #require(await first.snapshots.problem)
    #expect(
      "\(problem)" == """
        Another feed on \(folder.file.path) was logged out, so the file was removed and this feed is stored \
        no more; send it .stopped and then .started to store it again.
        """)
    first.source.answer(2, with: .init(items: [Entry(id: 5)], next: nil))
    first.store.send(.stopped)
    await first.store.send(.started).finish()
    await first.snapshots.flush()
    #expect(await Self.kept(folder.file) == [5])
    #expect(await first.snapshots.problem == nil)
    first.store.stop()
    second.store.stop()
  }
}
