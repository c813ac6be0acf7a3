import Foundation

/// The document `Docs/Laws.md`. The tests write its lists.
///
/// With `UPDATE_DOCS=1` the tests write the lists; without it they compare them. It is an actor,
/// because parallel tests write to the same file.
actor LawsDocument {
  static let shared = LawsDocument()

  private static let file = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../Docs/Laws.md").standardizedFileURL

  private static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_DOCS"] == "1"

  /// Returns the lines of a section, which its name and `end` enclose as comments. With
  /// `UPDATE_DOCS=1` it writes `lines` there first.
  func section(_ name: String, updatedTo lines: [String]) throws -> [String] {
    var text = try String(contentsOf: Self.file, encoding: .utf8).components(separatedBy: "\n")
    guard let start = text.firstIndex(of: "<!-- \(name) -->"),
      let end = text[start...].firstIndex(of: "<!-- end -->")
    else { return [] }
    if Self.isUpdating {
      text.replaceSubrange(start + 1..<end, with: lines)
      try text.joined(separator: "\n").write(to: Self.file, atomically: true, encoding: .utf8)
      return lines
    }
    return Array(text[start + 1..<end])
  }
}
