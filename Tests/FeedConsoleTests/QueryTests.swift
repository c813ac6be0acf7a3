import FeedHTTP
import FeedReducer
import Foundation
import TestServers
import TestWatch
import Testing

@testable import FeedConsole

/// A session with a query: typing, the pause, stale rows, late answers.
@Suite(.watched) struct QueryTests {
  private func started() throws -> Transcript {
    let transcript = Transcript()
    try transcript.run("start; ok")
    return transcript
  }

  @Test func typingAsksOnceWhenThePauseIsOver() throws {
    let transcript = try started()
    try transcript.run("query l; advance 0.2s; query le; advance 0.2s; query leia")
    let session = transcript.interpreter.session
    #expect(session.state.pending == [.timer(4, due: .milliseconds(700))])
    #expect(session.prompt == "10/82 typing>")
    try transcript.run("appear 9")
    #expect(
      try transcript.run("why append").contains("the query is asked after a pause, timer 4"))
    #expect(
      try transcript.run("advance 0.3s").contains("⇒ load 6 refresh start"))
    #expect(try transcript.run("pending") == "  load 6 refresh start name=leia\n")
    #expect(try transcript.run("why 6").contains("the pause after the last key is over"))
    try transcript.run("ok; expect items == 1 and items contains Leia and total == 1")
  }

  @Test func rowsOfTheQueryBeforeStayAndAreMarked() throws {
    let transcript = try started()
    try transcript.run("query luke; submitted")
    #expect(
      try transcript.run("screen 4") == """
             — query name=luke —
             ⟳ searching …
          0~ Luke Skywalker
          1~ C-3PO
          … 9 rows below

        """)
    #expect(
      try transcript.run("appear 1; appear 1").contains(
        "ignored: these are the rows of the query before"))
    #expect(try transcript.run("fail").contains("failed"))
    #expect(try transcript.run("screen").contains("✗ the server answered 500"))
    try transcript.run("expect items == 10 and isStale == true and page == none")
    #expect(
      try transcript.run("retry; ok; screen").hasSuffix(
        """
             — query name=luke —
          0  Luke Skywalker
             — the end of the list —

        """))
  }

  @Test func anAnswerToTheQueryBeforeComesTooLate() throws {
    let transcript = try started()
    try transcript.run("query luke; submitted; query yoda; submitted")
    #expect(try transcript.run("late 3").contains("stale: request 3 was cancelled in step 6"))
    try transcript.run("ok 5; expect items == 1 and items contains Yoda and isStale == false")
  }

  @Test func noQueryIsTheWholeList() throws {
    let transcript = try started()
    try transcript.run("query name=s; submitted; ok; expect total == 39")
    #expect(try transcript.run("query").contains("query    name=s → none"))
    try transcript.run("submitted; ok; expect total == 82 and query == none")
    #expect(try transcript.run("query").contains("ignored: this is the query already"))
  }

  @Test func timeTravelCrossesTheFirstQuery() throws {
    let transcript = try started()
    try transcript.run("query luke; submitted; ok; goto 2")
    #expect(transcript.interpreter.session.state.search == nil)
    try transcript.run("expect items == 10; goto end; expect items == 1")
  }

  @Test(
    arguments: [
      ("query foo=2", "7: 'foo=2' is not a filter of this source: name=VALUE"),
      ("query name=a foo", "14: 'foo' is not NAME=VALUE"),
      ("query name=a name=b", "14: 'name' has a value already; write each name once"),
      ("submitted now", "11: "),
      ("query luke; explore 2", "13: a query is being typed, or its first page has not arrived"),
    ])
  func aMistakeIsNamed(line: String, message: String) throws {
    #expect(try started().failure(of: line).hasPrefix(message))
  }

  @Test func aTextMayHoldAnything() throws {
    let transcript = try started()
    try transcript.run(#"query "a=b; #c""#)
    #expect(transcript.interpreter.session.state.search?.query == ["name": "a=b; #c"])
    let command = transcript.interpreter.session.now.event.text
    #expect(command == #"query name="a=b; #c""#)
    try transcript.run("undo; \(command)")
    #expect(transcript.interpreter.session.state.search?.query == ["name": "a=b; #c"])
  }

  @Test func aLineOfJSONHasTheQuery() throws {
    let transcript = Transcript(json: true)
    try transcript.run("start; ok")
    #expect(try transcript.run("query luke").contains(#""query":{"name":"luke"}"#))
    try transcript.run("submitted")
    #expect(try transcript.run("pending").contains(#""query":{"name":"luke"}"#))
  }

  @Test func anExplorationIsOfTheQuery() throws {
    let transcript = try started()
    try transcript.run("query luke; submitted; ok; invariant items <= 1")
    #expect(try transcript.run("explore 3").contains("laws hold"))
  }
}

