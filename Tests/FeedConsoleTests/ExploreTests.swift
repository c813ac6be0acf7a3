import FeedEffects
import FeedHTTP
import FeedReducer
import Testing

@testable import FeedConsole
import TestWatch

/// All that can happen from a step on is visited, and a script leads to what breaks.
@Suite(.watched) struct ExploreTests {
  @Test(arguments: [
    "", "start", "start; ok; appear 2", "start; ok; appear 2; fail 503; offline",
    "start; ok; loadMore; refresh", "set retry 1; start; fail 503", "start; ok items=2; remove @0",
    "start; ok; server delete 5; appear 2",
  ]) func theLawsHoldWhateverHappensNext(line: String) throws {
    let transcript = Transcript()
    try transcript.run("set page-size 3; \(line)")
    let shown = try transcript.run("explore 3")
    #expect(shown.contains(" transitions within 3 moves: all 9 laws hold"), "\(shown)")
  }

  @Test func aBrokenInvariantHasAShortestScriptThatRuns() throws {
    let transcript = Transcript()
    try transcript.run("set page-size 3; start; ok; invariant items <= 6")
    let failure = transcript.failure(of: "explore 6")
    #expect(failure == "1: 'items <= 6' breaks within 3 moves")
    let shown = transcript.shown.split(separator: "\n").map(String.init)
    #expect(shown[0].hasPrefix("# ") && shown.count == 4)
    let other = Transcript()
    try other.run("set page-size 3; start; ok")
    for line in shown { try other.run(line) }
    #expect(other.interpreter.session.state.feed.items.count == 9)
  }

  /// Each class of failure is in the script in its own words.
  @Test(arguments: ["503", "unreachable", "404", "invalidCursor"])
  func aScriptFailsAsTheStepDid(reason: String) throws {
    let transcript = Transcript()
    let error = (Int(reason) == nil ? "" : "http ") + reason
    try transcript.run("start; invariant error != '\(error)'")
    #expect(transcript.failure(of: "explore 1").hasSuffix("breaks within 1 move"))
    #expect(transcript.shown.hasSuffix("\nfail 1 \(reason)\n"))
  }

  /// Pages of two rows without an end.
  private struct Numbers: PageSource {
    struct Number: Identifiable, Equatable, Sendable, Codable { let id: Int }

    func page(for request: Feed<Number, Int>.Request) async throws -> Feed<Number, Int>.Page {
      let first = request.position.cursor ?? 0
      return .init(items: [Number(id: first), Number(id: first + 1)], next: first + 2)
    }
  }

  @Test func withoutAServerTheAnswersAreMadeUpFromThePagesSeen() async throws {
    try await onThread {
      let own = Transcript(source: OwnSource(Numbers(), sink: nil, title: nil))
      try own.run("start")
      #expect(
        own.failure(of: "explore")
          == "1: 'explore' makes up answers from pages seen, and there is none; 'start' and "
          + "'ok' come first")
      try own.run("ok; loadMore; ok")
      #expect(
        try own.run("explore 2").hasSuffix(
          " within 2 moves and answers made up from the pages seen: all 9 laws hold\n"))
    }
  }

  /// Behind the pages seen come three pages of three rows. After a reset those that were seen come again.
  @Test(arguments: [
    ("append != 'ended exhausted'", ["0", "1", "2", "3"] + (1...9).map { "made up append \($0)" }),
    ("items < 4", ["0", "1", "2", "3"]),
  ]) func theScriptHasTheAnswersThatWereMadeUp(condition: String, ids: [String]) async throws {
    try await onThread {
      let own = Transcript(source: OwnSource(Numbers(), sink: nil, title: nil))
      let start = "start; ok; loadMore; ok" + (ids.count == 4 ? "; reset" : "")
      try own.run("\(start); invariant \(condition)")
      #expect(own.failure(of: "explore 6").contains(" breaks within "))
      let script = own.shown.split(separator: "\n").map(String.init)
      try own.run("invariant none")
      for line in script { try own.run(line) }
      #expect(own.interpreter.session.state.items.map(\.id.rawValue) == ids)
    }
  }

  @Test func aStepThatBreaksAnInvariantFailsItsLine() throws {
    let transcript = Transcript()
    try transcript.run("start; ok; invariant items <= 10 and error == none; invariant pending < 2")
    #expect(
      try transcript.run("invariant") == "  items <= 10 and error == none\n  pending < 2\n")
    #expect(
      transcript.failure(of: "loadMore; fail 503")
        == "11: step 4 breaks the invariant error == none: error is http 503 (the server answered "
        + "503 Service Unavailable)")
    try transcript.run("invariant none; retry; ok")
    #expect(transcript.failure(of: "invariant items == 3").hasPrefix("1: step 6 breaks"))
  }

  @Test func oneMoveIsFound() throws {
    let transcript = Transcript()
    try transcript.run("set page-size 3; start; ok; loadMore; ok; loadMore; invariant items < 9")
    #expect(transcript.failure(of: "explore 1") == "1: 'items < 9' breaks within 1 move")
    #expect(transcript.shown.hasSuffix("\nok 3\n"))
  }

  @Test(arguments: [
    ("explore 50", #"stopped after [\d,]+ states to a depth of \d+; all laws hold so far"#),
    ("2*(explore 50)", "stopped after 0 of 2 rounds"),
  ]) func aSearchThatIsStoppedSaysHowFarItGot(line: String, pattern: String) throws {
    let transcript = Transcript()
    try transcript.run("start; ok")
    let interruption = transcript.interpreter.interruption
    interruption.sayWait = {
      #expect($0 == "exploring 50 moves …")
      #expect(interruption.request())
    }
    interruption.begin()
    do {
      try transcript.interpreter.run(line)
      Issue.record("it ran")
    } catch {
      let (message, regex) = (error.problem.message, try Regex(pattern))
      #expect(try regex.wholeMatch(in: message) != nil, "\(message)")
      #expect(error.problem.exitCode == .interrupted)
    }
    #expect(interruption.end())
    #expect(try transcript.run("explore 1").contains("all 9 laws hold"))
  }
}
