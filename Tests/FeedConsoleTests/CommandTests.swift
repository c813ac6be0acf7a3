import Testing

@testable import FeedConsole
import TestWatch

@Suite(.watched) struct CommandTests {
  @Test func everyNameBelongsToOneCommand() {
    let names = Command.allNames + [Statement.untilKeyword]
    #expect(Set(names).count == names.count)
  }

  @Test func everyActionOfTheMachineButEditsIsACommand() {
    let actions = Command.all.filter { $0.group == .actions }.map(\.name)
    #expect(
      actions == [
        "started", "itemAppeared", "visible", "loadMore", "refreshPulled", "invalidated", "reset",
        "stopped", "retryTapped", "pageLoaded", "failed", "cancelled", "timerFired",
        "connectivityChanged", "restored", "memoryWarning",
      ])
  }

  @Test(arguments: Command.all.map(\.name)) func everyExampleRuns(name: String) throws {
    let command = try #require(Command.named(name))
    #expect(command.example.contains(name) || command.aliases.contains(where: command.isUsed))
    let transcript = Transcript()
    if name == "curl" {
      #expect(transcript.failure(of: command.example).contains("start with --url URL"))
    } else {
      try transcript.run(command.example)
    }
  }

  @Test func everyCommandAndAliasIsInTheHelp() throws {
    let help = try Transcript().run("help")
    for command in Command.all {
      let names = ([command.name] + command.aliases).joined(separator: ", ")
      #expect(help.contains("\n  \(names) "), "\(command.name)")
      #expect(!command.summary.hasSuffix("."), "\(command.name)")
    }
  }

  @Test func exitIsATopicAndAnotherNameOfQuit() throws {
    let help = try Transcript().run("help exit")
    #expect(help.hasPrefix("exit\n"))
    #expect(help.contains("quit [CODE]"))
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
