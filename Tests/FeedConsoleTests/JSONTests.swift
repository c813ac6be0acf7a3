import FeedHTTP
import Foundation
import Testing

@testable import FeedConsole
import TestWatch

/// JSON Lines as input and output.
@Suite(.watched) struct JSONTests {
  @Test(
    arguments: [
      (
        "", "start",
        #"{"v":3,"type":"step","line":3,"action":{"started":{}},"#
          + #""changes":{"refresh":["idle","loading 1"]},"command":"start","#
          + #""effects":[{"load":{"request":{"kind":"refresh","position":{"start":{}},"#
          + #""size":10,"ticket":1}}}],"step":1}"#
      ),
      (
        "start; ok; appear 2", "appear 2",
        #"{"v":3,"type":"step","line":3,"action":{"itemAppeared":{"index":2}},"#
          + #""command":"appear 2","ignored":"row 2 of 10 is far from the end (7 rows follow, the next page loads "#
          + #"when fewer than 5 do)","step":4}"#
      ),
      (
        "start; ok; appear 9; undo 2", "advance 1.5",
        #"{"v":3,"type":"step","line":3,"advance":1.5,"changes":{"clock":[0,1.5]},"#
          + #""command":"advance 1.5","effects":[],"fork":{"branch":1,"kept":2},"step":2}"#
      ),
      (
        "start; drop", #"{"cancelled":{"ticket":1}}"#,
        #"{"v":3,"type":"step","line":3,"action":{"cancelled":{"ticket":1}},"#
          + #""ignored":"no such answer to 1 is awaited: it was answered or cancelled, was never sent, or is "#
          + #"of another kind; it changes nothing","stale":{"step":2,"was":"cancelled"},"step":3}"#
      ),
      (
        "start; ok", "state items.0.title",
        #"{"v":3,"type":"result","line":3,"command":"state","value":"Luke Skywalker"}"#
      ),
      (
        "start", "pending",
        #"{"v":3,"type":"result","line":3,"command":"pending","value":[{"load":"refresh","position":"start","size":10,"ticket":1}]}"#
      ),
      (
        "start; ok; loadMore", "loaded items=[] next=2",
        #"{"v":3,"type":"step","line":3,"action":{"pageLoaded":{"page":{"items":[],"#
          + #""next":{"number":2}},"ticket":2}},"changes":{"append":["loading 2","ended cycle"],"#
          + #""page":[2,null]},"command":"loaded items=[] next=2","effects":[],"ended":[{"cursor":{"number":2},"kind":"append","#
          + #""message":"append has ended: a cursor came back without new rows; a pull starts "#
          + #"again","reason":"cycle"}],"step":4}"#
      ),
    ] as [(String, String, String)])
  func anAnswerIsAnObject(before: String, line: String, text: String) throws {
    let transcript = Transcript(json: true)
    try transcript.run(before)
    transcript.interpreter.output.line = 3
    #expect(try transcript.run(line) == text + "\n")
  }

