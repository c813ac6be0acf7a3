import FeedReducer
import Foundation
import Testing

@testable import FeedConsole
import TestWatch

@Suite(.watched) struct DemoTests {
  @Test(arguments: Demo.all.map(\.name)) func everyDemoHolds(name: String) throws {
    let demo = try #require(Demo.named(name))
    #expect(demo.lines.count <= 6)
    #expect(demo.lines.first?.hasPrefix("# ") == true)
    #expect(demo.lines.last?.hasPrefix("expect ") == true)
    let text = try Transcript().run("demo \(name)")
    #expect(text.hasPrefix("feed> \(demo.lines[0])\n"))
    #expect(text.hasSuffix("\nholds\n"))
    for line in demo.lines { #expect(text.contains("> \(line)\n")) }
  }

  /// A demo begins alike wherever it is asked for, and what it shows can be pasted.
  @Test(arguments: Demo.all.map(\.name)) func aDemoInASessionLeavesItsSettings(name: String) throws
  {
    let transcript = Transcript()
    try transcript.run("set page-size 7; set retry 1; set seed 9; start; ok; server delete 2; undo")
    let settings = transcript.interpreter.settings
    let text = try transcript.run("demo \(name)")
    #expect(text.hasSuffix("\nholds\n"))
    #expect(transcript.interpreter.settings == settings)
    #expect(transcript.interpreter.session.feed == settings.feed)
    #expect(transcript.interpreter.session.history.branches.count == 2)
    for line in try #require(Demo.named(name)).lines {
      #expect(try Pasted.line("10/82 loading more> \(line)") == line)
    }
  }

  @Test func aDemoThatIsStoppedRunsNoMoreLines() throws {
    let transcript = Transcript()
    var rounds = 0
    transcript.interpreter.waitForEnter = {
      rounds += 1
      return rounds < 3
    }
    let text = try transcript.run("demo drift")
    #expect(rounds == 3)
    #expect(text.contains("> appear last; ok\n"))
    #expect(!text.contains("> server\n"))
    #expect(transcript.interpreter.session.position == 5)
  }

  @Test func theDemosAreListed() throws {
    let text = try Transcript().run("demo")
    #expect(text.split(separator: "\n").count == Demo.all.count)
    #expect(
      text.contains("  drift         rows go on the server: the next page passes others over\n"))
    #expect(
      Transcript().failure(of: "demo drfit")
        == "6: there is no demo 'drfit' — did you mean 'drift'?")
  }

  @Test func theDocumentShowsTheScripts() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Docs/feed-repl.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    for demo in Demo.all {
      let script = (["demo \(demo.name)"] + demo.lines.map { "  \($0)" }).joined(separator: "\n")
      #expect(text.contains(script), "\(script)")
    }
  }

  @Test func theProgramPlaysADemo() throws {
    #expect(try Options(["demo", "drift"]).commands == ["demo drift"])
    #expect(try Options(["demo"]).commands == ["demo"])
    #expect(throws: Problem.unknownArgument("extra")) { try Options(["demo", "drift", "extra"]) }
  }

  /// What comes next breaks an invariant; the way there runs as a script of its own.
  @Test(arguments: Demo.all.map(\.name)) func whatFollowsADemoIsExplored(name: String) throws {
    let transcript = Transcript()
    try transcript.run("demo \(name)")
    let shown = try transcript.run("explore 4")
    #expect(shown.hasSuffix(" transitions within 4 moves: all 9 laws hold\n"), "\(shown)")
    let feed = transcript.interpreter.session.state.feed
    // A list at its end grows no more, but it can be loaded again.
    let condition = feed.nextPosition == nil ? "pending == 0" : "items <= \(feed.items.count)"
    let lines = ["demo \(name)", "invariant \(condition)"]
    let found = try Program.run(["-q"], input: (lines + ["explore 4"]).joined(separator: "\n"))
    #expect(found.status == 1)
    let script = found.output.split(separator: "\n").drop { !$0.hasPrefix("# ") }.map(String.init)
    let played = try Program.run(["-q"], input: (lines + script).joined(separator: "\n"))
    #expect(played.status == 1)
    #expect(played.errors.contains(" breaks the invariant \(condition): "))
    #expect(played.errors.hasPrefix("<stdin>:\(lines.count + script.count):1: "), "\(script)")
  }
}
