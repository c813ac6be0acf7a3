import Foundation
import TestServers
import Testing
import TestWatch

/// `feed-repl pull URL` writes a whole API as lines of JSON.
@Suite(.watched, .enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
struct PullTests {
  /// What a run has written on the error stream, without the address of the server.
  private func said(_ run: Program.Run, by server: TestServer) -> [String] {
    run.errors.replacing(server.base.absoluteString, with: "").split(separator: "\n")
      .map { String($0).replacing(/\ [0-9.]+\ s,/, with: "") }
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

  /// Lists of 50 rows, ten a page, that the server counts as the number in the path: `page/25`, `offset/25`,
  /// `next/25`.
  private func list(_ request: RawServer.Request) -> RawServer.Answer {
    let number = { (name: String) in
      (try? Regex("\(name)=?/?([0-9]+)").firstMatch(in: request.path))?[1].substring.flatMap {
        Int($0)
      }
    }
    let kind = request.path.prefix { $0 != "/" }
    let total = number("\(kind)/") ?? 0
    let page = number("page=") ?? 1
    let first = number("offset=") ?? (page - 1) * 10
    let rows = (0..<50).dropFirst(first).prefix(10).map { #"{"id": \#($0)}"# }
    let next = first + 10 < 50 ? #""/next/\#(total)?page=\#(page + 1)""# : "null"
    let fields =
      switch kind {
      case "next": #""next": \#(next)"#
      case "offset": #""offset": \#(first), "limit": 10"#
      default: #""page": \#(page)"#
      }
    return .json(#"{"total": \#(total), \#(fields), "rows": [\#(rows.joined(separator: ", "))]}"#)
  }

  /// A total that is too low ends no list, and rows before a later first page are not missing; those behind it
  /// are. A server that names the end is believed.
  @Test(
    arguments: [
      (
        "page/25?page=1", 30,
        "30 rows, but the server counts 25: there may be more; try --total none"
      ),
      ("offset/25?offset=0", 28, "28 rows, but the server counts 25"),
      ("offset/35?offset=20", 19, "19 rows from offset=20 on, but the server counts 35"),
      ("page/60?page=3", 30, "30 of 60 rows: no next page was found"),
      ("offset/60?offset=20", 30, "30 of 60 rows: no next page was found\n"),
      ("next/60", 50, "50 of 60 rows: no next page was found\n"),
      ("page/50?page=3", 30, "30 of 50 rows: the URL begins at page=3"),
      ("offset/50?offset=20", 30, "30 of 50 rows: the URL begins at offset=20"),
      ("page/50?page=9", 0, "0 of 50 rows: the URL begins at page=9"),
      ("next/25", 50, "5 pages, 50 rows"), ("page/50?page=1", 50, "5 pages, 50 rows"),
    ])
  func aTotalTellsWhetherTheListIsWhole(path: String, rows: Int, message: String) async throws {
    try await RawServer.run(list) { server in
      let run = try Program.run(["pull", server.url(path).absoluteString])
      #expect(run.output.split(separator: "\n").count == rows)
      #expect(run.errors.contains(message), "\(run.errors)")
      let isWhole = message.contains("begins at") || message.contains("pages")
      #expect(run.status == (isWhole ? 0 : 66))
    }
  }

  /// What is advised where the total is too low leads on.
  @Test(arguments: ["page/25?page=1", "offset/25?offset=0"])
  func withoutTheTotalTheListIsWhole(path: String) async throws {
    try await RawServer.run(list) { server in
      let run = try Program.run(["--total", "none", "pull", server.url(path).absoluteString])
      #expect(run.output.split(separator: "\n").count == 50)
      #expect(run.status == 0, "\(run.errors)")
    }
  }

  /// As many rows as the URL asks for may be all: it asks in other ways, and says how that was found.
  @Test func aFullListWithoutPagesIsAskedForMore() async throws {
    try await RawServer.run { _ in
      .json(#"[{"id": 1}, {"id": 2}]"#)
    } body: { server in
      let full = try Program.run(["pull", server.url("rows?per_page=2").absoluteString])
      #expect(full.status == 0)
      #expect(full.errors.contains("not paged: the same rows came for a second page"))
      let given = try Program.run([
        "--no-guess", "pull", server.url("rows?per_page=2").absoluteString,
      ])
      #expect(given.status == 66 && given.errors.contains("after 2 rows: not paged"))
      let short = try Program.run(["pull", server.url("rows?per_page=3").absoluteString])
      #expect(short.status == 0, "\(short.errors)")
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
        "after 20 rows, reading page 3: answered 404 Not Found, "
          + "saying \"planned failure\"; check the address. (/people?page=3&limit=10)"
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
      let lines = said(run, by: server).filter { !$0.contains("--resume-at") }
      #expect(lines.last == "feed-repl: error: \(message)")
    }
  }

  /// A next page that leads back is the end where all rows came that the server counts.
  @Test func aListThatBeginsAgainIsWholeIfItsTotalSaysSo() async throws {
    try await TestServer.run { server in
      let run = try Program.run(["pull", server.url("odd/same-cursor").absoluteString])
      #expect(run.status == 0)
      #expect(run.output.split(separator: "\n").count == 10)
      #expect(run.errors.contains("the list began again behind the last of the rows"))
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
        until curl -s "$STATE" | grep -q '"busy": *[1-9]'; do sleep 0.01; done
        kill -INT $pid; wait $pid; echo $?; wc -l < out
        """#,
        environment: [
          "SERVER": server.url("people").absoluteString,
          "STATE": server.url("_state").absoluteString,
        ])
      #expect(run.output.split(whereSeparator: \.isWhitespace) == ["130", "20"])
      let last = said(run, by: server).suffix(3)
      #expect(
        last == [
          "2 pages, 20 of 82 rows, 0 failures", "feed-repl: stopped: still waiting for page 3",
          "feed-repl: go on where it stopped: --resume-at '/people?page=3&limit=10'",
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

  @Test func aLogSaysWhatALongWaitIsFor() async throws {
    let log = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID())")
    defer { try? FileManager.default.removeItem(at: log) }
    try await RawServer.run(serving: { connection in while connection.readAny() != nil {} }) {
      server in
      let run = try Program.shell(
        #"""
        "$PROGRAM" "$SERVER" 2>"$LOG" </dev/null & pid=$!
        while kill -0 $pid && ! [ -s "$LOG" ]; do sleep 0.01; done
        kill -INT $pid; wait $pid; cat "$LOG"
        """#,
        environment: ["SERVER": server.url("rows").absoluteString, "LOG": log.path])
      #expect(
        run.output == """
          feed-repl: waiting for the first page …
          feed-repl: stopped: still waiting for the first page

          """)
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
    (["pull"], "'pull' needs a URL: feed-repl pull [options] URL"),
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
          try terminal.wait(for: "waiting for page 3")
          #expect(try terminal.screen.split(separator: " of 82 rows").count == 2)
          try terminal.press("C-c")
          try terminal.wait(for: "feed-repl: stopped: still waiting for page 3")
          #expect(try terminal.screen.split(separator: " of 82 rows").count == 2)
        }
      }
    }
  }
}
