import Testing

@testable import FeedConsole
import TestWatch

@Suite(.watched) struct CommandTests {
  @Test func everyNameBelongsToOneCommand() {
    let names = Command.allNames + [Statement.untilKeyword]
    #expect(Set(names).count == names.count)
  }

  @Test func everyRowOfTheTableHasABodyAndEveryBodyARow() {
    let bodies = Command.Action.allCases.map(\.rawValue) + Command.Work.allCases.map(\.rawValue)
    #expect(bodies.sorted() == Command.all.map(\.name).sorted())
  }

  @Test func everyActionOfTheMachineIsACommand() {
    let actions = Command.all.filter { $0.group == .actions }.map(\.name)
      .filter { !["offline", "online"].contains($0) }
    #expect(
      actions == [
        "started", "itemAppeared", "visible", "loadMore", "refreshPulled", "invalidated", "reset",
        "stopped", "retryTapped", "errorDismissed", "pageLoaded", "failed", "cancelled",
        "timerFired", "connectivityChanged", "restored", "memoryWarning", "gapTapped",
        // The actions of a search.
        "query", "submitted",
        // The action `edit` has a command for each change.
        "insert", "update", "remove", "editCommitted", "editFailed", "editRetried", "editDismissed",
      ])
  }

  @Test(arguments: Command.all.map(\.name)) func everyExampleRuns(name: String) throws {
    let command = try #require(Command.named(name))
    #expect(command.example.contains(name) || command.aliases.contains(where: command.isUsed))
    let transcript = Transcript()
    if name == "live" {
      #expect(transcript.failure(of: command.example).contains("needs a terminal"))
    } else {
      try command.runExample(in: transcript)
    }
  }

  @Test func everyCommandAndAliasIsInTheHelp() throws {
    let help = try Transcript().run("help commands")
    for command in Command.all {
      let names = ([command.name] + command.aliases).joined(separator: ", ")
      #expect(help.contains("\n  \(names) "), "\(command.name)")
      #expect(!command.summary.hasSuffix("."), "\(command.name)")
    }
  }

  @Test func exitIsATopic() throws {
    let help = try Transcript().run("help exit")
    #expect(help.hasPrefix("exit\n"))
    #expect(!help.contains("quit [CODE]"))
  }

  @Test func theHelpBeginsWithTenWordsAndTheGroups() throws {
    let lines = try Transcript().run("help").split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.prefix { !$0.isEmpty }.count == 10)
    for group in Command.Group.allCases {
      #expect(lines.contains { $0.hasPrefix("  \(group.rawValue) ") }, "\(group)")
    }
    for command in Command.all {
      #expect(lines.contains { "\($0) ".contains(" \(command.shortName) ") }, "\(command.name)")
    }
  }

  @Test(arguments: [
    ("scroll", "appear"), ("next", "loadMore"), ("more", "loadMore"), ("load", "loadMore"),
    ("back", "undo"), ("cancel", "drop"), ("Rows", "items"),
  ]) func aWordOfOtherToolsLeadsToTheCommand(word: String, command: String) {
    #expect(
      Transcript().failure(of: "\(word) 3").hasPrefix("1: there is no '\(word)'; use '\(command)"))
    #expect(Transcript().failure(of: "help \(word)").contains("use '\(command)"))
  }

  @Test func noSynonymIsACommand() {
    let synonyms = Command.all.flatMap(\.synonyms)
    #expect(Set(synonyms).isDisjoint(with: Command.allNames))
    #expect(Set(synonyms).count == synonyms.count)
  }

  @Test func aBoundThatIsTooSmallSaysTheSmallest() throws {
    let output = try Transcript().run("set max-items 5")
    #expect(output == "  max-items        20  the smallest for pages of 10 and prefetch 5\n")
    #expect(try Transcript().run("set max-items 30") == "  max-items        30\n")
  }

  @Test func aWrongSettingChangesNothing() {
    let transcript = Transcript()
    #expect(transcript.failure(of: "set auto on extra").contains("'extra'"))
    #expect(!transcript.interpreter.settings.isAuto)
  }

  @Test func theHelpFits80Columns() throws {
    let transcript = Transcript()
    let topics = Command.all.map(\.name) + Help.topics + Command.Group.allCases.map(\.rawValue)
    for line in ["help"] + topics.map({ "help \($0)" }) {
      for text in try transcript.run(line).split(separator: "\n") {
        #expect(text.count <= 80, "\(line): \(text)")
      }
    }
  }

  @Test(arguments: ["appear", "a", "itemAppeared"]) func helpOnACommandShowsItsUse(name: String)
    throws
  {
    #expect(
      try Transcript().run("help \(name)") == """
        itemAppeared N | N..M | last
          the row at index N came into view
          N is an index from 0. Where an ID is wanted, '@N' is the same row.
          'N..M' scrolls over the rows from N to M, 'last' means the last row.
          also: appear, a
          example:
            start; ok; appear 2; appear 7..9

        """)
  }
}

extension Command {
  fileprivate func isUsed(_ name: String) -> Bool {
    example.split(whereSeparator: { " ;".contains($0) }).contains { $0 == name }
  }
}
