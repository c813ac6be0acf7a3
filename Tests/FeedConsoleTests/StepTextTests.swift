import Testing

@testable import FeedConsole
import TestWatch

/// The full text of steps.
@Suite(.watched) struct StepTextTests {
  @Test(
    arguments: [
      (
        "", "start",
        """
        [1] started
          refresh  idle → loading 1
          ⇒ load 1 refresh start        pending: ok 1 · fail 1 · drop 1
        """
      ),
      (
        "start", "ok",
        """
        [2] pageLoaded(ticket: 1, 10 rows, next: page 2, total: 82)
          items       0 → 10  + 1 Luke Skywalker … 10 Obi-Wan Kenobi
          page        none → 2
          total       none → 82
          refresh     loading 1 → idle
          prepend     idle → ended exhausted
          generation  0 → 1
        """
      ),
      (
        "start; ok", "appear 4",
        """
        [3] itemAppeared(index: 4)
          reader  none → row 4
          nothing loads: row 4 of 10 is far from the end (5 rows follow, the next page loads when \
        fewer than 5 do)
        """
      ),
      (
        "start; ok; appear 4", "appear 4",
        """
        [4] itemAppeared(index: 4)  ignored: row 4 of 10 is far from the end (5 rows follow, \
        the next page loads when fewer than 5 do)
        """
      ),
      (
        "start; ok", "appear 8",
        """
        [3] itemAppeared(index: 8)
          append  idle → loading 2
          ⇒ load 2 append page 2        pending: ok 2 · fail 2 · drop 2
        """
      ),
      (
        "start; ok; appear 8", "refresh",
        """
        [4] refreshPulled
          refresh  idle → loading 3
          append   loading 2 → idle
          ⇒ cancel 2
          ⇒ load 3 refresh start        pending: ok 3 · fail 3 · drop 3
        """
      ),
      (
        "start; ok; appear 8; refresh", "late 2",
        """
        [5] pageLoaded(ticket: 2, 10 rows, next: page 3, total: 82)  ignored: no such \
        answer to 2 is awaited: it was answered or cancelled, was never sent, or is of another kind; \
        it changes nothing
          stale: request 2 was cancelled in step 4
        """
      ),
      (
        "start; ok", "late 1",
        """
        [3] pageLoaded(ticket: 1, 10 rows, next: page 2, total: 82)  ignored: no such \
        answer to 1 is awaited: it was answered or cancelled, was never sent, or is of another kind; \
        it changes nothing
          stale: request 1 was answered in step 2
        """
      ),
      (
        "start; ok; appear 8", "fail 503",
        """
        [4] failed(ticket: 2, http 503: the server answered 503 Service Unavailable)
          append  loading 2 → failed http 503
        """
      ),
      (
        "start; ok; appear 8", "ok items=2 last",
        """
        [4] pageLoaded(ticket: 2, 2 rows, no next, total: 82)
          items   10 → 12  + 11 Anakin Skywalker, 12 Wilhuff Tarkin
          page    2 → none
          append  loading 2 → ended exhausted
        """
      ),
      (
        "start; ok; appear 8; fail; refresh", "ok items=1 last",
        """
        [6] pageLoaded(ticket: 3, 1 row, no next, total: 82)
          items       10 → 1  - 2 C-3PO … 10 Obi-Wan Kenobi
          page        2 → none
          refresh     loading 3 → idle
          append      failed http 500 → ended exhausted
          reader      row 8 → none
          generation  1 → 2
        """
      ),
      (
        "start; ok; visible 2..6; server insert 3; invalidated", "ok 3",
        """
        [6] pageLoaded(ticket: 3, 10 rows, next: page 2, total: 85)
          items       10 → 13  + 84 New 84 … 86 New 86
          total       82 → 85
          refresh     loading 3 → idle
          reader      rows 2 to 6 → rows 5 to 9
          generation  1 → 2
        """
      ),
      (
        "start",
        #"{"failed":{"ticket":1,"failure":{"code":"http","status":503,"message":"http://a.b/c?d answered 503; try again later."}}}"#,
        """
        [2] failed(ticket: 1, http 503: answered 503; try again later. (http://a.b/c?d))
          refresh  loading 1 → failed http 503
        """
      ),
      (
        "start; ok; refresh", #"loaded items=[{"id":"1","title":"x","value":null}]"#,
        """
        [4] pageLoaded(ticket: 2, 1 row, no next)
          items       10 → 1  - 2 C-3PO … 10 Obi-Wan Kenobi · changed 1 x
          page        2 → none
          total       82 → none
          refresh     loading 2 → idle
          append      idle → ended exhausted
          generation  1 → 2
        """
      ),
      (
        "start; ok; appear 8; ok", "visible 9..13",
        """
        [5] visible(range: 9..<14)
          reader  row 8 → rows 9 to 13
          nothing loads: row 13 of 20 is far from the end (6 rows follow, the next page loads when \
        fewer than 5 do)
        """
      ),
      (
        "start; ok; undo 2", "refresh",
        """
        [1] refreshPulled
          a new branch: branch 1 keeps 2 undone steps; 'switch 1' leads back
          refresh  idle → loading 1
          ⇒ load 1 refresh start        pending: ok 1 · fail 1 · drop 1
        """
      ),
      (
        "start; ok; goto start", "appear 3",
        """
        [-] itemAppeared(index: 3)  ignored: there is no row 3: the list is empty
          not recorded: 2 undone steps as before; 'redo' leads to the next
        """
      ),
      (
        "start; ok; undo", "try reset",
        """
        would be:
        [2] reset
          a new branch: branch 1 keeps 1 undone step; 'switch 1' leads back
          refresh  loading 1 → loading 2
          ⇒ cancel 1
          ⇒ load 2 refresh start
        """
      ),
      (
        "start; ok; loadMore", "loaded items=[] next=2",
        """
        [4] pageLoaded(ticket: 2, 0 rows, next: page 2)
          page    2 → none
          append  loading 2 → ended cycle
          append has ended: a cursor came back without new rows; a pull starts again \
        — the cursor is page 2
        """
      ),
      (
        "start; ok; loadMore; loaded items=[] next=3; loadMore; loaded items=[] next=4; loadMore",
        "loaded items=[] next=\(String(repeating: "x", count: 60))\u{1B}",
        """
        [8] pageLoaded(ticket: 4, 0 rows, next: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…xxxxxxxxxxxxxxxxxxxxxxxxxxxx\\u{1b})
          page    4 → xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\\u{1b}
          append  loading 4 → ended stalled
          append has ended: several pages added no row; retry to go on \
        — the cursor is xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…xxxxxxxxxxxxxxxxxxxxxxxxxxxx\\u{1b}
        """
      ),
      (
        "start; ok", "appear 0..4",
        """
        [3…7] itemAppeared(index: 0…4) ×5
          reader  none → row 4
          nothing loads: row 4 of 10 is far from the end (5 rows follow, the next page loads when \
        fewer than 5 do)
        """
      ),
      (
        "start; ok; appear 9; fail 503", "appear 8..6",
        """
        [5…7] itemAppeared(index: 8…6) ×3
          reader  row 9 → row 6
          nothing loads: append has failed, and scrolling does not repeat it; retry it
        """
      ),
      (
        "start; ok", "appear 10..13",
        """
        [3…6] itemAppeared(index: 10…13) ×4  ignored: there is no row 13: the list has rows 0 to 9; \
        use one of them
        """
      ),
      (
        "start; ok; appear 9",
        #"loaded items=[{"id":"10","value":1},{"id":"x","value":2}] next=3"#,
        """
        [4] pageLoaded(ticket: 2, 2 rows, next: page 3)
          items   10 → 11  + x · changed 10
          page    2 → 3
          append  loading 2 → loading 3
          1 of 2 rows were here already: the pages have shifted; +1
          ⇒ load 3 append page 3        pending: ok 3 · fail 3 · drop 3
        """
      ),
      (
        "start; ok", "advance 2.5s",
        """
        [3] advance 2.5s
          clock  0s → 2.5s
        """
      ),
      (
        "start; ok; remove 4; fail 2 403", "retry",
        """
        [5] retryTapped  ignored: no load has failed or waits, so there is nothing to retry or dismiss; \
        edits are, by their rows
          1 edit has failed: 'resend' or 'dismiss'
        """
      ),
      (
        "start; ok; appear 9; refresh", "late",
        """
        [5] pageLoaded(ticket: 2, 10 rows, next: page 3, total: 82)  ignored: no such answer to 2 is awaited: \
        it was answered or cancelled, was never sent, or is of another kind; it changes nothing
          stale: request 2 was cancelled in step 4
        """
      ),
      (
        "set retry 2; start; fail 503", "advance hold; advance; state refresh",
        """
        [3] advance 0.783s
          clock  0s → 0.783s
        [4] timerFired(ticket: 2)
          refresh  waiting 2 (retry 1) → loading 3 (retry 1)
          ⇒ load 3 refresh start        pending: ok 3 · fail 3 · drop 3
        loading 3 (retry 1)
        """
      ),
      (
        "start; ok; server latency 2s; loadMore", "advance; state items.19.title",
        """
        [5] advance 2s
          clock  0s → 2s
        [6] pageLoaded(ticket: 2, 10 rows, next: page 3, total: 82)
          items   10 → 20  + 11 Anakin Skywalker … 21 Palpatine
          page    2 → 3
          append  loading 2 → idle
        "Palpatine"
        """
      ),
      (
        "auto on", "start",
        """
        [1] started
          refresh  idle → loading 1
          ⇒ load 1 refresh start
        [2] pageLoaded(ticket: 1, 10 rows, next: page 2, total: 82)
          items       0 → 10  + 1 Luke Skywalker … 10 Obi-Wan Kenobi
          page        none → 2
          total       none → 82
          refresh     loading 1 → idle
          prepend     idle → ended exhausted
          generation  0 → 1
        """
      ),
    ] as [(String, String, String)])
  func aStepShowsWhatChanged(before: String, line: String, text: String) throws {
    let transcript = Transcript()
    try transcript.run(before)
    let shown = try transcript.run(line)
    #expect(shown == text + "\n")
  }

  @Test func quietSessionsShowNoSteps() throws {
    var settings = Settings()
    settings.isQuiet = true
    let transcript = Transcript(settings: settings)
    #expect(try transcript.run("start; ok; state items.0.title") == "\"Luke Skywalker\"\n")
  }
}
