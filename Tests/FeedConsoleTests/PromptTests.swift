import Foundation
import TestServers
import Testing

@testable import FeedConsole
import TestWatch

/// The prompt in a terminal. Without tmux these tests are skipped.
@Suite(
  .watched, .serialized,
  .enabled(if: TerminalSession.isAvailable, "\(TerminalSession.reason)"))
struct PromptTests {
  @Test func whatIsSaidBreaksBetweenWords() throws {
    try inTerminal(columns: 40) { terminal in
      try terminal.start()
      try terminal.type("clear\nstart\nwhy append\n")
      try terminal.wait(
        for: "  append  a refresh is loading as\n          request 1; wait for its page")
      try terminal.type("clear\nloadMore\n")
      try terminal.wait("a step, whole between its words") {
        $0.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(
          "loadMore ignored: a refresh is loading as request 1; wait for its page")
      }
      try terminal.type("clear\nappaer 9\n")
      try terminal.wait(for: "error: ")
      #expect(try terminal.screen.contains("\n  "))
    }
  }

  @Test func upRecallsLinesOfEarlierSessions() throws {
    try inTerminal { terminal in
      try terminal.start()
      try terminal.type("start\n pending\nquit\n")
      try terminal.wait(forLast: "sh>")
      try terminal.start()
      try terminal.type("half")
      try terminal.press("Up", "Up")
      try terminal.wait(forLast: "feed> start")
      try terminal.press("Down", "C-n")
      try terminal.wait(forLast: "feed> half")
    }
  }

  @Test func tabCompletesAndLists() throws {
    try inTerminal { terminal in
      try terminal.start()
      try terminal.type("stop\t; expe\tite\t== 1")
      try terminal.wait(forLast: "feed> stopped ; expect items == 1")
      try terminal.press("C-u")
      try terminal.type("help stat\t\nst\t")
      try terminal.wait(for: "start    started  state    stopped")
      try terminal.wait(forLast: "feed> st")
    }
  }

  @Test func controlRSearches() throws {
    try inTerminal { terminal in
      try terminal.start()
      try terminal.type("help conditions\npending\nundo\n")
      try terminal.wait(forLast: "feed>")
      try terminal.type("half")
      try terminal.press("C-r")
      try terminal.type("i")
      try terminal.wait(forLast: "(search 'i') pending")
      try terminal.press("C-r")
      try terminal.wait(forLast: "(search 'i') help conditions")
      try terminal.press("Escape")
      try terminal.wait(forLast: "feed> half")
      try terminal.press("C-r")
      try terminal.type("pend\n")
      try terminal.wait(for: "\nnothing is pending\n")
    }
  }

  @Test(arguments: ["", "--plain"]) func aDemoGoesOnWithEnter(option: String) throws {
    let hint = option.isEmpty ? "  Enter goes on, q stops" : "  Enter goes on, q and Enter stop"
    try inTerminal { terminal in
      try terminal.start(option)
      try terminal.type("demo offline\n")
      try terminal.wait(forLast: hint)
      #expect(try !terminal.screen.contains("> start; ok; offline"))
      try terminal.type("\n")
      try terminal.wait(for: "feed> start; ok; offline\n")
      try terminal.wait(forLast: hint)
      try terminal.type(option.isEmpty ? "q" : "q\n")
      try terminal.wait(forLast: "10/82 offline>")
      try terminal.type("demo offline\n\n\n\n\n\n")
      try terminal.wait(for: "\nholds\n20/82>")
    }
  }

  @Test func controlCEndsADemoThatWaits() throws {
    try inTerminal { terminal in
      try terminal.start()
      try terminal.type("demo offline\n")
      try terminal.wait(forLast: "  Enter goes on, q stops")
      try terminal.press("C-c")
      try terminal.wait(forLast: "feed>")
      try terminal.type("start\n")
      try terminal.wait(forLast: "0 loading>")
    }
  }

  @Test func pastedLinesWaitForEnter() throws {
    try inTerminal { terminal in
      try terminal.start()
      try terminal.paste("start\nok\nstate append")
      try terminal.wait(for: "> start\nok\nstate append")
      #expect(try !terminal.screen.contains("[1]"))
      try terminal.type("\n")
      try terminal.wait(for: "10/82> state append\nidle")
      try terminal.wait(forLast: "10/82>")
    }
  }

