import FeedReducer
import Foundation
import TestWatch
import Testing

@testable import FeedEffects

/// To what a snapshot adds its changes: to the file that it wrote or read, and no other.
@Suite("Place of a snapshot log", .watched)
struct SnapshotPlaceTests {
  private typealias Store = StoredWalk.Store

  @Test func aFileOfOthersGetsNothingAdded() async throws {
    let folder = try Folder()
    let states = Array(StoredWalk.states(40, seed: 8)[20...])
    let path = folder.file.path
    let mine = folder.url.appending(path: "mine").path
    let changes: [(String, () throws -> Void)] = [
      ("gone", { unlink(path) }),
      ("replaced by one as long", { try Self.replace(path, by: mine) }),
      ("read by others", { chmod(path, 0o644) }),
      ("longer", { try Self.add("x", to: path) }),
      ("with two names", { link(path, mine) }),
      (
        "a link",
        {
          rename(path, mine); symlink(mine, path)
        }
      ),
      (
        "a pipe",
        {
          unlink(path); mkfifo(path, 0o600)
        }
      ),
    ]
    for (index, (name, change)) in changes.enumerated() {
      let store = StoredWalk.store(folder.file)
      store.keep(states[0])
      await store.flush()
      try change()
      let old = try? Data(contentsOf: URL(filePath: mine))
      store.keep(states[index + 1])
      await store.flush()
      #expect(await store.problem == nil, "\(name)")
      #expect((try? Data(contentsOf: URL(filePath: mine))) == old, "\(name)")
      var status = stat()
      #expect(lstat(path, &status) == 0)
      #expect(status.st_mode == S_IFREG | 0o600 && status.st_nlink == 1, "\(name)")
      let other = StoredWalk.store(folder.file)
      #expect(StoredWalk.snapshot(await other.load()) == states[index + 1].snapshot, "\(name)")
      unlink(mine)
    }
  }

  private static func replace(_ path: String, by name: String) throws {
    let size = try Data(contentsOf: URL(filePath: path)).count
    try Data(count: size).write(to: URL(filePath: name))
    chmod(name, 0o600)
    rename(name, path)
  }

  private static func add(_ text: String, to path: String) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8))
  }

  @Test func aFileThatOthersMayReadIsReadAndReplaced() async throws {
    let folder = try Folder()
    let states = Array(StoredWalk.states(30, seed: 9)[20...])
    _ = try await StoredWalk.files([states[0]], in: folder)
    chmod(folder.file.path, 0o644)
    let store = StoredWalk.store(folder.file)
    #expect(StoredWalk.snapshot(await store.load()) == states[0].snapshot)
    store.keep(states[5])
    await store.flush()
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  // MARK: - Failing systems

  @Test(arguments: [ENOSPC, EINTR]) func eachCallOfAnAdditionMayFail(error: Int32) async throws {
    let states = Array(StoredWalk.states(40, seed: 10)[20...])
    var failed: Set<String> = []
    for first in 0... {
      let folder = try Folder()
      let failing = FailingCalls()
      let file = SnapshotFile(url: folder.file, limit: 1 << 20, system: failing.calls)
      let store = Store(file, report: { _ in })
      store.keep(states[0])
      await store.flush()
      let begun = failing.names.count
      failing.fail(begun + first, with: error)
      store.keep(states[1])
      await store.flush()
      guard begun + first < failing.names.count else { break }
      let name = failing.names[begun + first]
      failed.insert(name)
      let found = StoredWalk.snapshot(await StoredWalk.store(folder.file).load())
      if await store.problem == nil {
        #expect(found == states[1].snapshot, "\(name)")
      } else {
        #expect(
          error != EINTR && [states[0].snapshot, states[1].snapshot].contains(found), "\(name)")
      }
      store.keep(states[2])
      await store.flush()
      #expect(await store.problem == nil)
      #expect(
        StoredWalk.snapshot(await StoredWalk.store(folder.file).load()) == states[2].snapshot,
        "\(name)")
    }
    #expect(failed.isSuperset(of: ["open", "write", "synchronize", "close"]))
  }
}
