import Foundation
import TestWatch
import Testing

// The file is internal; a store only has it written.
@testable import FeedEffects

/// What is where the file of a snapshot should be.
@Suite("Snapshot file", .watched)
struct SnapshotFileTests {
  /// Passes a file in a new folder to `body`, and removes the folder afterwards.
  private func withFile(_ body: (SnapshotFile) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(SnapshotFile(url: folder.appending(path: "home.feed"), limit: 1_000))
  }

  // MARK: - Drafts

  private func contents(of file: SnapshotFile) throws -> String {
    let data = try #require(try file.read()?.data)
    let body = try SnapshotFile.contents(of: data, limit: file.limit).body
    return String(decoding: body, as: UTF8.self)
  }

  private func names(beside file: SnapshotFile) -> [String] {
    let folder = file.url.deletingLastPathComponent().path
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  @Test func filesThatAreWrittenTogetherAreWhole() throws {
    try withFile { file in
      let long = String(repeating: "a", count: 900)
      var slow = file
      slow.system.write = { descriptor, bytes in
        // The other store starts, saves and looks for drafts in the middle of this one's save.
        do {
          file.removeDrafts()
          try file.write(Data("b".utf8), date: Date(), keepsOld: false)
          #expect(try contents(of: file) == "b")
          let isWritten = names(beside: file).count == 2
          #expect(isWritten, "the draft of the other stays")
        } catch {
          Issue.record(error)
        }
        return write(descriptor, bytes.baseAddress, min(bytes.count, 300))
      }
      try slow.write(Data(long.utf8), date: Date(), keepsOld: false)
      #expect(try contents(of: file) == long)
      #expect(names(beside: file) == ["home.feed"])
    }
  }

  @Test(arguments: [false, true])
  func aDraftThatIsTakenForOneLeftBehindIsMadeAgain(isLocked: Bool) throws {
    try withFile { file in
      var other = file
      let isFirst = Locked(true)
      other.system.lock = { descriptor in
        // Another program looks for drafts before this one is locked.
        guard
          isFirst.use({ first in
            defer { first = false }; return first
          })
        else {
          return SystemCalls().lock(descriptor)
        }
        if !isLocked {
          file.removeDrafts()
          return SystemCalls().lock(descriptor)
        }
        errno = EWOULDBLOCK
        return -1
      }
      try other.write(Data("b".utf8), date: Date(), keepsOld: false)
      #expect(try contents(of: file) == "b")
      #expect(names(beside: file) == ["home.feed"])
    }
  }

  /// To split one takes fifty times its size.
  @Test func aLongFirstLineIsNotRead() throws {
    func body(seconds: String) throws(SnapshotProblem) -> Data {
      let data = SnapshotFile.bytes(of: Data("b".utf8), seconds: seconds)
      return try SnapshotFile.contents(of: data, limit: 1_000).body
    }
    #expect(try body(seconds: "1.0") == Data("b".utf8))
    let long = "1." + String(repeating: "0", count: 100)
    #expect(throws: SnapshotProblem.damaged) { try body(seconds: long) }
  }

  @Test func aDraftThatWasLeftBehindIsRemoved() throws {
    try withFile { file in
      let others = ["away.feed.new-1", "home.feed.news", "home.feed.new"]
      for name in others + ["home.feed.new-1"] {
        try Data("rows".utf8).write(
          to: file.url.deletingLastPathComponent().appending(path: name))
      }
      file.removeDrafts()
      #expect(names(beside: file) == others.sorted())
    }
  }

  @Test func aDraftThatIsLockedIsLeftAlone() throws {
    try withFile { file in
      let draft = file.url.path + ".new-1"
      let descriptor = open(draft, O_WRONLY | O_CREAT, 0o600)
      #expect(flock(descriptor, LOCK_EX) == 0)
      file.removeDrafts()
      #expect(names(beside: file) == ["home.feed.new-1"])
      close(descriptor)
      file.removeDrafts()
      #expect(names(beside: file) == [])
    }
  }

  @Test func whatIsNamedLikeADraftAndIsNoneIsLeftAlone() throws {
    try withFile { file in
      let folder = file.url.appendingPathExtension("new-1")
      let note = folder.appending(path: "note")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data("mine".utf8).write(to: note)
      try FileManager.default.createSymbolicLink(
        at: file.url.appendingPathExtension("new-2"), withDestinationURL: note)
      #expect(mkfifo(file.url.path + ".new-3", 0o600) == 0)
      try file.remove()
      #expect(
        names(beside: file) == ["home.feed.new-1", "home.feed.new-2", "home.feed.new-3"])
      #expect(try Data(contentsOf: note) == Data("mine".utf8))
    }
  }

  @Test func aDraftIsForItsOwnerAloneFromTheFirstByte() throws {
    try withFile { file in
      var watched = file
      watched.system.write = { descriptor, bytes in
        var status = stat()
        #expect(fstat(descriptor, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        return write(descriptor, bytes.baseAddress, bytes.count)
      }
      try watched.write(Data("{}".utf8), date: Date(), keepsOld: false)
    }
  }

  // MARK: - What is in place of the file

  @Test func theLimitMayBeTheLargestNumber() throws {
    try withFile { file in
      let unlimited = SnapshotFile(url: file.url, limit: .max)
      try unlimited.write(Data("{}".utf8), date: Date(), keepsOld: false)
      #expect(try unlimited.read() != nil)
    }
  }

  @Test func aFolderAndADeviceAreNoSnapshot() throws {
    try withFile { file in
      let problem = SnapshotProblem.system(reason: "\(file.url.path) is not a regular file")
      try FileManager.default.createDirectory(at: file.url, withIntermediateDirectories: true)
      #expect(throws: problem) { try file.read()?.data }
      try FileManager.default.removeItem(at: file.url)
      try FileManager.default.createSymbolicLink(
        at: file.url, withDestinationURL: URL(filePath: "/dev/zero"))
      #expect(throws: problem) { try file.read()?.data }
    }
  }

  @Test func aPipeIsNotWaitedFor() throws {
    try withFile { file in
      #expect(mkfifo(file.url.path, 0o600) == 0)
      #expect(throws: SnapshotProblem.system(reason: "\(file.url.path) is not a regular file")) {
        try file.read()?.data
      }
    }
  }
}
