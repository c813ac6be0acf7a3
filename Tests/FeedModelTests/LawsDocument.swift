import Foundation

/// `Docs/Laws.md`, whose lists the tests write that know what belongs there.
///
/// With `UPDATE_DOCS=1` they do so, and without they compare. An actor, since tests that explore
/// models at the same time write to the one file.
actor LawsDocument {
  static let shared = LawsDocument()

  private static let file = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../Docs/Laws.md").standardizedFileURL

  private static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_DOCS"] == "1"

  /// What the document has between two comments with the name of a section; `lines` is put there
  /// first if documents are to be written.
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

  /// The document's row for a model; `row` takes its place first if documents are to be written.
  func row(of model: String, updatedTo row: String) throws -> String? {
    var text = try String(contentsOf: Self.file, encoding: .utf8).components(separatedBy: "\n")
    guard let place = text.firstIndex(where: { $0.hasPrefix("| \(model) |") }) else { return nil }
    if Self.isUpdating {
      text[place] = row
      try text.joined(separator: "\n").write(to: Self.file, atomically: true, encoding: .utf8)
    }
    return text[place]
  }

  /// The names of the models that have a row, in order.
  func models() throws -> [String] {
    try String(contentsOf: Self.file, encoding: .utf8)
      .components(separatedBy: "<!-- scenarios -->").last?
      .components(separatedBy: "<!-- end -->").first?
      .split(separator: "\n").dropFirst(2)
      .map { String($0.dropFirst(2).prefix { $0 != "|" }.dropLast()) } ?? []
  }
}
