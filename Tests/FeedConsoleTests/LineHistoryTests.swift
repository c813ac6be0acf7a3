import Foundation
import Testing

@testable import FeedConsole
import TestWatch

@Suite(.watched) struct LineHistoryTests {
  @Test func onlyWhatIsNewIsKept() {
    var history = LineHistory()
    for (text, isKept) in [
      ("start", true), ("start", false), (" ok", false), ("", false), ("\n", false), ("ok", true),
      ("start", true), (String(repeating: "x", count: 20_000), false),
    ] {
      #expect(history.add(text) == isKept, "\(text.prefix(10))")
    }
    #expect(history.entries == ["start", "ok", "start"])
  }

  @Test func theOldestEntriesAreDropped() {
    var history = LineHistory()
    for number in 0..<1_500 { history.add("\(number)") }
    #expect(history.entries.count == 1_000)
    #expect(history.entries.first == "500")
  }

  @Test(arguments: ["ok", "a\nb\n", #"a\nb\\n\"#, "👩‍👩‍👧‍👦 \u{202E}", #"\"#])
  func anEntrySurvivesTheFile(text: String) {
    let line = LineHistory.fileLine(text)
    #expect(line.filter { $0 == "\n" }.count == 1)
    #expect(LineHistory(fileText: line + line).entries == [text])
  }

  /// A folder that `body` may fill.
  private func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  @Test func theFileIsPrivateAndShared() throws {
    try inFolder { folder in
      let state = folder.appending(path: "a/b")
      let one = try #require(HistoryFile(["XDG_STATE_HOME": state.path]))
      let two = try #require(HistoryFile(["XDG_STATE_HOME": state.path, "HOME": "/"]))
      #expect(one.read().entries.isEmpty)
      one.append("start")
      two.append("a\nb")
      one.append("ok")
      #expect(two.read().entries == ["start", "a\nb", "ok"])
      for (path, mode) in [("feed-repl", 0o700), ("feed-repl/history", 0o600)] {
        let attributes = try FileManager.default.attributesOfItem(
          atPath: state.appending(path: path).path)
        #expect(attributes[.posixPermissions] as? Int == mode)
      }
    }
  }

  @Test func sessionsThatAppendAtOnceLoseNothing() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    await withTaskGroup(of: Void.self) { group in
      for session in 0..<4 {
        group.addTask {
          let file = HistoryFile(["XDG_STATE_HOME": folder.path])
          for line in 0..<100 { file?.append("\(session) \(line)") }
        }
      }
    }
    let entries = try #require(HistoryFile(["XDG_STATE_HOME": folder.path])).read().entries
    #expect(Set(entries).count == 400)
  }

  @Test func aLongFileIsCutToItsNewestEntries() throws {
    try inFolder { folder in
      let path = folder.appending(path: "feed-repl/history")
      try FileManager.default.createDirectory(
        at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
      let text = (0..<200_000).map { "line \($0)\n" }.joined()
      try Data(text.utf8).write(to: path)
      let file = try #require(HistoryFile(["XDG_STATE_HOME": folder.path]))
      #expect(file.read().entries.last == "line 199999")
      #expect(try Data(contentsOf: path).count < 20_000)
      let attributes = try FileManager.default.attributesOfItem(atPath: path.path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      let files = try FileManager.default.contentsOfDirectory(
        atPath: path.deletingLastPathComponent().path)
      #expect(files == ["history"])
      #expect(file.read().entries.first == "line 199000")
    }
  }

  @Test func aFileThatCantBeUsedChangesNothing() throws {
    try inFolder { folder in
      let path = folder.appending(path: "feed-repl/history")
      try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
      let file = try #require(HistoryFile(["XDG_STATE_HOME": folder.path]))
      file.append("start")
      #expect(file.read().entries.isEmpty)
      try FileManager.default.removeItem(at: path)
      // A pipe must not block the session.
      #expect(mkfifo(path.path, 0o600) == 0)
      file.append("start")
      #expect(file.read().entries.isEmpty)
    }
    #expect(HistoryFile([:]) == nil)
    #expect(HistoryFile(["XDG_STATE_HOME": "relative", "HOME": "relative"]) == nil)
    HistoryFile(["HOME": "/dev/null"])?.append("start")
  }
}
