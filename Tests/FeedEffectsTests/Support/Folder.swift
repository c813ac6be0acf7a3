import Foundation

/// A file in a folder of its own, which goes with the test.
final class Folder {
  let url = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID())")
  var file: URL { url.appending(path: "home.feed") }
  var aside: URL { url.appending(path: "home.feed.damaged") }

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// A feed that ends may still write while the folder is removed, which then is not empty.
  deinit {
    while FileManager.default.fileExists(atPath: url.path) {
      try? FileManager.default.removeItem(at: url)
    }
  }

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }
}
