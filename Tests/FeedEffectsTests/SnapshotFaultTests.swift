import FeedReducer
import Foundation
import TestWatch
import Testing

@testable import FeedEffects

/// Snapshots over a system each of whose calls fails in turn.
@Suite("Snapshots where the system fails", .watched)
struct SnapshotFaultTests {
  // MARK: - The file

  private static let old = String(repeating: "old ", count: 100)
  private static let new = String(repeating: "new ", count: 100)

  private static func contents(of url: URL) -> String? {
    guard let data = try? SnapshotFile(url: url, limit: 1_000).read()?.data,
      let body = try? SnapshotFile.contents(of: data, limit: 1_000).body
    else { return nil }
    return String(decoding: body, as: UTF8.self)
  }

  private static func text(_ error: Int32) -> String { String(cString: strerror(error)) }

  /// How a write over failing calls ended.
  private struct Outcome {
    /// The call that failed first.
    let call: String

    /// The error that was thrown, if any.
    let error: String?

    let folder: Folder

    var contents: String? { SnapshotFaultTests.contents(of: folder.file) }
    var aside: String? { SnapshotFaultTests.contents(of: folder.aside) }
  }

  /// Writes over an old file, and returns the outcome; nil if there were fewer calls than the plan says.
  private func write(_ plan: FailingCalls.Plan, keepsOld: Bool) throws -> Outcome? {
    let folder = try Folder()
    var file = SnapshotFile(url: folder.file, limit: 1_000)
    try file.write(Data(Self.old.utf8), date: Date(), keepsOld: false)
    let failing = FailingCalls(plan)
    file.system = failing.calls
    var thrown: (any Error)?
    do {
      try file.write(Data(Self.new.utf8), date: Date(), keepsOld: keepsOld)
    } catch {
      thrown = error
    }
    guard plan.first < failing.names.count else { return nil }
    return Outcome(
      call: failing.names[plan.first], error: thrown.map { "\($0)" }, folder: folder)
  }

