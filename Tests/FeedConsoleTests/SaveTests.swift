import FeedHTTP
import FeedReducer
import Foundation
import TestServers
import Testing

@testable import FeedConsole
import TestWatch

/// `save` writes a session as a script and as a test.
@Suite(.watched) struct SaveTests {
  /// A session of more than fifty steps.
  static var varied: [String] {
    get throws {
      let file = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Clients/session.feed")
      return try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    }
  }

  private let folder = FileManager.default.temporaryDirectory.appending(path: "feed a\(UUID())")

  /// Runs a test with the path of a file in a folder of its own. The path has a space.
  private func withFile(_ name: String, _ body: (String) throws -> Void) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appending(path: name).path)
  }

  /// Saves a session, runs the script in a new one and compares every step.
  private func expectTheSame(_ first: Transcript) throws {
    try withFile("a b.feed") { path in
      try first.run("save \"\(path)\"")
      let second = Transcript()
      try second.run("run \"\(path)\"")
      let (session, again) = (first.interpreter.session, second.interpreter.session)
      let entries = session.entries[...session.position]
      #expect(again.position == entries.count - 1)
      for (entry, other) in zip(entries, again.entries) {
        let isSame =
          other.event == entry.event && other.state == entry.state
          && other.reaction == entry.reaction && other.machine == entry.machine
        #expect(isSame || entry.number == 0, "\(entry.number): \(entry.event.text)")
      }
    }
  }

  @Test func aSavedScriptMakesTheSessionAgain() throws {
    let transcript = Transcript()
    for line in try Self.varied { try transcript.run(line) }
    #expect(transcript.interpreter.session.position > 50)
    try expectTheSame(transcript)
  }

  @Test(arguments: 1...12) func aWalkAtRandomCanBeSaved(seed: UInt64) throws {
    try expectTheSame(Self.walk(seed: seed))
  }

  /// A session with 200 lines at random. Lines that can't run are passed over.
  static func walk(seed: UInt64) -> Transcript {
    let transcript = Transcript()
    walk(transcript.interpreter, seed: seed)
    return transcript
  }

  static func walk(_ interpreter: Interpreter, seed: UInt64) {
    let lines = [
      "start", "ok", "ok items=2", "ok last", "fail 503", "fail", "fail timeout after=0.1s", "drop",
      "late 1", "late 2", "appear 4", "appear last", "visible 1..3", "refresh", "loadMore",
      "offline", "online", "retry", "undo", "undo 3", "redo", "goto 2", "goto end", "switch 1",
      "advance 0.4s", "advance 2s", "settle", "set retry 2", "set retry 0", "set max-items 25",
      "set page-size 4", "memoryWarning 5", "reset", "invalidated", "loaded items=1", "undo 2",
      #"{"edit":{"change":{"remove":{"id":"2"}}}}"#, #"{"editCommitted":{"ticket":3}}"#,
      "restored 2 age=3", "query luke", "query name=s", "query", "submitted",
    ]
    var generator = SplitMix64(seed: seed)
    for _ in 0..<200 {
      guard let line = lines.randomElement(using: &generator) else { return }
      try? interpreter.run(line)
    }
  }

  @Test func aLineThatWasLeftInTheMiddleOfAnAdvanceIsHeld() throws {
    let transcript = Transcript()
    try transcript.run("set retry 2; start; fail 503; advance 1s; undo 2; refresh")
    let script = Script(transcript.interpreter.session)
    #expect(script.steps.map(\.line) == ["start", "fail 503", "advance 0.783s hold", "refresh"])
    try expectTheSame(transcript)
  }

  @Test func aTimerFiresInTheAdvanceOfTheScript() throws {
    let transcript = Transcript()
    try transcript.run("set retry 2; start; fail 503; advance 1s; ok 3")
    let script = Script(transcript.interpreter.session)
    #expect(script.steps.map(\.line) == ["start", "fail 503", "advance 1s", "ok 3"])
    try expectTheSame(transcript)
  }

  @Test func eachLineHasACheck() throws {
    let transcript = Transcript()
    try transcript.run("set page-size 3; start; ok; appear 0; refresh; late 2; loaded 2 items=0")
    let script = Script(transcript.interpreter.session)
    #expect(
      script.feedText(source: "the catalogue", file: "a b.feed") == """
        # Saved by \(Version.text): 6 lines, each with a check.
        # Source: the catalogue
        # Run it: feed-repl run 'a b.feed'
        set page-size 3
        start
        expect refresh == "loading 1"; expect effect load 1 refresh start
        ok
        expect items == 3 and first == "1 Luke Skywalker" and last == "3 R2-D2" and page == 2 and total == 82 and refresh == idle and \
        prepend == "ended exhausted" and generation == 1; expect no effect
        appear 0
        expect append == "loading 2" and reader == "row 0"; expect effect load 2 append page 2
        refresh
        expect refresh == "loading 3" and append == idle; expect effect cancel 2; \
        expect effect load 3 refresh start
        late 2
        expect ignored == true
        loaded 2 items=0
        expect ignored == true

        """)
  }

  @Test func anAnswerOverHTTPIsInTheScript() throws {
    let transcript = Transcript()
    try transcript.run("start")
    let page = JSONFeed.Page(items: [JSONRow(id: "1", title: "a")], next: nil)
    transcript.interpreter.send(.pageLoaded(ticket: 1, page: page))
    let script = Script(transcript.interpreter.session)
    #expect(script.steps[1].line.hasPrefix(#"{"pageLoaded":{"page":{"items":[{"id":"1","#))
  }

  @Test(arguments: [
    ("start; ok; editable; remove 4; fail 403; resend 4", ["remove 4", "fail 403", "resend 4"]),
    ("auto on; start; appear last", ["start", "ok 1", "appear last", "ok 2"]),
    ("start; ok; appear 3..5; settle", ["appear 3..5", "settle"]),
    ("start; 2*(ok; appear last)", ["ok", "appear last", "ok", "appear last"]),
    (
      "start; ok; appear 3..5; undo",
      ["ok", #"{"itemAppeared":{"index":3}}"#, #"{"itemAppeared":{"index":4}}"#]
    ),
    ("start; settle; undo; fail 503", ["start", "fail 503"]),
    ("query luke; + 300ms; + 300ms hold", ["query luke", "+ 300ms", "+ 300ms hold"]),
    (
      "set retry 2; start; fail 1 503 after=1s; advance 2s; undo 2; offline",
      ["fail 1 503 after=1s", "advance 1s hold", "offline"]
    ),
  ])
  func whatWasTypedIsSaved(line: String, lines: [String]) throws {
    let transcript = Transcript()
    try transcript.run(line.replacing("editable", with: "set editable on"))
    let saved = Script(transcript.interpreter.session).steps.map(\.line)
    #expect(saved.suffix(lines.count) == lines[...])
    try expectTheSame(transcript)
  }

  /// Texts that a line would take for something else.
  static let oddTexts = [
    "2\nquit", "\r", "@1", "@last", ">>", ">>out", "\\", "\"", "a b", "#", "{\"a\":1}", "\u{301}a",
    "=x", "\u{202E}",
    "--force", "it's", "", ";", "'", "[", "name=a",
  ]

  @Test(arguments: oddTexts) func whatRowsAreCalledIsNoCommand(text: String) throws {
    let transcript = Transcript()
    let id = JSONText.of(JSONValue.string(text))
    try transcript.run("start; ok")
    try transcript.run(#"{"edit":{"change":{"insert":{"item":{"id":\#(id),"value":{}}}}}}"#)
    try transcript.run(#"{"edit":{"change":{"remove":{"id":\#(id)}}}}"#)
    try transcript.run("ok 2; ok 3")
    try transcript.run(#"{"typed":{"query":{"name":\#(id)}}}"#)
    try transcript.run(#"{"typed":{"query":{"name":"a","other":\#(id)}}}"#)
    try transcript.run("submitted")
    try expectSaved(transcript)
  }

  /// Checks that the script of a session makes it again, and that its checks hold.
  private func expectSaved(_ transcript: Transcript) throws {
    let script = Script(transcript.interpreter.session)
    let again = Transcript()
    for line in script.feedText(source: "a", file: "a.feed").split(separator: "\n") {
      try again.run(String(line))
    }
    #expect(again.interpreter.exitCode == nil)
    let (session, other) = (transcript.interpreter.session, again.interpreter.session)
    #expect(other.entries.map(\.event) == session.entries.map(\.event))
    #expect(other.state == session.state)
  }

  @Test func linksThatOnlyASecretTellsApartStayApart() throws {
    let transcript = Transcript()
    try transcript.run("start")
    for (ticket, key) in [(1, "abc"), (2, "def"), (3, "abc")] {
      let link = #"{"link":"https://a.example/?page=2&token=\#(key)"}"#
      let rows = #"[{"id":"\#(ticket)","value":null}]"#
      try transcript.run("loaded \(ticket) items=\(rows) next=\(link); loadMore")
    }
    let script = Script(transcript.interpreter.session)
    let text = script.feedText(source: "a.example", file: "a.feed")
    #expect(!text.contains("abc") && !text.contains("def"))
    #expect(text.matches(of: #/"link":"[^"]*token=…#1"/#).count == 2)
    #expect(text.contains("token=…#2"))
    let again = Transcript()
    for line in text.split(separator: "\n") { try again.run(String(line)) }
    #expect(again.interpreter.session.position == transcript.interpreter.session.position)
  }

  @Test func aScriptThatRunsOtherwiseNamesTheFirstStepThatDiffers() throws {
    let run = try Program.shell(
      #"""
      cd "$FOLDER"
      "$PROGRAM" -q -e 'start; ok; appear 9; ok; save "a b.feed"'
      "$PROGRAM" -q run 'a b.feed' | sort -u
      "$PROGRAM" -q --page-size 20 run 'a b.feed' >/dev/null
      """#)
    #expect(run.output == "saved 4 steps in a b.feed\n8 conditions hold\n")
    #expect(
      run.errors == """
        a b.feed:7:1: error: expected items == 10 and last == "10 Obi-Wan Kenobi", but items is 20 and \
        last is 21 Palpatine

        """)
    #expect(run.status == 1)
  }

  @Test func aScriptThatRunsInTheMiddleSaysWhatItNeeds() throws {
    try withFile("a.feed") { path in
      try Transcript().run("start; ok; save '\(path)'")
      let transcript = Transcript()
      try transcript.run("start; ok")
      _ = transcript.failure(of: "run '\(path)'")
      #expect(
        transcript.shown.contains(
          "a.feed was saved from a fresh feed, and this one is at step 2; 'goto start' comes first\n"
        ))
      #expect(try transcript.run("goto start; run '\(path)'").contains("conditions hold"))
      #expect(!transcript.shown.contains("a fresh feed, and"))
    }
  }

  @Test func aFileOfSomeoneElseStays() throws {
    try withFile("a.feed") { path in
      let transcript = Transcript()
      try transcript.run("start; save '\(path)'; ok; save '\(path)'")
      #expect(try String(contentsOfFile: path, encoding: .utf8).contains("\nok\n"))
      let reason = "is there, and not as this session left it; take another name, or add --force"
      #expect(Transcript().failure(of: "start; save '\(path)'").hasSuffix(reason))
      let mine = try String(contentsOfFile: path, encoding: .utf8) + "# a word of mine\n"
      try mine.write(toFile: path, atomically: true, encoding: .utf8)
      #expect(transcript.failure(of: "save '\(path)'").hasSuffix(reason))
      #expect(try String(contentsOfFile: path, encoding: .utf8) == mine)
      try transcript.run("save '\(path)' --force")
      #expect(try String(contentsOfFile: path, encoding: .utf8).contains("\nok\n"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.feed"])
    }
  }

  @Test func aFileHasOneNameAndOneSession() throws {
    let run = try Program.shell(
      #"""
      cd "$FOLDER"; mkdir -p deep/inner; ln -s deep/inner L; ln -s nowhere.feed d.feed; ln -s no/where e.feed
      "$PROGRAM" -q -e 'start; save x.feed; save ./x.feed; save d.feed; save L/../via.feed' >/dev/null
      "$PROGRAM" -q -k -e 'save e.feed' -e 'save x.feed/' -e 'start; save s.feed; ok; save s.feed' \
        -e 'open catalogue; start; save s.feed' 2>&1 >/dev/null
      readlink d.feed; readlink e.feed; ls nowhere.feed deep/via.feed; grep -c '^ok$' s.feed; ls -A deep
      """#)
    #expect(run.errors.isEmpty)
    #expect(
      run.output == """
        -e:1:6: error: can't write 'e.feed': no such file or directory
        -e:2:6: error: can't write 'x.feed/': it is the name of a folder
        -e:4:29: error: 's.feed' is there, and not as this session left it; take another name, or add --force
        nowhere.feed
        no/where
        deep/via.feed
        nowhere.feed
        1
        inner
        via.feed

        """)
  }

  @Test func theSecretsOfAQueryAreMasked() async throws {
    try await RawServer.run { request in
      .json(#"{"total": 1, "rows": [{"id": \#(request.path.contains("s3cretB") ? 2 : 1)}]}"#)
    } body: { server in
      let run = try Program.shell(
        #"""
        cd "$FOLDER"
        "$PROGRAM" -q "$SERVER" -e 'start; settle; query api_key=s3cretA; submitted; settle' \
          -e 'query api_key=s3cretB; submitted; settle; save a.feed; save a.html; save a.swift' >/dev/null
        grep -l s3cret a.feed a.html a.swift; grep '^{"typed"' a.feed
        "$PROGRAM" -q run a.feed | tail -1
        """#, environment: ["SERVER": server.url("rows").absoluteString])
      #expect(
        run.output == #"""
          {"typed":{"query":{"api_key":"…#1"}}}
          {"typed":{"query":{"api_key":"…#2"}}}
          18 conditions hold

          """#, "\(run.errors)")
    }
  }

  @Test func theLinkAndTheModeOfAFileStay() throws {
    let run = try Program.shell(
      #"""
      cd "$FOLDER"; mkdir sub; name=$(printf 'n%.0s' $(seq 245)).feed
      "$PROGRAM" -q -e 'start; save sub/a.feed'; chmod 600 sub/a.feed; ln -s sub/a.feed link.feed
      "$PROGRAM" -q -e "start; ok; save link.feed --force; save $name"
      stat -c '%F %a' link.feed sub/a.feed; grep -c '^ok$' sub/a.feed "$name"; ls -A sub
      """#)
    #expect(run.errors.isEmpty)
    #expect(
      run.output.split(separator: "\n").dropFirst(3).joined(separator: "\n").hasPrefix(
        """
        symbolic link 777
        regular file 600
        sub/a.feed:1
        """), "\(run.output)")
    #expect(run.output.hasSuffix("\na.feed\n"))
  }

  @Test(arguments: [
    (
      "save a.txt",
      "6: 'a.txt' does not end with .feed (a script), .swift (a test) or .html (a page); add one of them"
    ),
    ("save feed", "6: 'feed' does not end with .feed"),
    ("save a.feed.", "6: 'a.feed.' does not end with .feed"),
    ("save", "1: a file is missing; usage: save FILE [--force]"),
    ("save /no/such/a.feed", "6: can't write '/no/such/a.feed': no such file or directory"),
    ("export a.feed", "1: there is no 'export'; use 'save FILE [--force]': "),
  ]) func whatCantBeSavedSaysWhy(line: String, message: String) {
    #expect(Transcript().failure(of: line).hasPrefix(message))
  }

  @Test func theUsersFolderIsMeantByATilde() throws {
    try withFile("a.feed") { path in
      let run = try Program.run(
        ["-e", "start; save ~/a.feed; run ~/a.feed"], environment: ["HOME": folder.path])
      #expect(run.output.contains("saved 1 step in ~/a.feed\n"))
      #expect(FileManager.default.fileExists(atPath: path))
    }
  }

  @Test func undoneStepsAreLeftOut() throws {
    try withFile("a.feed") { path in
      let text = try Transcript().run("start; ok; undo; save '\(path)'")
      #expect(text.hasSuffix("saved 1 step in \(path); 1 undone left out\n"))
    }
  }

  @Test func aTestInSwiftStatesEachStep() throws {
    let transcript = Transcript()
    try transcript.run(
      "set page-size 3; start; ok; appear 1; set retry 1; fail; advance 1s; late 1")
    let script = Script(transcript.interpreter.session)
    let text = SwiftTest(script).text(source: "the catalogue", file: "a-first test.swift")
    let test = try #require(text.firstRange(of: "@Test "))
    #expect(
      text.hasPrefix("// Saved by \(Version.text): 8 steps.\n// Source: the catalogue\nimport"))
    #expect(text.contains("  Row(id: \"2\", title: \"C-3PO\"),\n"))
    #expect(String(text[test.lowerBound...]) == Self.golden)
  }

  @Test func aTestInSwiftHasThePausesOfTheApp() {
    var session = Session(
      feed: JSONFeed(pageSize: 5, retry: RetryPolicy(attempts: 2, base: .seconds(4))), seed: 1)
    session.send(.started)
    session.send(.failed(ticket: 1, failure: FailureReason.http(503)))
    let text = SwiftTest(Script(session)).text(source: "an app", file: "a.swift")
    #expect(text.contains("retry: RetryPolicy(attempts: 2, base: .seconds(4))"))
    #expect(text.contains("effects: [.schedule(ticket: 2, after: .milliseconds("))
  }

  // swift-format-ignore
  private static let golden = """
    @Test func aFirstTestReplays() {
      let report = recordFirst()
      var tester = FeedTester(
        Feed<Row, Int>(pageSize: 3, prefetchDistance: 5),
        state: .init(seed: 1, identity: 1),
        report: report
      )
      tester.send(
        .started,
        effects: [.load(request: .init(ticket: 1, kind: .refresh, position: .start, size: 3))]
      ) { $0.refresh = .loading(ticket: 1, attempt: 0) }
      tester.send(.pageLoaded(ticket: 1, page: .init(items: rows(0..<3), next: 2, total: 82))) {
        $0.items = rows(0..<3)
        $0.pages = [.init(count: 3, position: .start)]
        $0.next = .after(cursor: 2)
        $0.refresh = .idle
        $0.prepend = .ended(reason: .exhausted)
        $0.total = 82
        $0.generation = 1
      }
      tester.send(
        .itemAppeared(index: 1),
        effects: [.load(request: .init(ticket: 2, kind: .append, position: .after(cursor: 2), size: 3))]
      ) {
        $0.append = .loading(ticket: 2, attempt: 0)
        $0.reader = 1..<2
      }
      tester.finish(inFlight: [
        .load(request: .init(ticket: 2, kind: .append, position: .after(cursor: 2), size: 3)),
      ])
      tester = FeedTester(
        Feed<Row, Int>(pageSize: 3, prefetchDistance: 5, retry: RetryPolicy(attempts: 1)),
        state: tester.state,
        report: report
      )
      tester.send(
        .failed(ticket: 2, failure: .init(.http, message: "the server answered 500 Internal Server Error", status: 500, isRetryable: true)),
        effects: [.schedule(ticket: 3, after: .milliseconds(783))]
      ) { $0.append = .waiting(ticket: 3, attempt: 1) }
      // advance 0.783s
      tester.send(
        .timerFired(ticket: 3),
        effects: [.load(request: .init(ticket: 4, kind: .append, position: .after(cursor: 2), size: 3))]
      ) { $0.append = .loading(ticket: 4, attempt: 1) }
      // advance 0.217s
      tester.send(
        .pageLoaded(ticket: 1, page: .init(items: rows(0..<3), next: 2, total: 82)),
        refused: .unknownTicket(ticket: 1)
      )
      tester.finish(inFlight: [
        .load(request: .init(ticket: 4, kind: .append, position: .after(cursor: 2), size: 3)),
      ])
    }

    """
}
