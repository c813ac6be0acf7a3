import FeedReducer
import Foundation
import TestWatch
import Testing

@testable import FeedEffects

@Suite("Snapshots of a program that is killed", .watched)
struct SnapshotKillTests {
  private typealias Store = SnapshotStore<StoredWalk.Row, Int>

  /// What the program does, over and over. Each page has 3 kB, so that the file is written anew now and then.
  private static var states: [StoredWalk.Rows.State] {
    StoredWalk.states(300, seed: 11, title: String(repeating: "x", count: 300))
  }

  /// A child scrolls, loads and edits, and kills itself in the middle of it. It notes the number of each step that
  /// is written.
  @Test func itLosesNothingThatWasWritten() async throws {
    let file = Self.file(of: getpid())
    let folder = file.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let note = file.appendingPathExtension("note")
    let kills = ProcessInfo.processInfo.environment["SNAPSHOT_KILLS"].flatMap { Int($0) } ?? 30
    let snapshots = Self.states.map(\.snapshot)
    var step = 0
    for _ in 0..<kills {
      try Data(Self.digits(step).utf8).write(to: note)
      await #expect(processExitsWith: .signal(SIGKILL)) { try await Self.runUntilKilled() }
      let noted = try String(contentsOf: note, encoding: .utf8)
      step = try #require(Int(noted))
      switch await Store(file: file).load() {
      case .nothing: #expect(step == 0)
      case .damaged(let problem): Issue.record("\(problem)")
      case .snapshot(let snapshot, _):
        // The step after the noted one may be written, too.
        let isNoted = snapshot == snapshots[step % snapshots.count]
        if !isNoted { step += 1 }
        #expect(snapshot == snapshots[step % snapshots.count], "step \(step)")
      }
    }
    #expect(step > kills, "\(step) were written")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        == ["home.feed", "home.feed.note"])
  }

  private static func runUntilKilled() async throws {
    let file = file(of: getppid())
    let path = file.appendingPathExtension("note")
    var step = try Int(String(contentsOf: path, encoding: .utf8)) ?? 0
    let note = try FileHandle(forWritingTo: path)
    let states = states
    let store = Store(file: file)
    _ = await store.load()
    let calls = Int.random(in: 0..<300_000)
    Thread.detachNewThread {
      // Unlike a sum, calls of the system take their time in a release build, too.
      for _ in 0..<calls { _ = getppid() }
      kill(getpid(), SIGKILL)
    }
    while true {
      step += 1
      store.keep(states[step % states.count])
      await store.flush()
      // One call, which no signal divides.
      try note.seek(toOffset: 0)
      try note.write(contentsOf: Data(digits(step).utf8))
    }
  }

  /// A number that is always as long.
  private static func digits(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: 9 - digits.count) + digits
  }

  private static func file(of process: pid_t) -> URL {
    FileManager.default.temporaryDirectory.appending(path: "feed-killed-\(process)/home.feed")
  }
}
