import Testing

@testable import FeedConsole
import TestWatch

@Suite(.watched) struct PainterTests {
  @Test(
    arguments: [
      ("Luke → Leia · é 漢字 👩‍👩‍👧", "Luke → Leia · é 漢字 👩‍👩‍👧"),
      ("red \u{1B}[31m", "red \\u{1b}[31m"),
      ("two\nlines\r\n\tthree", "two\\u{a}lines\\u{d}\\u{a}\\u{9}three"),
      ("\u{202E}evil\u{2066}\u{200F}", "\\u{202e}evil\\u{2066}\\u{200f}"),
      ("a\u{9B}31m\u{7F}\u{2028}", "a\\u{9b}31m\\u{7f}\\u{2028}"),
      ("\u{FEFF}\u{E000}", "\\u{feff}\\u{e000}"),
    ])
  func whatCouldDriveATerminalIsShown(text: String, escaped: String) {
    #expect(Painter().text(Line(text)) == escaped + "\n")
    #expect(Painter(usesColour: true).text(Line(text)) == escaped + "\n")
  }

  @Test func withoutUTF8EverythingIsASCII() {
    let text = Painter(isASCII: true).text("a → b ⇒ c · d … e — f é")
    #expect(text == "a -> b => c | d ... e - f \\u{e9}\n")
  }

  @Test func coloursSurroundAPiece() {
    let line = Line("error: ", style: .bad) + Line("\u{1B}[0m")
    #expect(Painter(usesColour: true).text(line) == "\u{1B}[31merror: \u{1B}[0m\\u{1b}[0m\n")
  }

  @Test func aLongLineBreaksBetweenWords() {
    let painter = Painter(columns: { 20 })
    #expect(painter.paragraph("a reader reads on and on") == "a reader reads on\n  and on\n")
    #expect(painter.paragraph("  indented by two spaces") == "  indented by two\n    spaces\n")
    let row = Line("  name  ", style: .name) + "a text beside its name"
    #expect(
      painter.paragraph(row) == "  name  a text\n        beside its\n        name\n")
    #expect(painter.paragraph("short") == "short\n")
    #expect(painter.paragraph("漢字漢字漢字漢字漢字 漢字") == "漢字漢字漢字漢字漢字\n  漢字\n")
    #expect(Painter(columns: { 1 }).paragraph("a b") == "a\nb\n")
  }

  @Test func whatIsCopiedStaysInOneLine() {
    let json = Line("{\"name\": \"Luke Skywalker\"}", style: .json)
    #expect(Painter(columns: { 10 }).paragraph(json) == "{\"name\": \"Luke Skywalker\"}\n")
    #expect(Painter().paragraph("no terminal has an end") == "no terminal has an end\n")
  }

  @Test(
    arguments: [
      ([], [:], false, false),
      ([], ["TERM": "xterm"], true, true),
      ([], ["TERM": "xterm"], false, false),
      ([], ["TERM": "dumb"], true, false),
      ([], [:], true, false),
      ([], ["TERM": "xterm", "NO_COLOR": "1"], true, false),
      ([], ["TERM": "xterm", "NO_COLOR": ""], true, true),
      ([], ["CLICOLOR_FORCE": "1"], false, true),
      ([], ["CLICOLOR_FORCE": "0"], false, false),
      ([], ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false, false),
      (["--color=always"], ["NO_COLOR": "1"], false, true),
      (["--color", "never"], ["TERM": "xterm", "CLICOLOR_FORCE": "1"], true, false),
    ] as [([String], [String: String], Bool, Bool)])
  func coloursAreChosen(
    arguments: [String], environment: [String: String], isTerminal: Bool, expected: Bool
  ) throws {
    let environment = Environment(
      variables: environment, isInputTerminal: false, isOutputTerminal: isTerminal,
      isErrorTerminal: false)
    let painter = environment.painter(try Options(arguments), isTerminal: isTerminal)
    #expect(painter.usesColour == expected)
  }

  @Test(
    arguments: [
      ([:], true),
      (["LANG": "en_US.UTF-8"], false),
      (["LANG": "C.utf8"], false),
      (["LANG": "en_US.UTF-8", "LC_ALL": "C"], true),
      (["LANG": "C", "LC_CTYPE": "de_DE.UTF-8"], false),
      (["LANG": "en_US.UTF-8", "LC_ALL": ""], false),
    ] as [([String: String], Bool)])
  func theLocaleDecidesAboutASCII(environment: [String: String], isASCII: Bool) {
    let environment = Environment(
      variables: environment, isInputTerminal: false, isOutputTerminal: false,
      isErrorTerminal: false)
    #expect(environment.painter(Options(), isTerminal: false).isASCII == isASCII)
  }
}
