import Testing

@testable import FeedConsole
import TestWatch

@Suite(.watched) struct ParserTests {
  @Test(
    arguments: [
      ("", "") as (String, String),
      ("   \t ", ""),
      ("# a comment", ""),
      ("start # a comment", "start"),
      ("start;", "start"),
      (";; start ;; ok ;", "start | ok"),
      ("appear 3", "appear 3"),
      ("  appear   3  ", "appear 3"),
      (":state", "state"),
      ("a 1;a 2", "itemAppeared 1 | itemAppeared 2"),
      ("3*ok", "3*(ok)"),
      ("3* ok", "3*(ok)"),
      ("3 *ok", "3*(ok)"),
      ("3 * ok", "3*(ok)"),
      ("2*3*ok", "2*(3*(ok))"),
      ("3*(ok; appear last)", "3*({ok | appear last})"),
      ("(start)", "{start}"),
      ("()", "{}"),
      ("((start; ok))", "{{start | ok}}"),
      ("until items >= 50 ( ok )", "until items >= 50 {ok}"),
      ("until items>=50(ok;2*ok)", "until items>=50 {ok | 2*(ok)}"),
      (#"{"reset":{}}"#, #"{"reset":{}}"#),
      (##"{ "a;b" : "#" } ; ok"##, ##"{ "a;b" : "#" } | ok"##),
      (#"{"a":"}\"}"}"#, #"{"a":"}\"}"}"#),
      (#"run "a b;c#d.feed""#, "run a b;c#d.feed"),
      ("run 'a \"b\"'", "run a \"b\""),
      (#"run "a \"b\" \\ c""#, #"run a "b" \ c"#),
      ("run a#b", "run a#b"),
      ("loaded page={\"items\": []} ticket=1", "loaded page={\"items\": []} ticket=1"),
      ("loaded items=[1, 2]", "loaded items=[1, 2]"),
    ])
  func aLineIsReadAs(line: String, expected: String) throws {
    let read = try Parser.statements(of: line).map(\.text).joined(separator: " | ")
    #expect(read == expected.replacing("start", with: "started").fullNames)
  }

  @Test func aLineMayHoldManyStatements() throws {
    let line = Array(repeating: "ok", count: 10_000).joined(separator: ";")
    #expect(try Parser.statements(of: line).count == 10_000)
  }

  @Test func blocksNestUpToALimit() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + String(repeating: ")", count: depth)
    }
    #expect(try Parser.statements(of: nested(64)).count == 1)
    #expect(throws: Failure(.tooDeep, at: 64)) { try Parser.statements(of: nested(65)) }
    #expect(throws: Failure(.tooDeep, at: 64)) { try Parser.statements(of: nested(100_000)) }
    let counts = String(repeating: "2*", count: 100_000)
    #expect(throws: Failure(.tooDeep, at: 128)) { try Parser.statements(of: counts + "ok") }
  }
}

extension String {
  /// The text with two action aliases expanded.
  fileprivate var fullNames: String {
    replacing("appear ", with: "itemAppeared ").replacing("loaded ", with: "pageLoaded ")
  }
}

extension Statement {
  /// The statement as text that shows its structure.
  fileprivate var text: String {
    switch self {
    case .command(let invocation):
      ([invocation.command.name] + invocation.words.map(\.text)).joined(separator: " ")
    case .choice(let word), .json(let word): word.text
    case .repeated(let count, let statement): "\(count)*(\(statement.text))"
    case .block(let statements): "{\(statements.map(\.text).joined(separator: " | "))}"
    case .until(let condition, let statements, _):
      "until \(condition.text) {\(statements.map(\.text).joined(separator: " | "))}"
    }
  }
}
