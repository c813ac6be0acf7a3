import Foundation
import TestServers
import Testing

@testable import FeedConsole
import TestWatch

/// The live screen in a terminal. Without tmux these tests are skipped.
@Suite(
  .watched, .serialized,
  .enabled(if: TerminalSession.isAvailable, "\(TerminalSession.reason)"))
struct LiveTests {
  @Test func keysTellAStory() throws {
    try inTerminal { terminal in
      try terminal.type("clear; \"$PROGRAM\" live\n")
      try terminal.wait(for: "not started yet")
      for (key, text) in [
        ("s", "⟳ loading …"), ("o", "▎ 9  Obi-Wan Kenobi"), ("f", "✗ [t] retry"),
        ("t", "⟳ loading more"), ("r", "⟳ refreshing"), ("l", "ignored: request 3 was"),
        ("[", "THE PAST"),
      ] {
        try terminal.type(key)
        try terminal.wait(for: text)
      }
      try terminal.type("q")
      // The last screen stays in the scrollback.
      try terminal.wait("the shell below the last screen") {
        $0.hasSuffix("sh>") && $0.contains("Obi-Wan Kenobi")
      }
      try terminal.expectRestored()
    }
  }

  /// What a user does in the first minute, with only the keys that the screen shows.
  @Test func aMinuteEndsWithATest() throws {
    try inTerminal(columns: 200, rows: 60) { terminal in
      try terminal.type("clear; \"$PROGRAM\" live\n")
      try terminal.wait(for: "not started yet")
      for (key, text) in [
        ("s", "[o]k [f]ail [d]rop"), ("o", "10 of 82"), ("G", "load 2 append page 2"),
        ("f", "failed http 503"), ("t", "load 3 append page 2"), ("o", "20 of 82"),
        ("r", "⟳ refreshing"), ("o", "10 of 82"), ("l", "ignored:"), ("[", "THE PAST"),
      ] {
        try terminal.type(key)
        try terminal.wait(for: text)
      }
      try terminal.type("S")
      try terminal.wait(for: ":save session.swift▏")
      try terminal.press("Enter")
      try terminal.wait(for: "in session.swift")
      try terminal.type("q")
      try terminal.wait("the shell") { $0.hasSuffix("sh>") }
      let saved = try String(
        contentsOf: terminal.folder.appending(path: "session.swift"), encoding: .utf8)
      #expect(saved.contains("@Test func sessionReplays()"))
    }
  }

  @Test func theSessionIsThatOfThePrompt() throws {
    try inTerminal { terminal in
      try terminal.start()
      try terminal.type("start; ok\nlive\n")
      try terminal.wait(for: "▎ 9  Obi-Wan Kenobi")
      try terminal.type("r")
      try terminal.wait(for: "⟳ refreshing")
      try terminal.type("q")
      try terminal.wait(forLast: "10/82 refreshing>")
      try terminal.type("ok\n")
      try terminal.wait(for: "pageLoaded(ticket: 3, 10 rows")
    }
  }

