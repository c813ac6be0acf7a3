import Testing

@testable import feed_repl
import TestWatch

/// Each error message with its column, after the line that causes it.
@Suite(.watched) struct ProblemTests {
  @Test(
    arguments: [
      // The line itself.
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
        "1: 'edit' has no words: write edits as actions in JSON, like \(Command.edits["edit"] ?? "")"
      ),
      ("{\"reset\":{}", "1: '{' is not closed on this line; close it, or put it in quotes"),
      ("2*(start; ok", "3: '(' is not closed on this line; close it, or put it in quotes"),
      ("start)", "6: unexpected ')'; statements are separated by ';'"),
      ("(start) ok", "9: unexpected 'ok'; statements are separated by ';'"),
      ("{\"reset\":{}} ok", "14: unexpected 'ok'; statements are separated by ';'"),
      (
        "itemAppeared(index: 3)",
        "13: unexpected '('; arguments take no parentheses: itemAppeared N | N..M | last"
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
      ("state >>", "7: '>>' needs the path of a file: state >> state.txt"),
      ("start; refrsh", "8: unknown command 'refrsh' — did you mean 'refresh'?"),
      ("frobnicate", "1: unknown command 'frobnicate'; 'help' lists all commands"),
      ("12", "1: unknown command '12'; 'help' lists all commands"),
      ("Start", "1: unknown command 'Start' — did you mean 'start'?"),
      ("start now", "7: unexpected 'now'; usage: start"),
      ("ok; state >> a b", "16: unexpected 'b'; statements are separated by ';'"),
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
        "7: 'all' is not refresh, append or prepend; usage: retry [refresh|append|prepend]"
      ),
      ("auto maybe", "6: 'maybe' is not on or off; usage: auto on | off"),
      (
        "advance soon", "9: 'soon' is not a duration like 2s, 500ms or 1.5; usage: advance DURATION"
      ),
      ("advance -1", "9: '-1' is not a duration like 2s, 500ms or 1.5; usage: advance DURATION"),
      (
        "advance 9000000000s",
        "9: '9000000000s' is too large; the most is 1000000000s; usage: advance DURATION"
      ),
      ("advance inf", "9: 'inf' is not a duration like 2s, 500ms or 1.5; usage: advance DURATION"),
      (
        "seed 18446744073709551616",
        "6: '18446744073709551616' is too large; the most is 18446744073709551615; usage: seed N"
      ),
      ("seed x", "6: 'x' is not a whole number from 0; usage: seed N"),
      ("quit 256", "6: '256' is too large; the most is 255; usage: quit [CODE]"),
      ("memoryWarning", "1: the number of rows to keep is missing; usage: memoryWarning N"),
      (
        "{\"itemAppeared\":{}}", "1: not an action in JSON: itemAppeared: 'index' is missing"
      ),
      (
        "{\"appear\":{}}",
        "1: not an action in JSON: There is no action \"appear\"; there are: started, "
          + "itemAppeared, visible, loadMore, refreshPulled, invalidated, reset, retryTapped, "
          + "pageLoaded, failed, cancelled, timerFired, connectivityChanged, edit, editCommitted, "
          + "editFailed, editRetried, editDismissed, restored, memoryWarning."
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
        "1: not an action in JSON: retryTapped.kind: expected one of refresh, append, prepend, "
          + "found \"x\""
      ),
      ("loaded page={} ticket=1", "13: not a page in JSON: 'items' is missing"),
    ] as [(String, String)])
  func aLineThatCantBeReadSaysWhereAndWhy(line: String, message: String) {
    #expect(Transcript().failure(of: line) == message)
  }

  @Test(
    arguments: [
      ("expect", "1: a condition is missing after 'expect'; write one like: items == 20"),
      (
        "expect items == 3 and",
        "19: a condition is missing after 'and'; write one like: items == 20"
      ),
      ("expect itens == 3", "8: unknown field 'itens' — did you mean 'items'?"),
      ("expect colour == 3", "8: unknown field 'colour'; 'help conditions' lists all fields"),
      (
        "expect items",
        "8: an operator is missing after 'items'; use one of == != <= >= < > contains"
      ),
      ("expect items = 3", "14: '=' is no operator; use one of == != <= >= < > contains"),
      ("expect items=3", "13: '=' is no operator; use one of == != <= >= < > contains"),
      ("expect items is 3", "14: 'is' is no operator; use one of == != <= >= < > contains"),
      ("expect items ==", "14: a value is missing after '=='; write one like: items == 20"),
      ("expect items == many", "17: items is never 'many'; compare it with a number"),
      ("expect isLoading == 1", "21: isLoading is never '1'; compare it with true or false"),
      (
        "expect append == done",
        "18: append is never 'done'; compare it with idle, loading, waiting, offline, failed, "
          + "ended, exhausted, cycle, stalled"
      ),
      ("expect append < idle", "15: append has no order, so '<' says nothing; use == or !="),
      (
        "expect isEmpty > true",
        "16: isEmpty has no order, so '>' says nothing; use == or !="
      ),
      (
        "expect error == http 503",
        "22: unexpected '503'; join comparisons by 'and' or 'or', quote values of several words"
      ),
      ("expect items == 20", "1: expected items == 20, but items is 10"),
      (
        "expect items == 20 and isLoading == true or page == 7",
        "1: expected items == 20 and isLoading == true or page == 7, but items is 10 and "
          + "isLoading is false and page is 2"
      ),
      ("expect effect load append", "1: expected effect load append, but the last step had none"),
      (
        "loadMore; expect effect load refresh",
        "11: expected effect load refresh, but the last step had load 2 append page 2"
      ),
      (
        "refresh; expect no effect",
        "10: expected no effect, but the last step had load 2 refresh start"
      ),
      (
        "until items == 50 ( appear 0 )",
        "1: 'items == 50' can't come true: round 2 changed nothing, and items is 10"
      ),
      (
        "until items == 50 ( + 1 )",
        "1: 'items == 50' did not come true in 10000 rounds: items is 10"
      ),
    ] as [(String, String)])
  func aCheckThatFailsSaysWhatIsTrueInstead(line: String, message: String) throws {
    let transcript = Transcript()
    try transcript.run("start; ok")
    #expect(transcript.failure(of: line) == message)
  }

  @Test(
    arguments: [
      ("ok", "1: nothing is pending; actions like start, appear and refresh make requests"),
      ("failed", "1: nothing is pending; actions like start, appear and refresh make requests"),
      ("ok 1", "4: request 1 is not pending; nothing is"),
      (
        "start; ok items=99999999999999",
        "17: '99999999999999' is too large; the most is 10, the rows of this page; "
          + "usage: ok [ID] [items=N] [last]"
      ),
      (
        "start; ok items=-5",
        "17: '-5' is not a number of rows from 0; usage: ok [ID] [items=N] [last]"
      ),
      ("start; ok 2", "11: request 2 is not pending; pending: 1"),
      ("late", "1: the number of a request is missing; usage: late ID"),
      ("late 1", "1: there was no request 1; none has been sent"),
      ("start; late 9", "8: there was no request 9; the last ticket is 1"),
      (
        "start; late 1",
        "8: request 1 is still pending, so its answer is not late; "
          + "'ok 1' answers it"
      ),
      ("start; fail 1 timeot", "15: unknown reason 'timeot' — did you mean 'timeout'?"),
      ("start; fail because", "13: unknown reason 'because'; 'help fail' lists the reasons"),
      ("start; fail 200", "13: request 200 is not pending; pending: 1"),
      ("start; curl", "8: 'curl' needs requests over HTTP; start with --url URL"),
      ("undo", "1: can't undo 1 step; this is the beginning"),
      ("start; undo 3", "8: can't undo 3 steps; 1 step can be undone"),
      ("undo x", "6: 'x' is not a number of steps; usage: undo [N]"),
      ("redo", "1: can't redo 1 step; this is the last step"),
      ("start; ok; undo 2; redo 3", "20: can't redo 3 steps; 2 steps can be redone"),
      ("start; goto 5", "13: there is no step 5; the history has steps 0 to 1"),
      (
        "goto 99999999999999999999",
        "6: there is no step 99999999999999999999; the history has steps 0 to 0"
      ),
      ("start; goto -2", "13: there is no step -2; the history has steps 0 to 1"),
      (
        "goto later",
        "6: 'later' is not a step: N, -N, start or end; usage: goto N | -N | start | end"
      ),
      ("goto", "1: a step is missing; usage: goto N | -N | start | end"),
      ("history --changes itens", "19: unknown field 'itens' — did you mean 'items'?"),
      ("state itens", "7: there is no 'itens' in the state — did you mean 'items'?"),
      ("start; ok; state items.10", "18: there is no '10' in 'items'; it holds 0 to 9"),
      (
        "start; ok; state items.0.name",
        "18: there is no 'name' in '0'; it holds id, title, value"
      ),
      ("start; ok; state items.0.id.x", "18: there is no 'x' in 'id'; it holds nothing"),
      (
        "start; ok; items 3..12",
        "18: '3..12' is not a row or a range of rows; there are 0..9; "
          + "usage: items [N | N..M | last]"
      ),
      (
        "items 0",
        "7: '0' is not a row or a range of rows; there are none; usage: items [N | N..M | last]"
      ),
      (
        "start; restored 1",
        "8: step 1 has no snapshot: no page has arrived by then; take a later step"
      ),
      (
        "start; ok; {\"edit\":{\"change\":{\"remove\":{\"id\":\"4\"}}}}; ok",
        "55: 2 is an edit; answer it with the JSON of editCommitted or editFailed"
      ),
      (
        "set retry 3; start; fail; ok", "27: 2 is a timer and has no answer; 'advance' lets it fire"
      ),
      ("set refresh all", "13: 'all' is not firstPage or merge; usage: set NAME VALUE"),
      ("try", "1: an action is missing; usage: try ACTION"),
      ("try ok", "5: 'ok' is no action; 'help actions' lists them"),
      ("try apear 3", "5: 'apear' is no action — did you mean 'appear'?"),
      ("why appear 1..3", "5: only one action can be tried; give a single row"),
      ("help starte", "6: there is no help on 'starte' — did you mean 'started'?"),
      ("set", "1: a setting is missing; usage: set NAME VALUE"),
      ("set pagesize 3", "5: unknown setting 'pagesize' — did you mean 'page-size'?"),
      ("set speed 3", "5: unknown setting 'speed'; 'show' lists all settings"),
      (
        "set page-size 0",
        "15: '0' is not a number from 1 to 1000000; usage: set NAME VALUE"
      ),
      ("run /no/such/file", "5: can't read '/no/such/file': no such file or directory"),
      ("run /", "5: can't read '/': is a directory"),
      ("state >> /no/such/file", "10: can't write '/no/such/file': no such file or directory"),
    ] as [(String, String)])
  func aCommandThatCantRunSaysWhatToDo(line: String, message: String) {
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
