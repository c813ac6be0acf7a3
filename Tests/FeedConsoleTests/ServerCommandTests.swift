import FeedHTTP
import FeedReducer
import Testing

@testable import FeedConsole
import TestWatch

/// A server that changes while it is read.
@Suite(.watched) struct ServerCommandTests {
  @Test func rowsThatComeShiftThePages() throws {
    let transcript = Transcript()
    try transcript.run("start; ok; server insert 3; appear 9")
    let text = try transcript.run("ok")
    #expect(text.contains("  3 of 10 rows were here already: the pages have shifted; +7\n"))
    #expect(!text.contains("missing"))
    #expect(
      try transcript.run("server") == """
          85 rows
          the list has 17 rows
          3 rows of the server are missing before row 0: 84 New 84 … 86 New 86

        """)
    try transcript.run("refresh; ok")
    #expect(try transcript.run("server").contains("has 10 rows, as they are on the server"))
  }

  @Test func rowsThatGoAreMissedByTheNextPage() throws {
    let transcript = Transcript()
    try transcript.run("start; ok; server delete 3 at 0; appear 9")
    #expect(
      try transcript.run("ok").contains(
        "  3 rows of the server are missing between rows 9 and 10: "
          + "11 Anakin Skywalker … 13 Chewbacca\n"))
    #expect(
      try transcript.run("server") == """
          79 rows
          the list has 20 rows
          3 rows of the server are missing between rows 9 and 10: 11 Anakin Skywalker … 13 Chewbacca
          3 rows of the list are not on the server: 1 Luke Skywalker … 3 R2-D2

        """)
    let later = try transcript.run("appear last; ok")
    #expect(!later.contains("missing"))
  }

  @Test func aRemovalByTheUserShiftsThePages() throws {
    let text = try Transcript().run("start; ok; remove @0; ok; appear last; ok")
    #expect(
      text.contains("  1 row of the server is missing between rows 8 and 9: 11 Anakin Skywalker\n"))
  }

  @Test func aRowThatIsDifferentIsOutOfDate() throws {
    let transcript = Transcript()
    try transcript.run("start; ok; server update 2 at 3; server update at 3")
    #expect(
      try transcript.run("server").contains(
        "2 rows of the list are out of date: 4 Darth Vader, 5 Leia Organa\n"))
    #expect(try transcript.run("refresh; ok; items 3").hasSuffix("\n  3  4 Darth Vader v3\n"))
  }

  @Test func theEndOfTheListIsComparedToo() throws {
    let transcript = Transcript()
    try transcript.run("start; ok last; server")
    #expect(
      try transcript.run("server").contains(
        "72 rows of the server are missing after row 9: 11 Anakin Skywalker … 83 Tion Medon\n"))
    #expect(try Transcript().run("server") == "  82 rows\n  no page has arrived yet\n")
  }

  @Test(
    arguments: [
      "server insert 3 at 12", "server delete 2 at 80", "server update 1 at 4",
      "server page-size 4", "server page-size none", "server down", "server up",
      "server latency 1.5s", "server from 40", "server reset",
    ]) func aChangeIsAStepThatItsTextMakesAgain(line: String) throws
  {
    let transcript = Transcript()
    try transcript.run("server insert; start; ok")
    let before = transcript.interpreter.session.state
    let text = try transcript.run(line)
    #expect(text.hasPrefix("[4] \(line)\n"))
    let after = transcript.interpreter.session.now
    #expect(after.event.text == line)
    try transcript.run("undo")
    #expect(transcript.interpreter.session.state == before)
    try transcript.run(try Pasted.line(text.split(separator: "\n").map(String.init)[0]))
    #expect(transcript.interpreter.session.state == after.state)
    #expect(transcript.interpreter.session.history.branches.count == 2)
  }

  @Test func branchesKeepTheirServers() throws {
    let transcript = Transcript()
    try transcript.run("start; ok; server insert 3; undo; server delete 2; switch 1")
    #expect(try transcript.run("state server") == "85 rows\n")
    #expect(try transcript.run("switch 2; state server").hasSuffix("80 rows\n"))
  }

  @Test func aServerThatIsDownAnswersNothing() throws {
    let transcript = Transcript()
    try transcript.run("start; ok; server down; remove 4; loadMore; ok; ok")
    #expect(try transcript.run("state append") == "failed unreachable\n")
    #expect(try transcript.run("state failedEdits") == "1\n")
    try transcript.run("server up; retry; resend; settle")
    #expect(try transcript.run("expect items == 19 and failedEdits == 0") == "holds\n")
  }

  @Test func aSlowServerAnswersByTheClock() throws {
    let transcript = Transcript()
    let text = try transcript.run("server latency 2s; start; pending")
    #expect(
      text.contains("pending: advance 2s · ok 1 · fail 1 · drop 1\n  load 1 refresh start at 2s\n"))
    try transcript.run("advance 1s; expect isLoading == true; choices")
    try transcript.run("advance 1s; expect items == 10; appear 9; remove 4")
    try transcript.run("settle; expect items == 19 and clock == 4 and pending == 0")
    try transcript.run("auto on; appear last; expect isLoadingMore == true; ok 4")
    #expect(try transcript.run("state clock; state items.0.id") == "4s\n\"1\"\n")
    #expect(
      try transcript.run("loadMore; advance 5s; expect items == 39; pending").hasSuffix("pending\n")
    )
  }

  @Test func aFeedFromTheMiddleGrowsBothWays() throws {
    let transcript = Transcript()
    try transcript.run("server from 44; start; ok; visible 0..9")
    #expect(try transcript.run("pending").contains("load 3 prepend before page 4\n"))
    try transcript.run("until canLoadNextPage == false (settle; appear last; settle)")
    try transcript.run("until prepend == ended (appear 0; settle); expect items == 82")
    #expect(try transcript.run("server").contains("has 82 rows, as they are on the server"))
  }

  @Test func thePageSizeIsThatOfTheServer() throws {
    let transcript = Transcript()
    try transcript.run("server page-size 4; start; ok; expect items == 4; server page-size none")
    #expect(
      try transcript.run("loadMore; ok").contains(
        "  6 rows of the server are missing between rows 3 and 4: 5 Leia Organa … 10 Obi-Wan Kenobi\n"
      ))
  }

  @Test func aServerOfAnyChangesPagesWithoutGaps() throws {
    for (count, index) in [(0, 0), (1, 0), (18, 82), (3, 40)] {
      var server = Server()
      if count > 0 { server.insert(count, at: index) }
      for size in 1...30 {
        let pages = try (1...(82 + count + size - 1) / size).map { number in
          try server.page(
            for: Load(
              request: .init(
                ticket: 1, kind: .append, position: .after(cursor: .number(number)), size: size)))
        }
        #expect(pages.flatMap(\.items) == server.rows, "\(count) \(size)")
      }
    }
  }

  @Test(
    arguments: [
      (
        "server explode",
        "8: 'explode' is not a change of the server; usage: server "
          + "[insert|delete|update|page-size|latency|from|up|down|reset] [N] [at I]"
      ),
      ("server delete 99", "15: '99' is too large; the most is 82; usage: \(usage)"),
      ("server delete 2 at 81", "20: '81' is too large; the most is 80; usage: \(usage)"),
      ("server insert x", "15: 'x' is not a number of rows from 1 to 100000; usage: \(usage)"),
      ("server insert 1 at", "1: an index is missing; usage: \(usage)"),
      ("server page-size", "1: a number of rows from 1, or none is missing; usage: \(usage)"),
      ("server latency", "1: a duration is missing; usage: \(usage)"),
      ("server from 82", "13: '82' is too large; the most is 81; usage: \(usage)"),
      ("server delete 82; server delete", "19: no row is left on the server"),
    ]) func aWrongChangeSaysWhy(line: String, message: String)
  {
    #expect(Transcript().failure(of: line) == message)
  }

  @Test func anAPIHasAServerOfItsOwn() {
    let transcript = Transcript()
    transcript.interpreter.session = Session(feed: JSONFeed(), seed: 1)
    #expect(
      transcript.failure(of: "server down")
        == "1: 'server' needs the catalogue, whose server is made up here; 'open catalogue' begins a session on it"
    )
  }

  private static let usage =
    "server [insert|delete|update|page-size|latency|from|up|down|reset] [N] [at I]"
}
