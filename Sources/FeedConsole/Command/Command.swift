import FeedHTTP
import FeedReducer

/// An entry of the command table, which the parser, the help and the suggestions read.
struct Command: Sendable {
  /// The full name, which the help lists before the aliases.
  let name: String

  var aliases: [String] = []

  /// Words of other tools for the same. They don't run it; the failure leads to it.
  var synonyms: [String] = []

  /// The section of the help that lists it.
  let group: Group

  /// The syntax of its arguments, for the help and for failures.
  var arguments = ""

  /// One line for the help.
  let summary: String

  /// More lines, which only `help NAME` shows.
  var details: [String] = []

  /// A line that shows its use. It must run in a new session over the catalogue.
  let example: String

  let body: Body

  enum Body: Sendable {
    /// Returns actions, which the interpreter sends. `why` and `try` accept only these commands.
    case actions(@Sendable (inout Arguments, Session) throws(Failure) -> [JSONFeed.Action])

    /// Looks at the session, and returns what is shown. All words must be taken then.
    case look(@Sendable (inout Arguments, Session) throws(Failure) -> Shown)

    /// Does anything else with the interpreter.
    case work(@Sendable (inout Arguments, Interpreter) throws(Failure) -> Void)
  }

  /// The sections of the help, in its order.
  enum Group: String, CaseIterable, Sendable {
    case actions, requests, time, look, check, meta
  }

  /// The name that people type: a shorter alias of three letters or more, else the name.
  var shortName: String {
    aliases.first { $0.count > 2 && $0.count < name.count } ?? name
  }

  /// The usage line: a name or alias with the arguments.
  func usage(as name: String) -> String { arguments.isEmpty ? name : "\(name) \(arguments)" }
}

/// What a command shows: lines as text, and a value as JSON.
struct Shown {
  let lines: [Line]

  /// What JSON output has in place of the lines; nil if it has them.
  let value: JSONValue?

  /// Creates what is shown. If there are no lines, `none` says so.
  init(_ lines: [Line], none: Line? = nil, value: JSONValue? = nil) {
    self.lines = lines.isEmpty ? none.map { [$0] } ?? [] : lines
    self.value = value
  }
}

extension Command {
  /// All commands: the one table for the parser, the help and the suggestions.
  static let all =
    actionCommands + queryCommands + editCommands + requestCommands + serverCommands + timeCommands
    + lookCommands
    + checkCommands + exploreCommands + metaCommands + [demoCommand]

  /// Returns the command with this name or alias, or nil.
  static func named(_ name: String) -> Command? { byName[name] }

  /// All names and aliases, in the order of the table.
  static var allNames: [String] { all.flatMap { [$0.name] + $0.aliases } }

  /// Returns the command that another word stands for, or nil.
  static func withSynonym(_ word: String) -> Command? {
    all.first { $0.synonyms.contains(word.lowercased()) }
  }

  private static let byName = Dictionary(
    all.flatMap { command in ([command.name] + command.aliases).map { ($0, command) } },
    uniquingKeysWith: { first, _ in first })
}
