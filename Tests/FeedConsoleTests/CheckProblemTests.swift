import Testing

@testable import FeedConsole
import TestWatch

/// The message for a check that fails or can't be read, after the line that causes it.
@Suite(.watched) struct CheckProblemTests {
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
      ("expect append < idle", "15: append has no order, so '<' can't compare it; use == or !="),
      (
        "expect isEmpty > true",
        "16: isEmpty has no order, so '>' can't compare it; use == or !="
      ),
      (
        "expect error == http 503",
        "22: unexpected '503'; join comparisons by 'and' or 'or', quote values of several words"
      ),
      ("expect items == 20", "1: expected items == 20, but items is 10"),
      (
        "expect items == 10 and append == loading and page == 2",
        "1: expected append == loading, but append is idle"
      ),
      (
        #"expect items == 10 and append == "loading 2""#,
        #"1: expected append == "loading 2", but append is idle"#
      ),
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
        "1: 'items == 50' can't hold: round 2 changed nothing, and items is 10"
      ),
      (
        "until items == 50 ( + 1 )",
        "1: 'items == 50' did not hold in 10000 rounds: items is 10"
      ),
    ] as [(String, String)])
  func aCheckThatFailsSaysWhatIsTrueInstead(line: String, message: String) throws {
    let transcript = Transcript()
    try transcript.run("start; ok")
    #expect(transcript.failure(of: line) == message)
  }
}
