/// The text of `help`, built from the command table.
enum Help {
  /// The topics besides commands and their groups.
  static let topics = ["grammar", "conditions", "json", "exit"]

  /// Returns the help on a topic; without one, the first words to know and the groups.
  static func lines(on word: Word?) throws(Failure) -> [Line] {
    guard let word else { return overview }
    // The topic before the command: `exit` is also another name of `quit`.
    if word.text == "exit" { return exits }
    if let command = Command.named(word.text) { return lines(on: command) }
    if let group = Command.Group(rawValue: word.text) { return list(group) }
    switch word.text {
    case "commands", "all": return Command.Group.allCases.flatMap(list)
    case "grammar", Statement.untilKeyword: return lines(grammar)
    case "conditions", "fields": return conditions
    case "json": return lines(json)
    default: break
    }
    if let problem = Command.leading(from: word.text) { throw Failure(problem, at: word) }
    throw word.unknown(
      "there is no help on \(quoted(word.text))",
      among: Command.allNames + Command.Group.allCases.map(\.rawValue) + topics,
      or: "'help' lists all commands")
  }

  /// The lines of a topic. The first is its heading.
  private static func lines(_ topic: String) -> [Line] {
    topic.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .map { Line(String($1), style: $0 == 0 ? .heading : .plain) }
  }

  private static var overview: [Line] {
    first.map { words, text in Line.column(words, width: 14) + Line(text) }
      + [""]
      + Command.Group.allCases.flatMap(names)
      + [
        "",
        "  help COMMAND, help GROUP, help \((["commands"] + topics).joined(separator: ", "))",
      ]
  }

  /// The names of the commands of a group, in lines of at most 80 columns.
  private static func names(of group: Command.Group) -> [Line] {
    var rows: [[String]] = [[]]
    for name in Command.all.filter({ $0.group == group }).map(\.shortName) {
      let row = rows[rows.count - 1] + [name]
      if 12 + row.joined(separator: " ").count > 80 {
        rows.append([name])
      } else {
        rows[rows.count - 1] = row
      }
    }
    return rows.enumerated().map { index, row in
      Line.column(index == 0 ? group.rawValue : "", width: 8) + Line(row.joined(separator: " "))
    }
  }

  /// What a new user needs: you are the user of the feed, and its network.
  private static let first = [
    ("start", "the feed is shown, and asks for its first page"),
    ("ok", "answer the oldest request; 'fail 503' lets it fail"),
    ("appear last", "scroll to the last row, so the next page is wanted"),
    ("refresh, retry", "what a user does: pull, tap 'try again'"),
    ("late 2", "let the answer to a cancelled request arrive after all"),
    ("why", "why something loads, or does not"),
    ("state, items", "what the feed holds"),
    ("undo, redo", "go back and forward in time; nothing is ever lost"),
    ("auto on", "requests are answered by themselves"),
    ("quit", "leave"),
  ]

  private static func list(_ group: Command.Group) -> [Line] {
    let commands = Command.all.filter { $0.group == group }
    return [Line(group.rawValue, style: .heading)]
      + commands.map { command in
        let names = command.names.joined(separator: ", ")
        return Line("  " + names.padded(to: 25) + " ", style: .name) + Line(command.summary)
      }
  }

  private static func lines(on command: Command) -> [Line] {
    let aliases = command.aliases.joined(separator: ", ")
    return [Line(command.usage(as: command.name), style: .heading)]
      + ([command.summary] + command.details).map { Line("  \($0)") }
      + (aliases.isEmpty ? [] : ["  also: \(aliases)"])
      + ["  example:", "    \(command.example)"]
  }

  private static let grammar = """
    grammar
      A line holds statements, separated by ';'. '#' begins a comment.

      appear 9                      a command or an action with its arguments
      itemAppeared index=9          the same action, its argument by name
      {"itemAppeared":{"index":9}}  the same action as JSON
      3*(ok; appear last)           a statement or a block, several times
      until items >= 50 ( appear last; ok )
                                    a block until a condition holds
                                    (at most 10000 rounds)
      :state                        the same as state

      Quotes and balanced brackets protect spaces, ';' and '#'.
    """

  private static var conditions: [Line] {
    let width = Field.allNames.map(\.count).max() ?? 0
    return [
      Line("conditions", style: .heading),
      "  FIELD OPERATOR VALUE, joined by 'and' and 'or'; 'and' binds closer.",
      "  Operators: \(Comparison.Relation.list)",
      "  'none' is the value of what is not there; quote values with spaces.",
      "  'items contains TEXT' looks for an id or a part of a title.",
      "",
    ]
      + Field.all.map { field in
        let aliases = field.names.dropFirst().map { ", also \($0)" }.joined()
        return Line("  " + field.name.padded(to: width), style: .name)
          + Line("  " + field.summary + aliases)
      }
  }

  private static let json = """
    json
      With --json each line in is an action, a command, or a command as JSON:

      {"itemAppeared":{"index":9}}
      {"command":"appear 9"}
      appear 9

      Each line out is an object with 'v', the version of this format, 'type',
      and 'line', the number of the line in that it answers:

      session  once, first: the source and the settings
      step     what happened: the action, the 'command' that caused it, effects,
               changes as [old, new], 'rows' that were added, removed and changed;
               'fork' if it began a branch, 'kept' if it was ignored in the past,
               'repeated', 'skipped': rows that a page had again, or passed over;
               'ended' which loads ended because cursors repeat or no row is new
      result   what a command shows, as 'lines'; as a 'value' of state, items,
               pending, screen and choices
      error    what was wrong, with 'column' and the exit code it stands for
      end      once, last: the exit code

      An error does not end the input; the first one decides the exit code.
    """

  private static var exits: [Line] {
    [Line("exit", style: .heading)]
      + ExitCode.descriptions.map { Line("  \($0.code.padded(to: 5))\($0.text)") }
  }
}
