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
    try transcript.run("start; ok; appear 9; ok; seed 3; restored 4")
    try transcript.run("expect items == 20 and page == 3; loadMore; ok; expect items == 30")
  }

  @Test func settleAnswersEverything() throws {
    let transcript = Transcript()
    try transcript.run("start; settle; expect items == 10 and pending == 0")
    try transcript.run("until canLoadNextPage == false ( appear last; settle )")
    try transcript.run("expect items == 82 and append == exhausted")
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
