/// The text of `help`, built from the command table.
enum Help {
  /// The topics besides commands and their groups.
  static let topics = ["grammar", "conditions", "json", "exit"]

  /// Returns the help on a topic; without one, the list of all commands.
  static func lines(on word: Word?) throws(Failure) -> [Line] {
    guard let word else { return overview }
    // The topic before the command: `exit` is also another name of `quit`, and its help says so.
    if word.text == "exit" { return exits + (Command.named("quit").map(lines) ?? []) }
    if let command = Command.named(word.text) { return lines(on: command) }
    if let group = Command.Group(rawValue: word.text) { return list(group) }
    switch word.text {
    case "grammar", Statement.untilKeyword: return grammar
    case "conditions", "fields": return conditions
    case "json": return json
    default:
      if let problem = Problem.edit(word.text) { throw Failure(problem, at: word) }
      let known = Command.allNames + Command.Group.allCases.map(\.rawValue) + topics
      throw Failure(.unknownTopic(word.text, nearest: known.nearest(to: word.text)), at: word)
    }
  }

  private static var overview: [Line] {
    Command.Group.allCases.flatMap(list) + [
      "",
      Line("more", style: .heading),
      "  until CONDITION ( ... ), 3*( ... )   repeat statements; see help grammar",
      "  help COMMAND, help GROUP, help \(topics.joined(separator: ", help "))",
    ]
  }

  private static func list(_ group: Command.Group) -> [Line] {
    let commands = Command.all.filter { $0.group == group }
    return [Line(group.rawValue, style: .heading)]
      + commands.map { command in
        let names = ([command.name] + command.aliases).joined(separator: ", ")
        return Line("  " + names.padded(to: 26), style: .name) + Line(command.summary)
      }
  }

  private static func lines(on command: Command) -> [Line] {
    var lines = [
      Line(command.usage(as: command.name), style: .heading), Line("  \(command.summary)"),
    ]
    lines += command.details.map { Line("  \($0)") }
    if !command.aliases.isEmpty {
      lines.append(Line("  also: \(command.aliases.joined(separator: ", "))"))
    }
    return lines + ["  example:", Line("    \(command.example)")]
  }

  private static let grammar: [Line] = [
    Line("grammar", style: .heading),
    "  A line holds statements, separated by ';'. '#' begins a comment.",
    "",
    "  appear 9                      a command or an action with its arguments",
    "  itemAppeared index=9          the same action, its argument by name",
    "  {\"itemAppeared\":{\"index\":9}}  the same action as JSON",
    "  3*(ok; appear last)           a statement or a block, several times",
    "  until items >= 50 ( appear last; ok )",
    "                                a block until a condition holds",
    "                                (at most 10000 rounds)",
    "  state >> state.txt            what a command prints, appended to a file",
    "  :state                        the same as state",
    "",
    "  Quotes and balanced brackets protect spaces, ';' and '#'.",
  ]

  private static var conditions: [Line] {
    let width = Field.allNames.map(\.count).max() ?? 0
    return [
      Line("conditions", style: .heading),
      "  FIELD OPERATOR VALUE, joined by 'and' and 'or'; 'and' binds closer.",
      "  Operators: \(Comparison.Relation.allCases.map(\.rawValue).joined(separator: " "))",
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

  private static let json: [Line] = [
    Line("json", style: .heading),
    "  With --json each line in is an action, a command, or a command as JSON:",
    "",
    "  {\"itemAppeared\":{\"index\":9}}",
    "  {\"command\":\"appear 9\"}",
    "  appear 9",
    "",
    "  Each line out is an object with 'v', the version of this format, 'type',",
    "  and 'line', the number of the line in that it answers:",
    "",
    "  session  once, first: the source and the settings",
    "  step     what happened, effects, and changes as [old, new]; 'discarded' is",
    "           how many undone steps were discarded, 'ended' which loads ended",
    "           because cursors repeat or no row is new, and where",
    "  result   what a command shows, as 'value', or an 'advice'",
    "  error    what was wrong, with 'column' and the exit code it stands for",
    "  end      once, last: the exit code",
    "",
    "  An error does not end the input; the first one decides the exit code.",
  ]

  private static var exits: [Line] {
    [Line("exit", style: .heading)]
      + ExitCode.descriptions.map { Line("  \($0.code.padded(to: 5))\($0.text)") }
  }
}
