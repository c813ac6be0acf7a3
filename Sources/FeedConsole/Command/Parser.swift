/// Parses a line into statements.
///
/// It looks up every command first, so a line with an unknown command does nothing.
///
/// ```swift
/// try Parser.statements(of: "start; 3*(ok; appear last)  # three pages").count  // 2
/// ```
struct Parser {
  /// The largest N of `N*`.
  static let maximumCount = 1_000_000

  /// The deepest nesting of blocks and repetitions.
  static let maximumDepth = 64

  private let line: String
  private var tokens: [Word]
  private var index = 0
  private var depth = 0

  /// Returns the statements of `line`. An empty line or a comment has none.
  static func statements(of line: String) throws(Failure) -> [Statement] {
    let line = try Pasted.line(line)
    var parser = Parser(line: line, tokens: try Lexer.words(of: line))
    let statements = try parser.statements()
    if let mark = parser.peek { throw Failure(.unexpected(mark.text), at: mark) }
    return statements
  }

  /// The next word or mark; nil at the end.
  private var peek: Word? { index < tokens.count ? tokens[index] : nil }

  /// The next mark; nil at a word and at the end.
  private var mark: String? { peek.flatMap { $0.isMark ? $0.text : nil } }

  private mutating func statements() throws(Failure) -> [Statement] {
    var statements: [Statement] = []
    while peek != nil, mark != ")" {
      if mark == ";" {
        index += 1
        continue
      }
      statements.append(try statement())
      if let next = peek, mark == nil || mark == "(" {
        throw Failure(.unexpected(next.text), at: next)
      }
    }
    return statements
  }

  private mutating func statement() throws(Failure) -> Statement {
    guard let word = peek, !word.isMark else { return .block(try block()) }
    if let count = try repetition(word) { return .repeated(count: count, try repeated(word)) }
    index += 1
    if word.isLiteral, word.text.hasPrefix("{") { return .json(word) }
    if word.text == Statement.untilKeyword { return try until(word) }
    if word.isWholeNumber, !word.isLiteral { return .choice(word) }
    return .command(try invocation(word))
  }

  private mutating func block() throws(Failure) -> [Statement] {
    guard let start = peek else { return [] }
    try descend(at: start)
    defer { depth -= 1 }
    index += 1
    let statements = try statements()
    guard peek != nil else { throw Failure(.unclosed("("), at: start) }
    index += 1
    return statements
  }

  private mutating func descend(at word: Word) throws(Failure) {
    depth += 1
    guard depth <= Self.maximumDepth else { throw Failure(.tooDeep, at: word) }
  }

  /// Takes `N*` and returns N; nil if there is none. The statement may follow without a space.
  private mutating func repetition(_ word: Word) throws(Failure) -> Int? {
    let digits = word.text.prefix { $0.isASCII && $0.isNumber }
    let rest = word.text.dropFirst(digits.count)
    guard !digits.isEmpty, !word.isLiteral else { return nil }
    if rest.first == "*" {
      skip(word, by: digits.utf8.count + 1)
    } else if rest.isEmpty, index + 1 < tokens.count, tokens[index + 1].text.hasPrefix("*") {
      index += 1
      skip(tokens[index], by: 1)
    } else {
      return nil
    }
    guard let count = Int(digits), (1...Self.maximumCount).contains(count) else {
      throw Failure(
        "'\(digits)*' is not a number of times; use 1 to \(Self.maximumCount)", at: word)
    }
    return count
  }

  /// Drops the first `count` bytes of `word`, which is the current token.
  private mutating func skip(_ word: Word, by count: Int) {
    let rest = word.dropFirst(count)
    if rest.text.isEmpty { index += 1 } else { tokens[index] = rest }
  }

  private mutating func repeated(_ word: Word) throws(Failure) -> Statement {
    try descend(at: word)
    defer { depth -= 1 }
    guard peek != nil, mark != ";", mark != ")" else {
      throw Failure(
        "nothing follows \(quoted(word.text)); write a statement or a block behind it: 3*(ok; appear last)",
        at: word)
    }
    return try statement()
  }

  private mutating func until(_ word: Word) throws(Failure) -> Statement {
    let words = takeWords()
    guard mark == "(" else {
      throw Failure("until needs a block: until CONDITION ( STATEMENTS )", at: word)
    }
    let condition = try Condition(words, after: word)
    return .until(condition, try block(), offset: word.offset)
  }

  private mutating func invocation(_ word: Word) throws(Failure) -> Invocation {
    let name = word.commandName
    guard let command = Command.named(name) else { throw Command.unknown(word) }
    if let words = takeCall(of: command, name: word) {
      return Invocation(command: command, name: word, words: words)
    }
    let invocation = Invocation(command: command, name: word, words: takeWords())
    if let open = peek, mark == "(" {
      throw Failure(
        "unexpected '('; arguments take no parentheses: \(command.usage(as: name))", at: open)
    }
    return invocation
  }

  /// Takes the arguments of an action that is written as a call: `itemAppeared(index: 9)`. Nil if
  /// the parenthesis does not follow at once, or is not closed.
  private mutating func takeCall(of command: Command, name: Word) -> [Word]? {
    let start = name.offset + name.text.utf8.count
    guard command.action != nil, mark == "(", peek?.offset == start,
      let close = tokens[index...].firstIndex(where: { $0.isMark && $0.text == ")" })
    else { return nil }
    index = close + 1
    let end = tokens[close].offset
    let text = String(decoding: line.utf8.prefix(end).dropFirst(start + 1), as: UTF8.self)
    return Pasted.words(ofCall: text).map { Word(text: $0, offset: start + 1) }
  }

  private mutating func takeWords() -> [Word] {
    var words: [Word] = []
    while let word = peek, !word.isMark {
      words.append(word)
      index += 1
    }
    return words
  }
}

indirect enum Statement {
  case command(Invocation)

  /// The number of one of the choices.
  case choice(Word)

  /// An action as JSON.
  case json(Word)

  /// `N*` before a statement.
  case repeated(count: Int, Statement)

  /// Statements in parentheses.
  case block([Statement])

  /// Statements in parentheses, repeated until a condition holds. `offset` is that of `until`.
  case until(Condition, [Statement], offset: Int)

  /// Whether a journal may have a line with these statements.
  static func areOfJournal(_ statements: [Statement]) -> Bool {
    guard statements.count < 2, let statement = statements.first else { return statements.isEmpty }
    return switch statement {
    case .json: true
    case .command(let invocation): invocation.command.changesSession
    default: false
    }
  }

  /// The keyword of `until` statements. The command table does not contain it.
  static let untilKeyword = "until"
}

/// A command as it was typed.
struct Invocation {
  /// The entry of the command table.
  let command: Command

  /// The word that named it: its name or an alias.
  let name: Word

  /// The words after the name.
  let words: [Word]

  /// The command as a line that runs it again.
  var text: String {
    ([name.commandName] + words.map(\.source)).joined(separator: " ")
  }
}

extension Problem {
  static let tooDeep = Self(
    "blocks are nested too deeply; at most \(Parser.maximumDepth) may")
}
