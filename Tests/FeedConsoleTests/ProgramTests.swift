import Foundation
import TestServers
import Testing

@testable import FeedConsole
import TestWatch

/// The built program as a process: streams, exit codes, kinds of input.
@Suite(.watched) struct ProgramTests {
  @Test func aPipeIsAScript() throws {
    let run = try Program.run(input: "start\nok\nappear 9\nok\nstate\n")
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(run.output.contains("\n  items              20 of 82\n"))
    #expect(run.output.hasPrefix("[1] started\n"))
    #expect(!run.output.contains("\u{1B}"))
    #expect(!run.output.contains(">"))
  }

  @Test(
    arguments: [
      ("", 0, ""),
      ("\n\n# nothing\n", 0, ""),
      ("start", 0, ""),
      ("start\r\nok\r\nexpect items == 10\r\n", 0, ""),
      ("\u{FEFF}start\nok\nexpect items == 10", 0, ""),
      (
        "start\nok\nappear 2\nrefrsh\nquit 9\n", 2,
        "<stdin>:4:1: error: unknown command 'refrsh' — did you mean 'refresh'?\n"
      ),
      ("start; é; ok", 2, "<stdin>:1:8: error: unknown command 'é'; 'help' lists all commands\n"),
      (
        "run 'é'; refrsh", 2,
        "<stdin>:1:10: error: unknown command 'refrsh' — did you mean 'refresh'?\n"
      ),
      (
        "start\nexpect items == 3\n", 1,
        "<stdin>:2:1: error: expected items == 3, but items is 0\n"
      ),
      ("quit 42\nrefrsh\n", 42, ""),
      (
        "run /no/such/file\n", 66,
        "<stdin>:1:5: error: can't read '/no/such/file': no such file or directory\n"
      ),
    ] as [(String, Int32, String)])
  func aScriptEndsWith(input: String, status: Int32, errors: String) throws {
    let run = try Program.run(input: input)
    #expect(run.status == status)
    #expect(run.errors == errors)
  }

  @Test func whatIsNotTextIsMalformed() throws {
    let run = try Program.run(input: Data("start\n".utf8) + [0xFF, 0xFE, 0x0A])
    #expect(run.status == 65)
    #expect(run.errors == "<stdin>:2:1: error: '<stdin>' is not UTF-8 text; convert it first\n")
  }

  @Test func theSameScriptGivesTheSameBytes() throws {
    let script =
      "start; fail 503; retry; ok; appear 3..9; settle; state; history; request 2 body; why\n"
    let runs = try (0..<3).map { _ in try Program.run(["--seed", "7"], input: script).output }
    #expect(Set(runs).count == 1)
  }

  @Test func manyLinesAreAllRun() throws {
    let run = try Program.shell(
      """
      { echo 'start; ok'; yes 'appear 2' | head -200000; echo 'set; expect step == 200002'; \
      } | "$PROGRAM" -q
      """)
    #expect(run.status == 0)
    #expect(run.output.hasSuffix("  quiet            on\nholds\n"))
  }

  @Test func aReaderThatHasGoneEndsItQuietly() throws {
    let run = try Program.shell(
      """
      { yes 'help' | head -20000 | "$PROGRAM"; echo $? >&2; } | head -1
      """)
    #expect(run.output.hasPrefix("  start  "))
    #expect(run.errors == "141\n")
  }

