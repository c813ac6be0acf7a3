import FeedEffects
import FeedReducer
import FeedTesting
import Foundation
import Observation
import Testing
import TestWatch

private struct Entry: Identifiable, Hashable, Codable, Sendable {
  let id: Int
  var isLiked = false
}

/// Takes no edit yet.
private struct Silent: EditSink {
  typealias Cursor = Int

  func send(_ edit: Feed<Entry, Int>.Edit, key: EditKey) async throws -> Entry? {
    for await _ in AsyncStream.makeStream(of: Never.self).stream {}
    throw CancellationError()
  }
}

@MainActor @Suite("A feed that is kept", .watched)
struct KeptFeedTests {
  private typealias Snapshots = SnapshotStore<Entry, Int>

  /// A server with these rows and no more.
  private static func server(_ ids: Int...) -> ScriptedSource<Entry, Int> {
    let source = ScriptedSource<Entry, Int>()
    source.answer(1, with: .init(items: ids.map { Entry(id: $0) }, next: nil))
    return source
  }

  private static func store(
    _ file: URL, _ source: ScriptedSource<Entry, Int>, clock: ManualClock = ManualClock()
  ) -> (FeedStore<Entry, Int>, Snapshots) {
    let snapshots = Snapshots(file: file, clock: clock)
    return (FeedStore(source: source, sink: Silent(), snapshots: snapshots), snapshots)
  }

  /// Stores a feed of the rows 1 and 2 whose row 2 was removed; the server has not answered.
  private static func keepRemoval(in file: URL) async {
    let (feed, snapshots) = store(file, server(1, 2))
    await feed.settle()
    feed.edit(.remove(id: 2))
    await snapshots.flush()
    feed.stop()
  }

  /// Stores a feed of the rows 1 and 2.
  private static func keep(in file: URL) async {
    let (feed, snapshots) = store(file, server(1, 2))
    await feed.settle()
    await snapshots.flush()
    feed.stop()
  }

  private static func kept(_ file: URL) async -> Snapshots.Snapshot? {
    if case .snapshot(let snapshot, _) = await Snapshots(file: file).load() {
      snapshot
    } else {
      nil
    }
  }

  /// The row is not there yet, so there is nothing to be changed; it was removed.
  @Test func anEditOfARowThatIsStillReadIsRefused() async throws {
    let folder = try Folder()
    await Self.keep(in: folder.file)
    let (feed, _) = Self.store(folder.file, ScriptedSource())
    let edit = feed.edit(1) { $0.isLiked = true }
    #expect(edit.refusal == "\(FeedRefusal.noFirstPage)")
    while feed.items.isEmpty { await Task.yield() }
    #expect(feed.items.map(\.id) == [1, 2] && feed.state.pendingEdits.isEmpty)
    feed.stop()
  }

  @Test func itIsThereAtTheNextStart() async throws {
    let folder = try Folder()
    let (first, snapshots) = Self.store(folder.file, Self.server(1, 2))
    await first.settle()
    first.appeared(2)
    await snapshots.flush()
    first.stop()

    // The server has gone by then.
    let (second, _) = Self.store(folder.file, ScriptedSource())
    await second.settle()
    #expect(second.items.map(\.id) == [1, 2])
    #expect(second.state.reader == 1..<2)
    #expect(second.error == nil && !second.isLoading)
  }

  @Test func anActorsFeedIsThereToo() async throws {
    let folder = try Folder()
    let snapshots = Snapshots(file: folder.file)
    let first = FeedActor(source: Self.server(1, 2), snapshots: snapshots)
    await first.settle()
    await first.send(.itemAppeared(index: 1))
    await snapshots.flush()
    await first.stop()
    let second = FeedActor(
      source: ScriptedSource<Entry, Int>(), snapshots: Snapshots(file: folder.file))
    await second.settle()
    #expect(await second.state.items.map(\.id) == [1, 2])
    #expect(await second.state.reader == 1..<2)
  }

