import FeedHTTP

// Names that are not known. The message suggests the nearest one that is.
extension Problem {
  /// The message with the nearest of the known names as a question; without one with the advice.
  static func unknown(
    _ message: String, name: String, among known: [String], or advice: String,
    exitCode: ExitCode = .line
  ) -> Self {
    let nearest = known.filter { $0 != name }.nearest(to: name)
    return Self(
      message + (nearest.map { " — did you mean '\($0)'?" } ?? "; \(advice)"), exitCode: exitCode)
  }

  /// An unknown command name; `hasColon` if the word was only `:`.
  static func noCommand(_ name: String, hasColon: Bool) -> Self {
    if name.isEmpty, hasColon {
      return Self("nothing follows ':'; write a command right behind it: :state")
    }
    if name.isEmpty { return Self("an empty word is no command; 'help' lists all commands") }
    return synonym(name)
      ?? unknown(
        "unknown command \(quoted(name))", name: name,
        among: Command.allNames + [Statement.untilKeyword], or: "'help' lists all commands")
  }

  /// A word of other tools; nil if no command has it as a synonym.
  private static func synonym(_ name: String) -> Self? {
    Command.withSynonym(name).map { command in
      let usage = command.usage(as: command.shortName)
      return Self("there is no \(quoted(name)); use '\(usage)': \(command.summary)")
    }
  }

  static func unknownTopic(_ name: String, among known: [String]) -> Self {
    synonym(name)
      ?? unknown(
        "there is no help on \(quoted(name))", name: name, among: known,
        or: "'help' lists all commands")
  }

  static func unknownField(_ name: String) -> Self {
    unknown(
      "unknown field \(quoted(name))", name: name, among: Field.allNames,
      or: "'help conditions' lists all fields")
  }

  static func unknownReason(_ name: String) -> Self {
    unknown(
      "unknown reason \(quoted(name))", name: name, among: FailureReason.words.map(\.word),
      or: "'help fail' lists the reasons")
  }

  static func unknownSetting(_ name: String) -> Self {
    unknown(
      "unknown setting \(quoted(name))", name: name, among: Setting.all.map(\.name),
      or: "'set' lists all settings")
  }

  static func noDemo(_ name: String) -> Self {
    unknown(
      "there is no demo \(quoted(name))", name: name, among: Demo.all.map(\.name),
      or: "'demo' lists all")
  }

  static func noSuchPath(_ name: String, in path: String, known: [String]) -> Self {
    unknown(
      "there is no \(quoted(name)) in \(path)", name: name, among: known,
      or: known.isEmpty ? "it holds nothing" : "it holds \(known.joined(separator: ", "))")
  }

  static func unknownOption(_ name: String) -> Self {
    unknown(
      "unknown option \(quoted(name))", name: name,
      among: Option.all.flatMap(\.names).filter { $0.hasPrefix("--") },
      or: "'feed-repl --help' lists all options", exitCode: .usage)
  }

  static func unknownArgument(_ text: String) -> Self {
    unknown(
      "unknown argument \(quoted(text))", name: text, among: ["run", "live", "pull", "demo"],
      or: "'feed-repl run FILE' runs a script, 'feed-repl --help' tells the rest",
      exitCode: .usage)
  }
}

// MARK: - The nearest name

extension Collection<String> {
  /// Returns the element closest to `word`, or nil if none is close.
  ///
  /// Up to a third of the letters may differ, and always one. On a tie the first element wins.
  /// One-letter elements are never suggested.
  func nearest(to word: String) -> String? {
    let count = word.count
    let limit = Swift.max(1, count / 3)
    let near = filter { $0.count > 1 && abs($0.count - count) <= limit }
      .map { (text: $0, distance: editDistance(from: word, to: $0)) }
      .filter { $0.distance <= limit && $0.distance < $0.text.count }
    // Of two that are as near, the one that was begun.
    func rank(_ text: String) -> Int { text.hasPrefix(word) ? 0 : 1 }
    return near.min { ($0.distance, rank($0.text)) < ($1.distance, rank($1.text)) }?.text
  }
}