  @Test func anOutputThatCantBeWrittenIsNamed() throws {
    let run = try Program.shell(#"[ -c /dev/full ] || exit 74; "$PROGRAM" --version > /dev/full"#)
    #expect(run.status == 74)
    let isReported = run.errors.hasPrefix("feed-repl: error: can't write the output: no space left")
    #expect(isReported || run.errors.isEmpty)
  }

  @Test func filesAndLinesAreRunInOrder() throws {
    let run = try Program.shell(
      """
      cd "$FOLDER"
      printf 'start\\nok' > a.feed
      printf 'run a.feed\\nexpect items == 10\\nappear 9\\n' > b.feed
      "$PROGRAM" -q -e ok -e 'expect items == 20' -e 'state items.0.title' run b.feed
      """)
    #expect(run.errors.isEmpty)
    #expect(run.output == "1 condition holds\nholds\n\"Luke Skywalker\"\n")
  }

  @Test func checksOfAFileAreCountedForPeopleAndUnlessOneFails() throws {
    let run = try Program.shell(
      #"""
      cd "$FOLDER"
      printf 'expect items == 0\nexpect no effect\n' > a.feed
      printf 'expect items == 0\nexpect items == 9\nexpect page == none\n' > b.feed
      "$PROGRAM" run a.feed; "$PROGRAM" -k run b.feed; "$PROGRAM" -e 'run b.feed'; "$PROGRAM" --json run a.feed
      """#)
    #expect(run.output.hasPrefix("2 conditions hold\n{"))
    let failure = "b.feed:2:1: error: expected items == 9, but items is 0\n"
    #expect(run.errors == failure + failure)
    let lines = run.output.split(separator: "\n").filter { $0.contains(#""expect""#) }
    #expect(lines.count == 2 && lines.allSatisfy { $0.contains(#""lines":["holds"]"#) }, "\(lines)")
  }

  @Test func aFileThatLooksLikeAURLIsNotLookedUp() throws {
    let run = try Program.shell(#"cd "$FOLDER"; touch s1.feed; "$PROGRAM" s1.feed"#)
    #expect(run.status == 64)
    #expect(
      run.errors
        == "feed-repl: error: 's1.feed' is a file; run it with: feed-repl run s1.feed\n")
  }

  @Test func aFailureInAFileNamesThatFile() throws {
    let run = try Program.shell(
      """
      cd "$FOLDER"
      printf 'start\\n\\n  refrsh' > a.feed
      echo 'run a.feed' > b.feed
      "$PROGRAM" -q run b.feed
      """)
    #expect(run.status == 2)
    #expect(
      run.errors == "a.feed:3:3: error: unknown command 'refrsh' — did you mean 'refresh'?\n")
  }

  @Test func aFileThatRunsItselfIsStopped() throws {
    let run = try Program.shell(
      """
      cd "$FOLDER"; echo 'run a.feed' > a.feed; "$PROGRAM" run a.feed
      """)
    #expect(run.status == 2)
    #expect(
      run.errors == "a.feed:1:5: error: 'a.feed' is run from within too many files; "
        + "does it run itself?\n")
  }

  @Test func keepGoingRunsAllLinesAndRemembersTheFirstFailure() throws {
    let run = try Program.run(
      ["-k", "-q"], input: "expect items == 9\nrefrsh\nstart\nstate refresh\n")
    #expect(run.status == 1)
    #expect(run.output == "loading 1\n")
    #expect(run.errors.split(separator: "\n").count == 2)
  }

  @Test(
    arguments: [
      (["--version"], 0), (["-h"], 0), (["--page-size", "x", "--help"], 0), (["--bad"], 64),
      (["run"], 64), (["life"], 64), (["live"], 64),
      (["run", "/no/such/file"], 66), (["run", "/"], 66),
      (["-e", "expect items == 1"], 1), (["-e", "refrsh"], 2), (["-e", "quit 3"], 3),
    ] as [([String], Int32)])
  func theProgramEndsWith(arguments: [String], status: Int32) throws {
    let run = try Program.run(arguments)
    #expect(run.status == status)
    #expect((status == 0 || status == 3) == run.errors.isEmpty)
    #expect(!(run.output + run.errors).contains("\u{1B}"))
  }

  @Test(arguments: [
    ["live"], ["live", "--plain"], ["-e", "start", "live", "http://127.0.0.1:1/"],
  ])
  func theFullScreenNeedsATerminal(arguments: [String]) throws {
    let run = try Program.run(arguments)
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(
      run.errors
        == "feed-repl: error: the live screen needs a terminal that can move its cursor, without --plain "
        + "and --json; elsewhere 'screen' shows the same once: feed-repl -e 'start; ok; screen'\n")
  }

  @Test func theVersionIsOneLine() throws {
    #expect(
      try Program.run(["--version"]).output.wholeMatch(of: /feed-repl \d+\.\d+\.\d+\n/) != nil)
  }

  @Test func withoutUTF8TheOutputIsASCII() throws {
    let run = try Program.run(
      input: Data("start; ok; refrsh\nstart; ok; appear 9\nrefrsh".utf8),
      environment: ["LC_ALL": "C"])
    #expect((run.output + run.errors).utf8.allSatisfy { $0 < 0x80 })
    #expect(run.errors.hasSuffix("unknown command 'refrsh' - did you mean 'refresh'?\n"))
  }

  @Test func coloursCanBeForced() throws {
    #expect(try Program.run(["--color=always"], input: "start").output.contains("\u{1B}["))
  }

  @Test func stepsAreShownWhileAFileIsAwaited() throws {
    let run = try Program.shell(
      #"""
      mkfifo "$FOLDER/pipe"; exec 3<> "$FOLDER/pipe"
      "$PROGRAM" -e start -e 'run "'"$FOLDER/pipe"'"' > "$FOLDER/out" &
      for _ in $(seq 600); do [ -s "$FOLDER/out" ] && break; sleep 0.05; done
      kill -s KILL $!
      cat "$FOLDER/out"
      """#)
    #expect(run.output.hasPrefix("[1] started\n"))
  }

  @Test(arguments: [
    "run p", "-e 'run p'", "--resume=p", "--token @p a.invalid", "--user @p a.invalid",
    "--header @p a.invalid", "--post p a.invalid", "--graphql p a.invalid",
  ])
  func nothingWaitsForTheWriterOfAPipe(arguments: String) throws {
    let run = try Program.shell(
      #"cd "$FOLDER"; mkfifo p; "$PROGRAM" \#(arguments) < /dev/null"#)
    #expect(run.errors.hasSuffix("error: can't read 'p': nothing writes to this pipe\n"))
    #expect(run.status == 66)
  }

  @Test func whatIsWrittenToAPipeIsRun() throws {
    let run = try Program.shell(
      #"""
      cd "$FOLDER"; mkfifo p; exec 3<> p; printf 'start\nok\nexpect items == 10\nquit 3\n' >&3
      "$PROGRAM" -q run p
      """#)
    #expect(run.status == 3 && run.errors.isEmpty)
  }

  @Test func errorsThatCantBeWrittenChangeNothing() throws {
    let run = try Program.shell(
      #"[ -c /dev/full ] || exit 2; echo refrsh | "$PROGRAM" 2> /dev/full"#)
    #expect(run.status == 2)
  }

  @Test(arguments: [(true, true, true), (true, false, false), (false, true, false)])
  func aPromptNeedsTwoTerminals(input: Bool, output: Bool, expected: Bool) {
    let environment = Environment(
      variables: [:], isInputTerminal: input, isOutputTerminal: output, isErrorTerminal: true)
    #expect(environment.isInteractive == expected)
  }

  @Test(.enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
  func whatIsTypedWithoutAnEndIsAnsweredOnALineOfItsOwn() throws {
    let run = try Program.shell(#"python3 -c "$TYPIST" "$PROGRAM""#, environment: typist)
    #expect(run.output.contains("feed> pending\nnothing is pending\n"))
  }

  @Test(.enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
  func aFileIsNotAskedForLines() throws {
    let run = try Program.shell(
      #"python3 -c "$TYPIST" "$PROGRAM" "$FOLDER/out" > /dev/null; cat "$FOLDER/out""#,
      environment: typist)
    #expect(run.output == "nothing is pending\n")
  }

  /// Runs the program on a terminal. At the prompt it types a line without a line break, then
  /// closes the input.
  private var typist: [String: String] {
    [
      "TERM": "dumb",
      "TYPIST": """
      import os, pty, sys
      child, terminal = pty.fork()
      if child == 0:
          if len(sys.argv) > 2: os.dup2(os.open(sys.argv[2], os.O_WRONLY | os.O_CREAT, 0o600), 1)
          os.execv(sys.argv[1], sys.argv[1:2])
      text = b""
      # It prompts on a terminal only. What is typed before the prompt is echoed before it, too.
      while len(sys.argv) == 2 and b"> " not in text: text += os.read(terminal, 4096)
      os.write(terminal, b"pending\\x04\\x04")
      try:
          while True:
              more = os.read(terminal, 4096)
              if not more: break
              text += more
      except OSError: pass
      os.waitpid(child, 0)
      sys.stdout.write(text.decode().replace("\\r\\n", "\\n"))
      """,
    ]
  }

  @Test func anInteractiveSessionPromptsAndGoesOn() throws {
    let run = try Program.run(["-i"], input: "start\nrefrsh\nok\n")
    #expect(run.status == 0)
    #expect(run.errors == "error: unknown command 'refrsh' — did you mean 'refresh'?\n")
    #expect(run.output.contains("\nfeed> [1] started\n"))
    #expect(run.output.contains("\n0 loading> "))
    #expect(run.output.hasSuffix("\n10/82> \n"))
  }
}