  @Test func graphemesAreDeletedWhole() throws {
    try inTerminal { terminal in
      try terminal.start()
      try terminal.type("ab日c👩‍👩‍👧‍👦d🇩🇪")
      try terminal.press("BSpace", "BSpace", "BSpace", "BSpace", "BSpace")
      try terminal.wait(forLast: "feed> ab")
      try terminal.press("Left")
      try terminal.type("x")
      try terminal.wait(forLast: "feed> axb")
      #expect(try terminal.cursorColumn == "feed> ax".count)
    }
  }

  @Test func aNarrowTerminalWraps() throws {
    try inTerminal(columns: 20) { terminal in
      try terminal.type("clear; \"$PROGRAM\"\n")
      try terminal.wait(for: "feed>")
      try terminal.type("state items; state append")
      try terminal.wait(for: "feed> state items;\nstate append")
      try terminal.press("Home", "x")
      try terminal.wait(for: "feed> xstate items;\n state append")
      try terminal.resize(columns: 60)
      try terminal.wait(forLast: "feed> xstate items; state append")
      try terminal.resize(columns: 30)
      try terminal.wait(for: "feed> xstate items; state app\nend")
      #expect(try terminal.screen.components(separatedBy: "feed>").count == 2)
    }
  }

  @Test func controlCClearsALineAndThenLeaves() throws {
    try inTerminal { terminal in
      try terminal.start("--color=never")
      try terminal.type("half")
      try terminal.press("C-c")
      try terminal.wait(for: "> half^C\nfeed>")
      try terminal.press("C-c")
      try terminal.wait(for: "press ^C again, or ^D, to leave")
      try terminal.type("x")
      try terminal.press("C-c")
      try terminal.wait(for: "> x^C\nfeed>")
      try terminal.press("Up", "C-c", "C-c")
      try terminal.wait(forLast: "sh>")
      try terminal.type("echo \"status $?\"\n")
      try terminal.wait(for: "status 130")
      try terminal.expectRestored()
    }
  }

  @Test func controlDQuits() throws {
    try inTerminal { terminal in
      try terminal.start()
      try terminal.press("C-d")
      try terminal.wait(forLast: "sh>")
      try terminal.type("echo \"status $?\"\n")
      try terminal.wait(for: "status 0")
      try terminal.expectRestored()
    }
  }

  @Test(
    arguments: [
      ("1000000*(start; reset)", "of 1000000 rounds"),
      ("9*(99999*(start))", "of 9 rounds"),
      ("until items == 3 ( 1000*(start; reset) )", "rounds"),
      ("appear 0..99999", "of 100000 actions"),
    ])
  func controlCStopsALoop(line: String, progress: String) throws {
    try inTerminal { terminal in
      try terminal.start("-q")
      try terminal.type("start; ok\n")
      try terminal.wait(for: "10/82>")
      try terminal.type(line + "\nexpec")
      try terminal.press("C-c")
      try terminal.wait("how far it got") { screen in
        screen.firstMatch(of: /stopped after \d+ (.+)/).map { $0.1 == progress } ?? false
      }
      // What was typed before ^C is dropped.
      try terminal.type("expect step > 0\n")
      try terminal.wait(for: "> expect step > 0\nholds")
    }
  }

  @Test func whatIsTypedWhileALineRunsIsKept() throws {
    try inTerminal { terminal in
      try terminal.start("-q")
      try terminal.type("20000*(reset)\nexpect step > 0\nhalf")
      try terminal.wait(for: "> expect step > 0\nholds")
      try terminal.wait("the half line") { $0.hasSuffix("> half") }
    }
  }

  @Test func controlZStopsTheProcessUntilFg() throws {
    try inTerminal { terminal in
      try terminal.start()
      try terminal.type("half")
      try terminal.press("C-z")
      try terminal.wait(for: "Stopped")
      try terminal.wait(forLast: "sh>")
      try terminal.expectRestored()
      try terminal.type("clear; fg\n")
      try terminal.wait(forLast: "feed> half")
      try terminal.press("BSpace")
      try terminal.wait(forLast: "feed> hal")
    }
  }

