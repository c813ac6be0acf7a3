import Foundation
import Testing

@testable import FeedConsole
import TestWatch

@Suite(.watched) struct CoverageTests {
  /// The cells in bold of the first three tables in `Docs/Transitions.md`.
  private static var document: Set<TransitionName> {
    get throws {
      let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Docs/Transitions.md")
      let text = try String(contentsOf: file, encoding: .utf8)
      var names: Set<TransitionName> = []
      var columns: [String] = []
      for section in text.components(separatedBy: "\n## ").dropFirst().prefix(3) {
        let prefix = section.hasPrefix("An edit") ? "edit " : ""
        for line in section.split(separator: "\n") where line.hasPrefix("| ") {
          let cells = line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
          if cells[0] == "action" { columns = cells }
          for (column, cell) in zip(columns, cells).dropFirst() where cell.hasPrefix("**") {
            names.insert(TransitionName(action: cells[0], situation: prefix + column))
          }
        }
      }
      return names
    }
  }

  @Test func allTransitionsOfTheDocumentAreKnown() throws {
    let known = Set(Coverage.all.map(\.name))
    let document = try Self.document
    #expect(known.subtracting(document).map(\.text).sorted() == [])
    #expect(document.subtracting(known).map(\.text).sorted() == [])
    #expect(Coverage.all.count == known.count)
  }

  @Test func everyLineMakesItsTransition() throws {
    for known in Coverage.all {
      let transcript = Transcript()
      try transcript.run(known.line)
      #expect(Coverage(transcript.interpreter.session).seen.contains(known.name), "\(known)")
    }
  }

  @Test func allBranchesCount() throws {
    let transcript = Transcript()
    #expect(
      try transcript.run("coverage").hasPrefix("  0 of 147 transitions seen\n  not yet: start"))
    try transcript.run("start; ok; undo; fail 503; undo 2")
    #expect(
      try transcript.run("coverage") == """
          3 of 147 transitions seen
          not yet: refreshPulled · fresh, reset · fresh, stopped · fresh, offline · fresh \
        and 140 more; 'coverage all' says how

        """)
    let all = try transcript.run("coverage all")
    #expect(all.contains("\n  started · stopped "))
    #expect(all.contains("start; ok; stopped; start\n"))
    #expect(!all.contains("  started · fresh "))
    #expect(all.split(separator: "\n").count == 145)
  }

  @Test func anActionThatIsIgnoredIsNoTransition() throws {
    let transcript = Transcript()
    try transcript.run("retry; loadMore; online")
    #expect(try transcript.run("coverage").hasPrefix("  0 of"))
  }

  @Test(
    arguments: [
      (
        "find SKYWALKER",
        "   0  1 Luke Skywalker\n  10  11 Anakin Skywalker\n  2 of 40 rows have it\n"
      ),
      ("find padme", "  33  35 Padmé Amidala\n  1 of 40 rows has it\n"),
      ("find qui-gon jinn", "  30  32 Qui-Gon Jinn\n  1 of 40 rows has it\n"),
      ("find 40", "  38  40 Watto\n  1 of 40 rows has it\n"),
      ("find nobody", "  0 of 40 rows have it\n"),
    ]) func rowsAreFound(line: String, text: String) throws
  {
    let transcript = Transcript()
    try transcript.run("set page-size 40; start; ok")
    #expect(try transcript.run(line) == text)
  }

  @Test func findNeedsAText() {
    #expect(Transcript().failure(of: "find") == "1: a text is missing; usage: find TEXT")
  }
}
