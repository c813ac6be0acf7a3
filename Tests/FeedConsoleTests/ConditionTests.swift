import Testing

@testable import FeedConsole
import TestWatch

@Suite(.watched) struct ConditionTests {
  @Test(
    arguments: [
      ("items == 10", true) as (String, Bool),
      ("count == 10", true),
      ("items != 10", false),
      ("items < 10", false),
      ("items <= 10", true),
      ("items > 9.5", true),
      ("items>=10", true),
      ("items contains Luke", true),
      ("items contains 'Luke Sky'", true),
      ("items contains 10", true),
      ("items contains 99", false),
      ("page == 2", true),
      ("page contains 2", true),
      ("page != none", true),
      ("canLoadNextPage == true", true),
      ("canLoadNextPage == false", false),
      ("isLoading == false and isLoadingMore == true", true),
      ("refreshing == true or items == 10", true),
      ("items == 1 or items == 10 and pending == 1", true),
      ("items == 10 or items == 1 and pending == 9", true),
      ("error == none", true),
      ("isEmpty == false", true),
      ("total == 82", true),
      ("refresh == idle", true),
      ("append == loading", true),
      ("append == 'loading 2'", true),
      ("append == \"loading 3\"", false),
      ("append != idle", true),
      ("prepend == ended", true),
      ("prepend == exhausted", true),
      ("prepend contains exhaust", true),
      ("pages == 1", true),
      ("reader == 'row 9'", true),
      ("generation == 1", true),
      ("pending == 1", true),
      ("clock == 0", true),
      ("seed == 1", true),
      ("step == 3", true),
      ("ignored == false", true),
    ])
  func aConditionHoldsOrNot(text: String, holds: Bool) throws {
    let transcript = Transcript()
    try transcript.run("start; ok; appear 9")
    let words = try Lexer.words(of: text).filter { !$0.isMark }
    let condition = try Condition(words, after: Word(text: "expect", offset: 0))
    #expect(condition.holds(at: transcript.interpreter.session.now) == holds)
  }

  @Test func aFailureIsComparedByItsKind() throws {
    let transcript = Transcript()
    try transcript.run("start; fail 503; expect error == 'http 503' and refresh == failed")
    try transcript.run("expect error contains Unavailable and error != none")
    try transcript.run("expect refresh == 'failed http 503'")
  }

  @Test func everyFieldHasAValueAtEveryStep() throws {
    let transcript = Transcript()
    try transcript.run("start; ok; appear 9; fail timeout; refresh; ok; advance 1s")
    for entry in transcript.interpreter.session.entries {
      for field in Field.all {
        let text = "\(field.value(entry))"
        #expect(!text.isEmpty, "\(field.name) at step \(entry.number)")
      }
    }
  }
}
