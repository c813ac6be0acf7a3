import Testing

@testable import FeedConsole
import TestWatch

/// What a session shows can be run again.
@Suite(.watched) struct PastedTests {
  @Test(
    arguments: [
      ("[3] itemAppeared(index: 9)", "itemAppeared(index: 9)"),
      ("> [3] itemAppeared(index: 9)  ignored", "itemAppeared(index: 9)"),
      ("  [3] itemAppeared(index: 9)  undone", "itemAppeared(index: 9)"),
      ("[-] itemAppeared(index: 9)  ignored: there is no row 9", "itemAppeared(index: 9)"),
      ("[4…14] itemAppeared(index: 4…14) ×11", "itemAppeared 4..14"),
      ("[2] pageLoaded(ticket: 1, 10 rows, next: page 2, total: 82)", "ok 1 items=10"),
      ("[2] pageLoaded(ticket: 1, 1 row, no next)", "ok 1 items=1 last"),
      ("[5] pageLoaded(ticket: 2, 10 rows, no next)  ignored: no request 2 is live", "late 2"),
      ("[4] failed(ticket: 2, http 503: the server can't)", "fail 2 503"),
      ("[4] failed(ticket: 2, timeout: no answer came)", "fail 2 timeout"),
      ("[4] advance 0.783s", "advance 0.783s"),
      ("[4] a fresh feed with seed 7", ""),
      ("at step 5 of 7: itemAppeared(index: 4)", "goto 5"),
      ("feed> appear 9", "appear 9"), ("20/82 loading more> appear 9", "appear 9"),
      ("[3/9] 20/82 offline, retry in 0.5s> ", ""), ("20/82>", ""),
      ("  append  idle → loading 2", ""), ("  ⇒ load 2 append page 2", ""),
      ("  nothing loads: append has ended", ""),
      // What people type stays as it is.
      ("  appear 9", "  appear 9"), ("expect items > 5", "expect items > 5"),
      ("expect items> 5", "expect items> 5"), ("3*appear 4", "3*appear 4"),
      ("appear 9", "appear 9"), ("", ""),
    ])
  func aLineThatWasShownIsOneThatRuns(shown: String, line: String) throws {
    #expect(try Pasted.line(shown) == line)
  }

  @Test(arguments: [
    ("itemAppeared(index: 9)", "appear 9"), ("appear(9)", "appear 9"),
    ("visible(range: 2..<7)", "visible 2..6"), ("retryTapped(kind: append)", "retry append"),
    ("errorDismissed(kind: refresh)", "errorDismissed refresh"),
    ("connectivityChanged(isOnline: false)", "offline"), ("cancelled(ticket: 2)", "cancelled 2"),
    ("2*(itemAppeared(index: 9); itemAppeared(index: 1))", "2*(appear 9; appear 1)"),
  ]) func anActionMayBeWrittenAsACall(call: String, line: String) throws {
    let (called, typed) = (Transcript(), Transcript())
    let before = "start; ok; loadMore; fail"
    try called.run(before)
    try typed.run(before)
    #expect(try called.run(call) == typed.run(line))
  }

  @Test func aWholeSessionRunsAgainAsItWasShown() throws {
    let lines = [
      "start", "fail 503", "retry", "ok", "appear 3..9", "fail timeout", "appear 9", "retry",
      "ok items=3", "visible 2..6", "loadMore", "refresh", "late 4", "ok items=4 last", "offline",
      "refresh", "online", "ok", "undo 2", "appear 2", "advance 1.5s", "memoryWarning 20", "reset",
      "redo",
    ]
    let first = Transcript()
    var shown = ""
    for line in lines { shown += (try? first.run(line)) ?? "" }
    let second = Transcript()
    var again = ""
    for line in shown.split(separator: "\n") { again += try second.run(String(line)) }
    #expect(again == shown)
  }

  @Test func whatDoesNotSayAllIsNamed() {
    let transcript = Transcript()
    #expect(
      transcript.failure(of: "[3] restored(10 rows, age: 5s)")
        == "1: 'restored(10 rows, age: 5s)' does not say all that happened, so it can't run again; "
        + "write it as JSON")
  }

  @Test(arguments: [
    "a b", "a;b", "(", "\"", "it's", "a\\b\"c", "", "#", "é😀", "{\"a\": 1}", "{\"a",
  ])
  func aTextIsOneWord(text: String) throws {
    let words = try Lexer.words(of: "x=\(text.asWord) y")
    let word = try #require(words.first)
    #expect(word.text == "x=\(text)")
    #expect(word.source == "x=\(text.asWord)")
    #expect(words.count == 2)
  }
}
