import FeedHTTP
import Foundation
import TestServers
import TestWatch
import Testing

/// A script or a journal that somebody has sent is data: it reads nothing of the user's, sends none of it along,
/// and writes new files beside itself.
@Suite(.watched, .enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
struct SentFileTests {
  /// What every script and journal would like to have.
  private static let secrets = #"""
    export HOME="$FOLDER/home" XDG_STATE_HOME="$FOLDER/state"; mkdir -p "$HOME" "$FOLDER/sent/deep"
    echo 'Authorization: Bearer hunter2' > "$HOME/secret"; cd "$FOLDER/sent"

    """#

  /// Runs a shell script in a folder with what was sent, beside the user's own.
  private func shell(_ script: String, _ arguments: [String] = []) throws -> Program.Run {
    try Program.shell(Self.secrets + script, arguments)
  }

  // MARK: - Scripts

  @Test(arguments: [
    ("--graphql ~/secret", "--graphql FILE"), ("--post ~/secret", "--post FILE"),
    ("--header @../home/secret", "--header 'K: V'"), ("--header 'K: V'", "--header 'K: V'"),
    ("--token=@../home/secret", "--token TOKEN"), ("--user @../home/secret", "--user NAME[:PW]"),
    ("--user me", "--user NAME[:PW]"),
  ])
  func aScriptOpensNothingWithAFileOrACredential(option: String, usage: String) async throws {
    try await TestServer.run { server in
      let run = try shell(
        #"printf '%s\n' "$1" > a.feed; "$PROGRAM" -q run a.feed; "$PROGRAM" -q -e 'run a.feed'"#,
        ["open \(server.url("people")) \(option)"])
      let name = usage.prefix { $0 != " " }
      let error =
        "a.feed:1:1: error: a script can't give '\(name)', which reads a file or sends along what is "
        + "yours; type it yourself: open URL \(usage)\n"
      #expect(run.errors == error + error)
      #expect(run.status == 64 && run.output.isEmpty)
      #expect(try await server.log().isEmpty)
    }
  }

  @Test func aScriptOpensNoURLWithCredentials() async throws {
    try await TestServer.run { server in
      let url = server.url("people").absoluteString.replacing("://", with: "://me:pw@")
      let run = try shell(#"echo "open $1" > a.feed; "$PROGRAM" run a.feed"#, [url])
      #expect(
        run.errors == "a.feed:1:1: error: a script can't give a user name in a URL; "
          + "type it yourself: open URL --user NAME[:PW]\n")
      #expect(try await server.log().isEmpty)
    }
  }

  @Test func aScriptTakesTheUsersCredentialsToNoOtherServer() async throws {
    try await TestServer.run { server in
      try await TestServer.run { other in
        let run = try shell(
          #"""
          printf 'open %s\nstart; settle; expect items > 0\nopen %s\nstart; settle\nopen %s?a=1\n' "$2" "$1" "$2" > a.feed
          "$PROGRAM" -q --token letmein "$1" run a.feed
          """#, [server.url("private").absoluteString, other.url("people").absoluteString])
        // It went to another server first, so its own server asks for them again.
        #expect(run.errors.hasPrefix("a.feed:3:1: error: "))
        let log = try await other.log()
        #expect(log.count > 0 && log.allSatisfy { $0.headers["authorization"] == nil })
        #expect(try await server.log().first?.headers["authorization"] == "Bearer letmein")
      }
    }
  }

  @Test(arguments: [
    ("~/own.swift", "a script names files beside it, without a folder"),
    ("../home/own.swift", "a script names files beside it, without a folder"),
    ("../new.html", "a script names files beside it, without a folder"),
    ("deep/new.html", "a script names files beside it, without a folder"),
    ("/tmp/new.html", "a script names files beside it, without a folder"),
    ("new.html --force", "a script writes new files only"),
    ("there.html", "a script writes new files only, and 'there.html' is there"),
    ("empty.html", "a script writes new files only, and 'empty.html' is there"),
    ("link.html", "a script writes new files only, and 'link.html' is there"),
    ("dangling.html", "a script writes new files only, and 'dangling.html' is there"),
  ])
  func aScriptWritesNewFilesBesideItselfOnly(words: String, reason: String) throws {
    let run = try shell(
      #"""
      echo mine > ../home/own.swift; echo mine > there.html; : > empty.html
      ln -s ../home/own.swift link.html; ln -s ../home/none.html dangling.html
      printf 'start\nsave %s\n' "$1" > a.feed; ls -R .. > ../before; ls -R .. > ../before
      "$PROGRAM" -q run a.feed; echo $?
      ls -R .. > ../after; cmp ../before ../after 2>&1 | grep -v after
      cat ../home/own.swift there.html empty.html
      """#, [words])
    let name = words.prefix { $0 != " " }
    #expect(run.errors.hasPrefix("a.feed:2:6: error: \(reason)"), "\(run.errors)")
    #expect(run.errors.contains("type it yourself: save '\(name)'"))
    #expect(["2\nmine\nmine\n", "73\nmine\nmine\n"].contains(run.output), "\(run.output)")
  }

  @Test func whatAScriptNamesLiesBesideIt() throws {
    let run = try shell(
      #"""
      cd ..; printf 'start; ok\nsave new.html\n' > sent/deep/inner.feed
      printf 'run inner.feed\nsave new.html\n' > sent/deep/a.feed
      "$PROGRAM" -q run sent/deep/a.feed; ls sent/deep; ls *.html
      echo 'run ../a.feed' > sent/b.feed; "$PROGRAM" run sent/b.feed
      """#)
    #expect(run.output == "saved 2 steps in sent/deep/new.html\na.feed\ninner.feed\nnew.html\n")
    let errors = run.errors.split(separator: "\n").filter { !$0.hasPrefix("ls") }
    #expect(
      errors == [
        "sent/deep/a.feed:2:6: error: a script writes new files only, and 'sent/deep/new.html' is there; "
          + "take another name, or type it yourself: save 'sent/deep/new.html' --force",
        "sent/b.feed:1:5: error: a script names files beside it, without a folder; "
          + "type it yourself: run '../a.feed'",
      ])
  }

  @Test func whatTheUserTypesAndPipesIsTheUsers() async throws {
    try await TestServer.run { server in
      let run = try shell(
        #"""
        echo '{"mine":1}' > ../home/body.json; echo mine > ../home/own.html; echo quit > empty.feed
        printf '%s\n' "open $1/as/search --post ~/body.json" 'save ~/own.html --force' 'run ../sent/empty.feed' > lines
        "$PROGRAM" -q < lines; cat lines | "$PROGRAM" -q; "$PROGRAM" -q run empty.feed -e 'quit'
        "$PROGRAM" -q -e "open $1/people --token letmein" -e 'save ~/own.html --force'
        """#, [server.base.absoluteString])
      #expect(run.errors.isEmpty)
      let log = try await server.log()
      #expect(log.map(\.body) == [#"{"mine":1}"#, #"{"mine":1}"#, nil])
      #expect(log.last?.headers["authorization"] == "Bearer letmein")
    }
  }
}

/// The journal of somebody else.
@Suite(.watched, .enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
struct SentJournalTests {
  /// Runs a shell script beside a journal that somebody has sent, `sent.feed`.
  private func shell(
    options: String, lines: String = "start\n", _ script: String, _ arguments: [String] = []
  ) throws -> Program.Run {
    let start = #"""
      export HOME="$FOLDER/home" XDG_STATE_HOME="$FOLDER/state"; mkdir -p "$HOME"; cd "$HOME"
      echo '{"mine":"hunter2"}' > secret; printf '# Journal of feed-repl 0.1.0.\n# options: %s\n%s' \
        "$OPTIONS" "$LINES" > ../sent.feed

      """#
    return try Program.shell(
      start + script, arguments, environment: ["OPTIONS": options, "LINES": lines])
  }

  @Test(arguments: [
    (#""--post","secret""#, "--post FILE"), (#""--graphql","secret""#, "--graphql FILE"),
    (#""--header","@secret""#, "--header 'K: V'"), (#""--header=K: V""#, "--header 'K: V'"),
    (#""--token","@secret""#, "--token TOKEN"), (#""--user","@secret""#, "--user NAME[:PW]"),
  ])
  func itsOptionsReadNoFileAndSendNothingAlong(option: String, usage: String) async throws {
    try await TestServer.run { server in
      let run = try shell(
        options: #"["--url","\#(server.url("people"))",\#(option)]"#,
        #""$PROGRAM" --resume=../sent.feed -i -e settle; ls ../state"#)
      let name = usage.prefix { $0 != " " }
      #expect(
        run.errors.hasPrefix(
          "feed-repl: error: a journal that is not one of yours can't give '\(name)', which reads a file "
            + "or sends along what is yours; type it yourself: feed-repl --resume=FILE URL \(usage)\n"
        ))
      #expect(run.output.isEmpty)
      #expect(try await server.log().isEmpty)
    }
  }

  @Test(arguments: [
    #"["-e","save own.html"]"#, #"["-i"]"#, #"["--resume=x"]"#, #"["--json"]"#,
    #"["run","a.feed"]"#,
    #"["live"]"#, #"["--url","http://me:pw@localhost"]"#,
  ])
  func itsOptionsAreThoseOfASource(options: String) throws {
    let run = try shell(options: options, #""$PROGRAM" --resume=../sent.feed; echo $?; ls"#)
    #expect(run.output == "64\nsecret\n")
    #expect(run.errors.hasPrefix("feed-repl: error: ") && !run.errors.contains("'open'"))
    #expect(options.contains("run") || options.contains("live") || run.errors.contains("type it"))
  }

  @Test(arguments: [
    "save own.html", "run secret", "live", "quit", "open catalogue", "request body", "demo",
    "explore 1",
    "2*start", "(start)", "start; ok", "until items > 0 ( ok )", "1", "auto on",
  ])
  func itsLinesOnlyChangeTheSession(line: String) throws {
    let run = try shell(
      options: "[]", lines: "start\nok\n\(line)\nstart\n",
      #""$PROGRAM" -i -k --resume=../sent.feed -e 'state items'; echo $?; ls; ls ../state 2>/dev/null"#
    )
    #expect(
      run.errors
        == "../sent.feed:5:1: error: a journal has only what changed the session, one action or "
        + "command a line; leave '\(line)' out, and type it yourself\n")
    #expect(run.output == "2\nsecret\n")
  }

  @Test(arguments: ["ok", "settle", "advance 1s"])
  func itSendsNothing(line: String) async throws {
    try await TestServer.run { server in
      let url = server.url("people").absoluteString
      let run = try shell(
        options: #"["--url","\#(url)"]"#, lines: "set retry 2\nstart\n\(line)\n",
        #""$PROGRAM" -k --resume=../sent.feed; echo | "$PROGRAM" -i -q --resume=../sent.feed"#)
      let isRefused = line != "advance 1s"
      #expect(run.errors.contains("a journal sends no request; leave the line out") == isRefused)
      #expect(try await server.log().isEmpty)
    }
  }

  @Test func itAsksWhenTheUserSaysSoWithoutAnythingOfTheUsers() async throws {
    try await TestServer.run { server in
      let url = server.url("people").absoluteString
      let run = try shell(
        options: #"["--url","\#(url)"]"#,
        lines: "# Credentials were given, and are not kept.\nstart\n",
        #"""
        "$PROGRAM" -q --resume=../sent.feed --token letmein -e settle
        "$PROGRAM" -q --resume=../sent.feed --token letmein -e settle http://localhost:1
        "$PROGRAM" -q --resume=../sent.feed --post secret -e settle
        printf 'appear 0\n' | "$PROGRAM" -i --resume=../sent.feed
        "$PROGRAM" -q --resume --header 'K: letmein' -e settle
        printf 'pending\n' | "$PROGRAM" -i -q --resume
        "$PROGRAM" -q --resume -e set
        """#)
      let reason = "feed-repl: error: this session is one with \(url)"
      let remedy =
        "; to send something along, name its server behind the options: feed-repl --resume=FILE … "
        + url.dropLast("/people".count)
      #expect(
        run.errors.split(separator: "\n") == [
          "\(reason)\(remedy)", "\(reason), and not with localhost:1\(remedy)",
          "\(reason)\(remedy)",
          "\(reason)\(remedy)",
        ])
      #expect(
        run.output.contains(
          "its credentials are not kept; give them, and the server behind them, with --resume"))
      #expect(run.output.contains("so it sends nothing by itself; 'auto on' lets it\n"))
      #expect(run.output.contains("  load 1 refresh start\n"))
      #expect(run.output.contains("  auto             off\n"))
      #expect(try await server.log().isEmpty)
    }
  }

  @Test func theUserGivesWhatItMayNot() async throws {
    try await TestServer.run { server in
      let url = server.url("as/search").absoluteString
      let run = try shell(
        options: #"["--url","\#(url)","--header","@/etc/passwd","--post","/etc/passwd"]"#,
        #"""
        echo 'Authorization: Bearer letmein' > head
        echo 'settle' | "$PROGRAM" -i -q --resume=../sent.feed --header @head --post secret "$1"
        "$PROGRAM" -q --resume -e 'appear last; settle; expect items == 40'
        """#, [server.base.absoluteString])
      #expect(run.errors.isEmpty, "\(run.errors)")
      let log = try await server.log()
      #expect(log.count > 1)
      for request in log {
        #expect(request.path == "/as/search" && request.body?.contains("hunter2") == true)
        #expect(request.headers["authorization"] == "Bearer letmein")
      }
    }
  }
}
