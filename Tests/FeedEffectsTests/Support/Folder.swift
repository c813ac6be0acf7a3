import Foundation

/// A file in a folder of its own, which goes with the test.
final class Folder {
  let url = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID())")
  var file: URL { url.appending(path: "home.feed") }
  var aside: URL { url.appending(path: "home.feed.damaged") }

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }
}
