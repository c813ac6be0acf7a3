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
