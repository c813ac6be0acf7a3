import Foundation
import TestServers
import Testing
import TestWatch

/// The program with a test server that has every paging style and gives faulty answers.
@Suite(
  "feed-repl over HTTP", .watched, .enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
struct RemoteTests {
  private static let walk = """
    start; settle; until canLoadNextPage == false ( appear last; settle )
    expect items == 82 and append == exhausted and error == none
    items

    """

  private static let query = """
    query ($first: Int, $after: String) { issues(first: $first, after: $after) {
      edges { cursor node { id title } } pageInfo { hasNextPage endCursor } } }
    """

  @Test(
    arguments: [
      ("people", [], "next URL in .next, rows in .results, id .uid, title .name"),
      ("people", ["--page-size", "7", "--size-param", "limit"], nil),
      ("people", ["--manual"], nil),
      (
        "items?page=1&size=20", [],
        "page number, total in .totalItemsAvailable, rows in .items, id .id, title .name"
      ),
      (
        "plain?per_page=20", ["--style", "short-page"],
        "page number, a short page is the last, parameter page (a guess), rows in ., id .id, title .name"
      ),
      (
        "home?size=20", [],
        "Relay connection in .info, parameter after (a guess), rows in .values, id .id, title .title"
      ),
      (
        "offset", [],
        "offset, total in .total, parameter offset (a guess), rows in .rows, id .id, title .name"
      ),
      (
        "token", [],
        "token in .meta.next_page_token, parameter page_token (a guess), rows in .data.rows, id .id, title .name"
      ),
      ("linked", [], "Link header, rows in ., id .id, title .name"),
      ("pages", ["--style", "page-count"], nil),
      ("timeline?count=20", ["--style", "keyset", "--page-param", "from_id"], nil),
      ("private", ["--header", "Authorization: Bearer letmein"], nil),
    ] as [(String, [String], String?)])
  func aScriptReachesTheEnd(path: String, options: [String], paging: String?) async throws {
    try await TestServer.run { server in
      let run = try Program.run(
        ["--url", server.url(path).absoluteString] + options, input: Self.walk)
      #expect(run.errors.isEmpty)
      #expect(run.status == 0)
      if let paging { #expect(run.output.hasPrefix("paging: \(paging)\n")) }
      let items = run.output.split(separator: "holds\n").last ?? ""
      #expect(items.matches(of: /Row (\d+) é😀/).map { Int($0.1) } == Array(1...82))
    }
  }

  /// The command lines of the documents, at the test server.
  @Test func theDocumentsReadThese() async throws {
    let document = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Docs/feed-repl.md")
    let text = try String(contentsOf: document, encoding: .utf8)
    let query = try #require(text.firstMatch(of: /(?s)```text\n(query .*?)```/)?.1)
    let lines = text.split(separator: "\n")
      .filter { $0.hasPrefix("swift run feed-repl ") && $0.contains("https://") }
    #expect(lines.count == 5)
    try await TestServer.run { server in
      for line in lines {
        let command = line.replacing("swift run feed-repl", with: #""$PROGRAM" pull -q"#)
          .replacing("q=swift", with: "q=feed")
          .replacing(/https:\/\/[^\/ ]+\/(api\/)?/) { _ in server.url("").absoluteString + "/" }
        let run = try Program.shell(
          #"cd "$FOLDER"; printf '%s' "$QUERY" > issues.graphql; "# + command,
          environment: ["QUERY": String(query)])
        #expect(run.errors.isEmpty, "\(command)")
        #expect(run.output.split(separator: "\n").count == 82, "\(command)")
      }
    }
  }

  @Test(
    arguments: [
      (
        ["-e", "start"], "feed-repl: 1 request was still running; 'settle' waits for the answers\n"
      ),
      (["-e", "start; settle"], ""), (["-e", "start; auto off"], ""),
      (["--manual", "-e", "start"], ""),
      (["-i"], ""),
    ] as [([String], String)])
  func aScriptThatEndsTooEarlySaysSo(options: [String], errors: String) async throws {
    try await TestServer.run { server in
      let run = try Program.run([server.url("people").absoluteString] + options)
      #expect(run.errors == errors)
      #expect(run.status == 0)
    }
  }

  @Test(arguments: [
    ([], #"\u{1b}]0;owned\u{7}"#), (["--json"], #"\u007f\u009b31m"#),
  ])
  func whatAServerSendsCannotDriveATerminal(options: [String], shown: String) async throws {
    try await TestServer.run { server in
      let run = try Program.run(
        options + ["--url", server.url("odd/terminal").absoluteString],
        input: "start; request body\nok\nitems\nstate\nappear last; ok\nstate error\n")
      #expect(run.output.contains(shown))
      let isHarmless = (run.output + run.errors).unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control: scalar == "\n"
        case .lineSeparator, .paragraphSeparator: false
        default: !scalar.properties.isBidiControl
        }
      }
      #expect(isHarmless)
    }
  }

  @Test func aGraphQLServerIsAskedWithAQuery() async throws {
    try await TestServer.run { server in
      let run = try Program.shell(
        #"""
        cd "$FOLDER"; printf '%s' "$QUERY" > query.graphql; printf '%s' "$WALK" |
        "$PROGRAM" -q --url "$SERVER" --graphql query.graphql --variable fullPath=a-b
        """#,
        environment: [
          "QUERY": Self.query, "WALK": Self.walk,
          "SERVER": server.url("graphql").absoluteString,
        ])
      #expect(run.errors.isEmpty)
      #expect(run.output.split(separator: "\n").count == 83)
      let log = try await server.log()
      #expect(log.allSatisfy { $0.body?.contains(#""fullPath":"a-b""#) == true })
    }
  }

  @Test func headersCanComeFromAFile() async throws {
    try await TestServer.run { server in
      let run = try Program.shell(
        #"""
        cd "$FOLDER"; printf 'Authorization: Bearer letmein\r\n\nX-Feed: 1' > headers
        "$PROGRAM" -q --url "$SERVER" --header @headers -e 'start; settle; state items.0.title'
        """#, environment: ["SERVER": server.url("private").absoluteString])
      #expect(run.output == "\"Row 1 é😀\"\n")
      let log = try await server.log()
      #expect(log.allSatisfy { $0.headers["x-feed"] == "1" })
    }
  }

  @Test(arguments: [[], ["--json"]])
  func secretsInTheURLAreNotShown(options: [String]) async throws {
    try await TestServer.run { server in
      let url = server.url("linked?api_key=hunter2&per_page=20").absoluteString
        .replacing("http://", with: "http://me:hunter3@")
      let run = try Program.run(
        options + ["--url", url], input: "start; settle\nstate\nstate page\nitems\n")
      #expect(run.status == 0)
      #expect(!(run.output + run.errors).contains("hunter"))
      // They are sent.
      let log = try await server.log()
      #expect(log.first?.query.contains("api_key=hunter2") == true)
      #expect(log.first?.headers["authorization"] != nil)
    }
  }

  /// The advice works when it is pasted.
  @Test(
    arguments: [
      (
        "ending", ["--style", "none"], "20 of 82 rows: no next page was found",
        "--style token --next end --page-param from"
      )
    ] as [(String, [String], String, String)])
  func whatLeadsNoFurtherComesWithAnAdvice(
    path: String, options: [String], words: String, advice: String
  ) async throws {
    try await TestServer.run { server in
      let url = server.url("as/\(path)").absoluteString
      let run = try Program.run(
        ["--url", url] + options,
        input: "start; settle\n" + String(repeating: "appear last; settle\n", count: 5))
      #expect(run.output.contains(words))
      #expect(run.output.contains("try \(advice)\n"))
      let pasted = advice.split(separator: " ").map(String.init)
      let other = try Program.run(["--url", url] + pasted, input: Self.walk)
      #expect(other.status == 0)
      #expect(other.errors.isEmpty)
    }
  }

  /// Where the first way was a guess, or there was none, another one is found by a few requests, and walked.
  @Test(arguments: ["ignoring", "ending", "asked", "strict", "charges"])
  func aGuessThatIsRefutedIsFollowedByOthers(path: String) async throws {
    try await TestServer.run { server in
      let run = try Program.run(["pull", server.url("as/\(path)").absoluteString])
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.split(separator: "\n").count == 82)
      let log = try await server.log()
      #expect(log.count <= 9 + 24)
      let other = try Program.run([
        "--no-guess", "pull", server.url("as/\(path)").absoluteString,
      ])
      #expect(other.status == 66)
    }
  }

  @Test func anotherServerIsFollowedWhereItIsAllowed() async throws {
    try await TestServer.run { server in
      let url = server.url("odd/foreign-next").absoluteString
      let walk = "start; settle; set retry 0; appear last; settle; state error"
      let run = try Program.run(["--url", url], input: walk)
      #expect(run.output.contains("  try --allow http://127.0.0.2:1\n"))
      let other = try Program.run(["--url", url, "--allow", "http://127.0.0.2:1"], input: walk)
      #expect(other.output.contains("127.0.0.2:1 accepts no connection"))
    }
  }

  @Test func aListThatIsAbsentWhereItIsEmptyCanBeSaidToBeSo() async throws {
    try await TestServer.run(count: 0) { server in
      let url = server.url("as/widgets").absoluteString
      let run = try Program.run(["--url", url], input: "start")
      #expect(run.status == 66)
      let options = ["--items", "widgets", "--empty-if-absent"]
      let other = try Program.run(
        ["--url", url] + options, input: "start; settle; expect items == 0 and error == none")
      #expect(other.status == 0)
    }
  }

  @Test func aQuietSessionWarnsOfRowsThatAreLeft() async throws {
    try await TestServer.run { server in
      let url = server.url("as/ending").absoluteString
      let run = try Program.run(["-q", "--url", url, "--style", "none"], input: "start; settle")
      #expect(run.output.isEmpty)
      #expect(
        run.errors
          == "feed-repl: 20 of 82 rows: no next page was found; try --style token --next end "
          + "--page-param from\n")
    }
  }

  /// Asks a route of POST with a body in a file.
  private func post(_ body: String, to path: String, _ rest: String) async throws -> Program.Run {
    try await TestServer.run { server in
      try Program.shell(
        """
        cd "$FOLDER"; printf '%s' "$BODY" > body.json; printf '%s' "$WALK" > walk
        "$PROGRAM" --url "$SERVER" --post body.json \(rest)
        """,
        environment: [
          "SERVER": server.url(path).absoluteString, "BODY": body, "WALK": Self.walk,
        ])
    }
  }

  @Test(arguments: [
    ("as/search", #"{"q": "x"}"#, ""), ("as/hits", #"{"query": {}}"#, ""),
    ("as/scan", #"{"TableName": "rows"}"#, ""),
    (
      "as/hits", #"{"size": 20, "query": {}}"#,
      "--style keyset --next sort --page-param search_after --size-param size"
    ),
  ])
  func aSearchIsAskedByPost(path: String, body: String, options: String) async throws {
    let run = try await post(body, to: path, "\(options) < walk")
    #expect(run.errors.isEmpty)
    #expect(run.status == 0)
  }

  @Test func aRequestByPostIsShownAsACommand() async throws {
    let run = try await post(
      #"{"q": "it's"}"#, to: "as/search", "-e 'start; settle; appear last; request curl'")
    #expect(run.output.contains(#"--data-raw '{"cursor":20,"q":"it'\''s"}'"#))
  }

  @Test(arguments: [
    (
      #"{"q": }"#, "",
      "'body.json' is not the JSON for --post: expected a value, found '}', at byte 6"
    ),
    ("{}", "--graphql body.json", "give one of --post and --graphql"),
  ])
  func aBodyThatCantBeSentIsNamed(
    body: String, options: String, message: String
  ) async throws {
    let run = try await post(body, to: "as/search", options)
    #expect(run.status == 64)
    #expect(run.errors == "feed-repl: error: \(message)\n")
  }

  @Test(arguments: [("", true, 40), ("--no-healing", false, 40)])
  func rowsThatMoveAreToldOf(option: String, isTold: Bool, count: Int) async throws {
    try await TestServer.run { server in
      let run = try Program.shell(
        #"""
        cd "$FOLDER"; mkfifo in
        "$PROGRAM" --url "$SERVER" \#(option) < in > out &
        exec 3> in
        printf 'start\nsettle\n' >&3
        for _ in $(seq 600); do grep -q pageLoaded out && break; sleep 0.05; done
        python3 -c "import urllib.request as r; r.urlopen('$CONTROL', b'{\"remove\": 3}')"
        printf 'appear last\nsettle\nexpect items == \#(count)\n' >&3
        exec 3>&-
        wait $!
        cat out
        """#,
        environment: [
          "SERVER": server.url("offset?offset=0&limit=20").absoluteString,
          "CONTROL": server.url("_control").absoluteString,
        ])
      #expect(run.output.contains("3 rows went before your place\n") == isTold)
      #expect(run.output.hasSuffix("\nholds\n"), "\(run.output)")
    }
  }

  private static let basic = "Basic " + Data("me:hünter:2".utf8).base64EncodedString()

  /// The header field that a server gets, and what the program says.
  private func authorization(_ arguments: String) async throws -> (field: String?, run: Program.Run)
  {
    try await TestServer.run { server in
      let run = try Program.shell(
        """
        cd "$FOLDER"; export HOME="$FOLDER"; printf 'letmein\n' > token; printf 'me:hünter:2\n' > user
        "$PROGRAM" --url "$SERVER" \(arguments) -e 'start; settle; state' < /dev/null
        """, environment: ["SERVER": server.url("people").absoluteString])
      return (try await server.log().first?.headers["authorization"], run)
    }
  }

  @Test(arguments: [
    ("--token letmein", "Bearer letmein"), ("--token @token", "Bearer letmein"),
    ("--user me:hünter:2", basic), ("--user @user", basic),
  ])
  func credentialsAreSentAndNotShown(arguments: String, field: String) async throws {
    let (sent, run) = try await authorization(arguments)
    #expect(sent == field)
    #expect(run.status == 0)
    let secrets = ["letmein", "hünter", field.split(separator: " ").last.map(String.init) ?? ""]
    #expect(!secrets.contains { (run.output + run.errors).contains($0) })
  }

  @Test(arguments: [
    (
      "--token letmein --user me:x",
      "give one of --user, --token and --header 'Authorization: …'"
    ),
    (
      "--token a --header 'authorization: b'",
      "give one of --user, --token and --header 'Authorization: …'"
    ),
    ("--token ''", "option '--token' needs a value"),
    ("--user @/dev/null", "option '--user' needs a value, and '@/dev/null' has none"),
  ])
  func credentialsThatCantBeUsedAreNamed(arguments: String, message: String) async throws {
    let (sent, run) = try await authorization(arguments)
    #expect(sent == nil)
    #expect(run.status == 64)
    #expect(run.errors == "feed-repl: error: \(message)\n")
  }

  /// A terminal of Python's asks, and shows nothing of the answer.
  @Test func aPasswordIsAskedForWithoutEcho() async throws {
    try await TestServer.run { server in
      let run = try Program.shell(
        #"""
        cat > "$FOLDER/ask.py" <<'END'
        import os, pty
        pid, terminal = pty.fork()
        if pid == 0:
            server = os.environ["SERVER"]
            options = ["--url", server, "--user", "me", "-e", "start; settle"]
            os.execv(os.environ["PROGRAM"], ["feed-repl", *options])
        seen, is_told = b"", False
        while True:
            try:
                part = os.read(terminal, 4096)
            except OSError:
                break
            if not part:
                break
            seen += part
            if b"Password of me: " in seen and not is_told:
                is_told = True
                os.write(terminal, "hünter:2\n".encode())
        print(seen.decode(), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
        END
        PROGRAM="$PROGRAM" python3 "$FOLDER/ask.py"
        """#, environment: ["SERVER": server.url("people").absoluteString])
      #expect(run.output.contains("Password of me: "))
      #expect(!run.output.contains("nter:2"))
      let log = try await server.log()
      #expect(log.first?.headers["authorization"] == Self.basic)
    }
  }

  @Test func byHandARequestIsSentWhenItIsAnswered() async throws {
    try await TestServer.run { server in
      let url = server.url("people").absoluteString
      _ = try Program.run(["--url", url, "--manual"], input: "start; refresh; appear 3")
      #expect(try await server.log().count == 1, "only the first look")
      // The first look has the first page.
      _ = try Program.run(["--url", url, "--manual"], input: "start; ok; appear last; ok")
      #expect(try await server.log().count == 3)
    }
  }

  @Test func aFailureKeepsTheRowsAndCanBeRetried() async throws {
    try await TestServer.run { server in
      try await server.control(#"{"fail": {"path": "/people", "page": 2, "status": 503}}"#)
      let run = try Program.run(
        ["--url", server.url("people").absoluteString],
        input: """
          set retry 0; start; settle; appear last; settle
          expect items == 10 and error contains 503 and canLoadNextPage == true
          retry; settle; expect items == 20 and error == none
          """)
      #expect(run.errors.isEmpty)
      #expect(run.status == 0)
    }
  }

  @Test func aRequestIsShownAsACommandAndItsAnswerAsItCame() async throws {
    try await TestServer.run { server in
      let url = server.url("items?page=1&size=1").absoluteString
      let run = try Program.run(
        ["-q", "--url", url], input: "start; request curl; ok; request 1 body")
      #expect(
        run.output.replacing(server.base.absoluteString, with: "BASE") == """
          curl -sSg 'BASE/items?page=1&size=1' -H 'Accept: application/json'
          {
            "items" : [
              {
                "id" : 1,
                "name" : "Row 1 é😀"
              }
            ],
            "page" : 1,
            "totalItemsAvailable" : 82
          }

          """)
    }
  }

  @Test func aResponseIsLookedAtAfterItCame() async throws {
    try await TestServer.run { server in
      let url = server.url("items?page=1&size=1").absoluteString
      let run = try Program.run(
        ["-q", url],
        input: "start; settle; appear 0; settle; request 2 headers; request body; request 9 headers"
      )
      let output = run.output.replacing(server.base.absoluteString, with: "BASE")
      #expect(output.contains("  GET BASE/items?page=2&size=1\n"))
      #expect(output.contains(/\n {2}200 in [0-9]+ ms, [0-9]+ bytes\n/))
      #expect(output.contains("  content-type: application/json"))
      #expect(output.contains("\"name\" : \"Row 6 é😀\""))
      #expect(run.errors.contains("there was no request 9"))
    }
  }

  @Test(arguments: ["people?limit=10", "people", "items", "offset", "token", "linked"])
  func theFirstPageIsAskedForOnce(path: String) async throws {
    try await TestServer.run { server in
      let run = try Program.run(["-q", server.url(path).absoluteString], input: "start; settle")
      #expect(run.errors.isEmpty)
      #expect(try await server.log().count == 1)
    }
  }

  @Test func aCommandForAShellHasNoCredentials() async throws {
    try await TestServer.run { server in
      let url = server.url("private").absoluteString
      let token = try Program.run(["-q", url, "--token", "letmein"], input: "start; request curl")
      #expect(
        token.output == "curl -sSg '\(url)' -H '@FILE' -H 'Accept: application/json'\n")
      let file = try Program.shell(
        #"""
        cd "$FOLDER"; printf 'Authorization: Bearer letmein' > fields
        "$PROGRAM" -q "$SERVER" --header @fields -e 'start; request curl'
        """#, environment: ["SERVER": url])
      #expect(
        file.output == "curl -sSg '\(url)' -H '@fields' -H 'Accept: application/json'\n")
    }
  }

  @Test func jsonLinesGetAnswersAsTheyArrive() async throws {
    try await TestServer.run { server in
      let run = try Program.shell(
        #"""
        mkfifo "$FOLDER/in"
        "$PROGRAM" --json "$SERVER" < "$FOLDER/in" > "$FOLDER/out" &
        exec 3> "$FOLDER/in"
        echo start >&3
        for _ in $(seq 600); do grep -q pageLoaded "$FOLDER/out" && break; sleep 0.05; done
        exec 3>&-
        wait
        cat "$FOLDER/out"
        """#, environment: ["SERVER": server.url("people").absoluteString])
      #expect(run.output.contains(#""action":{"pageLoaded""#))
      #expect(run.output.contains(#""rows":{"added":[{"id":"1","index":0,"title""#))
    }
  }

  @Test func aCursorThatComesBackIsNamed() async throws {
    try await TestServer.run { server in
      let url = server.url("odd/same-cursor").absoluteString
      let run = try Program.run(
        ["--url", url], input: "start\nsettle\nappear last\nsettle\nstate error\n")
      #expect(
        run.output.hasSuffix(
          """
            append  loading 2 → ended cycle
            10 of 10 rows were here already; +0
            append has ended: a cursor came back without new rows; a pull starts again \
          — the cursor is /odd/same-cursor
          none

          """))
    }
  }

  @Test func stepsAreShownWhileAnAnswerIsAwaited() throws {
    let run = try Program.shell(
      #"""
      python3 -c "$SERVER" > "$FOLDER/port" & server=$!
      until [ -s "$FOLDER/port" ]; do sleep 0.05; done
      mkfifo "$FOLDER/in"
      "$PROGRAM" --url "http://127.0.0.1:$(cat "$FOLDER/port")/" < "$FOLDER/in" > "$FOLDER/out" &
      exec 3> "$FOLDER/in"
      printf 'start\nsettle\nappear last\nsettle\n' >&3
      for _ in $(seq 600); do grep -q 'load 2 append' "$FOLDER/out" && break; sleep 0.05; done
      kill -s KILL $! $server
      cat "$FOLDER/out"
      """#, environment: ["SERVER": Self.silentServer])
    #expect(run.output.contains("\n[3] itemAppeared(index: 0)\n"))
    #expect(run.output.contains("\n  ⇒ load 2 append /"))
  }

  /// A server that answers the first page and never the second.
  private static let silentServer = """
    import http.server, json, threading
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            if self.path != "/": threading.Event().wait()
            body = json.dumps({"next": "/2", "results": [{"id": 1}]}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        def log_message(self, *arguments): pass
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_port, flush=True)
    server.serve_forever()
    """

  @Test(
    arguments: [
      ("odd/same-cursor", "append == cycle and items == 10"),
      ("odd/foreign-next", "append == failed and error contains refused and items == 10"),
    ])
  func aLinkThatCannotBeFollowedEndsTheList(path: String, condition: String) async throws {
    try await TestServer.run { server in
      let run = try Program.run(
        ["-q", "--url", server.url(path).absoluteString],
        input: "start; settle; 2*(appear last; settle); expect \(condition)")
      #expect(run.errors.isEmpty)
      #expect(run.status == 0)
    }
  }

  @Test func aJSONSessionSaysWhatItReads() async throws {
    try await TestServer.run { server in
      let url = server.url("people").absoluteString
      let run = try Program.run(["--json", "--url", url], input: "start\nsettle\n")
      let first = run.output.split(separator: "\n").first ?? ""
      #expect(first.contains(#""details":["paging: next URL in .next,"#))
      #expect(run.output.contains(#""changes":{"generation":[0,1],"items":[0,10]"#))
    }
  }
}
