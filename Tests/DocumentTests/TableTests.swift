import Foundation
import TestServers
import TestWatch
import Testing

/// The tables of Docs/Embedding.md have every case of the code, and no other.
@Suite("The tables about embedding", .watched)
struct TableTests {
  private static func source(_ path: String) throws -> String {
    try String(
      contentsOf: Document.root.appending(path: "Sources/FeedReducer/\(path)"), encoding: .utf8)
  }

  /// The rows of the table with this head, as cells.
  private static func table(_ head: String) throws -> [[String]] {
    let lines = try Document("Docs/Embedding.md").text.components(separatedBy: "\n")
    let start = try #require(lines.firstIndex { $0.hasPrefix("| \(head) |") })
    return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  @Test(arguments: [
    ("action", "Messages/Feed.Action.swift"), ("effect", "Messages/Feed.Effect.swift"),
  ])
  func everyCaseHasItsRow(head: String, path: String) throws {
    let cases = try Self.source(path).matches(of: /\n +(indirect )?case (\w+)(\(.*\))?\n/).map {
      let labels = ($0.3 ?? "").matches(of: /(\w+):\s/).map { "\($0.1):" }.joined()
      return "`\($0.2)\(labels.isEmpty ? "" : "(\(labels))")`"
    }
    #expect(cases.count > 4)
    #expect(try Self.table(head).map(\.[0]) == cases)
  }

  /// What a front end answers with is an action; what it answers is an effect.
  @Test func answersAreActions() throws {
    let actions = try Self.table("action").map(\.[0])
    for row in try Self.table("effect") {
      for answer in row[2].matches(of: /`(\w+)`/) {
        #expect(actions.contains { $0.hasPrefix("`\(answer.1)(") }, "\(answer.1)")
      }
    }
  }

  @Test func everyRefusalHasItsCode() throws {
    let text =
      try Self.source("Messages/FeedRefusal.swift") + Self.source("Search/Search.Action.swift")
    let rows = try Self.table("code")
    let codes = text.matches(of: /case \.(\w+)(\(.*\))?: \((\d+), .*, \.(\w+)\)\n/)
    #expect(Set(rows.map(\.[0])) == Set(codes.map { String($0.3) }))
    for code in codes {
      let row = try #require(rows.first { $0[0] == code.3 })
      #expect(row[1] == "`\(code.1)`")
      #expect(row[3].contains("`\(code.4)`"))
      for label in (code.2 ?? "").matches(of: /let (\w+)/) { #expect(row[2].contains(label.1)) }
    }
  }

  /// The scripts are run where WebAssembly is built; what the document shows of them stands in them.
  @Test(arguments: [
    ("Embedding", "python", "Tests/Embedded/Examples/list.py", 1),
    ("Embedding", "js", "Examples/Web/tests/people.mjs", 1),
    ("HowDoI", "js", "Examples/Web/tests/howdoi.mjs", 4),
  ])
  func theScriptsAreThose(page: String, language: String, file: String, count: Int) throws {
    let script = try String(
      contentsOf: Document.root.appending(path: file), encoding: .utf8)
    let blocks = try Document("Docs/\(page).md").blocks.filter { $0.language == language }
    #expect(blocks.count == count)
    for block in blocks { #expect(script.contains(block.lines.joined(separator: "\n"))) }
  }

  /// A loop that can watch a file, and nothing else.
  @Test func aBarePollLoopRunsAStore() throws {
    #if os(Linux)
      let program = try #require(Process.built("PollLoop"))
      let output = try Shell().run("timeout 60 '\(program)'")
      #expect(output == "82 rows\n")
    #endif
  }
}