  @Test(arguments: [
    ("\u{7F}", "007f"), ("\u{80}", "0080"), ("\u{85}", "0085"), ("\u{9B}", "009b"),
    ("\u{9F}", "009f"), ("\u{61C}", "061c"), ("\u{200E}", "200e"), ("\u{200F}", "200f"),
    ("\u{2028}", "2028"), ("\u{2029}", "2029"), ("\u{202A}", "202a"), ("\u{202E}", "202e"),
    ("\u{2066}", "2066"), ("\u{2069}", "2069"), ("\u{FEFF}", "feff"),
    ("\u{E0001}", #"db40\udc01"#),
  ])
  func charactersThatControlATerminalAreEscaped(character: String, digits: String) throws {
    let value = JSONValue.object(["a\(character)": .string("é\(character)31m👩‍💻\n")])
    let escaped = #"\u"# + digits
    let text = JSONText.of(value)
    #expect(Array(text.utf8) == Array(#"{"a\#(escaped)":"é\#(escaped)31m👩‍💻\n"}"#.utf8))
    #expect(
      JSONText.pretty(value)
        == "{\n" + #"  "a\#(escaped)" : "é\#(escaped)31m👩‍💻\n""# + "\n}")
    #expect(try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) == value)
    let failure = Failure(.badJSON("a\(character)", reason: character))
    let error = OutputItem.error(failure).json()
    #expect(error.contains(escaped) && !error.contains(character))
  }

  @Test func aTextIsIndentedAndNothingElseIsChanged() {
    let text = #"{"b":1.50,"a":[ 12345678901234567890123 ,{}, [ ],"x: \\\"{[,]} \u00e9"],"b":null}"#
    let lines = [
      "{", #"  "b" : 1.50,"#, #"  "a" : ["#, "    12345678901234567890123,", "    {},", "    [],",
      #"    "x: \\\"{[,]} \u00e9""#, "  ],", #"  "b" : null"#, "}",
    ]
    #expect(JSONText.indented(text) == lines.joined(separator: "\n"))
    #expect(JSONText.indented("\u{FEFF} 7 ") == "7")
  }

  @Test func everyCommandAnswersWithLinesThatParse() throws {
    for command in Command.all where command.name != "live" {
      let transcript = Transcript(json: true)
      for line in try command.runExample(in: transcript).split(separator: "\n") {
        let object = try JSONDecoder().decode(
          [String: JSONValue].self, from: Data(String(line).utf8))
        #expect(object["v"] == .integer(3), "\(line)")
        #expect([.string("step"), .string("result")].contains(object["type"]), "\(line)")
        guard object["type"] == .string("result") else { continue }
        let hasValue = ["state", "items", "pending", "screen", "choices"].contains { name in
          object["command"] == .string(name)
        }
        #expect((object["value"] != nil) == hasValue, "\(line)")
        #expect((object["lines"] != nil) == !hasValue, "\(line)")
      }
    }
  }

  @Test func aSessionIsFramed() throws {
    let input = """
      {"started":{}}
      {"command":"ok"}
      refrsh

      expect items == 3
      state page
      """
    let run = try Program.run(["--json"], input: input)
    let lines = try run.output.split(separator: "\n").map {
      try JSONDecoder().decode([String: JSONValue].self, from: Data(String($0).utf8))
    }
    #expect(run.errors.isEmpty)
    #expect(run.status == 2)
    #expect(
      lines.map { $0["type"] }
        == ["session", "step", "step", "error", "error", "result", "end"].map {
          JSONValue.string($0)
        })
    #expect(
      lines.dropFirst().dropLast().map { $0["line"] } == [1, 2, 3, 5, 6].map { .integer($0) })
    #expect(
      lines[3]["message"]
        == .string("unknown command 'refrsh' — did you mean 'refresh'?"))
    #expect(lines[3]["code"] == .integer(2))
    #expect(lines[4]["code"] == .integer(1))
    #expect(lines[5]["value"] == .integer(2))
    #expect(lines[6]["code"] == .integer(2))
  }

  @Test func aUsageErrorIsALineToo() throws {
    let run = try Program.run(["--json", "--bad"])
    #expect(run.status == 64)
    #expect(run.errors.isEmpty)
    #expect(
      run.output == #"{"v":3,"type":"error","code":64,"message":"unknown option '--bad'; "#
        + #"'feed-repl --help' lists all options"}"# + "\n")
  }

  @Test func aCommandIsAText() throws {
    let run = try Program.run(["--json"], input: #"{"command":5}"#)
    #expect(
      run.output.contains(#""message":"not a command in JSON: command: expected a text, found 5""#))
  }

  @Test func theFirstLineCanBeReadAlone() throws {
    let run = try Program.shell(
      """
      { yes start | head -20000 | "$PROGRAM" --json; echo $? >&2; } | head -1
      """)
    #expect(run.errors == "141\n")
    #expect(run.output.hasPrefix(#"{"v":3,"type":"session","#))
  }
}
