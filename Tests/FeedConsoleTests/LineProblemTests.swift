import Testing

@testable import FeedConsole
import TestWatch

/// The message for a line that can't be read, after the line that causes it.
@Suite(.watched) struct LineProblemTests {
  @Test(
    arguments: [
      (
        "run 'a",
        "5: a single quote is not closed on this line; close it, or write it as text: \"'\""
      ),
      (
        "start; run \"a",
        "12: a double quote is not closed on this line; close it, or write it as text: '\"'"
      ),
      (": state", "1: nothing follows ':'; write a command right behind it: :state"),
      ("\"\"", "1: an empty word is no command; 'help' lists all commands"),
      (
        "edit remove 1",
        "1: there is no 'edit'; use 'update ID FIELD=VALUE...': the user changed fields of a row"
      ),
      ("{\"reset\":{}", "1: '{' is not closed on this line; close it, or put it in quotes"),
      ("2*(start; ok", "3: '(' is not closed on this line; close it, or put it in quotes"),
      ("start)", "6: unexpected ')'; statements are separated by ';'"),
      ("(start) ok", "9: unexpected 'ok'; statements are separated by ';'"),
      ("{\"reset\":{}} ok", "14: unexpected 'ok'; statements are separated by ';'"),
      (
        "state(items)",
        "6: unexpected '('; arguments take no parentheses: state [PATH]"
      ),
      ("0*ok", "1: '0*' is not a number of times; use 1 to 1000000"),
      (
        "99999999999999999999*ok",
        "1: '99999999999999999999*' is not a number of times; "
          + "use 1 to 1000000"
      ),
      (
        "3*",
        "1: nothing follows '3*'; write a statement or a block behind it: 3*(ok; appear last)"
      ),
      ("until items == 3", "1: until needs a block: until CONDITION ( STATEMENTS )"),
      ("start; refrsh", "8: unknown command 'refrsh' — did you mean 'refresh'?"),
      ("frobnicate", "1: unknown command 'frobnicate'; 'help' lists all commands"),
      ("12", "1: there is no choice 12; 'choices' lists 1 to 5"),
      ("Start", "1: unknown command 'Start' — did you mean 'start'?"),
      ("start now", "7: unexpected 'now'; usage: start"),
      ("appear", "1: the index of a row is missing; usage: appear N | N..M | last"),
      (
        "appear x", "8: 'x' is not a row: N, N..M or last; usage: appear N | N..M | last"
      ),
      (
        "appear index=x",
        "14: 'x' is not a row: N, N..M or last; usage: appear N | N..M | last"
      ),
      (
        "appear 1..999999999",
        "8: '1..999999999' passes too many rows; at most 100000 can be passed at once"
      ),
      (
        "appear 0..99999999999999999999",
        "8: '99999999999999999999' is too large; the most is 9223372036854775806; "
          + "usage: appear N | N..M | last"
      ),
      (
        "appear 99999999999999999999",
        "8: '99999999999999999999' is too large; the most is 9223372036854775806; "
          + "usage: appear N | N..M | last"
      ),
      (
        "retry all",
        "7: 'all' is not refresh, append, prepend or gap; usage: retry [refresh|append|prepend|gap]"
      ),
      ("auto maybe", "6: 'maybe' is not on or off; usage: auto on | off"),
      (
        "advance soon",
        "9: 'soon' is not a duration like 2s, 500ms or 1.5; usage: advance [DURATION] [hold]"
      ),
      (
        "advance -1",
        "9: '-1' is not a duration like 2s, 500ms or 1.5; usage: advance [DURATION] [hold]"
      ),
      (
        "advance 9000000000s",
        "9: '9000000000s' is too large; the most is 1000000000s; usage: advance [DURATION] [hold]"
      ),
      (
        "advance inf",
        "9: 'inf' is not a duration like 2s, 500ms or 1.5; usage: advance [DURATION] [hold]"
      ),
      (
        "set seed 18446744073709551616",
        "10: '18446744073709551616' is too large; the most is 18446744073709551615; usage: set NAME VALUE"
      ),
      ("set seed x", "10: 'x' is not a whole number from 0; usage: set NAME VALUE"),
      (
        "start; set seed 2",
        "12: the seed is one of the beginning; 'open catalogue --seed N' begins a session with another one"
      ),
      ("quit 256", "6: '256' is too large; the most is 255; usage: quit [CODE]"),
      ("memoryWarning", "1: the number of rows to keep is missing; usage: memoryWarning N"),
      (
        "{\"itemAppeared\":{}}", "1: not an action in JSON: itemAppeared: 'index' is missing"
      ),
      (
        "{\"appear\":{}}",
        "1: not an action in JSON: There is no action \"appear\"; there are: started, "
          + "itemAppeared, visible, loadMore, refreshPulled, invalidated, reset, stopped, "
          + "retryTapped, errorDismissed, pageLoaded, failed, cancelled, timerFired, connectivityChanged, "
          + "edit, editCommitted, "
          + "editFailed, editRetried, editDismissed, restored, memoryWarning, gapTapped."
      ),
      (
        "{oops}",
        "2: not an action in JSON: expected a key in double quotes, found 'oops}'"
      ),
      (
        "{\"started\":null}", "1: not an action in JSON: started: expected an object, found null"
      ),
      (
        "start; {\"started\":{}}trailing",
        "22: not an action in JSON: unexpected 'trailing' behind the end of the value"
      ),
      (
        "{\"itemAppeared\":{\"index\":\"x\"}}",
        "1: not an action in JSON: itemAppeared.index: expected a whole number, found \"x\""
      ),
      (
        "{\"itemAppeared\":{\"index\":1.5}}",
        "1: not an action in JSON: itemAppeared.index: expected a whole number from "
          + "-9223372036854775808 to 9223372036854775807, found 1.5"
      ),
      (
        "{\"retryTapped\":{\"kind\":\"x\"}}",
        "1: not an action in JSON: retryTapped.kind: expected one of refresh, append, prepend, gap, "
          + "found \"x\""
      ),
      ("loaded page={} ticket=1", "13: not a page in JSON: 'items' is missing"),
    ] as [(String, String)])
  func aLineThatCantBeReadSaysWhereAndWhy(line: String, message: String) {
    #expect(Transcript().failure(of: line) == message)
  }

  @Test func aLongWordIsShortened() {
    let line = String(repeating: "a", count: 500_000) + String(repeating: "z", count: 500_000)
    let (head, tail) = (String(repeating: "a", count: 30), String(repeating: "z", count: 29))
    #expect(
      Transcript().failure(of: line)
        == "1: unknown command '\(head)…\(tail)'; 'help' lists all commands")
    #expect(
      Transcript().failure(of: "{\"\(line)\":{}}").hasPrefix(
        "1: not an action in JSON: There is no action \"aaa"))
    #expect(Transcript().failure(of: "{\"\(line)\":{}}").count < 400)
  }

  @Test func nothingOfALineRunsIfAWordOfItIsUnknown() {
    let transcript = Transcript()
    #expect(transcript.failure(of: "start; 2*(ok; refrsh)").hasPrefix("15: unknown command"))
    #expect(transcript.interpreter.session.position == 0)
  }
}
