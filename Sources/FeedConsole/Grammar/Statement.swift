indirect enum Statement {
  case command(Invocation)

  /// An action as JSON.
  case json(Word)

  /// `N*` before a statement.
  case repeated(count: Int, Statement)

  /// Statements in parentheses.
  case block([Statement])

  /// Statements in parentheses, repeated until a condition holds. `offset` is that of `until`.
  case until(Condition, [Statement], offset: Int)

  /// The keyword of `until` statements. The command table does not contain it.
  static let untilKeyword = "until"
}

/// A command as it was typed.
struct Invocation {
  /// The entry of the command table.
  let command: Command

  /// The word that named it: its name or an alias.
  let name: Word

  /// The words after the name, without the redirection.
  var words: [Word]

  /// The path after `>>`. The output of the command is appended to this file.
  var redirection: Word?

  /// The command as a line that runs it again, without the redirection.
  var text: String {
    ([name.commandName] + words.map(\.source)).joined(separator: " ")
  }
}
