import FeedReducer
import Foundation
import TestWatch
import Testing

@testable import FeedEffects

/// A snapshot file that grows by what changed.
@Suite("Snapshot log", .watched)
struct SnapshotLogTests {
  private typealias Row = StoredWalk.Row
  private typealias Rows = StoredWalk.Rows
  private typealias Store = StoredWalk.Store

  private static func snapshot(in data: Data) -> Store.Snapshot? {
    StoredWalk.snapshot(Store.found(in: data, limit: .max, now: Date()))
  }

  // MARK: - What is written

  @Test func whatChangedIsWrittenAndNoMore() async throws {
    let folder = try Folder()
    let written = Locked(0)
    func cost(_ store: Store, _ state: Rows.State) async -> Int {
      written.use { $0 = 0 }
      store.keep(state)
      await store.flush()
      return written.use { $0 }
    }
    func rows(_ range: Range<Int>) -> [Row] {
      range.map { Row(id: $0, title: String(repeating: "x", count: 200)) }
    }
    var loop = Loop(Rows(edits: .optimistic), state: .init(seed: 1, identity: 1))
    loop.send(.started)
    loop.send(.pageLoaded(ticket: 1, page: .init(items: rows(0..<5_000), next: 5_000)))
    var store = StoredWalk.store(folder.file, written: written)
    #expect(await cost(store, loop.state) > 1_000_000)
    for isRestarted in [false, true] {
      if isRestarted {
        store = StoredWalk.store(folder.file, written: written)
        #expect(StoredWalk.snapshot(await store.load()) == loop.state.snapshot)
      }
      loop.send(.itemAppeared(index: isRestarted ? 30 : 2_000))
      #expect(await 1...200 ~= cost(store, loop.state), "the reader moves")
      #expect(await cost(store, loop.state) == 0, "nothing changes")
      loop.send(.loadMore)
      let start = loop.state.items.count
      let page = Rows.Page(items: rows(start..<start + 50), next: start + 50)
      loop.send(.pageLoaded(ticket: loop.state.lastTicket, page: page))
      #expect(await 1...20_000 ~= cost(store, loop.state), "a page comes")
      loop.send(.edit(change: .update(item: Row(id: 7, title: "new"))))
      #expect(await 1...1_000 ~= cost(store, loop.state), "a row is edited")
      loop.send(.editCommitted(ticket: loop.state.lastTicket, item: nil))
      #expect(await 1...1_000 ~= cost(store, loop.state), "the edit is confirmed")
    }
    #expect(StoredWalk.snapshot(await store.load()) == loop.state.snapshot)
  }

  @Test(arguments: 0..<6) func whatIsReadIsWhatWasWritten(seed: UInt64) async throws {
    let folder = try Folder()
    var store = StoredWalk.store(folder.file)
    for (step, state) in StoredWalk.states(60, seed: seed).enumerated() {
      store.keep(state)
      await store.flush()
      let other = StoredWalk.store(folder.file)
      #expect(StoredWalk.snapshot(await other.load()) == state.snapshot, "step \(step)")
      // Now and then the program is started again.
      if step.isMultiple(of: 7) { store = other }
    }
    #expect(folder.names == ["home.feed"])
  }

  @Test func theListIsWrittenAnewWhenItsLogOutgrowsIt() async throws {
    let folder = try Folder()
    let store = StoredWalk.store(folder.file)
    var sizes: [Int] = []
    for state in StoredWalk.states(200, seed: 1, title: String(repeating: "x", count: 300)) {
      store.keep(state)
      await store.flush()
      let data = try Data(contentsOf: folder.file)
      let end = try #require(SnapshotFile.contents(of: data, limit: .max).end)
      #expect(end.size - end.first <= max(end.first, 1 << 16))
      sizes.append(end.first)
    }
    #expect(Set(sizes).count > 3)
  }