  @Test(arguments: [false, true], [ENOSPC, EIO])
  func aFailedCallIsReportedAndLeavesTheOldFile(keepsOld: Bool, error: Int32) throws {
    var failed: Set<String> = []
    for first in 0... {
      let plan = FailingCalls.Plan(first: first, error: error)
      guard let outcome = try write(plan, keepsOld: keepsOld) else { break }
      failed.insert(outcome.call)
      switch outcome.call {
      case "lock", "link", "unlink":
        #expect(outcome.error == nil && outcome.contents == Self.new, "\(outcome.call)")
        #expect(outcome.aside == (keepsOld ? Self.old : nil), "\(outcome.call)")
      case "close":
        #expect(outcome.error == Self.text(error) && outcome.contents == Self.new)
      default:
        #expect(outcome.error == Self.text(error), "\(outcome.call)")
        #expect(outcome.contents == Self.old, "\(outcome.call)")
      }
      #expect(
        outcome.folder.names.filter { $0 != "home.feed.damaged" } == ["home.feed"],
        "\(outcome.call) leaves no draft")
    }
    let calls: Set = ["open", "lock", "write", "synchronize", "rename", "close"]
    #expect(failed == (keepsOld ? calls.union(["link", "unlink"]) : calls))
  }

  @Test(arguments: [false, true]) func aSystemThatFailsForGoodLeavesAWholeFile(
    keepsOld: Bool
  ) throws {
    for first in 0... {
      let plan = FailingCalls.Plan(first: first, error: EIO, goesOn: true)
      guard let outcome = try write(plan, keepsOld: keepsOld) else { break }
      #expect(outcome.error == Self.text(EIO))
      #expect(outcome.contents == (outcome.call == "close" ? Self.new : Self.old))
      // A program that another test starts just then has the lock of a draft, too, until it is loaded.
      var names: [String] = []
      for _ in 0..<10_000 {
        SnapshotFile(url: outcome.folder.file, limit: 1_000).removeDrafts()
        names = outcome.folder.names.filter { $0 != "home.feed.damaged" }
        if names == ["home.feed"] { break }
      }
      #expect(names == ["home.feed"])
    }
  }

  @Test(arguments: [false, true]) func aSignalChangesNothing(keepsOld: Bool) throws {
    for first in 0... {
      let plan = FailingCalls.Plan(first: first, error: EINTR)
      guard let outcome = try write(plan, keepsOld: keepsOld) else { break }
      #expect(outcome.error == nil && outcome.contents == Self.new, "\(outcome.call)")
      #expect(
        outcome.folder.names == (keepsOld ? ["home.feed", "home.feed.damaged"] : ["home.feed"]))
    }
  }

  @Test func onADiskWithoutLinksTheOldFileIsNotLost() throws {
    for first in 0... {
      let plan = FailingCalls.Plan(first: first, error: EIO, hasLinks: false)
      guard let outcome = try write(plan, keepsOld: true) else { break }
      #expect([outcome.contents, outcome.aside].contains(Self.old), "\(outcome.call)")
      #expect(outcome.error != nil || outcome.contents == Self.new, "\(outcome.call)")
    }
  }

  @Test func aFileThatCannotBeKeptIsNotReplaced() throws {
    let folder = try Folder()
    let file = SnapshotFile(url: folder.file, limit: 1_000)
    try file.write(Data(Self.old.utf8), date: Date(), keepsOld: false)
    try FileManager.default.createDirectory(
      at: folder.aside.appending(path: "mine"), withIntermediateDirectories: true)
    #expect(throws: SystemError.self) {
      try file.write(Data(Self.new.utf8), date: Date(), keepsOld: true)
    }
    #expect(Self.contents(of: folder.file) == Self.old)
    #expect(folder.names == ["home.feed", "home.feed.damaged"])
  }

  @Test(arguments: [EIO, EINTR]) func aFileIsReadOrTheErrorIsThrown(error: Int32) throws {
    let folder = try Folder()
    var file = SnapshotFile(url: folder.file, limit: 1_000)
    try file.write(Data(Self.old.utf8), date: Date(), keepsOld: false)
    let bytes = try file.read()?.data
    for first in 0... {
      let failing = FailingCalls(.init(first: first, error: error))
      file.system = failing.calls
      let result = Result { try file.read()?.data }
      guard first < failing.names.count else { break }
      if error == EINTR || failing.names[first] == "close" {
        #expect(try result.get() == bytes)
      } else {
        #expect(throws: SystemError(number: error)) { try result.get() }
      }
      #expect(folder.names == ["home.feed"])
    }
  }

  // MARK: - The store

  private struct Entry: Identifiable, Hashable, Codable, Sendable {
    let id: Int
  }

  private typealias Store = SnapshotStore<Entry, Int>

  /// The state of a feed with so many rows.
  private func loop(_ count: Int) -> Loop<Feed<Entry, Int>> {
    var loop = Loop(Feed<Entry, Int>(), state: .init(seed: 1, identity: 1))
    loop.send(.started)
    loop.send(
      .pageLoaded(ticket: 1, page: .init(items: (0..<count).map(Entry.init), next: count)))
    return loop
  }

  private func count(_ found: Store.Found) -> Int? {
    if case .snapshot(let snapshot, _) = found { snapshot.items.count } else { nil }
  }

  /// A store over calls that may fail, with a file of two rows.
  private func store(in folder: Folder, reports: Log<SnapshotProblem>) async -> (
    Store, FailingCalls
  ) {
    let failing = FailingCalls()
    let file = SnapshotFile(url: folder.file, limit: 10_000, system: failing.calls)
    let store = Store(file, report: { reports.add($0) })
    store.keep(loop(2).state)
    await store.flush()
    return (store, failing)
  }

  @Test func eachFailedCallIsReportedAndTheStateIsWrittenLater() async throws {
    for first in 0... {
      let folder = try Folder()
      let reports = Log<SnapshotProblem>()
      _ = await store(in: folder, reports: reports)
      let failing = FailingCalls(.init(first: first, error: ENOSPC))
      let store = Store(
        SnapshotFile(url: folder.file, limit: 10_000, system: failing.calls),
        report: { reports.add($0) })
      store.keep(loop(3).state)
      await store.flush()
      guard first < failing.names.count else { break }
      let problems: [SnapshotProblem] =
        failing.names[first] == "lock"
        ? [] : [.system(reason: "\(folder.file.path): \(Self.text(ENOSPC))")]
      #expect(reports.entries == problems, "\(failing.names[first])")
      #expect(await store.problem == problems.first)
      await store.flush()
      #expect(await store.problem == nil)
      #expect(count(await store.load()) == 3)
      #expect(folder.names == ["home.feed"])
    }
  }

  @Test func aFileThatCouldNotBeReadForAMomentIsNotMovedAside() async throws {
    let folder = try Folder()
    let reports = Log<SnapshotProblem>()
    let (store, failing) = await store(in: folder, reports: reports)
    failing.failNext(with: EMFILE)
    let problem = SnapshotProblem.system(reason: "\(folder.file.path): \(Self.text(EMFILE))")
    #expect(await store.load() == .damaged(problem))
    #expect(reports.entries == [problem])
    #expect(folder.names == ["home.feed"])
    #expect(count(await store.load()) == 2)
    store.keep(loop(3).state)
    await store.flush()
    #expect(folder.names == ["home.feed"], "it was read, so no copy is kept")
  }

  @Test func aFileThatCannotBeRemovedIsReported() async throws {
    let folder = try Folder()
    let reports = Log<SnapshotProblem>()
    let (store, failing) = await store(in: folder, reports: reports)
    let problem = SnapshotProblem.system(reason: "\(folder.file.path): \(Self.text(EACCES))")
    failing.failNext(with: EACCES)
    await store.remove()
    #expect(await store.problem == problem && folder.names == ["home.feed"])
    await store.remove()
    #expect(await store.problem == nil && folder.names == [])
    #expect(reports.entries == [problem])
  }

  @Test func aResetThatCannotRemoveTheFileIsRepeated() async throws {
    let folder = try Folder()
    let (store, failing) = await store(in: folder, reports: Log())
    var loop = loop(2)
    loop.send(.reset)
    store.keep(loop.state)
    failing.failNext(with: EACCES)
    await store.flush()
    #expect(await store.problem != nil && folder.names == ["home.feed"])
    await store.flush()
    #expect(await store.problem == nil && folder.names == [])
  }

  @Test func aLogOutThatCannotRemoveTheFileIsRepeatedAfterAStart() async throws {
    let folder = try Folder()
    _ = await store(in: folder, reports: Log())
    // All calls, since a store writes a stop by itself, too, before `flush` or after it.
    let failing = FailingCalls(.init(first: 0, error: EACCES, goesOn: true))
    let second = Store(
      SnapshotFile(url: folder.file, limit: 10_000, system: failing.calls), report: { _ in })
    var loop = Loop(Feed<Entry, Int>(), state: .init(seed: 2, identity: 2))
    loop.send(.stopped)
    second.keep(loop.state)
    await second.flush()
    #expect(folder.names == ["home.feed"])
    failing.failNoMore()
    loop.send(.started)
    second.keep(loop.state)
    await second.flush()
    #expect(folder.names == [])
  }
}
