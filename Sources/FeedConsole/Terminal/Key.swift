/// A key that was pressed, or a text that was pasted.
enum Key: Equatable, Sendable {
  /// A grapheme. One that arrives in two reads comes as two texts; the editor joins them.
  case text(String)

  /// A text in bracketed paste. Its only control characters are newlines.
  case paste(String)

  case enter, tab, backTab, escape, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown

  /// Ctrl or Alt with an arrow: a word to the left or to the right.
  case wordLeft, wordRight

  /// Alt and backspace: the word before the cursor.
  case deleteWord

  /// Ctrl and a lower-case letter, or one of `@ \ ] ^ _`.
  case control(Character)

  /// Alt and a character.
  case alt(Character)
}

extension Key {
  /// The index to which the key leads in a list, from 0 to `last`; nil if it does not move.
  func destination(from index: Int, last: Int, page: Int) -> Int? {
    let target: Int
    switch self {
    case .up, .text("k"): target = index - 1
    case .down, .text("j"): target = index + 1
    case .pageUp: target = index - page
    case .pageDown, .text(" "): target = index + page
    case .home, .text("g"): target = 0
    case .end, .text("G"): target = last
    default: return nil
    }
    return max(0, min(target, last))
  }
}