  @Test(
    arguments: [
      (SIGTERM, ""), (SIGHUP, ""), (SIGSEGV, ""), (SIGABRT, ""), (SIGINT, ""), (SIGTERM, "live"),
      (SIGSEGV, "live"),
    ])
  func aSignalLeavesTheTerminalAsItWas(signal: Int32, arguments: String) throws {
    try inTerminal { terminal in
      // An interactive shell repairs the terminal itself; the script looks before that.
      let run = #"(echo $BASHPID > id; exec "$PROGRAM" \#(arguments))"#
      let script = "\(run); s=$?; stty -a > after; exit $s"
      try terminal.type("clear; bash -c '\(script)'\n")
      try terminal.wait(for: arguments.isEmpty ? "feed>" : "not started yet")
      let id = try String(contentsOf: terminal.folder.appending(path: "id"), encoding: .utf8)
      if arguments.isEmpty {
        try terminal.type("half")
        try terminal.wait(for: "> half")
      }
      let number = try #require(Int32(id.trimmingCharacters(in: .whitespacesAndNewlines)))
      #expect(kill(number, signal) == 0)
      try terminal.wait("the shell") { $0.hasSuffix("sh>") }
      try terminal.type("echo \"status $?\"\n")
      try terminal.wait(for: "status \(128 + signal)")
      let after = try String(
        contentsOf: terminal.folder.appending(path: "after"), encoding: .utf8)
      let settings = after.split(whereSeparator: \.isWhitespace)
      #expect(settings.filter { ["icanon", "isig", "echo"].contains($0) }.count == 3)
      try terminal.expectRestored()
    }
  }

  // MARK: - Answers that take time

