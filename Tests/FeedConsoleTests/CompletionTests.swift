import Testing

@testable import FeedConsole
import TestWatch

@Suite(.watched) struct CompletionTests {
  /// A session with request 1 answered, and request 2 and 3 pending.
  private func completion() throws -> LineCompletion {
    let transcript = Transcript()
    try transcript.run("start; ok; appear 9; refresh")
    return LineCompletion(session: transcript.interpreter.session) { folder in
      switch folder {
      case ".": ["a.feed", "apps/", ".hidden", "b c", "e\u{1B}"]
      case "apps/": ["one.feed"]
      default: []
      }
    }
  }

  @Test(
    arguments: [
      ("stat", ["state"]), ("st", ["start", "started", "state", "stopped"]),
      ("ok; unt", ["until"]), ("3*(ok; app", ["appear"]), ("3*app", ["appear"]),
      ("3* app", ["appear"]), (":sta", ["start", "started", "state"]), ("", nil), ("ok;", nil),
      ("expect ite", ["items"]), ("expect items =", ["=="]),
      ("expect append == exh", ["exhausted"]), ("expect isLoading == t", ["true"]),
      ("expect items == 10 a", ["and"]), ("expect items == 10 and pen", ["pending"]),
      ("expect eff", ["effect"]), ("until canL", ["canLoadNextPage"]),
      ("until items > 3 ( sett", ["settle"]), ("state app", ["append"]),
      ("history --", ["--changes"]), ("history --changes gen", ["generation"]),
      ("ok ", ["3", "items=", "last"]), ("fail 3 ti", ["timeout"]), ("fail 3 5", ["500", "503"]),
      ("drop ", ["3"]),
      ("request ", ["3", "body", "curl", "headers"]), ("late ", ["1", "2"]),
      ("fail 3 af", ["after="]),
      ("goto s", ["start"]), ("goto 1", ["1"]),
      ("set pre", ["prefetch"]), ("set auto o", ["off", "on"]),
      ("set refresh m", ["merge"]), ("help cond", ["conditions"]),
      ("help requ", ["request", "requests"]),
      ("try ref", ["refresh", "refreshPulled"]), ("why retry app", ["append"]),
      ("retry pre", ["prepend"]), ("auto o", ["off", "on"]), ("appear la", ["last"]),
      ("connectivityChanged f", ["false"]), ("loaded tot", ["total="]),
      ("run a", ["a.feed", "apps/"]), ("run .", [".hidden"]), ("run apps/", ["apps/one.feed"]),
      ("save a", ["a.feed", "apps/"]), ("save b.", ["b.feed", "b.html", "b.swift"]),
      ("save b.s", ["b.swift"]),
      ("demo dr", ["drift"]), ("server down", ["down"]), ("server insert 3 a", ["at"]),
      ("update 1", ["1", "10"]), ("remove 2", ["2"]), ("try dism", ["dismiss"]),
      ("editRetried ", []),
      ("nonsense a", []), ("ok # st", []), ("# st", []), (#"expect items contains "st"#, []),
      (#"{"st"#, []),
    ] as [(String, [String]?)])
  func wordsAreCompleted(text: String, expected: [String]?) throws {
    let found = try completion().completion(of: text)
    if let expected {
      #expect(found.candidates == expected)
    } else {
      #expect(found.word.isEmpty)
      #expect(found.candidates.count > 30)
    }
  }

  @Test(
    arguments: [
      ("appear", " N | N..M | last"), ("ok ", "[ID] [items=N] [last]"),
      ("ok 2", " [items=N] [last]"), ("save a.", "feed|swift|html"), ("ok 2 ", "[items=N] [last]"),
      ("start", nil), ("a", nil),
      ("a ", "N | N..M | last"), ("3*(ok; switch", " BRANCH"), ("set auto", " VALUE"),
      ("appear 3", nil), ("nonsense", nil), ("", nil),
      ("expect", " CONDITION | effect WORDS | no effect"),
    ] as [(String, String?)])
  func theRestOfTheUsageIsAHint(text: String, expected: String?) throws {
    #expect(try completion().hint(for: text) == expected)
  }

  @Test(
    arguments: [
      ("st", ["state"], "state "), ("it", ["items="], "items="), ("a", ["apps/"], "apps/"),
      ("s", ["start", "started", "state"], "sta"), ("sta", ["start", "state"], nil),
      ("x", ["start"], nil), ("", [], nil),
    ] as [(String, [String], String?)])
  func whatIsSureIsInserted(word: String, candidates: [String], expected: String?) {
    #expect(Completion(word, among: candidates).insertion == expected)
  }

  @Test func everyCommandHasAPatternThatIsUnderstood() throws {
    let completion = try completion()
    for command in Command.all {
      let names = Command.allNames
      #expect(completion.completion(of: command.name).candidates.contains(command.name))
      #expect(names.contains(command.name))
      let elements = Usage(command.arguments).elements
      #expect(elements.joined(separator: " ") == command.arguments)
      for element in elements {
        let isBalanced =
          element.filter { $0 == "[" }.count == element.filter { $0 == "]" }.count
        #expect(isBalanced, "\(command.name): \(element)")
      }
    }
  }
}
