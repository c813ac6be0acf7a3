import FeedHTTP
import FeedReducer
import FeedTesting
import Foundation
import TestWatch
import Testing

@testable import FeedEffects

@Suite("SnapshotStore", .watched)
struct SnapshotStoreTests {
  struct Entry: Identifiable, Hashable, Codable, Sendable {
    let id: Int
    var title = ""
  }

  private typealias Store = SnapshotStore<Entry, Int>

  /// The state of a feed with so many rows.
  private static func state(_ count: Int, title: String = "") -> Feed<Entry, Int>.State {
    var loop = Loop(Feed<Entry, Int>(), state: .init(seed: 1, identity: 1))
    loop.send(.started)
    let rows = (0..<count).map { Entry(id: $0, title: title) }
    loop.send(.pageLoaded(ticket: 1, page: .init(items: rows, next: count)))
    return loop.state
  }

  private static func count(_ found: Store.Found) -> Int? {
    if case .snapshot(let snapshot, _) = found { snapshot.items.count } else { nil }
  }

  @Test func whatWasKeptComesBackWithItsAge() async throws {
    let folder = try Folder()
    let start = Date(timeIntervalSince1970: 1_000)
    let store = Store(file: folder.file, now: { start })
    #expect(await store.load() == .nothing)
    store.keep(Self.state(3))
    await store.flush()
    let later = Store(file: folder.file, now: { start.addingTimeInterval(90.5) })
    let snapshot = try #require(Self.state(3).snapshot)
    #expect(await later.load() == .snapshot(snapshot, age: .seconds(90.5)))
    #expect(folder.names == ["home.feed"], "nothing is left lying about")
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    await later.remove()
    #expect(await later.load() == .nothing)
  }

  @Test func manyStatesAreOneWrite() async throws {
    let folder = try Folder()
    let clock = ManualClock()
    let store = Store(file: folder.file, delay: .seconds(2), clock: clock)
    store.keep(Self.state(1))
    await clock.sleepers(1)
    for count in 2...50 { store.keep(Self.state(count)) }
    #expect(clock.sleeperCount == 1)
    #expect(folder.names == [], "not before the delay is over")
    clock.advance(by: .seconds(2))
    while folder.names != ["home.feed"] { await Task.yield() }
    #expect(Self.count(await store.load()) == 50)
    // What comes later waits again.
    store.keep(Self.state(51))
    await clock.sleepers(1)
    #expect(Self.count(await store.load()) == 50)
    await store.flush()
    #expect(Self.count(await store.load()) == 51)
  }

  @Test func aFeedWithoutAPageLeavesTheFile() async throws {
    let folder = try Folder()
    let store = Store(file: folder.file)
    store.keep(Self.state(3))
    await store.flush()
    store.keep(.init(seed: 2, identity: 2))
    await store.flush()
    #expect(Self.count(await store.load()) == 3)
  }

  @Test func whatIsKeptWhileAnOlderStateCannotBeWrittenIsNotLost() async throws {
    let folder = try Folder()
    let failing = FailingCalls()
    var calls = failing.calls
    let newer = Locked<Feed<Entry, Int>.State?>(Self.state(3))
    let writer = Locked<Store?>(nil)
    let write = calls.write
    calls.write = { file, bytes in
      // The feed goes on while the older state is written, and the disk is full.
      if let state = newer.use({ $0.take() }) {
        writer.use { $0 }?.keep(state)
        failing.failNext(with: ENOSPC)
      }
      return write(file, bytes)
    }
    let store = Store(
      SnapshotFile(url: folder.file, limit: 10_000, system: calls), report: { _ in })
    writer.use { $0 = store }
    defer { writer.use { $0 = nil } }
    store.keep(Self.state(2))
    await store.flush()
    #expect(await store.problem != nil && folder.names == [])
    await store.flush()
    #expect(Self.count(await store.load()) == 3)
  }

  // MARK: - Damage

  @Test func everyBytePutWrongIsFound() async throws {
    let folder = try Folder()
    await Self.write(Self.state(2), to: folder.file)
    let whole = try Data(contentsOf: folder.file)
    for index in whole.indices {
      var damaged = whole
      damaged[index] ^= 0x04
      try damaged.write(to: folder.file)
      guard case .damaged = await Store(file: folder.file).load() else {
        Issue.record("byte \(index)")
        continue
      }
      #expect(folder.names == ["home.feed.damaged"])
    }
  }

  @Test func everyFileCutShortIsFound() async throws {
    let folder = try Folder()
    await Self.write(Self.state(2), to: folder.file)
    let whole = try Data(contentsOf: folder.file)
    for count in whole.indices {
      try whole.prefix(count).write(to: folder.file)
      guard case .damaged = await Store(file: folder.file).load() else {
        Issue.record("\(count) bytes")
        continue
      }
    }
    #expect(await Store(file: folder.file).load() == .nothing, "the next start finds none")
  }

