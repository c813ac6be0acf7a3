import FeedHTTP
import FeedReducer
import Foundation
import Testing

@testable import FeedConsole
import TestWatch

/// A session at a prompt can be resumed, however it ended.
@Suite(.watched) struct JournalTests {
  /// Runs a shell script whose sessions have their state in `$FOLDER/state`.
  private func shell(_ script: String) throws -> Program.Run {
    try Program.shell(#"cd "$FOLDER"; export XDG_STATE_HOME="$FOLDER/state"; "# + script)
  }

  /// Keeps a journal of a session that `body` drives, and resumes it.
  private func resumed(_ body: (Interpreter) throws -> Void) throws -> (Interpreter, Interpreter) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let variables = ["XDG_STATE_HOME": folder.path]
    let first = runner(variables)
    first.keepJournal(after: nil)
    try body(first.interpreter)
    first.interpreter.hasChanged = nil
    // Another test that starts a process may hold the lock of the file for a moment.
    let journals = try #require(StateFolder(variables)).journalPath
    let name = try #require(FileManager.default.contentsOfDirectory(atPath: journals).first)
    let second = runner(variables)
    second.resume(try RecordedSession("\(journals)/\(name)", isOwn: true))
    return (first.interpreter, second.interpreter)
  }

  private func runner(_ variables: [String: String]) -> ScriptRunner {
    var options = Options()
    options.settings.isQuiet = true
    return ScriptRunner(
      options,
      in: Environment(
        variables: variables, isInputTerminal: false, isOutputTerminal: false,
        isErrorTerminal: false), source: CatalogueSource(), output: Writer(STDOUT_FILENO))
  }

  /// Checks that two sessions have the same steps, branches, place and settings.
  private func expectSame(_ first: Interpreter, _ second: Interpreter) {
    let (session, other) = (first.session, second.session)
    #expect(other.history.branches == session.history.branches)
    #expect(other.history.branch == session.history.branch)
    #expect(other.position == session.position)
    #expect(second.settings == first.settings)
    for branch in session.history.branches.map(\.number) {
      let pairs = zip(session.history.entries(of: branch), other.history.entries(of: branch))
      for (entry, copy) in pairs {
        let isSame =
          copy.event == entry.event && copy.state == entry.state
          && copy.reaction == entry.reaction && copy.machine == entry.machine
        #expect(isSame, "branch \(branch), \(entry.number): \(entry.event.text)")
      }
    }
  }

  @Test func everythingIsThereAgain() throws {
    let (first, second) = try resumed { interpreter in
      for line in try SaveTests.varied { try interpreter.run(line) }
      try interpreter.run("undo 7; start; undo; refresh; undo 3; set quiet off; switch 2; undo 4")
    }
    #expect(first.session.history.branches.count >= 3)
    expectSame(first, second)
  }

  @Test(arguments: 1...12) func aWalkAtRandomIsThereAgain(seed: UInt64) throws {
    let (first, second) = try resumed { SaveTests.walk($0, seed: seed) }
    expectSame(first, second)
  }

  @Test func answersByThemselvesAreThereOnce() throws {
    let (first, second) = try resumed { interpreter in
      try interpreter.run("auto on; start; appear last; undo 2; set auto off; refresh; auto on")
    }
    expectSame(first, second)
  }

