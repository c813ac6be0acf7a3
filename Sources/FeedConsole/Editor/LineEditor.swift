/// The text that is being typed, and what each key does to it.
///
/// It is a reducer: it reads and writes nothing, and its owner does what an `Outcome` says.
///
/// ```swift
/// var editor = LineEditor()
/// for key in [Key.text("o"), .text("k"), .enter] { print(editor.handle(key)) }
/// // none, none, submit("ok")
/// ```
struct LineEditor {
  /// What the owner does after a key, besides redrawing the line.
  enum Outcome: Equatable {
    case none

    /// Enter: run the text. The editor is empty again.
    case submit(String)

    /// ^C. `text` is what was typed until then; the editor is empty.
    case interrupt(text: String)

    /// ^D on an empty line.
    case endOfInput

    /// ^Z and ^L.
    case suspend, clearScreen

    /// The key does nothing here.
    case bell

    /// Tab: the words that could follow.
    case list([String])
  }

  /// The characters of the text.
  private(set) var characters: [Character] = []

  /// How many characters are before the cursor.
  private(set) var cursor = 0

  /// The search through the history; nil outside one.
  private(set) var search: Search?

  private(set) var history: LineHistory

  /// Completes the word before the cursor, which is the end of the text that it gets.
  var completion: (String) -> Completion = { _ in Completion() }

  /// The index of the entry that Up has brought; the count of the entries for the typed line.
  private var recalled: Int

  /// The line that was typed before Up.
  private var draft: [Character] = []

  private var kills: [[Character]] = []

  /// The last key, as far as the next one depends on it.
  private var previous = Repeat.none

  private enum Repeat: Equatable {
    case none, kill

    /// A kill was inserted at `range`; alt-y replaces it by an older one.
    case yank(Range<Int>, kill: Int)
  }

  /// A search through the history, newest entries first.
  struct Search {
    var query = ""
    var hasFailed = false

    /// What showed before it.
    fileprivate let before: (characters: [Character], cursor: Int, recalled: Int)
  }

  init(history: LineHistory = LineHistory()) {
    self.history = history
    recalled = history.entries.count
  }

  var text: String { String(characters) }

  /// Whether nothing is typed and no search runs.
  var isEmpty: Bool { characters.isEmpty && search == nil }

  /// Applies a key.
  mutating func handle(_ key: Key) -> Outcome {
    if search != nil, let outcome = handleInSearch(key) { return outcome }
    let before = (characters, cursor, recalled)
    let last = previous
    previous = .none
    switch key {
    case .enter:
      history.add(text)
      return .submit(clear())
    case .tab: return complete()
    case .control("c"): return .interrupt(text: clear())
    case .control("d") where characters.isEmpty: return .endOfInput
    case .control("l"): return .clearScreen
    case .control("r"): search = Search(before: before)
    case .control("z"): return .suspend
    case .escape, .backTab: break
    default:
      edit(key, after: last)
      return (characters, cursor, recalled) == before ? .bell : .none
    }
    return .none
  }

  /// Applies a key that changes the text or moves the cursor, where that is possible.
  private mutating func edit(_ key: Key, after last: Repeat) {
    switch key {
    case .text(let text), .paste(let text): replace(cursor..<cursor, by: text)
    case .backspace: replace(cursor - 1..<cursor, by: "")
    case .delete, .control("d"): replace(cursor..<cursor + 1, by: "")
    case .deleteWord: kill(start(of: \.isWordPart)..<cursor, after: last)
    case .alt("d"): kill(cursor..<wordEnd, after: last)
    case .control("k"): kill(cursor..<characters.count, after: last)
    case .control("u"): kill(0..<cursor, after: last)
    case .control("w"): kill(start { !$0.isWhitespace }..<cursor, after: last)
    case .control("y"): yank(kills.count - 1, over: cursor..<cursor)
    case .alt("y"):
      guard case .yank(let range, let kill) = last else { return }
      yank(kill == 0 ? kills.count - 1 : kill - 1, over: range)
    case .control("t"): transpose()
    case .up, .control("p"): recall(recalled - 1)
    case .down, .control("n"): recall(recalled + 1)
    case .pageUp: recall(0)
    case .pageDown: recall(history.entries.count)
    case .left, .control("b"): cursor = max(0, cursor - 1)
    case .right, .control("f"): cursor = min(cursor + 1, characters.count)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = characters.count
    case .wordLeft, .alt("b"): cursor = start(of: \.isWordPart)
    case .wordRight, .alt("f"): cursor = wordEnd
    default: break
    }
  }
}

