import Testing

@testable import FeedConsole
import TestWatch

/// Draws on a small model of a terminal, whose widths of emoji may differ from those assumed.
@Suite(.watched) struct EditorViewTests {
  /// A screen that knows the sequences that a view writes. It wraps as xterm does.
  struct Screen {
    let columns: Int
    let emojiWidth: Int
    var rows: [[Character]] = [[]]
    var row = 0
    var column = 0
    var unknown: [String] = []

    mutating func write(_ text: String) {
      var rest = Substring(text)
      while let character = rest.popFirst() {
        switch character {
        case "\r\n":
          down()
          column = 0
        case "\n": down()
        case "\r": column = 0
        case "\u{1B}": sequence(&rest)
        default: put(character)
        }
      }
    }

    private mutating func down() {
      row += 1
      if row == rows.count { rows.append([]) }
    }

    private mutating func put(_ character: Character) {
      let width = character.isASCII || character == "é" ? 1 : emojiWidth
      if column + width > columns {
        down()
        column = 0
      }
      while rows[row].count < column + width { rows[row].append(" ") }
      rows[row][column] = character
      for extra in 1..<max(1, width) + 1 where extra < width { rows[row][column + extra] = "_" }
      column += width
    }

    private mutating func sequence(_ rest: inout Substring) {
      let body = rest.prefix { $0 == "[" || $0.isNumber }
      rest = rest.dropFirst(body.count)
      switch rest.popFirst() {
      case "A": row = max(0, row - (Int(body.dropFirst()) ?? 1))
      case "K": rows[row] = Array(rows[row].prefix(column))
      case "J":
        rows[row] = Array(rows[row].prefix(column))
        rows = Array(rows[...row])
      case "m": break
      case let final: unknown.append("\(body)\(final.map(String.init) ?? "")")
      }
    }

    var lines: [String] { rows.map { String($0) } }
  }

  private func content(_ text: String, cursor: Int? = nil, hint: String = "")
    -> EditorView.Content
  {
    EditorView.Content(
      prompt: Line("feed> ", style: .name), text: Array(text), cursor: cursor ?? text.count,
      hint: hint)
  }

  @Test(arguments: [1, 2], [20, 80])
  func theCursorIsRightWhateverEmojiMeasure(width: Int, columns: Int) {
    let text = "start 👩‍👩‍👧‍👦日本 é and a long line that wraps"
    for cursor in 0...text.count {
      var screen = Screen(columns: columns, emojiWidth: width)
      var view = EditorView(painter: Painter())
      screen.write(view.draw(content(text, cursor: cursor), size: (columns, 24)))
      // A mark at the cursor overwrites the character behind it, and nothing else.
      let lines = screen.lines
      let before = screen
      screen.write("^")
      var expected = Array(before.rows[before.row])
      if before.column < expected.count {
        expected[before.column] = "^"
      } else {
        expected.append("^")
      }
      #expect(screen.rows[before.row].prefix(expected.count) == expected[...])
      let shown = Array(text)
      if cursor < shown.count, shown[cursor] != " " {
        #expect(before.rows[before.row][before.column] == shown[cursor], "\(cursor)")
      }
      #expect(
        lines.joined().filter { $0 != "_" && $0 != " " }
          == ("feed>" + text).filter { $0 != " " })
    }
  }

  @Test(arguments: [1, 2], [20, 33, 80])
  func whatIsPrintedAboveLeavesTextAndCursor(width: Int, columns: Int) {
    for text in ["", "ok", "start 👩‍👩‍👧‍👦日本 é and a long line that wraps", "a\nb\nc"] {
      for cursor in 0...text.count {
        var screen = Screen(columns: columns, emojiWidth: width)
        var view = EditorView(painter: Painter())
        screen.write("before\r\n")
        screen.write(view.draw(content(text, cursor: cursor), size: (columns, 24)))
        var expected = screen
        expected.rows.insert(Array("answer"), at: 1)
        expected.row += 1
        screen.write(view.erase())
        #expect(screen.lines == ["before", ""])
        screen.write("answer\r\n" + view.draw(content(text, cursor: cursor), size: (columns, 24)))
        #expect(screen.lines == expected.lines)
        #expect(screen.row == expected.row)
        #expect(screen.column == expected.column)
      }
    }
  }

  @Test func aShorterTextLeavesNothingBehind() {
    var screen = Screen(columns: 20, emojiWidth: 2)
    var view = EditorView(painter: Painter())
    for count in [50, 20, 35, 3, 0, 19, 13, 14] {
      let text = String(repeating: "x", count: count)
      screen.write(view.draw(content(text), size: (20, 24)))
      #expect(screen.lines.joined() == "feed> " + text, "\(count)")
    }
    screen.write(view.leave() + "next")
    #expect(screen.lines.last == "next")
  }

  @Test func whatIsTypedCantDriveTheTerminal() {
    var screen = Screen(columns: 80, emojiWidth: 2)
    var view = EditorView(painter: Painter())
    var content = content("\u{1B}]0;owned\u{7}\u{9B}31m\u{202E}")
    content.prompt = Line("\u{1B}[2J\nfeed> ")
    screen.write(view.draw(content, size: (80, 24)))
    #expect(screen.unknown.isEmpty)
    #expect(
      screen.lines == [
        #"\u{1b}[2J\u{a}feed> \u{1b}]0;owned\u{7}\u{9b}31m\u{202e}"#
      ])
  }

  @Test func aHintShowsBehindTheTextWhereItFits() {
    var view = EditorView(painter: Painter(usesColour: true))
    let size = (columns: 20, rows: 24)
    #expect(
      view.draw(content("ok", hint: " [ID] [last]"), size: size).contains("[2m [ID] [last\u{1B}"))
    #expect(!view.draw(content("ok", cursor: 1, hint: " [ID]"), size: size).contains("[ID]"))
    view = EditorView(painter: Painter())
    #expect(!view.draw(content("ok", hint: " [ID]"), size: size).contains("[ID]"))
  }

  @Test func aTextTallerThanTheScreenShowsTheRowsAroundTheCursor() {
    let text = (0..<50).map { "line \($0)" }.joined(separator: "\n")
    for cursor in stride(from: 0, through: text.count, by: 7) {
      var screen = Screen(columns: 20, emojiWidth: 2)
      var view = EditorView(painter: Painter())
      screen.write(view.draw(content(text, cursor: cursor), size: (20, 10)))
      #expect(screen.rows.count <= 9)
      let line = text.prefix(cursor).split(separator: "\n", omittingEmptySubsequences: false).count
      #expect(screen.lines[screen.row].hasSuffix("line \(line - 1)"), "\(cursor)")
    }
  }

  @Test func aNarrowerTerminalIsDrawnOver() {
    var view = EditorView(painter: Painter())
    _ = view.draw(content(String(repeating: "x", count: 60)), size: (40, 24))
    // Rows of 39 and 27 characters; at 20 columns the first one is broken in two.
    view.resize(columns: 20)
    #expect(view.draw(content("x"), size: (20, 24)).hasPrefix("\u{1B}[2A\r"))
  }
}
