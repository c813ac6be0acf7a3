import FeedHTTP

/// A row of the table of commands, which the parser, the completion and the help read.
struct Command: Sendable {
  /// The full name, and the aliases behind it.
  let names: [String]

  /// Words of other tools for the same. They don't run it; the failure leads to it.
  let synonyms: [String]

  /// The section of the help that lists it.
  let group: Group

  /// The syntax of its arguments, for the help, for failures and for the completion.
  let arguments: String

  /// One line for the help.
  private(set) var summary = ""

  /// A line that shows its use.
  private(set) var example = ""

  /// More lines, which only `help NAME` shows.
  private(set) var details: [String] = []

  /// The sections of the help, in its order.
  enum Group: String, CaseIterable {
    case actions, requests, time, look, check, meta
  }

  /// The commands that send an action of the machine, or many of it. `why` and `try` take only
  /// these.
  enum Action: String, CaseIterable {
    case started, itemAppeared, visible, loadMore, refreshPulled, invalidated, reset, stopped
    case retryTapped, errorDismissed, pageLoaded, failed, cancelled, timerFired
    case connectivityChanged, offline, online, restored, memoryWarning, gapTapped
    case insert, update, remove, editCommitted, editFailed, editRetried, editDismissed
  }

  /// The other commands.
  enum Work: String, CaseIterable {
    case query, submitted
    case pending, ok, fail, drop, late, auto, advance, settle, request, server
    case undo, redo, goto, branches, `switch`, history
    case state, items, screen, choices, why, `try`
    case expect, invariant, explore
    case help, set, open, live, run, save, quit, demo
  }

  var name: String { names[0] }

  var aliases: ArraySlice<String> { names.dropFirst() }

  /// What the command sends; nil if it does something else.
  var action: Action? { Action(rawValue: name) }

  /// Whether it does no more than to change the session. All others read, write, show or wait for something.
  var changesSession: Bool {
    switch Work(rawValue: name) {
    case nil, .query, .submitted, .ok, .fail, .drop, .late, .advance, .settle, .server: true
    case .goto, .switch, .invariant, .set: true
    default: false
    }
  }

  /// The name that people type: a shorter alias of three letters or more, else the name.
  var shortName: String {
    aliases.first { $0.count > 2 && $0.count < name.count } ?? name
  }

  /// The usage line: a name or alias with the arguments.
  func usage(as name: String) -> String { arguments.isEmpty ? name : "\(name) \(arguments)" }
}

// MARK: - The table

extension Command {
  /// All commands.
  static let all: [Command] = {
    var group = Group.actions
    var rows: [Command] = []
    for line in table.split(separator: "\n") {
      if line.hasPrefix("= ") {
        group = Group(rawValue: String(line.dropFirst(2))) ?? group
      } else if line.hasPrefix("  ") {
        rows[rows.count - 1].add(line.dropFirst(2))
      } else {
        rows.append(Command(line, in: group))
      }
    }
    return rows
  }()

  /// Reads a line with names, synonyms and arguments.
  private init(_ line: Substring, in group: Group) {
    let parts = line.split(separator: ": ", maxSplits: 1)
    let words = parts[0].split(separator: " ").map(String.init)
    names = words.filter { !$0.hasPrefix("~") }
    synonyms = words.filter { $0.hasPrefix("~") }.map { String($0.dropFirst()) }
    arguments = parts.count > 1 ? String(parts[1]) : ""
    self.group = group
  }

  /// Adds the line with the summary and the example, or behind it one of the details.
  private mutating func add(_ line: Substring) {
    if summary.isEmpty, let match = line.wholeMatch(of: #/(.+?) +> (.+)/#) {
      (summary, example) = (String(match.1), String(match.2))
    } else {
      details.append(String(line))
    }
  }

  /// Returns the command with this name or alias, or nil.
  static func named(_ name: String) -> Command? { all.first { $0.names.contains(name) } }

  /// All names and aliases, in the order of the table.
  static var allNames: [String] { all.flatMap(\.names) }

  /// The names and aliases of the commands that stand for an action of the user or the network.
  static var actionNames: [String] { all.filter { $0.group == .actions }.flatMap(\.names) }

  /// A failure at a word that names no command.
  static func unknown(_ word: Word) -> Failure {
    let (name, advice) = (word.commandName, "'help' lists all commands")
    if word.text == ":" {
      return Failure("nothing follows ':'; write a command right behind it: :state", at: word)
    }
    if name.isEmpty { return Failure("an empty word is no command; \(advice)", at: word) }
    let nearest = Problem.unknown(
      "unknown command \(quoted(name))", name: name, among: allNames + [Statement.untilKeyword],
      or: advice)
    return Failure(leading(from: name) ?? nearest, at: word)
  }

  /// The message that leads from a word of other tools to the command for it; nil if there is none.
  static func leading(from word: String) -> Problem? {
    all.first { $0.synonyms.contains(word.lowercased()) }.map { command in
      let usage = command.usage(as: command.shortName)
      return "there is no \(quoted(word)); use '\(usage)': \(command.summary)"
    }
  }
}