// MARK: - The text

extension LineEditor {
  /// Replaces those of the characters that there are, and puts the cursor behind the new ones.
  private mutating func replace(_ range: Range<Int>, by new: String) {
    let range = range.clamped(to: 0..<characters.count)
    // What is inserted may join the character before it: an accent, or a part of an emoji.
    let head = String(characters[..<range.lowerBound]) + new
    let tail = String(characters[range.upperBound...])
    characters = Array(head + tail)
    cursor = min(head.count, characters.count)
  }

  private mutating func kill(_ range: Range<Int>, after last: Repeat) {
    guard !range.isEmpty else { return }
    let killed = Array(characters[range])
    // Kills in a row are one.
    if last == .kill, let newest = kills.popLast() {
      kills.append(range.lowerBound < cursor ? killed + newest : newest + killed)
    } else {
      kills = kills.suffix(9) + [killed]
    }
    replace(range, by: "")
    previous = .kill
  }

  private mutating func yank(_ kill: Int, over range: Range<Int>) {
    guard kills.indices.contains(kill) else { return }
    replace(range, by: String(kills[kill]))
    previous = .yank(range.lowerBound..<cursor, kill: kill)
  }

  private mutating func transpose() {
    guard cursor > 0, characters.count > 1 else { return }
    cursor = min(cursor + 1, characters.count)
    characters.swapAt(cursor - 2, cursor - 1)
  }

  /// The start of the word before the cursor, whose characters `isPart` knows.
  private func start(of isPart: (Character) -> Bool) -> Int {
    let end = characters[..<cursor].lastIndex(where: isPart) ?? 0
    return characters[..<end].lastIndex { !isPart($0) }.map { $0 + 1 } ?? 0
  }

  private var wordEnd: Int {
    let start = characters[cursor...].firstIndex(where: \.isWordPart) ?? characters.count
    return characters[start...].firstIndex { !$0.isWordPart } ?? characters.count
  }

  /// Empties the editor. Returns what was typed.
  private mutating func clear() -> String {
    defer { (characters, cursor, recalled, draft) = ([], 0, history.entries.count, []) }
    return text
  }

  private mutating func complete() -> Outcome {
    let completion = completion(String(characters[..<cursor]))
    guard let text = completion.insertion else {
      return completion.candidates.isEmpty ? .bell : .list(completion.candidates)
    }
    replace(cursor - completion.length..<cursor, by: text)
    return .none
  }
}

// MARK: - The history

extension LineEditor {
  /// Shows an entry of the history; behind the newest one is the line that was typed.
  private mutating func recall(_ index: Int) {
    let entries = history.entries
    guard (0...entries.count).contains(index) else { return }
    if recalled == entries.count { draft = characters }
    characters = index == entries.count ? draft : Array(entries[index])
    cursor = characters.count
    recalled = index
  }

  /// Applies a key to the search. Nil if the key ends it and counts for the line that was found.
  private mutating func handleInSearch(_ key: Key) -> Outcome? {
    guard let state = search else { return nil }
    let count = history.entries.count
    switch key {
    case .text(let text), .paste(let text):
      // The entry that shows may match the longer text, too.
      return find(state.query + text, before: state.query.isEmpty ? count : recalled + 1)
    case .backspace: return find(String(state.query.dropLast()), before: count)
    case .control("r"): return find(state.query, before: recalled)
    case .control("g"), .escape:
      (characters, cursor, recalled) = state.before
      search = nil
      return Outcome.none
    default:
      search = nil
      return nil
    }
  }

  private mutating func find(_ query: String, before end: Int) -> Outcome {
    let index = history.entries.prefix(end).lastIndex { $0.contains(query) }
    search?.query = query
    search?.hasFailed = index == nil && !query.isEmpty
    guard !query.isEmpty else { return .none }
    guard let index else { return .bell }
    recall(index)
    cursor = characters.firstRange(of: query).map(\.lowerBound) ?? 0
    return .none
  }
}

extension Character {
  fileprivate var isWordPart: Bool { isLetter || isNumber }
}