  @Test func aKilledSessionHasAllFinishedSteps() throws {
    let run = try shell(
      #"""
      mkfifo in; "$PROGRAM" -i -q < in > out & pid=$!
      exec 3> in
      echo 'start; ok; appear 9; undo; refresh; undo 2; save done.feed' >&3
      while [ ! -s done.feed ]; do sleep 0.01; done
      kill -9 $pid; wait $pid; echo $?
      "$PROGRAM" -q --resume -e 'branches; history; pending; set' | grep -v prefetch | head -n 9
      """#)
    #expect(
      run.output == """
        137
          1  the first, 3 steps  last: itemAppeared(index: 9)
        > 2  from step 2, 3 steps  last: refreshPulled
          [0] a fresh feed with seed 1
        > [1] started
          [2] pageLoaded(ticket: 1, 10 rows, next: page 2, total: 82)  undone
          [3] refreshPulled  undone
          load 1 refresh start
          the catalogue of 82 characters
          page-size        10

        """)
  }

  @Test func itHasWhatWasTyped() throws {
    let run = try shell(
      #"""
      printf 'start; ok; remove 4\nfail 403\nresend 4\nsave a.feed; appear 1..2; undo\nquit\n' |
        "$PROGRAM" -i -q > out
      tail -n +3 state/feed-repl/journal/*
      """#)
    #expect(
      run.output == #"""
        start
        ok
        remove 4
        fail 403
        resend 4
        {"itemAppeared":{"index":1}}
        {"itemAppeared":{"index":2}}
        goto 6

        """#)
  }

  @Test func itHasWhatAScriptDidAndNotTheScript() throws {
    let run = try shell(
      #"""
      printf '{"started":{}}\nok\n' > a.feed; echo 'run a.feed' | "$PROGRAM" -i -q > out; rm a.feed
      tail -n +3 state/feed-repl/journal/*; "$PROGRAM" -q --resume -e 'state page'
      """#)
    #expect(run.output == "{\"started\":{}}\nok\n2\n")
    #expect(run.errors.isEmpty)
  }

  @Test func itSaysWhatItKeeps() throws {
    let options = try Options(["--token", "hunter2", "https://a.example/items?api_key=k1"])
    let header = RecordedSession.header(options, sourceName: "").split(separator: "\n")
    #expect(
      header[0].hasSuffix(
        "It keeps lines, answers and links as they came, with any key in them, but no header field, "
          + "password or token that an option gave."))
    #expect(header[1].contains("api_key=k1"))
    #expect(header[2] == "# Credentials were given, and are not kept.")
  }

  @Test func aSessionThatAScriptOpenedGetsNoCredentials() throws {
    let run = try shell(
      #"""
      mkdir -p state/feed-repl/journal
      printf '# Journal of feed-repl 0.1.0.\n# options: ["--url","http://127.0.0.1:1/x","--manual"]\nstart\n' \
        > state/feed-repl/journal/1-1.feed
      "$PROGRAM" -q --resume --token hunter2 -e pending
      "$PROGRAM" -q --resume --token hunter2 -e pending http://me@127.0.0.1:1
      "$PROGRAM" -q --resume --token hunter2 -e pending http://127.0.0.1:1
      """#)
    #expect(run.output == "  load 1 refresh start\n")
    #expect(
      run.errors
        == "feed-repl: error: this session is one with http://127.0.0.1:1/x; to send something along, name its "
        + "server behind the options: feed-repl --resume=FILE … http://127.0.0.1:1\n"
        + "feed-repl: error: --resume takes no user name in a URL; give --user\n")
  }

  @Test func aSessionThatBeganInTheMiddleIsResumedThere() throws {
    let run = try shell(
      #"""
      echo 'start; ok' | "$PROGRAM" -i -q --from 30 > out
      "$PROGRAM" -q --resume -e 'state items.0.id; state page; history'
      "$PROGRAM" -q --resume --from 30 2>&1
      """#)
    #expect(
      run.output == """
        "32"
        5
          [0] a fresh feed with seed 1
          [1] server from 30
          [2] started
        > [3] pageLoaded(ticket: 1, 10 rows, next: page 5, previous: page 3, total: 82)
        feed-repl: error: --resume goes on with the source and the settings of the session; leave out \
        their options

        """)
  }

  @Test(arguments: SaveTests.oddTexts) func whatRowsAreCalledIsNoCommand(text: String) throws {
    let id = JSONText.of(JSONValue.string(text))
    let (first, second) = try resumed { interpreter in
      try interpreter.run("start; ok")
      try interpreter.run(#"{"edit":{"change":{"insert":{"item":{"id":\#(id),"value":{}}}}}}"#)
      try interpreter.run(#"{"edit":{"change":{"remove":{"id":\#(id)}}}}"#)
      try interpreter.run(#"{"typed":{"query":{"name":\#(id)}}}"#)
    }
    expectSame(first, second)
    #expect(second.exitCode == nil)
  }

  @Test func invariantsAreKeptAndDoNotStopTheResumption() throws {
    let (first, second) = try resumed { interpreter in
      try interpreter.run(#"invariant items <= 10; invariant error != "a b"; start; ok"#)
      try interpreter.run("invariant none; invariant items < 15; appear 9")
      _ = try? interpreter.run("ok")
    }
    expectSame(first, second)
    #expect(second.invariants.map(\.text) == ["items < 15"])
    #expect(throws: Failure.self) { try second.run("appear 19") }
  }

  @Test func aJournalWithoutAStepIsPassedOver() throws {
    let run = try shell(
      #"""
      echo 'start; ok' | "$PROGRAM" -i -q > out
      cd state/feed-repl/journal
      : > 9900000000000-1.feed; mkfifo 9900000000000-2.feed; mkdir 9900000000000-3.feed
      "$PROGRAM" -q --resume -e 'state page' 2>&1
      : > "$FOLDER/file"
      echo start | XDG_STATE_HOME="$FOLDER/file" "$PROGRAM" -i -q 2>&1 >/dev/null
      """#)
    #expect(run.output.hasPrefix("2\nfeed-repl: no journal is written"), "\(run.output)")
    #expect(run.output.hasSuffix(": not a directory\n"))
  }

  @Test func aResumedSessionGoesOnAndCanBeResumed() throws {
    let run = try shell(
      #"""
      echo 'start; ok' | "$PROGRAM" -i -q --page-size 4 --seed 9 > out
      echo 'loadMore' | "$PROGRAM" -i -q --resume > out
      "$PROGRAM" -q --resume -e 'history; state seed; state total'
      """#)
    #expect(
      run.output == """
          [0] a fresh feed with seed 9
          [1] started
          [2] pageLoaded(ticket: 1, 4 rows, next: page 2, total: 82)
        > [3] loadMore
        9
        82

        """)
  }

  @Test func aTornLineIsLeftOut() throws {
    let run = try shell(
      #"""
      echo 'start; ok' | "$PROGRAM" -i -q > out
      printf '{"pageLoaded":{"tick' >> state/feed-repl/journal/*
      echo 'loadMore' | "$PROGRAM" -i -q --resume > out
      "$PROGRAM" --resume -e 'state append'
      """#)
    #expect(run.output.hasPrefix("resumed at step 3 of 3, from /"))
    #expect(run.output.hasSuffix("loading 2\n"))
    #expect(run.errors.isEmpty)
  }

  @Test func onlyTheUserCanReadIt() throws {
    let run = try shell(
      #"""
      umask 0; echo start | "$PROGRAM" -i -q > out
      find state -mindepth 1 | while read f; do ls -ld "$f" | cut -c1-10; done
      """#)
    #expect(run.output == "drwx------\ndrwx------\n-rw-------\n")
  }

  @Test func twentyJournalsAreKept() throws {
    let run = try shell(
      #"""
      for n in $(seq 23); do echo "set seed $n; start" | "$PROGRAM" -i -q > out; done
      ls state/feed-repl/journal | wc -l
      "$PROGRAM" -q --resume -e 'state seed'
      """#)
    #expect(run.output.split(whereSeparator: \.isWhitespace) == ["20", "23"])
  }

  @Test func scriptsAndWhatDoesNothingLeaveNoJournal() throws {
    let run = try shell(
      #"""
      echo start | "$PROGRAM" -q; "$PROGRAM" -q -e start; echo start | "$PROGRAM" --json > out
      echo pending | "$PROGRAM" -i -q > out; ls -A; "$PROGRAM" --resume
      """#)
    #expect(run.output == "input\nout\noutput\nerrors\n" || !run.output.contains("state"))
    #expect(run.status == 66)
    #expect(run.errors.contains("there is no session to resume"))
  }

  @Test func aJournalThatCantBeWrittenIsSaidOnce() throws {
    let run = try shell(
      #"""
      touch state; printf 'start\nok\nstate total\n' | "$PROGRAM" -i -q
      """#)
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(run.errors.hasPrefix("feed-repl: no journal is written, so --resume won't find"))
    #expect(run.output.contains("82"))
    #expect(run.status == 0)
  }

  @Test(
    arguments: [
      (["--resume=/dev/null"], "'/dev/null' is no journal of feed-repl; 'run' runs a script", 66),
      (["--resume=/no/such"], "can't read '/no/such': no such file or directory", 66),
    ] as [([String], String, Int32)])
  func whatIsNoJournalIsNamed(arguments: [String], message: String, status: Int32) throws {
    let run = try Program.run(arguments)
    #expect(run.errors == "feed-repl: error: \(message)\n")
    #expect(run.status == status)
  }

  @Test func optionsOfTheSourceAreNotGivenAgain() throws {
    let run = try shell(
      #"echo start | "$PROGRAM" -i -q > out; "$PROGRAM" --resume --page-size 3"#)
    #expect(run.status == 64)
    #expect(run.errors.contains("leave out their options"))
  }

  @Test func noCredentialIsInTheHeader() throws {
    let options = try Options([
      "--url", "https://me:pw1@a.example/items?q=1", "--header", "X-Key: pw2", "--header", "@keys",
      "--token", "pw3", "--items", "a.b", "--manual", "--post", "/body.json", "-q",
    ])
    let header = RecordedSession.header(options, sourceName: "https://a.example/items")
    #expect(!header.contains("pw"))
    let folder = FileManager.default.currentDirectoryPath
    #expect(
      header.split(separator: "\n").dropFirst() == [
        #"# options: ["--url","https://a.example/items?q=1","--header","@\#(folder)/keys","#
          + #""--items","a.b","--manual","--post","/body.json","--page-size","10","--prefetch","5","#
          + #""--seed","1"]"#,
        "# Credentials were given, and are not kept.",
      ])
  }

  @Test func aStepIsWrittenInTheSameTimeHoweverManyThereAre() throws {
    let (first, _) = try resumed { interpreter in
      try interpreter.run("set quiet on; start; ok; 20000*visible 0..2; 20000*appear 2")
    }
    #expect(first.session.position == 40_002)
  }

  @Test(.enabled(if: TerminalSession.isAvailable, "\(TerminalSession.reason)"))
  func aSessionThatWasKilledInATerminalGoesOn() throws {
    try inTerminal { terminal in
      try terminal.start()
      try terminal.type("start\nok\n")
      try terminal.wait(forLast: "10/82>")
      try terminal.press("C-z")
      try terminal.wait(forLast: "sh>")
      try terminal.type("kill -9 %1; clear; \"$PROGRAM\" --resume\n")
      try terminal.wait(for: "resumed at step 2 of 2")
      try terminal.wait(forLast: "10/82>")
      try terminal.type("loadMore\nquit\n")
      try terminal.wait(for: "\nthe session is kept: feed-repl --resume goes on with it\n")
      try terminal.wait(forLast: "sh>")
      try terminal.type("\"$PROGRAM\" -q --resume -e 'state append'\n")
      try terminal.wait(for: "\nloading 2\n")
    }
  }
}