  @Test func whileTheFileIsReadTheFeedLoads() async throws {
    let folder = try Folder()
    await Self.keep(in: folder.file)
    let (store, _) = Self.store(folder.file, ScriptedSource())
    let changes = Box(0)
    withObservationTracking {
      #expect(store.isLoading, "no screen is blank")
    } onChange: {
      MainActor.assumeIsolated { changes.value += 1 }
    }
    #expect(store.items.isEmpty && !store.isEmpty)
    await store.settle()
    #expect(store.items.count == 2)
    #expect(!store.isLoading && changes.value == 1, "a view that shows it is told")
    store.stop()
  }

  @Test func whatHappensBeforeTheFirstUseDoesNotHideIt() async throws {
    let folder = try Folder()
    await Self.keep(in: folder.file)
    let (store, _) = Self.store(folder.file, ScriptedSource())
    store.send(.connectivityChanged(isOnline: false))
    let changes = Box(0)
    withObservationTracking {
      #expect(store.isLoading)
    } onChange: {
      MainActor.assumeIsolated { changes.value += 1 }
    }
    await store.settle()
    #expect(store.items.count == 2)
    #expect(!store.isLoading && changes.value == 1)
    store.stop()
  }

  @Test func aFeedThatIsStoppedBeforeItsFirstUseDoesNotLoad() async throws {
    let folder = try Folder()
    let (store, _) = Self.store(folder.file, ScriptedSource())
    store.send(.stopped)
    #expect(!store.isLoading)
    await store.settle()
  }

  @Test func aFeedThatEndsWhileTheFileIsReadDoesNotLoad() async throws {
    let folder = try Folder()
    let (store, _) = Self.store(folder.file, ScriptedSource())
    #expect(store.isLoading)
    store.stop()
    #expect(!store.isLoading)
  }

  @Test func anActorsStateWaitsForTheFile() async throws {
    let folder = try Folder()
    await Self.keep(in: folder.file)
    let source = ScriptedSource<Entry, Int>()
    let second = FeedActor(source: source, snapshots: Snapshots(file: folder.file))
    #expect(await second.state.items.map(\.id) == [1, 2], "its first use")
    await second.stop()
    let third = FeedActor(source: source, snapshots: Snapshots(file: folder.file))
    for await state in await third.states {
      #expect(state.items.map(\.id) == [1, 2])
      break
    }
  }

  @Test func whatWasAcceptedBeforeAFlushIsInTheFile() async throws {
    let folder = try Folder()
    let (store, snapshots) = Self.store(folder.file, Self.server(1, 2))
    await store.settle()
    for round in 1...50 {
      store.edit(.update(item: Entry(id: 1, isLiked: !round.isMultiple(of: 2))))
      await snapshots.flush()
      #expect(await Self.kept(folder.file)?.edits.count == round)
      store.appeared(round.isMultiple(of: 2) ? 1 : 2)
      await snapshots.flush()
      #expect(await Self.kept(folder.file)?.firstVisible == (round.isMultiple(of: 2) ? 1 : 2))
    }
    store.stop()
  }

  @Test func aReaderWhoMovesIsKeptWithTheStateThatWaits() async throws {
    let folder = try Folder()
    let (store, snapshots) = Self.store(folder.file, Self.server(1, 2, 3))
    await store.settle()
    store.appeared(1)
    store.appeared(3)
    await snapshots.flush()
    #expect(await Self.kept(folder.file)?.firstVisible == 3)
  }

  @Test func itIsWrittenAtMostOnceInAWhile() async throws {
    let folder = try Folder()
    let clock = ManualClock()
    let (store, _) = Self.store(folder.file, Self.server(1, 2), clock: clock)
    await store.settle()
    #expect(folder.names == [] && clock.sleeperCount <= 1)
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    while folder.names != ["home.feed"] { await Task.yield() }
  }

