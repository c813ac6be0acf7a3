import Testing

@testable import FeedConsole
import TestWatch

/// The message for a command that can't run, after the line that causes it.
@Suite(.watched) struct CommandProblemTests {
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
      ("late", "1: no request has ended yet, so no answer can be late"),
      ("start; late", "8: no request has ended yet, so no answer can be late"),
      ("start; advance", "8: no timer waits; 'advance 2s' lets time pass anyway"),
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
      ("start; request curl", "8: 'curl' needs requests over HTTP; start with --url URL"),
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
        "start; ok; remove 4; ok items=3",
        "25: unexpected 'items=3'; usage: ok [ID] [items=N] [last]"
      ),
      (
        "set retry 3; start; fail; ok", "27: 2 is a timer and has no answer; 'advance' lets it fire"
      ),
      ("set refresh all", "13: 'all' is not firstPage or merge; usage: set NAME VALUE"),
      ("try", "1: an action is missing; usage: try ACTION"),
      ("try ok", "5: 'ok' is no action; 'help actions' lists them"),
      ("try apear 3", "5: 'apear' is no action — did you mean 'appear'?"),
      ("why appear 1..3", "5: only one action can be tried; give a single row"),
      (
        "why is it loading",
        "5: 'is' is no action; 'why' alone says what loads, and why not; 'help actions' lists the actions"
      ),
      ("help starte", "6: there is no help on 'starte' — did you mean 'started'?"),
      ("set pagesize 3", "5: unknown setting 'pagesize' — did you mean 'page-size'?"),
      ("set velocity 3", "5: unknown setting 'velocity'; 'set' lists all settings"),
      (
        "set page-size 0",
        "15: '0' is not a number from 1 to 1000000; usage: set NAME VALUE"
      ),
      ("run /no/such/file", "5: can't read '/no/such/file': no such file or directory"),
      ("run /", "5: can't read '/': is a directory"),
    ] as [(String, String)])
  func aCommandThatCantRunSaysWhatToDo(line: String, message: String) {
    #expect(Transcript().failure(of: line) == message)
  }
}
