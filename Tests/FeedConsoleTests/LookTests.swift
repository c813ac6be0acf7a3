import Testing

@testable import FeedConsole
import TestWatch

/// The full output of the commands that show a session.
@Suite(.watched) struct LookTests {
  @Test(
    arguments: [
      ("", "pending", "nothing is pending"),
      ("start", "pending", "  load 1 refresh start"),
      ("start; ok", "state items.0.value.name", "\"Luke Skywalker\""),
      ("start; ok", "state append", "idle"),
      ("start; ok", "items 8..9", "  8  9 Biggs Darklighter\n  9  10 Obi-Wan Kenobi"),
      ("start; ok", "items last", "  9  10 Obi-Wan Kenobi"),
      ("", "items", "there are no rows"),
      (
        "start; ok; appear 9", "undo",
        "at step 2 of 3: pageLoaded(ticket: 1, 10 rows, "
          + "next: page 2, total: 82)\n  append  loading 2 → idle\n  reader  row 9 → none"
      ),
      (
        "start; ok; appear 9; undo 2", "redo 2",
        "at step 3 of 3: itemAppeared(index: 9)\n"
          + "  items       0 → 10  + 1 Luke Skywalker … 10 Obi-Wan Kenobi\n  page        none → 2\n"
          + "  total       none → 82\n  refresh     loading 1 → idle\n  append      idle → loading 2\n"
          + "  prepend     idle → ended exhausted\n  generation  0 → 1"
      ),
      (
        "start; ok; goto start", "goto end; goto -1",
        "at step 2 of 2: pageLoaded(ticket: 1, "
          + "10 rows, next: page 2, total: 82)\n"
          + "  items       0 → 10  + 1 Luke Skywalker … 10 Obi-Wan Kenobi\n  page        none → 2\n"
          + "  total       none → 82\n  prepend     idle → ended exhausted\n  generation  0 → 1\n"
          + "at step 1 of 2: started\n"
          + "  items       10 → 0  - 1 Luke Skywalker … 10 Obi-Wan Kenobi\n  page        2 → none\n"
          + "  total       82 → none\n  refresh     idle → loading 1\n"
          + "  prepend     ended exhausted → idle\n  generation  1 → 0"
      ),
      (
        "start; start; ok; undo", "history",
        "  [0] a fresh feed with seed 1\n  [1] started\n> [2] started  ignored\n"
          + "  [3] pageLoaded(ticket: 1, 10 rows, next: page 2, total: 82)  undone"
      ),
      (
        "start; start; ok", "history --changes refresh",
        "  [1] started  idle → loading 1\n"
          + "> [3] pageLoaded(ticket: 1, 10 rows, next: page 2, total: 82)  loading 1 → idle"
      ),
      ("start", "history --changes error", "no step changed error"),
      (
        "start; ok; appear 2", "why appear 2",
        "  itemAppeared(index: 2)  ignored: row 2 of 10 is far from "
          + "the end (7 rows follow, the next page loads when fewer than 5 do)"
      ),
      (
        "start; ok", "why appear 9",
        "  itemAppeared(index: 9)  would be accepted ⇒ load 2 append page 2"
      ),
      (
        "start; ok; appear 6", "why 2",
        "  load 2 append page 2  started in step 3 by itemAppeared(index: 6): "
          + "row 6 is near the end (3 rows follow, fewer than 5)"
      ),
      (
        "start; ok; appear 6", "why append",
        "  append  loading 2: started in step 3 by itemAppeared(index: 6): "
          + "row 6 is near the end (3 rows follow, fewer than 5)"
      ),
      (
        "start; ok; appear 3", "why append",
        "  append  row 3 of 10 is far from the end (6 rows follow, the next page loads when fewer "
          + "than 5 do)"
      ),
      (
        "start; ok; refresh", "why 2",
        "  load 2 refresh start  started in step 3 by refreshPulled: the user pulled to refresh"
      ),
      (
        "set retry 1; start; fail 503", "why 2",
        "  schedule 2 after 0.783s  started in step 2 by "
          + "failed(ticket: 1, http 503: the server answered 503 Service Unavailable): "
          + "the load failed for the "
          + "moment, and is tried again after 0.783s"
      ),
      (
        "start; ok; undo; fail 503", "branches",
        "  1  the first, 2 steps  last: pageLoaded(ticket: 1, 10 rows, next: page 2, total: 82)\n"
          + "> 2  from step 1, 2 steps  last: failed(ticket: 1, http 503: the server answered 503 "
          + "Service Unavailable)"
      ),
      (
        "start; ok; undo; fail 503", "switch 1",
        """
        at step 2 of 2: pageLoaded(ticket: 1, 10 rows, next: page 2, total: 82)
          items       0 → 10  + 1 Luke Skywalker … 10 Obi-Wan Kenobi
          page        none → 2
          total       none → 82
          refresh     failed http 503 → idle
          prepend     idle → ended exhausted
          generation  0 → 1
        """
      ),
      (
        "start; ok", "try refresh",
        "would be:\n[3] refreshPulled\n  refresh  idle → loading 2\n  ⇒ load 2 refresh start"
      ),
      ("", "expect items == 0", "holds"),
      ("start", "expect effect load refresh", "holds"),
      ("start; ok", "expect no effect", "holds"),
      ("", "set prefetch 3", "  prefetch         3"),
      ("", "set snapshot-age 60", "  snapshot-age     60s"),
      (
        "set quiet on", "set",
        "  the catalogue of 82 characters\n"
          + "  page-size        10\n  prefetch         5\n  retry            0\n"
          + "  refresh          firstPage\n  gaps             none\n  max-items        none\n  max-empty-pages  2\n"
          + "  snapshot-age     none\n  seed             1\n  editable         on\n"
          + "  auto             off\n  quiet            on"
      ),
      (
        "start", "request body",
        """
        {"items":[{"id":"1","title":"Luke Skywalker","value":{"name":"Luke Skywalker",\
        "number":1}}],"next":{"number":2},"total":82}
        """
      ),
    ] as [(String, String, String)])
  func aCommandShows(before: String, line: String, text: String) throws {
    var settings = Settings()
    if line == "request body" { settings.pageSize = 1 }
    let transcript = Transcript(settings: settings)
    try transcript.run(before)
    #expect(try transcript.run(line) == text + "\n")
  }

