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

  @Test func aFolderNamedLikeTheDraftKeepsItsContents() throws {
    try withFile { file in
      let draft = file.url.appendingPathExtension("new")
      try FileManager.default.createDirectory(at: draft, withIntermediateDirectories: true)
      let note = draft.appending(path: "note")
      try Data("mine".utf8).write(to: note)
      #expect(throws: SnapshotProblem.self) {
        try file.write(Data("{}".utf8), date: Date(), keepsOld: false)
      }
      file.remove()
      #expect(try Data(contentsOf: note) == Data("mine".utf8))
    }
  }

  @Test func aLinkNamedLikeTheDraftIsNotFollowed() throws {
    try withFile { file in
      let note = file.url.appendingPathExtension("note")
      try Data("mine".utf8).write(to: note)
      try FileManager.default.createSymbolicLink(
        at: file.url.appendingPathExtension("new"), withDestinationURL: note)
      try file.write(Data("{}".utf8), date: Date(), keepsOld: false)
      #expect(try Data(contentsOf: note) == Data("mine".utf8))
      #expect(try file.bytes() != nil)
    }
  }

  @Test func theLimitMayBeTheLargestNumber() throws {
    try withFile { file in
      let unlimited = SnapshotFile(url: file.url, limit: .max)
      try unlimited.write(Data("{}".utf8), date: Date(), keepsOld: false)
      #expect(try unlimited.bytes() != nil)
    }
  }

  @Test func aPipeIsNotWaitedFor() throws {
    try withFile { file in
      #expect(mkfifo(file.url.path, 0o600) == 0)
      #expect(throws: SnapshotProblem.system(reason: "\(file.url.path) is not a regular file")) {
        try file.bytes()
      }
    }
  }
}
