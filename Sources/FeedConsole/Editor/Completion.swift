import FeedEffects
import FeedHTTP
import FeedReducer

/// The words that can stand where a word has begun.
struct Completion: Equatable {
  /// What is typed of the word.
  let word: String

  /// All words that begin so, sorted.
  let candidates: [String]

  /// Keeps the candidates that begin with `word`.
  init(_ word: String = "", among candidates: [String] = []) {
    self.word = word
    self.candidates = Set(candidates.filter { $0.hasPrefix(word) }).sorted()
  }

  /// How many characters before the cursor an insertion replaces.
  var length: Int { word.count }

  /// The text to put for the word: the only candidate, or what several have in common. Nil if that
  /// is no more than the word.
  var insertion: String? {
    guard let first = candidates.first else { return nil }
    if candidates.count == 1 {
      return first.hasSuffix("=") || first.hasSuffix("/") ? first : first + " "
    }
    let common = candidates.dropFirst().reduce(Substring(first)) { common, next in
      common.prefix(zip(common, next).prefix { $0 == $1 }.count)
    }
    return common.count > word.count ? String(common) : nil
  }
}

// MARK: - Lines

/// Completes the words of a line for a session, and says what may follow a command.
///
/// It reads all that it knows from the tables of commands, fields and settings: in the pattern of a
/// command's arguments a word in capitals names a kind of value, and others stand for themselves.
struct LineCompletion {
  let session: Session

  /// Returns the names in a folder, those of folders with a slash behind them.
  var files: (_ folder: String) -> [String] = { _ in [] }

  /// Completes the word that ends `text`.
  func completion(of text: String) -> Completion {
    guard let line = TypedLine(text) else { return Completion() }
    return Completion(line.last, among: candidates(after: line.words[...], word: line.last))
  }

  /// The part of a command's usage that is still to come behind `text`, with a space if one is
  /// missing. Nil if there is none.
  func hint(for text: String) -> String? {
    guard let line = TypedLine(text) else { return nil }
    var words = line.words[...]
    if !line.last.isEmpty { words.append(line.last) }
    // One letter is more often the start of a name than a command.
    guard let name = words.popFirst(), let command = Command.named(name),
      name.count > 1 || !words.isEmpty || line.last.isEmpty
    else { return nil }
    if command.name == "save", line.last.hasSuffix(".") {
      return Script.endings.joined(separator: "|")
    }
    let rest = Usage(command.arguments).elements.dropFirst(words.count)
    guard !rest.isEmpty else { return nil }
    return (line.last.isEmpty ? "" : " ") + rest.joined(separator: " ")
  }

  private func candidates(after words: ArraySlice<String>, word: String) -> [String] {
    guard let name = words.first else {
      // One letter for a command is no longer to be completed.
      return Command.allNames.filter { $0.count > 1 || $0 == word } + [Statement.untilKeyword]
    }
    let arguments = Array(words.dropFirst())
    if name == Statement.untilKeyword { return condition(after: arguments) }
    guard let command = Command.named(name) else { return [] }
    return Usage(command.arguments).choices(after: arguments).flatMap { choice, rest in
      values(choice, of: command, after: rest, arguments: arguments, word: word)
    }
  }

  /// The values of a word in a usage pattern. `rest` are the words since its place.
  private func values(
    _ kind: String, of command: Command, after rest: [String], arguments: [String], word: String
  ) -> [String] {
    guard kind.first?.isLowercase != true else { return [kind] }
    switch kind {
    case "CONDITION": return condition(after: rest)
    case "ACTION":
      return rest.isEmpty
        ? Command.actionNames.filter { $0.count > 1 } : candidates(after: rest[...], word: word)
    case "ID" where command.name == "late": return tickets(arePending: false)
    case "ID" where command.name.hasPrefix("edit"):
      return session.state.feed.failedEdits.map(\.edit.id.rawValue)
    case "ID" where command.group == .actions:
      return session.state.feed.items.prefix(1_000).map(\.id.rawValue)
    case "ID", "TICKET": return tickets(arePending: true)
    case "STEP", "-N": return session.entries.indices.map { "\($0)" } + ["start", "end"]
    case "FIELD", "PATH": return Field.allNames
    case "NAME" where command.name == "demo": return Demo.all.map(\.name)
    case "NAME": return Setting.all.map(\.name)
    case "VALUE":
      let setting = Setting.all.first { $0.name == arguments.first }
      return setting.map { Usage($0.values).literals } ?? []
    case "TOPIC": return Command.allNames + Command.Group.allCases.map(\.rawValue) + Help.topics
    case "OPTIONS" where word.hasPrefix("-"): return Option.sourceNames
    case "REASON": return FailureReason.words.map(\.word) + FailureReason.usualStatuses
    case "FILE":
      guard command.name == "save", let dot = word.lastIndex(of: ".") else { return paths(word) }
      return paths(word) + Script.endings.map { word[...dot] + $0 }
    default: return kind.hasPrefix("-") && kind.count > 2 ? [kind] : []
    }
  }

  private func tickets(arePending: Bool) -> [String] {
    let pending = session.state.pending.map(\.ticket)
    if arePending { return pending.map { "\($0.rawValue)" } }
    let all = (0...session.state.feed.lastTicket.rawValue).map { Ticket(rawValue: $0) }
    return all.filter { !pending.contains($0) && session.sent($0) != nil }.map { "\($0.rawValue)" }
  }

  private func condition(after words: [String]) -> [String] {
    switch words.count % 4 {
    case 0: return Field.allNames
    case 1: return Comparison.Relation.allCases.map(\.rawValue)
    case 2:
      guard let field = Field.named(words[words.count - 2]) else { return [] }
      if case .name(let names) = field.kind { return names }
      return field.kind == .flag ? ["true", "false"] : ["none"]
    default: return ["and", "or"]
    }
  }

  private func paths(_ path: String) -> [String] {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let isHidden = path.dropFirst(folder.count).hasPrefix(".")
    return files(folder.isEmpty ? "." : folder).filter { isHidden || !$0.hasPrefix(".") }
      .map { folder + $0 }
      // What would need quotes is left out: quotes are part of no completed word.
      .filter { name in
        !name.unicodeScalars.contains {
          " ;()'\"{}[]#".unicodeScalars.contains($0) || !$0.isPrintable
        }
      }
  }
}

/// The last statement of a line that is being typed.
private struct TypedLine {
  /// The finished words of the statement, without repetitions before it.
  var words: [String] = []

  /// The word that ends the text; empty after a space.
  var last = ""

  /// Nil in a comment, a quote or JSON.
  init?(_ text: String) {
    let line = text.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
    guard let typed = try? Lexer.words(of: String(line)) else { return nil }
    for word in typed {
      if word.isLiteral, words.isEmpty { return nil }
      if word.isMark { words = [] } else { words.append(word.text) }
    }
    switch line.last {
    case " ", "\t", ";", "(", ")", nil: break
    default: last = words.popLast() ?? ""
    }
    // A comment's words are no tokens.
    guard line.hasSuffix(last), !line.contains(" #"), !line.hasPrefix("#") else { return nil }
    words.trimPrefix { $0.wholeMatch(of: #/[0-9]+\*/#) != nil }
    if words.isEmpty { last.trimPrefix(#/(?:[0-9]+\*)?:?/#) } else { words[0].trimPrefix(":") }
  }
}
