import FeedReducer
import Testing

@testable import FeedConsole
import TestWatch

@Suite(.watched) struct LoopTests {
  @Test func timersFireWhenTheyAreDue() throws {
    let transcript = Transcript()
    try transcript.run("set retry 2; start; fail 503 after=2s")
    #expect(try transcript.run("pending") == "  timer 2 at 2s\n")
    try transcript.run("advance 1.5s; expect refresh == waiting and clock == 1.5")
    try transcript.run("advance 1.5s; expect refresh == loading and clock == 3")
    #expect(
      transcript.interpreter.session.entries.suffix(3).map(\.event) == [
        .advanced(.seconds(0.5)), .action(.timerFired(ticket: 2)), .advanced(.seconds(1)),
      ])
    try transcript.run("fail timeout; settle; expect items == 10 and pending == 0 and clock > 3")
  }

  @Test func aSnapshotOfAStepIsRestored() throws {
    let transcript = Transcript()
    try transcript.run("start; ok; appear 9; ok; goto 0; restored 4")
    try transcript.run("expect items == 20 and page == 3; loadMore; ok; expect items == 30")
  }

  @Test func settleAnswersEverything() throws {
    let transcript = Transcript()
    try transcript.run("start; settle; expect items == 10 and pending == 0")
    try transcript.run("until canLoadNextPage == false ( appear last; settle )")
    try transcript.run("expect items == 82 and append == exhausted")
  }

  @Test(
    arguments: [
      ("until items >= 40 ( appear last; ok )", "  3 pages, 30 rows, 0 failures\n"),
      ("2*(loadMore; fail; retry; ok)", "  2 pages, 20 rows, 2 failures\n"),
      ("loadMore; settle", nil), ("loadMore; ok; refresh; settle", nil), ("5*(appear 2)", nil),
      ("set retry 1; loadMore; fail; settle", nil),
      ("2*(loadMore; settle)", "  2 pages, 20 rows, 0 failures\n"),
    ] as [(String, String?)])
  func aLoopEndsWithItsSum(line: String, sum: String?) throws {
    let transcript = Transcript()
    try transcript.run("start; ok")
    let shown = try transcript.run(line)
    if let sum {
      #expect(shown.hasSuffix(sum), "\(shown)")
    } else {
      #expect(!shown.contains(" failures"), "\(shown)")
    }
  }

  @Test func theSumHasTheTimeOfTheClock() throws {
    let transcript = Transcript()
    try transcript.run("set retry 1; start; ok; set auto off")
    let shown = try transcript.run("2*(loadMore; fail 503; settle)")
    #expect(shown.contains(/\n {2}2 pages, 20 rows, [0-9.]+ s, 2 failures\n$/), "\(shown)")
  }

  @Test func untilLooksBeforeEachRound() throws {
    let transcript = Transcript()
    try transcript.run("until items == 0 ( start )")
    #expect(transcript.interpreter.session.position == 0)
  }

  @Test func quitEndsTheLineAtOnce() throws {
    let transcript = Transcript()
    try transcript.run("3*(start; quit 7; refresh); reset")
    #expect(transcript.interpreter.exitCode == ExitCode(rawValue: 7))
    #expect(transcript.interpreter.session.position == 1)
  }

  @Test func autoAnswersRequests() throws {
    let transcript = Transcript()
    try transcript.run("auto on; start; appear last; appear last")
    try transcript.run("expect items == 30 and pending == 0")
    try transcript.run("auto off; appear last; expect pending == 1")
  }
}
