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
    fileprivate var index: Int
    fileprivate let text: [Character]
    fileprivate let cursor: Int
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
    let last = previous
    previous = .none
    switch key {
    case .text(let text), .paste(let text): return insert(text)
    case .enter: return submit()
    case .tab: return complete()
    case .backspace: return remove(from: cursor - 1, to: cursor)
    case .control("d") where characters.isEmpty: return .endOfInput
    case .delete, .control("d"): return remove(from: cursor, to: cursor + 1)
    case .deleteWord: return kill(from: wordStart, to: cursor, after: last)
    case .alt("d"): return kill(from: cursor, to: wordEnd, after: last)
    case .control("k"): return kill(from: cursor, to: characters.count, after: last)
    case .control("u"): return kill(from: 0, to: cursor, after: last)
    case .control("w"): return kill(from: bigWordStart, to: cursor, after: last)
    case .control("y"): return yank(kills.count - 1, over: cursor..<cursor)
    case .alt("y"): return yankOlder(after: last)
    case .control("t"): return transpose()
    case .up, .control("p"): return recall(recalled - 1)
    case .down, .control("n"): return recall(recalled + 1)
    case .pageUp: return recall(0)
    case .pageDown: return recall(history.entries.count)
    case .control("r"): return beginSearch()
    case .left, .control("b"): return move(to: cursor - 1)
    case .right, .control("f"): return move(to: cursor + 1)
    case .home, .control("a"): return move(to: 0)
    case .end, .control("e"): return move(to: characters.count)
    case .wordLeft, .alt("b"): return move(to: wordStart)
    case .wordRight, .alt("f"): return move(to: wordEnd)
    case .control("c"): return interrupt()
    case .control("l"): return .clearScreen
    case .control("z"): return .suspend
    case .control, .alt: return .bell
    case .escape, .backTab: return .none
    }
  }
}

// MARK: - The text

extension LineEditor {
  private mutating func insert(_ new: String) -> Outcome {
    replace(cursor..<cursor, by: new)
    return .none
  }

  /// Replaces characters and puts the cursor behind the new ones.
  private mutating func replace(_ range: Range<Int>, by new: String) {
    // What is inserted may join the character before it: an accent, or a part of an emoji.
    let head = String(characters[..<range.lowerBound]) + new
    let tail = String(characters[range.upperBound...])
    characters = Array(head + tail)
    cursor = min(head.count, characters.count)
  }

  private mutating func move(to index: Int) -> Outcome {
    guard (0...characters.count).contains(index) else { return .bell }
    cursor = index
    return .none
  }

  private mutating func remove(from start: Int, to end: Int) -> Outcome {
    guard start >= 0, end <= characters.count, start < end else { return .bell }
    replace(start..<end, by: "")
    return .none
  }

  private mutating func kill(from start: Int, to end: Int, after last: Repeat) -> Outcome {
    guard start < end else { return .bell }
    let killed = Array(characters[start..<end])
    // Kills in a row are one.
    if last == .kill, let newest = kills.popLast() {
      kills.append(end == cursor && start < cursor ? killed + newest : newest + killed)
    } else {
      kills = kills.suffix(9) + [killed]
    }
    replace(start..<end, by: "")
    previous = .kill
    return .none
  }

  private mutating func yank(_ kill: Int, over range: Range<Int>) -> Outcome {
    guard kills.indices.contains(kill) else { return .bell }
    replace(range, by: String(kills[kill]))
    previous = .yank(range.lowerBound..<cursor, kill: kill)
    return .none
  }

  /// Replaces the kill that the last key inserted by the one before it.
  private mutating func yankOlder(after last: Repeat) -> Outcome {
    guard case .yank(let range, let kill) = last else { return .bell }
    return yank(kill == 0 ? kills.count - 1 : kill - 1, over: range)
  }

  private mutating func transpose() -> Outcome {
    let end = min(cursor + 1, characters.count)
    guard cursor > 0, end >= 2 else { return .bell }
    characters.swapAt(end - 2, end - 1)
    cursor = end
    return .none
  }

  /// The start of the word before the cursor; words are letters and digits.
  private var wordStart: Int {
    let end = characters[..<cursor].lastIndex(where: \.isWordPart) ?? 0
    return characters[..<end].lastIndex { !$0.isWordPart }.map { $0 + 1 } ?? 0
  }

  private var wordEnd: Int {
    let start = characters[cursor...].firstIndex(where: \.isWordPart) ?? characters.count
    return characters[start...].firstIndex { !$0.isWordPart } ?? characters.count
  }

  /// The start of the word before the cursor; words are all but spaces.
  private var bigWordStart: Int {
    let end = characters[..<cursor].lastIndex { !$0.isWhitespace } ?? 0
    return characters[..<end].lastIndex(where: \.isWhitespace).map { $0 + 1 } ?? 0
  }

  private mutating func submit() -> Outcome {
    defer { clear() }
    history.add(text)
    return .submit(text)
  }

  private mutating func interrupt() -> Outcome {
    defer { clear() }
    return .interrupt(text: text)
  }

  private mutating func clear() {
    (characters, cursor, search, draft) = ([], 0, nil, [])
    recalled = history.entries.count
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
  private mutating func recall(_ index: Int) -> Outcome {
    let entries = history.entries
    guard index != recalled, (0...entries.count).contains(index) else { return .bell }
    if recalled == entries.count { draft = characters }
    characters = index == entries.count ? draft : Array(entries[index])
    cursor = characters.count
    recalled = index
    return .none
  }

  private mutating func beginSearch() -> Outcome {
    search = Search(index: history.entries.count, text: characters, cursor: cursor)
    previous = .none
    return .none
  }

  /// Applies a key to the search. Nil if the key ends it and counts for the line that was found.
  private mutating func handleInSearch(_ key: Key) -> Outcome? {
    guard let state = search else { return nil }
    switch key {
    case .text(let text), .paste(let text):
      // The entry that shows may match the longer text, too.
      return find(state.query + text, before: state.index + 1)
    case .backspace where state.query.isEmpty: return .bell
    case .backspace: return find(String(state.query.dropLast()), before: history.entries.count)
    case .control("r"): return find(state.query, before: state.index)
    case .control("g"), .escape:
      (characters, cursor, search) = (state.text, state.cursor, nil)
      return Outcome.none
    default:
      if state.index < history.entries.count {
        if recalled == history.entries.count { draft = state.text }
        recalled = state.index
      }
      search = nil
      return nil
    }
  }

  private mutating func find(_ query: String, before end: Int) -> Outcome {
    search?.query = query
    let end = min(end, history.entries.count)
    guard !query.isEmpty, let index = history.index(of: query, before: end) else {
      search?.hasFailed = !query.isEmpty
      return query.isEmpty ? .none : .bell
    }
    search?.hasFailed = false
    search?.index = index
    characters = Array(history.entries[index])
    let found = history.entries[index].firstRange(of: query)
    cursor = found.map { history.entries[index][..<$0.lowerBound].count } ?? 0
    return .none
  }
}

extension Character {
  fileprivate var isWordPart: Bool { isLetter || isNumber }
}