  /// A server of two pages. The second page waits until the gate opens.
  private func withServer(
    _ body: (_ url: String, _ gate: Mailbox<Void>) throws -> Void
  ) async throws {
    let gate = Mailbox<Void>()
    // A test that fails leaves no thread behind.
    defer { for _ in 0..<8 { gate.post(()) } }
    try await RawServer.run { request in
      let isSecond = request.path.hasSuffix("page=2")
      if isSecond { gate.take() }
      let next = isSecond ? "null" : #""/rows?page=2""#
      let rows = (1...3).map { #"{"id":"\#(isSecond ? "b" : "a")\#($0)","name":"row"}"# }
      let json = #"{"results":[\#(rows.joined(separator: ","))],"next":\#(next)}"#
      let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
      return RawServer.Answer(Data("\(head)\(json.utf8.count)\r\n\r\n\(json)".utf8))
    } body: { server in
      try body(server.url("rows").absoluteString, gate)
    }
  }

  @Test(arguments: [40, 80])
  func anAnswerLeavesTheHalfTypedLineAlone(columns: Int) async throws {
    try await withServer { url, gate in
      try inTerminal(columns: columns) { terminal in
        try terminal.start("-q --url \(url)")
        try terminal.type("start\n")
        try terminal.wait(forLast: "3>")
        try terminal.type("set quiet off; loadMore\n")
        try terminal.wait(for: "3 loading more>")
        let text = "state items; é日本 state append; state refresh; state error; 😀 x"
        try terminal.type(text)
        try terminal.press("Left", "Left", "Left", "Left")
        try terminal.type("|")
        let typed = String(text.dropLast(4)) + "|" + text.suffix(4)
        let isTyped = { (screen: String) in
          screen.filter { !$0.isWhitespace }.hasSuffix(typed.filter { !$0.isWhitespace })
        }
        try terminal.wait("the typed line", until: isTyped)
        let column = try terminal.cursorColumn
        gate.post(())
        try terminal.wait("the answer above the line") { screen in
          screen.contains("[4] pageLoaded(ticket: 2") && isTyped(screen)
            && screen.contains("6 at the end>")
        }
        #expect(try !terminal.screen.contains("loading more> state"))
        // The prompt is shorter now, and the rest is where it was.
        try terminal.press("BSpace", "C-e")
        try terminal.type("y")
        try terminal.wait("the edited line") { screen in
          screen.filter { !$0.isWhitespace }.hasSuffix("\(text)y".filter { !$0.isWhitespace })
        }
        #expect(column != nil)
      }
    }
  }

  @Test(arguments: ["settle", "ok", "5*(settle; loadMore)"])
  func controlCStopsTheWaitForAServer(command: String) async throws {
    try await withServer { url, gate in
      try inTerminal { terminal in
        try terminal.start("-q --url \(url)")
        try terminal.type("start\n")
        try terminal.wait(forLast: "3>")
        try terminal.type("set quiet off; loadMore; \(command)\n")
        try terminal.wait(for: "waiting for load 2")
        try terminal.press("C-c")
        let rounds = command.hasPrefix("5") ? " after 0 of 5 rounds" : ""
        try terminal.wait(for: "\nstopped\(rounds): still waiting for load 2\n3 loading more>")
        // The request goes on, and its answer is taken when it comes.
        gate.post(())
        try terminal.wait(for: "[4] pageLoaded(ticket: 2, 3 rows")
        try terminal.wait(forLast: "6 at the end>")
      }
    }
  }

  @Test func controlCTwiceEndsWhatCantBeStopped() throws {
    try inTerminal { terminal in
      try terminal.start()
      try terminal.type("run pipe\n")
      try terminal.wait(for: "can't read 'pipe'")
      let pipe = terminal.folder.appending(path: "pipe")
      #expect(mkfifo(pipe.path, 0o600) == 0)
      // It has a writer, from which nothing comes.
      let writer = try FileHandle(forUpdating: pipe)
      defer { try? writer.close() }
      try terminal.type("run pipe\n")
      try terminal.wait(forLast: "feed> run pipe")
      try terminal.wait("the end of the session") { screen in
        try? terminal.press("C-c")
        return screen.hasSuffix("sh>")
      }
      try terminal.press("C-c")
      try terminal.type("clear\n")
      try terminal.expectRestored()
    }
  }

  // MARK: - Without sequences

  @Test(arguments: [("", "dumb"), ("", ""), ("--plain", "xterm-256color")])
  func noEscapeByteIsWritten(arguments: String, term: String) throws {
    try inTerminal { terminal in
      let lines = #"start\nok\nclear\nrefrsh\nhelp\nfail\nquit 3\n"#
      try terminal.type(
        "printf '\(lines)' > in; TERM=\(term) script -qec \"$PROGRAM \(arguments)\" out < in > all; "
          + "echo \"status $?\"\n")
      try terminal.wait(for: "status 3")
      let bytes = try Data(contentsOf: terminal.folder.appending(path: "all"))
      #expect(bytes.count > 1_000)
      #expect(!bytes.contains(0x1B))
    }
  }

  @Test func aUserWhoWantsNoColoursGetsNone() throws {
    try inTerminal { terminal in
      try terminal.type("NO_COLOR=1 script -qec \"$PROGRAM\" all\n")
      try terminal.wait(forLast: "feed>")
      try terminal.type("refrsh\nlive\n")
      try terminal.wait(for: "not started yet")
      try terminal.type("so")
      try terminal.wait(for: "Obi-Wan Kenobi")
      try terminal.type("q")
      try terminal.wait(forLast: "10/82 loading more>")
      try terminal.type("quit 3\n")
      try terminal.wait(forLast: "sh>")
      let text = try String(
        contentsOf: terminal.folder.appending(path: "all"), encoding: .utf8)
      #expect(text.contains("\u{1B}[?2004l"))
      // What is chosen shows in reverse.
      #expect(Set(text.matches(of: /\x1B\[([0-9;]*)m/).map(\.1)) == ["7", "27"])
    }
  }

  @Test func theTerminalGetsSequencesElsewhere() throws {
    try inTerminal { terminal in
      try terminal.type(
        "printf 'start\\rquit 3\\r' > in; script -qec \"$PROGRAM\" out < in > all; "
          + "echo \"status $?\"\n")
      try terminal.wait(for: "status 3")
      let text = try String(
        contentsOf: terminal.folder.appending(path: "all"), encoding: .utf8)
      #expect(text.contains("\u{1B}[?2004h"))
      #expect(text.contains("\u{1B}[?2004l"))
    }
  }
}