  @Test func whatIsSentWhileItIsReadComesAfterIt() async throws {
    let folder = try Folder()
    await Self.keepRemoval(in: folder.file)

    let source = ScriptedSource<Entry, Int>()
    let (second, _) = Self.store(folder.file, source)
    var steps: [Feed<Entry, Int>.Action] = []
    second.onStep { steps.append($0.action) }
    #expect(second.items.isEmpty)
    let pull = second.send(.refreshPulled)
    #expect(steps.isEmpty, "the file is read first")
    source.answer(3, with: .init(items: [Entry(id: 2), Entry(id: 3)], next: nil))
    let refresh = Task { await second.refresh() }
    await refresh.value
    #expect(second.items.map(\.id) == [3], "the edit that was kept holds")
    guard case .restored = steps.first, steps.dropFirst().first == .started else {
      Issue.record("\(steps)")
      return
    }
    second.stop()
    await pull.finish()
  }

  @Test func whatAnObserverSendsWhileItStartsTheFeedComesAfterTheFileToo() async throws {
    let folder = try Folder()
    let (first, snapshots) = Self.store(folder.file, Self.server(1, 2))
    await first.settle()
    await snapshots.flush()
    first.stop()
    let (second, _) = Self.store(folder.file, ScriptedSource())
    var steps: [Feed<Entry, Int>.Action] = []
    second.onStep { [unowned second] step in
      steps.append(step.action)
      guard steps.count == 1 else { return }
      #expect(second.items.isEmpty, "this starts it")
      second.send(.loadMore)
    }
    second.send(.connectivityChanged(isOnline: false))
    await second.settle()
    guard steps.count == 4, case .restored = steps[1] else {
      Issue.record("\(steps)")
      return
    }
    #expect(steps[2...] == [.started, .loadMore])
  }

  @Test func aPullOrAnEditIsAUseToo() async throws {
    let folder = try Folder()
    await Self.keepRemoval(in: folder.file)
    let source = ScriptedSource<Entry, Int>()
    source.answer(3, with: .init(items: [Entry(id: 2), Entry(id: 3)], next: nil))
    let (second, again) = Self.store(folder.file, source)
    await second.refresh()
    #expect(second.items.map(\.id) == [3], "the edit that was kept holds")
    await again.flush()
    second.stop()
    let (third, _) = Self.store(folder.file, ScriptedSource())
    third.edit(.remove(id: 3))
    #expect(third.items.isEmpty, "reading it is under way")
    while third.state.pendingEdits.count < 2 { await Task.yield() }
    #expect(third.items.isEmpty)
    third.stop()
  }

  @Test func aFeedOnTheSameSnapshotsBeginsWhereTheOneBeforeWas() async throws {
    let folder = try Folder()
    let snapshots = Snapshots(file: folder.file, clock: ManualClock())
    let first = FeedStore(source: Self.server(1, 2), sink: Silent(), snapshots: snapshots)
    await first.settle()
    first.edit(.remove(id: 2))
    first.stop()
    let second = FeedStore(
      source: ScriptedSource<Entry, Int>(), sink: Silent(), snapshots: snapshots)
    _ = second.items
    while second.items.isEmpty { await Task.yield() }
    #expect(second.items.map(\.id) == [1] && second.state.pendingEdits.count == 1)
    second.stop()
  }

  @Test func aFeedThatStartsOverIsNotKept() async throws {
    let folder = try Folder()
    let (store, snapshots) = Self.store(folder.file, Self.server(1, 2))
    await store.settle()
    await snapshots.flush()
    #expect(folder.names == ["home.feed"])
    store.send(.reset)
    await snapshots.flush()
    #expect(folder.names == [])
    store.stop()
  }

  @Test func aResetOfARestoredFeedIsOnTheDiskAfterAFlush() async throws {
    let folder = try Folder()
    await Self.keep(in: folder.file)
    let (store, snapshots) = Self.store(folder.file, ScriptedSource())
    await store.settle()
    #expect(store.items.map(\.id) == [1, 2], "nothing was written in this run yet")
    store.send(.reset)
    await snapshots.flush()
    #expect(folder.names == [])
    store.stop()
  }