/// A query over HTTP.
@Suite(.watched, .enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
struct RemoteQueryTests {
  @Test func aQueryIsAParameterOfTheURL() async throws {
    try await TestServer.run { server in
      let run = try Program.run(
        [
          "-q", "--url", server.url("search/repositories?q=feed").absoluteString, "--page-size",
          "5",
        ],
        input: """
          start; settle; expect total == 82
          query row-8; submitted; request curl; settle; expect total == 4 and items == 4
          query q=row-8 parity=odd; settle; expect total == 4
          request curl; query; submitted; settle; expect total == 82

          """)
      #expect(run.errors.isEmpty)
      #expect(run.output.contains("q=row-8"))
      #expect(run.output.contains("parity=odd"))
    }
  }

  @Test func aParameterThatTheServerDoesNotKnowIsNoticed() async throws {
    try await TestServer.run { server in
      let url = server.url("search/repositories?q=feed").absoluteString
      let run = try Program.run(
        ["--url", url, "--page-size", "5"],
        input: """
          start; settle; query partiy=odd; submitted; settle
          query parity=odd; submitted; settle
          query; submitted; settle

          """)
      let note = "  these are the rows without the query: does the server know 'partiy'?\n"
      #expect(run.output.contains(note))
      #expect(run.output.split(separator: "these are the rows").count == 2)
    }
  }

  @Test func aParameterMayHaveBrackets() async throws {
    try await TestServer.run { server in
      let run = try Program.run(
        ["-q", "--url", server.url("search/repositories?q=feed").absoluteString],
        input: """
          start; settle; query filter[name]=luke x[]=1; submitted; request curl
          query "filter[name]=luke"; submitted; request curl; settle
          """)
      #expect(run.errors.isEmpty)
      #expect(
        run.output.contains("filter%5Bname%5D=luke") || run.output.contains("filter[name]=luke"))
      #expect(run.output.contains("q=filter%5Bname%5D%3Dluke"))
    }
  }

  @Test func aSavedScriptOfAnAPIWithQueriesRunsWithoutIt() async throws {
    try await TestServer.run { server in
      let url = server.url("search/repositories?q=feed").absoluteString
      let run = try Program.shell(
        #"""
        cd "$FOLDER"; "$PROGRAM" -q "$SERVER" -e 'start; settle; query row-8 ; submitted; settle; save a.feed'
        "$PROGRAM" -q run a.feed; "$PROGRAM" -q --manual "$SERVER" run a.feed
        """#, environment: ["SERVER": url])
      #expect(run.errors.isEmpty)
      #expect(run.output.matches(of: /conditions hold/).count == 2, "\(run.output)")
    }
  }

  /// Branches give the same ticket to different requests.
  @Test func theAnswerIsThatOfTheBranch() async throws {
    try await TestServer.run { server in
      let run = try Program.run(
        ["-q", "--url", server.url("search/repositories?q=feed").absoluteString],
        input: """
          start; settle; query row-8; submitted; settle; undo 3
          query row-1; submitted; settle; request headers
          switch 1; request headers
          """)
      #expect(run.errors.isEmpty)
      let asked = run.output.matches(of: /GET .*q=(row-[0-9])/).map { String($0.1) }
      #expect(asked == ["row-1", "row-8"], "\(run.output)")
    }
  }

  @Test func aQueryThatLeavesTheFirstPageIsNoneThatIsIgnored() async throws {
    try await RawServer.run { request in
      let page =
        #"{"total": \#(request.path.contains("old") ? 2 : 3), "items": [{"id": 1}, {"id": 2}]}"#
      return .json(page)
    } body: { server in
      let run = try Program.run(
        ["--style", "page-total", server.url("rows").absoluteString],
        input:
          "start; settle; query old=1; submitted; settle; query new=1; submitted; settle; query; submitted\n"
          + "settle; query new=1; submitted; settle")
      #expect(run.output.split(separator: "these are the rows").count == 2, "\(run.output)")
      #expect(run.output.contains("does the server know 'new'?"))
    }
  }

  /// The rows of a query are where those of the whole list are, even if another list has more of them.
  @Test func aQueryHasTheListAndThePlacesOfTheWhole() async throws {
    try await RawServer.run { request in
      let isFound = request.path.contains("q=row")
      let rows = request.path.contains("q=none") ? "" : #"{"id": 1}, {"id": 2}"#
      let facets = #"[{"id": "a"}]"#
      let whole = #"{"rows": [\#(rows)], "total": \#(rows.isEmpty ? 0 : 4), "facets": \#(facets)}"#
      return .json(isFound ? #"{"facets": \#(facets)}"# : whole)
    } body: { server in
      let run = try Program.run(
        ["-q", server.url("rows?p=1").absoluteString],
        input: """
          start; settle; expect items == 2; query q=none; submitted; settle; expect items == 0
          query q=row; submitted; fail; until refresh == failed (settle); state error
          query p=2; submitted; settle; state error; query page=2; submitted; request curl; settle

          """)
      #expect(run.output.contains("rows?p=1&q=row"), "\(run.output)")
      #expect(run.output.contains("has the place p, which is that of the page"), "\(run.output)")
      #expect(run.output.contains("&page=2'"), "\(run.output)")
      #expect(run.errors.isEmpty, "\(run.errors)")
    }
  }

  @Test func aTextNeedsTheNameOfItsParameter() async throws {
    try await TestServer.run { server in
      let run = try Program.run(
        ["-q", "--url", server.url("items").absoluteString], input: "start; settle\nquery luke\n")
      #expect(
        run.errors.contains(
          "2:7: error: which parameter of the API takes 'luke'? Name it, as in: query q=luke"))
    }
  }
}
