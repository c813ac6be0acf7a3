import Foundation
import TestServers
import Testing
import TestWatch

/// `feed-repl pull URL` writes a whole API as lines of JSON.
@Suite(.watched, .enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
struct PullTests {
  private struct Row: Decodable {
    let uid: String
    let name: String
  }

  /// What a run has written on the error stream, without the address of the server.
  private func said(_ run: Program.Run, by server: TestServer) -> [String] {
    run.errors.replacing(server.base.absoluteString, with: "").split(separator: "\n")
      .map { String($0).replacing(/\ [0-9.]+\ s,/, with: "") }
  }

  @Test func everyRowIsALine() async throws {
    try await TestServer.run { server in
      let run = try Program.run(["pull", server.url("people").absoluteString])
      let lines = run.output.split(separator: "\n")
      let rows = try lines.map { try JSONDecoder().decode(Row.self, from: Data($0.utf8)) }
      #expect(rows.map(\.uid) == (1...82).map { "\($0)" })
      #expect(lines[0].hasPrefix(#"{"name":"Row 1 é😀","uid":"1","url":"http://"#))
      #expect(run.status == 0)
      let last = said(run, by: server).last
      #expect(last == "9 pages, 82 rows, 0 failures")
      let quiet = try Program.run(["-q", "pull", server.url("people?limit=50").absoluteString])
      #expect(quiet.output.split(separator: "\n").count == 82)
      #expect(quiet.errors.isEmpty)
    }
  }

  /// A row that moved meanwhile is no reason to be silent about those that are left.
  @Test func rowsThatAreLeftEndItWithAFailure() async throws {
    try await RawServer.run { request in
      let page =
        request.path.hasPrefix("2")
        ? #"{"next": null, "total": 9, "results": [{"id": 2}]}"#
        : #"{"next": "/2", "total": 9, "results": [{"id": 1}, {"id": 2}]}"#
      return .json(page)
    } body: { server in
      let run = try Program.run(["pull", server.url("1").absoluteString])
      #expect(run.status == 66)
      #expect(run.errors.contains("2 of 9 rows"), "\(run.errors)")
    }
  }

  /// Pages by number, ten rows each, of a list that the server counts as `total`.
  private func pages(of rows: Int, total: Int) -> @Sendable (RawServer.Request) -> RawServer.Answer
  {
    { request in
      let number = request.path.firstMatch(of: /page=([0-9]+)/).flatMap { Int($0.1) } ?? 1
      let ids = (1...rows).dropFirst((number - 1) * 10).prefix(10).map { #"{"id": \#($0)}"# }
      return .json(#"{"total": \#(total), "rows": [\#(ids.joined(separator: ", "))]}"#)
    }
  }

  @Test func aTotalThatIsTooLowIsNoEnd() async throws {
    try await RawServer.run(pages(of: 30, total: 15)) { server in
      let run = try Program.run(["pull", server.url("rows?page=1").absoluteString])
      #expect(run.status == 66)
      #expect(run.output.split(separator: "\n").count == 20)
      let message = "20 rows, but the server counts 15: there may be more; try --style short-page"
      #expect(run.errors.contains("\(message) --page-param page\n"), "\(run.errors)")
    }
  }

  /// The rows before the page that was asked for first are not missing, those behind it are.
  @Test(arguments: [(2, 0, "20 of 30 rows: the URL begins at page=2"), (4, 0, "0 of 30 rows")])
  func aLaterPageMayBeTheFirst(page: Int, status: Int32, message: String) async throws {
    try await RawServer.run(pages(of: 30, total: 30)) { server in
      let run = try Program.run(["pull", server.url("rows?page=\(page)").absoluteString])
      #expect(run.status == status)
      #expect(run.errors.contains(message), "\(run.errors)")
    }
  }

  @Test func rowsBehindALaterFirstPageAreMissed() async throws {
    try await RawServer.run(pages(of: 30, total: 90)) { server in
      let run = try Program.run([
        "--style", "short-page", "pull", server.url("rows?page=2").absoluteString,
      ])
      #expect(run.status == 66)
      #expect(run.errors.contains("20 of 90 rows: no next page was found"), "\(run.errors)")
    }
  }

  @Test func asciiIsAskedForAndQuietIsNotSilentAboutPaging() async throws {
    try await TestServer.run { server in
      let run = try Program.run([
        "-q", "--ascii", "pull", server.url("odd/not-paged").absoluteString,
      ])
      #expect(run.output.utf8.allSatisfy { $0 < 0x80 })
      #expect(run.output.contains(#"\u00e9"#))
      #expect(run.errors.hasPrefix("feed-repl: not paged: "))
      #expect(run.status == 0)
    }
  }

  /// A row that a later page has again, and changed, is written as it was first.
  @Test func aRowIsWrittenOnce() async throws {
    let pages = [
      #"{"next": "/2", "results": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]}"#,
      #"{"next": null, "results": [{"id": 2, "name": "changed"}, {"id": 3, "name": "c"}]}"#,
    ]
    try await RawServer.run { request in
      let page = pages[request.path.hasPrefix("2") ? 1 : 0]
      return .json(page)
    } body: { server in
      let run = try Program.run(["-q", "--no-healing", "pull", server.url("1").absoluteString])
      let ids = run.output.split(separator: "\n").compactMap { $0.firstMatch(of: /"id":(.)/)?.1 }
      #expect(ids == ["1", "2", "3"])
      #expect(
        run.errors
          == "feed-repl: 1 row had the id of another row, and each id is written once; --id names the field\n"
      )
      #expect(run.status == 0, "\(run.errors)")
    }
  }

  @Test func optionsAndTheRetriesAreThoseOfASession() async throws {
    try await TestServer.run { server in
      try await server.control(#"{"fail": {"path": "/private", "page": 2, "status": 503}}"#)
      let url = server.url("private").absoluteString
      let run = try Program.run(
        [
          "--header", "Authorization: Bearer letmein", "pull", "--url", url, "--size-param",
          "limit",
        ])
      #expect(run.output.split(separator: "\n").count == 82)
      #expect(run.status == 0)
      let lines = said(run, by: server)
      #expect(lines.last?.hasSuffix("82 rows, 1 failure") == true)
      #expect(lines.contains { $0.contains("answered 503") && $0.contains("Trying again in 0.") })
    }
  }

  @Test(
    arguments: [
      (
        "people", [], 20,
        "after 20 rows, at /people?page=3&limit=10: /people?page=3&limit=10 answered 404 Not Found, "
          + "saying \"planned failure\"; check the address."
      ),
      (
        "odd/same-cursor", [], 10,
        "after 10 rows: append has ended: a cursor came back without new rows; refresh to start "
          + "again — the cursor is /odd/same-cursor"
      ),
      (
        "as/ending", ["--style", "none"], 20,
        "after 20 rows: 20 of 82 rows: no next page was found; try --style token --next end "
          + "--page-param from"
      ),
    ] as [(String, [String], Int, String)])
  func whatIsNotTheWholeFails(
    path: String, options: [String], rows: Int, message: String
  ) async throws {
    try await TestServer.run { server in
      try await server.control(#"{"fail": {"path": "/people", "page": 3, "status": 404}}"#)
      let run = try Program.run(options + ["pull", server.url(path).absoluteString])
      #expect(run.status == 66)
      #expect(run.output.split(separator: "\n").count == rows)
      let last = said(run, by: server).last
      #expect(last == "feed-repl: error: \(message)")
    }
  }

  @Test func aListWithoutPagesIsTheWhole() async throws {
    try await TestServer.run { server in
      let run = try Program.run(["pull", server.url("odd/not-paged").absoluteString])
      #expect(run.status == 0)
      #expect(run.output.split(separator: "\n").count == 10)
    }
  }

  @Test func controlCStopsItAndSaysHowFarItGot() async throws {
    try await TestServer.run { server in
      try await server.control(
        #"{"fail": {"path": "/people", "page": 3, "wire": "hang", "times": 9}}"#)
      let run = try Program.shell(
        #"""
        cd "$FOLDER"; : > out; "$PROGRAM" pull "$SERVER" > out & pid=$!
        while kill -0 $pid && [ "$(wc -l < out)" -lt 20 ]; do sleep 0.01; done
        kill -INT $pid; wait $pid; echo $?; wc -l < out
        """#, environment: ["SERVER": server.url("people").absoluteString])
      #expect(run.output.split(whereSeparator: \.isWhitespace) == ["130", "20"])
      let last = said(run, by: server).suffix(2)
      #expect(
        last == [
          "2 pages, 20 of 82 rows, 0 failures", "feed-repl: stopped: still waiting for load 3",
        ])
    }
  }

  @Test(arguments: ["pull", "-q"])
  func controlCStopsTheWaitForTheFirstPage(argument: String) async throws {
    let asked = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID())")
    defer { try? FileManager.default.removeItem(at: asked) }
    try await RawServer.run(serving: { connection in
      _ = connection.read()
      try? Data().write(to: asked)
      // It waits until the client has closed the connection.
      _ = connection.read()
    }) { server in
      let run = try Program.shell(
        #"""
        "$PROGRAM" "$WORD" "$SERVER" & pid=$!
        while kill -0 $pid && ! [ -e "$ASKED" ]; do sleep 0.01; done
        kill -INT $pid; wait $pid; echo $?
        """#,
        environment: [
          "SERVER": server.url("rows").absoluteString, "ASKED": asked.path, "WORD": argument,
        ])
      #expect(run.output == "130\n")
      #expect(run.errors == "feed-repl: stopped: still waiting for the first page\n")
    }
  }

  @Test func aReaderThatHasEnoughEndsIt() async throws {
    try await TestServer.run(count: 100_000) { server in
      let run = try Program.shell(
        #""$PROGRAM" -q pull "$SERVER" | head -n 3"#,
        environment: ["SERVER": server.url("people?limit=100").absoluteString])
      #expect(run.output.split(separator: "\n").count == 3)
      #expect(run.errors.isEmpty)
    }
  }

  @Test(arguments: [
    (["pull"], "'pull' needs a URL or a preset: feed-repl pull [options] URL"),
    (
      ["pull", "people"],
      "option 'URL' can't be 'people'; it takes an http or https URL with a host"
    ),
    (
      ["pull", "-i", "localhost"],
      "'pull' reads and writes rows, and takes no -e, -i, --json and --resume"
    ),
  ])
  func whatItCantDoIsNamed(arguments: [String], message: String) throws {
    let run = try Program.run(arguments)
    #expect(run.status == 64)
    #expect(run.errors == "feed-repl: error: \(message)\n")
  }
}

/// The progress on a terminal.
@Suite(.watched, .enabled(if: TestServer.isAvailable && TerminalSession.isAvailable))
struct PullProgressTests {
  @Test func theProgressIsOneLine() async throws {
    try await TestServer.run { server in
      try await server.control(
        #"{"fail": {"path": "/people", "page": 3, "wire": "hang", "times": 9}}"#)
      let people = server.url("people")
      try await onThread {
        try inTerminal { terminal in
          try terminal.type("clear; \"$PROGRAM\" pull \(people) > rows\n")
          try terminal.wait(for: "waiting for load 3")
          #expect(try terminal.screen.split(separator: " of 82 rows").count == 2)
          try terminal.press("C-c")
          try terminal.wait(for: "feed-repl: stopped: still waiting for load 3")
          #expect(try terminal.screen.split(separator: " of 82 rows").count == 2)
        }
      }
    }
  }
}