  /// Over an API the log has what each answer was, and the screen counts the seconds until it comes.
  @Test(.enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
  func anAnswerOverHTTPIsSeenAsItIs() async throws {
    try await TestServer.run { server in
      let url = server.url("offset?offset=0&limit=20").absoluteString
      let control = server.url("_control").absoluteString
      try await onThread {
        try inTerminal(columns: 110, rows: 30) { terminal in
          func tell(_ json: String) throws {
            _ = try Program.shell(
              #"python3 -c "import urllib.request as r; r.urlopen('$CONTROL', b'$JSON')""#,
              environment: ["CONTROL": control, "JSON": json])
          }
          try terminal.type("clear; \"$PROGRAM\" live '\(url)'\n")
          try terminal.wait(for: "not started yet")
          try terminal.type(":set retry 0\n")
          try terminal.type("s")
          try terminal.wait("the facts of the second page") {
            $0.contains(/pageLoaded\(ticket: 2, 20 ro.*  200 · [0-9]+ ms · [0-9]+ B/)
          }
          try tell(#"{"insert": 3}"#)
          try terminal.press("End")
          try terminal.wait("the drift beside the page") {
            $0.contains(/pageLoaded\(ticket: 3, .*  3 rows came before your place · 200/)
          }
          try tell(#"{"fail": {"path": "/offset", "status": 503, "times": 1}}"#)
          try terminal.press("End")
          try terminal.wait("the failure, its cause first") {
            $0.contains(/failed\(ticket: 4, http 503: answered 503 .*  503 · [0-9]+ ms · [0-9]+ B/)
          }
          try tell(#"{"fail": {"path": "/offset", "wire": "hang", "times": 1}}"#)
          try terminal.type("t")
          try terminal.wait("the seconds") { $0.contains(/load 5 append offset [0-9]+  [12] s/) }
          try terminal.wait("more of them") { $0.contains(/load 5 append offset [0-9]+  3 s/) }
          try terminal.type("d")
          try terminal.press("Tab", "Home", "Down", "Down", "Enter")
          try terminal.wait(for: "content-type: application/json")
          try terminal.press("G")
          try terminal.wait(for: "\"total\" : ")
          try terminal.type("qqq")
          try terminal.wait("the shell") { $0.hasSuffix("sh>") }
        }
      }
    }
  }

  /// What answers by hand over an API holds no key, and what a typed line waits for can be stopped.
  @Test(.enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
  func aRequestThatHangsHoldsNoKey() async throws {
    try await TestServer.run { server in
      let url = server.url("offset?offset=0&limit=20").absoluteString
      let control = server.url("_control").absoluteString
      try await onThread {
        try inTerminal(columns: 110, rows: 30) { terminal in
          try terminal.type("clear; \"$PROGRAM\" --manual live '\(url)'\n")
          try terminal.wait(for: "not started yet")
          try terminal.type("so")
          try terminal.wait(for: "20 of")
          try terminal.type("r")
          try terminal.wait(for: "load 3 refresh start")
          _ = try Program.shell(
            #"python3 -c "import urllib.request as r; r.urlopen('$CONTROL', b'$JSON')""#,
            environment: [
              "CONTROL": control,
              "JSON": #"{"fail": {"path": "/offset", "wire": "hang", "times": 2}}"#,
            ])
          try terminal.type("o")
          try terminal.wait("the seconds") { $0.contains(/load 3 refresh start  [1-9] s/) }
          try terminal.type("o")
          try terminal.wait(for: "o: the answer comes by itself")
          try terminal.type("?")
          try terminal.wait(for: "pull to refresh")
          try terminal.type("q:ok\n")
          try terminal.wait(for: "^C stops the wait")
          try terminal.resize(columns: 60, rows: 14)
          try terminal.wait("the small screen") {
            !$0.contains("│") && $0.contains("^C stops the wait")
          }
          try terminal.press("C-c")
          try terminal.wait(for: "stopped: still waiting for load 3")
          try terminal.press("Escape")
          try terminal.type("f")
          try terminal.wait(for: "✗ [t] retry")
          try terminal.type("q")
          try terminal.wait("the shell, and the way back") {
            $0.hasSuffix("sh>") && $0.contains("the session is kept: ")
          }
        }
      }
    }
  }

  @Test func aNewSizeIsDrawnWhole() throws {
    try inTerminal { terminal in
      try terminal.type("clear; \"$PROGRAM\" live\n")
      try terminal.wait(for: "not started yet")
      try terminal.type("so")
      try terminal.wait(for: "waiting for you")
      try terminal.resize(columns: 60, rows: 14)
      try terminal.wait("the small screen") {
        $0.contains("Obi-Wan Kenobi") && !$0.contains("waiting for you") && $0.contains("q quit")
      }
      try terminal.resize(columns: 120, rows: 40)
      try terminal.wait("the large screen") {
        $0.contains("next moves") && $0.contains("pageLoaded(ticket: 1")
      }
    }
  }

  @Test func controlCTwiceAndSuspendLeaveTheTerminalAsItWas() throws {
    try inTerminal { terminal in
      try terminal.type("clear; \"$PROGRAM\" live\n")
      try terminal.wait(for: "not started yet")
      try terminal.type("s")
      try terminal.wait(for: "⟳ loading …")
      try terminal.press("C-z")
      try terminal.wait(for: "Stopped")
      try terminal.expectRestored()
      try terminal.type("fg\n")
      try terminal.wait(for: "⟳ loading …")
      try terminal.press("C-c")
      try terminal.wait(for: "press ^C again")
      try terminal.press("C-c")
      try terminal.wait("the shell") { $0.hasSuffix("sh>") }
      try terminal.type("echo \"status $?\"\n")
      try terminal.wait(for: "status 130")
      try terminal.expectRestored()
    }
  }

  @Test func theFeedOfAnAppIsFollowed() throws {
    try inTerminal { terminal in
      try terminal.type("clear; \"$PROGRAM\" live --follow app.trace\n")
      try terminal.wait(for: "waiting for the first step")
      let line = """
        {"version":2,"step":1,"time":0,"rows":0,"action":{"started":{}},"start":{"seed":1,"actions":[],\
        "feed":{"pageSize":5,"prefetchDistance":2,"refreshMode":"firstPage","maxEmptyPages":2,\
        "isEditable":true,"retry":{"attempts":0,"base":1,"cap":30}}}}
        """
      let file = terminal.folder.appending(path: "app.trace")
      // The first half of a line shows nothing, and the whole line does.
      try Data(line.utf8.prefix(40)).write(to: file)
      let handle = try FileHandle(forWritingTo: file)
      try handle.seekToEnd()
      try handle.write(contentsOf: Data(line.utf8.dropFirst(40) + Array("\n".utf8)))
      try handle.close()
      try terminal.wait(for: "⟳ loading …")
      try terminal.type("q")
      try terminal.wait("the shell") { $0.hasSuffix("sh>") }
      try terminal.expectRestored()
    }
  }

  @Test func withoutATerminalItSaysWhatToDo() throws {
    let run = try Program.run(["live"], input: "")
    #expect(run.status == 64)
    #expect(run.errors.contains("the live screen needs a terminal"))
    let follow = try Program.run(["live", "--follow", "x"], input: "")
    #expect(follow.status == 64)
    #expect(follow.errors.contains("the live screen needs a terminal"))
    #expect(try Program.run(["--follow", "x"], input: "").status == 64)
  }
}