  @Test func whatIsNoSnapshotIsToldApart() async throws {
    let folder = try Folder()
    func found(_ data: Data, limit: Int = 1 << 20) async throws -> Store.Found {
      try data.write(to: folder.file)
      return await Store(file: folder.file, limit: limit).load()
    }
    #expect(try await found(Data()) == .damaged(.damaged))
    #expect(try await found(Data("{}".utf8)) == .damaged(.unknownFormat))
    #expect(try await found(Data("feed-snapshot 3 0 0 0\n".utf8)) == .damaged(.unknownFormat))
    #expect(
      try await found(Data(count: 2_000), limit: 1_000)
        == .damaged(.tooLarge(size: 1_101, limit: 1_000)))
    try FileManager.default.removeItem(at: folder.file)
    try FileManager.default.createDirectory(at: folder.file, withIntermediateDirectories: true)
    guard case .damaged(.system) = await Store(file: folder.file).load() else {
      Issue.record("a folder is no file")
      return
    }
  }

  @Test(arguments: ["nan", "inf", "-inf", "1e300", "-1e12"])
  func aDateBeyondAllAgesIsDamage(_ seconds: String) async throws {
    let folder = try Folder()
    let body = try JSONEncoder().encode(Self.state(2).snapshot)
    try SnapshotFile.bytes(of: body, seconds: "0").write(to: folder.file)
    #expect(Self.count(await Store(file: folder.file).load()) == 2)
    try SnapshotFile.bytes(of: body, seconds: seconds).write(to: folder.file)
    #expect(await Store(file: folder.file).load() == .damaged(.damaged))
  }

  @Test func rowsOfAnotherTypeAreToldApart() async throws {
    let folder = try Folder()
    await Self.write(Self.state(2), to: folder.file)
    let other = SnapshotStore<JSONRow, PageCursor>(file: folder.file)
    guard case .damaged(.unfit) = await other.load() else {
      Issue.record("these are no such rows")
      return
    }
  }

  @Test func whatCannotBeWrittenIsReportedAndLeavesWhatIsThere() async throws {
    let folder = try Folder()
    let problems = Log<SnapshotProblem>()
    let store = Store(file: folder.file, limit: 1_000, report: { problems.add($0) })
    store.keep(Self.state(2))
    await store.flush()
    store.keep(Self.state(100))
    await store.flush()
    guard case .tooLarge(let size, 1_000) = problems.entries.first else {
      Issue.record("a hundred rows have more bytes")
      return
    }
    #expect(size > 1_000)
    #expect(Self.count(await store.load()) == 2)
    #expect(await store.problem == problems.entries.first)
  }

  @Test func theFolderIsMadeForItsOwnerAlone() async throws {
    let folder = try Folder()
    let file = folder.url.appending(path: "Documents/lists/home.feed")
    let problems = Log<SnapshotProblem>()
    let store = Store(file: file, report: { problems.add($0) })
    #expect(await store.load() == .nothing && folder.names == [], "not before it is needed")
    store.keep(Self.state(2))
    await store.flush()
    #expect(Self.count(await store.load()) == 2 && problems.entries == [])
    let made = file.deletingLastPathComponent()
    let attributes = try FileManager.default.attributesOfItem(atPath: made.path)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    try FileManager.default.removeItem(at: made)
    store.keep(Self.state(3))
    await store.flush()
    #expect(problems.entries.count == 1, "somebody removed it, so it is not made again")
    #expect(!FileManager.default.fileExists(atPath: made.path))
  }

  @Test func aFolderThatCannotBeMadeIsNamed() async throws {
    let folder = try Folder()
    try Data().write(to: folder.url.appending(path: "taken"))
    let file = folder.url.appending(path: "taken/home.feed")
    let store = Store(file: file, report: { _ in })
    store.keep(Self.state(2))
    await store.flush()
    let problem = try #require(await store.problem)
    #expect(
      "\(problem)" == """
        The snapshot could not be read, written or removed (\(file.path): Not a directory); check the \
        folder and the space left.
        """)
    try FileManager.default.removeItem(at: folder.url.appending(path: "taken"))
    await store.flush()
    #expect(await store.problem == nil)
    #expect(Self.count(await store.load()) == 2, "it is written when it is asked for again")
  }

  @Test func aFileThatIsTooLargeStaysForALargerLimitUntilOneIsWritten() async throws {
    let folder = try Folder()
    await Self.write(Self.state(100), to: folder.file)
    let small = Store(file: folder.file, limit: 1_000, report: { _ in })
    guard case .damaged(.tooLarge) = await small.load() else {
      Issue.record("a hundred rows have more bytes")
      return
    }
    #expect(Self.count(await Store(file: folder.file).load()) == 100)
    small.keep(Self.state(101))
    await small.flush()
    #expect(Self.count(await Store(file: folder.file).load()) == 100, "none was written")
    small.keep(Self.state(2))
    await small.flush()
    #expect(folder.names == ["home.feed", "home.feed.damaged"])
  }

  @Test func whatGoesOnBeingWrongIsReportedOnce() async throws {
    let folder = try Folder()
    let problems = Log<SnapshotProblem>()
    let store = Store(file: folder.file, limit: 1_000, report: { problems.add($0) })
    for count in [100, 101, 2, 100] {
      store.keep(Self.state(count))
      await store.flush()
      #expect(await (store.problem == nil) == (count == 2))
    }
    #expect(problems.entries.count == 2, "again when one was written in between")
  }

  @Test func byDefaultAProblemIsALineOnStandardError() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let file = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID())")
      let store = Store(file: file, limit: 10)
      for count in 1...3 {
        store.keep(Self.state(count))
        await store.flush()
      }
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.split(separator: "\n").count { $0.contains("10 are allowed") } == 1)
    #expect(text.contains("bound the rows with maxItems, or raise the limit"))
  }

  private static func write(_ state: Feed<Entry, Int>.State, to file: URL) async {
    let store = Store(file: file)
    store.keep(state)
    await store.flush()
  }
}
