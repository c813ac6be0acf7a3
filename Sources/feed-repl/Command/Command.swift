import FeedHTTP
import FeedEffects
import FeedReducer

/// A command: everything that the parser, the help and the suggestions know of it.
struct Command: Sendable {
  /// The name.
  let name: String

  /// Other names.
  var aliases: [String] = []

  /// Where the help lists it.
  let group: Group

  /// Its arguments, as the help shows them.
  var arguments = ""

  /// What it does, in a few words.
  let summary: String

  /// What else there is to know, for the help on it alone.
  var details: [String] = []

  /// A line that shows its use and runs in a new session over the catalogue.
  let example: String

  /// Whether all that follows its name is a condition.
  var takesCondition = false

  /// What it does.
  let body: Body

  /// What a command can do.
  enum Body: Sendable {
    /// It sends actions.
    case actions(@Sendable (Session, inout Arguments) throws(Failure) -> [JSONFeed.Action])

    /// It does something else.
    case work(@Sendable (Interpreter, inout Arguments) throws(Failure) -> Void)
  }

  /// What commands are about, in the order in which the help lists them.
  enum Group: String, CaseIterable, Sendable {
    case actions, requests, time, look, check, meta
  }

  /// A name or alias with the arguments.
  func usage(as name: String) -> String { arguments.isEmpty ? name : "\(name) \(arguments)" }
}

extension Command {
  /// All commands. The parser, the help and the suggestions look nowhere else.
  static let all =
    actionCommands + requestCommands + timeCommands + lookCommands
    + checkCommands + metaCommands

  /// Returns the command with this name or alias, or nil.
  static func named(_ name: String) -> Command? { byName[name] }

  /// Returns the name or alias that `name` was most likely meant to be.
  static func nearest(to name: String) -> String? {
    (allNames + [Statement.untilKeyword]).nearest(to: name)
  }

  /// All names and aliases.
  static var allNames: [String] { all.flatMap { [$0.name] + $0.aliases } }

  /// What there is for edits in place of a command: their actions in JSON, by name.
  static let edits = [
    "edit": #"{"edit":{"change":{"remove":{"id":"4"}}}}"#,
    "editCommitted": #"{"editCommitted":{"ticket":2}}"#,
    "editFailed":
      #"{"editFailed":{"ticket":2,"failure":{"code":"refused","message":"no"}}}"#,
    "editRetried": #"{"editRetried":{"id":"4"}}"#,
    "editDismissed": #"{"editDismissed":{"id":"4"}}"#,
  ]

  private static let byName = Dictionary(
    all.flatMap { command in ([command.name] + command.aliases).map { ($0, command) } },
    uniquingKeysWith: { first, _ in first })
}