  @Test func aFileThatWouldBeTooLargeIsWrittenAnew() async throws {
    let folder = try Folder()
    let store = StoredWalk.store(folder.file, limit: 3_000)
    for index in 0..<100 {
      var loop = Loop(Rows(), state: .init(seed: 1, identity: 1))
      loop.send(.started)
      let rows = (0..<20).map { Row(id: $0, title: "\(index)") }
      loop.send(.pageLoaded(ticket: 1, page: .init(items: rows, next: 20)))
      store.keep(loop.state)
      await store.flush()
      #expect(await store.problem == nil)
      #expect(try Data(contentsOf: folder.file).count <= 3_100)
      #expect(
        StoredWalk.snapshot(await StoredWalk.store(folder.file, limit: 3_000).load())
          == loop.state.snapshot)
    }
  }

  @Test func aFileOfTheFirstVersionIsReadAndReplaced() async throws {
    let folder = try Folder()
    let states = Array(StoredWalk.states(30, seed: 2)[20...])
    let body = try JSONEncoder().encode(states[0].snapshot)
    try SnapshotFile.bytes(of: body, seconds: "0").write(to: folder.file)
    let store = StoredWalk.store(folder.file)
    #expect(StoredWalk.snapshot(await store.load()) == states[0].snapshot)
    for state in states[1...] {
      store.keep(state)
      await store.flush()
      #expect(StoredWalk.snapshot(await StoredWalk.store(folder.file).load()) == state.snapshot)
    }
    #expect(folder.names == ["home.feed"])
  }

  // MARK: - Damage

  @Test func whatIsCutAnywhereIsReadUpToThere() async throws {
    let folder = try Folder()
    let states = Array(StoredWalk.states(28, seed: 3)[20...])
    let files = try await StoredWalk.files(states, in: folder)
    let whole = try #require(files.last)
    #expect(zip(files, files.dropFirst()).allSatisfy { $1.starts(with: $0) }, "all is added")
    for size in files[0].count...whole.count {
      let state = states[files.lastIndex { $0.count <= size } ?? 0]
      #expect(Self.snapshot(in: whole.prefix(size)) == state.snapshot, "\(size) bytes")
    }
    // What is written next is not behind the rest of a part.
    try whole.dropLast(3).write(to: folder.file)
    let store = StoredWalk.store(folder.file)
    _ = await store.load()
    store.keep(states[0])
    await store.flush()
    #expect(StoredWalk.snapshot(await StoredWalk.store(folder.file).load()) == states[0].snapshot)
  }

  @Test func whatIsDamagedAnywhereIsReadUpToThere() async throws {
    let folder = try Folder()
    let states = Array(StoredWalk.states(28, seed: 5)[24...])
    let files = try await StoredWalk.files(states, in: folder)
    let whole = try #require(files.last)
    for index in files[0].count..<whole.count {
      var damaged = whole
      damaged[index] ^= 0x04
      let state = states[files.lastIndex { $0.count <= index } ?? 0]
      #expect(Self.snapshot(in: damaged) == state.snapshot, "byte \(index)")
    }
  }

  @Test func partsOfAnotherFileAreNotOfThisOne() async throws {
    let folder = try Folder()
    let states = StoredWalk.states(40, seed: 6)
    let one = try await StoredWalk.files(Array(states[20..<22]), in: folder)
    let other = try await StoredWalk.files(Array(states[30..<32]), in: Folder())
    try (one[1] + other[1].dropFirst(other[0].count)).write(to: folder.file)
    #expect(StoredWalk.snapshot(await StoredWalk.store(folder.file).load()) == states[21].snapshot)
  }

  @Test func aChangeThatDoesNotFitIsRefused() async throws {
    let folder = try Folder()
    let state = try #require(StoredWalk.states(20, seed: 7).last)
    let snapshot = try #require(state.snapshot)
    for (at, removed) in [(-1, 0), (9_999, 0), (0, 9_999), (0, -1), (.max, 1), (1, .max)] {
      let rest = String(
        decoding: try JSONEncoder().encode(state.snapshotWithoutRows), as: UTF8.self)
      let change = """
        {"rest":\(rest),"rows":[{"at":\(at),"removed":\(removed),"added":[]}],"pages":[],"before":[],
        "after":[],"edits":[],"refused":[]}
        """
      let file = SnapshotFile.bytes(
        of: try JSONEncoder().encode(snapshot), changes: [Data(change.utf8)], date: Date())
      try file.write(to: folder.file)
      guard case .damaged(.unfit(let reason)) = await StoredWalk.store(folder.file).load() else {
        Issue.record("\(at), \(removed)")
        continue
      }
      #expect(reason == "a change is of no part of its \(snapshot.items.count) elements")
    }
  }
}
