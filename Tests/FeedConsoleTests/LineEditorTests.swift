import Testing

@testable import FeedConsole
import TestWatch

@Suite(.watched) struct LineEditorTests {
  /// An editor with the older entries first.
  private func editor(_ entries: String...) -> LineEditor {
    var history = LineHistory()
    for entry in entries { history.add(entry) }
    return LineEditor(history: history)
  }

  /// The keys that type a text.
  private func typed(_ text: String) -> [Key] { text.map { .text(String($0)) } }

  /// The text with `|` for the cursor.
  private func shown(_ editor: LineEditor) -> String {
    var characters = editor.characters
    characters.insert("|", at: editor.cursor)
    return String(characters)
  }

  static let edits: [([Key], String)] = [
    ([.left, .left, .text("x")], "one two-thrx|ee"),
    ([.home, .text("x"), .end, .text("y")], "xone two-threey|"),
    ([.control("a"), .control("f"), .control("d")], "o|e two-three"),
    ([.control("b"), .backspace, .control("e")], "one two-thre|"),
    ([.home, .delete, .delete], "|e two-three"),
    ([.wordLeft], "one two-|three"),
    ([.alt("b"), .alt("b"), .wordRight], "one two|-three"),
    ([.home, .alt("f"), .alt("d")], "one|-three"),
    ([.deleteWord], "one two-|"),
    ([.control("w")], "one |"),
    ([.control("w"), .control("w"), .control("y")], "one two-three|"),
    ([.wordLeft, .control("u"), .end, .control("y")], "threeone two-|"),
    (
      [.home, .alt("f"), .control("k"), .control("y"), .control("y")],
      "one two-three two-three|"
    ),
    ([.deleteWord, .left, .control("k"), .control("y")], "one two-|"),
    (
      [.deleteWord, .left, .right, .deleteWord, .control("y"), .alt("y")],
      "one three|"
    ),
    ([.control("t")], "one two-three|"),
    ([.left, .left, .control("t")], "one two-ther|e"),
    ([.home, .left, .control("t"), .alt("d"), .alt("d"), .alt("d"), .alt("d")], "|"),
    ([.paste("\nok\n")], "one two-three\nok\n|"),
    ([.escape, .backTab, .alt("q"), .control("]")], "one two-three|"),
  ]

  @Test(arguments: edits) func keysEdit(keys: [Key], expected: String) {
    var editor = editor()
    for key in typed("one two-three") + keys { _ = editor.handle(key) }
    #expect(shown(editor) == expected)
  }

  @Test(arguments: ["👩‍👩‍👧‍👦", "🇩🇪", "日", "e\u{301}", "❤️"])
  func aGraphemeIsOneStepAndDeletedWhole(character: String) {
    var editor = editor()
    for key in typed("a" + character + "b") + [.left] { _ = editor.handle(key) }
    #expect(editor.cursor == 2)
    _ = editor.handle(.backspace)
    #expect(shown(editor) == "a|b")
  }

  @Test func whatArrivesInPartsIsJoined() {
    var editor = editor()
    for scalar in "a👩‍👧e\u{301}".unicodeScalars { _ = editor.handle(.text(String(scalar))) }
    #expect(editor.characters.count == 3)
    #expect(editor.cursor == 3)
  }

  @Test func enterSubmitsAndEmpties() {
    var editor = editor()
    for key in typed("ok") { _ = editor.handle(key) }
    #expect(editor.handle(.enter) == .submit("ok"))
    #expect(editor.isEmpty)
    #expect(editor.history.entries == ["ok"])
    #expect(editor.handle(.paste("a\nb\n")) == .none)
    #expect(editor.handle(.enter) == .submit("a\nb\n"))
  }

  @Test func controlKeysEndOrLeave() {
    var editor = editor()
    #expect(editor.handle(.control("d")) == .endOfInput)
    #expect(editor.handle(.control("c")) == .interrupt(text: ""))
    #expect(editor.handle(.control("z")) == .suspend)
    #expect(editor.handle(.control("l")) == .clearScreen)
    _ = editor.handle(.text("x"))
    #expect(editor.handle(.control("d")) == .bell)
    #expect(editor.handle(.control("c")) == .interrupt(text: "x"))
    #expect(editor.isEmpty)
    #expect(editor.history.entries.isEmpty)
  }

  @Test func upAndDownKeepTheLineThatWasTyped() {
    var editor = editor("first", "second")
    for key in typed("half") + [.up] { _ = editor.handle(key) }
    #expect(shown(editor) == "second|")
    _ = editor.handle(.control("p"))
    #expect(shown(editor) == "first|")
    #expect(editor.handle(.up) == .bell)
    for key in [Key.down, .control("n")] { _ = editor.handle(key) }
    #expect(shown(editor) == "half|")
    #expect(editor.handle(.down) == .bell)
  }

  @Test func aSearchFindsOlderEntries() {
    var editor = editor("start", "state items", "ok", "stopped")
    for key in typed("half") + [.control("r")] + typed("sta") { _ = editor.handle(key) }
    #expect(shown(editor) == "|state items")
    _ = editor.handle(.control("r"))
    #expect(shown(editor) == "|start")
    #expect(editor.handle(.control("r")) == .bell)
    #expect(editor.search?.hasFailed == true)
    #expect(shown(editor) == "|start")
    _ = editor.handle(.backspace)
    #expect(shown(editor) == "|stopped")
    _ = editor.handle(.control("g"))
    #expect(shown(editor) == "half|")
    #expect(editor.search == nil)
  }

  @Test func aSearchEndsWithTheKeyThatFollows() {
    var editor = editor("start; ok", "ok 2")
    for key in [.control("r")] + typed("; o") + [.right] { _ = editor.handle(key) }
    #expect(shown(editor) == "start;| ok")
    #expect(editor.search == nil)
    _ = editor.handle(.down)
    #expect(shown(editor) == "ok 2|")
    for key in [.control("r")] + typed("sta") { _ = editor.handle(key) }
    #expect(editor.handle(.enter) == .submit("start; ok"))
  }

  @Test func tabCompletesOrLists() {
    var editor = editor()
    editor.completion = { text in
      let word = text.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
      return Completion(String(word), among: ["start", "started", "state", "items="])
    }
    for key in typed("s") + [.tab] { _ = editor.handle(key) }
    #expect(shown(editor) == "sta|")
    #expect(editor.handle(.tab) == .list(["start", "started", "state"]))
    for key in typed("te") + [.tab] + typed("i") + [.tab] { _ = editor.handle(key) }
    #expect(shown(editor) == "state items=|")
    _ = editor.handle(.text("x"))
    #expect(editor.handle(.tab) == .bell)
  }
}