  @Test func aResetBeforeTheFirstUseIsOnTheDiskToo() async throws {
    let folder = try Folder()
    await Self.keep(in: folder.file)
    let (store, snapshots) = Self.store(folder.file, ScriptedSource())
    store.send(.connectivityChanged(isOnline: false))
    store.send(.reset)
    await store.settle()
    await snapshots.flush()
    #expect(folder.names == [])
    store.stop()
  }

  @Test func oneThatIsThrownAwayReadsNothing() async throws {
    let folder = try Folder()
    try Data("broken".utf8).write(to: folder.file)
    for _ in 1...100 { _ = Self.store(folder.file, ScriptedSource()) }
    #expect(folder.names == ["home.feed"])
    let (store, snapshots) = Self.store(folder.file, Self.server(1))
    await store.send(.started).finish()
    #expect(store.items.map(\.id) == [1])
    #expect(await snapshots.problem == .unknownFormat)
    #expect(folder.names == ["home.feed.damaged"])
  }

  @Test func aFileThatContradictsItselfIsMovedAside() async throws {
    let folder = try Folder()
    let (first, snapshots) = Self.store(folder.file, Self.server(1, 2))
    await first.settle()
    await snapshots.flush()
    first.stop()
    var snapshot = try #require(await Self.kept(folder.file))
    snapshot.pages[0].count = 7
    try SnapshotFile.bytes(of: JSONEncoder().encode(snapshot), seconds: "0").write(to: folder.file)
    let problems = Log<SnapshotProblem>()
    let store = FeedStore(
      source: Self.server(5),
      snapshots: Snapshots(file: folder.file, report: { problems.add($0) }))
    await store.settle()
    #expect(store.items.map(\.id) == [5])
    guard case .unfit(let reason) = problems.entries.first else {
      Issue.record("\(problems.entries)")
      return
    }
    #expect(reason.contains("its pages do not add up to its rows"))
  }

  @Test func aStopBeforeTheFirstUseRemovesTheRowsOfTheOldUser() async throws {
    let folder = try Folder()
    let (first, kept) = Self.store(folder.file, Self.server(1, 2))
    await first.settle()
    await kept.flush()
    first.stop()

    let source = ScriptedSource<Entry, Int>()
    let (second, snapshots) = Self.store(folder.file, source)
    second.send(.stopped)
    #expect(second.items.isEmpty)
    await snapshots.flush()
    #expect(await Self.kept(folder.file) == nil)
    source.answer(1, with: .init(items: [Entry(id: 9)], next: nil))
    await second.send(.started).finish()
    #expect(second.items.map(\.id) == [9])
  }

  @Test func aStopRemovesTheFile() async throws {
    let folder = try Folder()
    let (feed, snapshots) = Self.store(folder.file, Self.server(1, 2))
    await feed.settle()
    await snapshots.flush()
    #expect(await Self.kept(folder.file) != nil)
    feed.send(.stopped)
    await snapshots.flush()
    #expect(await Self.kept(folder.file) == nil)
  }

  @Test func aStopAndAStartAtOnceLeaveNoOldRows() async throws {
    let folder = try Folder()
    let (first, kept) = Self.store(folder.file, Self.server(1, 2))
    await first.settle()
    await kept.flush()
    first.stop()
    let damaged = URL(filePath: folder.file.path + ".damaged")
    try Data("old rows".utf8).write(to: damaged)

    let (second, snapshots) = Self.store(folder.file, ScriptedSource())
    second.send(.stopped)
    second.send(.started)
    await snapshots.flush()
    #expect(await Self.kept(folder.file) == nil)
    #expect(!FileManager.default.fileExists(atPath: damaged.path))
    second.stop()
  }

  @Test func aStopRemovesTheFileWithoutTheDelay() async throws {
    let folder = try Folder()
    let (feed, snapshots) = Self.store(folder.file, Self.server(1, 2))
    await feed.settle()
    await snapshots.flush()
    feed.send(.stopped)
    // The clock of the delay does not move.
    while FileManager.default.fileExists(atPath: folder.file.path) { await Task.yield() }
  }
}
