import Testing

@testable import FeedConsole
import TestWatch

/// What a user sees of a feed, in each of its states.
@Suite(.watched) struct FeedScreenTests {
  @Test(
    arguments: [
      ("", "screen", "     — not started yet —"), ("start", "screen", "     ⟳ loading …"),
      (
        "start; fail 503", "screen",
        "     ✗ the server answered 503 Service Unavailable  [try again]"
      ),
      ("start; offline", "screen", "     ⟳ loading …"),
      ("offline; start", "screen", "     ✗ there is no network  [try again]"),
      ("start; ok items=0 last", "screen", "     — there is nothing here —"),
      ("start; ok; stopped", "screen", "     — stopped; start shows the feed again —"),
      (
        "start; ok items=2; appear 1; fail timeout", "screen",
        """
          0  Luke Skywalker
        ▎ 1  C-3PO
             ✗ no answer came in time; try again  [try again]
        """
      ),
      (
        "set retry 1; start; ok items=1; appear 0; fail 503", "screen",
        """
        ▎ 0  Luke Skywalker
             ✗ it failed, and tries again in 0.783s  [try now]
        """
      ),
      (
        #"start; {"failed":{"ticket":1,"failure":{"code":"http","message":"https://a.b/c answered 500; try again."}}}"#,
        "screen", "     ✗ answered 500; try again. (https://a.b/c)  [try again]"
      ),
      (
        "start; ok; visible 4..9", "screen 5",
        """
          … 6 rows above
        ▎ 6  Beru Whitesun lars
        ▎ 7  R5-D4
        ▎ 8  Biggs Darklighter
        ▎ 9  Obi-Wan Kenobi
             ⟳ loading more …
        """
      ),
      (
        "start; ok; refresh", "screen 3",
        """
             ⟳ refreshing …
          0  Luke Skywalker
          1  C-3PO
          … 8 rows below
        """
      ),
      (
        "start; ok last", "screen 2",
        """
          0  Luke Skywalker
          1  C-3PO
          … 9 rows below
        """
      ),
      (
        "start; ok items=1 last", "screen",
        """
          0  Luke Skywalker
             — the end of the list —
        """
      ),
      (
        #"start; ok items=2 last; {"edit":{"change":{"update":{"item":{"id":"2","title":"R2","value":1}}}}}"#,
        "screen",
        """
          0  Luke Skywalker
          1  R2  ✎ saving
             — the end of the list —
        """
      ),
      (
        #"start; ok items=2 last; {"edit":{"change":{"remove":{"id":"2"}}}}; "#
          + #"{"editFailed":{"ticket":2,"failure":{"code":"refused","message":"not yours"}}}"#,
        "screen",
        """
          0  Luke Skywalker
          1  C-3PO  ✗ not yours  [resend, dismiss]
             — the end of the list —
        """
      ),
    ] as [(String, String, String)])
  func theUserSees(before: String, line: String, text: String) throws {
    let transcript = Transcript()
    try transcript.run(before)
    let shown = try transcript.run(line)
    #expect(shown == text + "\n")
  }

  @Test func positionsAndRowsOfTheListFitTogether() throws {
    let transcript = Transcript()
    try transcript.run("start; ok; refresh")
    let screen = FeedScreen(transcript.interpreter.session.state)
    #expect(screen.count == 11)
    #expect(screen.position(ofItem: 0) == 1)
  }

  @Test func everyChoiceDoesWhatItSays() throws {
    for line in [
      "", "start", "start; ok", "start; ok; appear 9; fail", "start; ok; loadMore; refresh",
    ] {
      let transcript = Transcript()
      try transcript.run(line)
      let choices = transcript.interpreter.session.choices
      #expect(!choices.isEmpty)
      for (index, choice) in choices.enumerated() {
        let other = Transcript()
        try other.run(line)
        let revision = other.interpreter.session.revision
        try other.run("\(index + 1)")
        #expect(other.interpreter.session.now.typed?.text == choice.command)
        #expect(other.interpreter.session.revision > revision, "\(line); \(choice.command)")
      }
    }
  }

  @Test(arguments: [
    "0", "99", "99999999999999999999",
  ])
  func aNumberWithoutAChoiceSaysSo(number: String) {
    let transcript = Transcript()
    let error = #expect(throws: Failure.self) { try transcript.run(number) }
    #expect(error?.problem.message == "there is no choice \(number); 'choices' lists 1 to 5")
  }
}