  @Test func theStateShowsEveryField() throws {
    let transcript = Transcript()
    try transcript.run("start; ok; appear 9; ok; appear last")
    #expect(
      try transcript.run("state") == """
          items              20 of 82
          first              1 Luke Skywalker
          last               21 Palpatine
          page               3
          isLoading          false
          isLoadingMore      true
          isLoadingPrevious  false
          refreshing         false
          isEmpty            false
          isStalled          false
          canLoadNextPage    true
          isStale            false
          isTyping           false
          error              none
          failedEdits        none
          total              82
          refresh            idle
          append             loading 3
          prepend            ended exhausted
          gap                idle
          gaps               0
          query              none
          asked              none
          pages              2: 10 from start · 10 from page 2
          reader             row 19
          generation         1
          pending            1: load 3 append page 3
          clock              0s
          server             82 rows
          seed               1
          step               5
          ignored            false

        """)
  }

  @Test func undoAndRedoRestoreEverything() throws {
    let transcript = Transcript()
    try transcript.run("start; ok; appear 9; refresh; fail 503; advance 2s")
    let states = transcript.interpreter.session.entries.map(\.state)
    for index in states.indices.dropLast().reversed() {
      try transcript.run("undo")
      #expect(transcript.interpreter.session.state == states[index])
    }
    for index in states.indices.dropFirst() {
      try transcript.run("redo")
      #expect(transcript.interpreter.session.state == states[index])
    }
  }
}
