/// One thing that a line asks for.
indirect enum Statement {
  /// A command with its arguments.
  case command(Invocation)

  /// An action in its JSON form.
  case json(Word)

  /// A statement, several times.
  case repeated(count: Int, Statement)

  /// A line in parentheses.
  case block([Statement])

  /// A line in parentheses, until a condition holds. `offset` is where it begins.
  case until(Condition, [Statement], offset: Int)

  /// The word that `until` begins with, which is no command.
  static let untilKeyword = "until"
}

/// A command as it was typed.
struct Invocation {
  /// The command.
  let command: Command

  /// The word that named it, which may be an alias.
  let name: Word

  /// What followed the name.
  var words: [Word]

  /// The file that takes what the command prints, after `>>`.
  var redirection: Word?
}
