/// Turns the bytes of a terminal into keys. It has no clock and does no input.
///
/// Three rules are all that it knows of terminals. Escape `[` or `O`, parameters and a last character
/// are a key of ``sequences``. Escape and a letter such as `]` begin a text from the terminal itself,
/// which is dropped. Escape before anything else is Alt. Bytes of a key may arrive in several reads.
///
/// ```swift
/// var reader = KeyReader()
/// reader.read(Array("a\u{1B}[A".utf8))  // [.text("a"), .up]
/// ```
struct KeyReader {
  /// The most bytes of a paste; the rest is dropped.
  static let maximumPaste = 1 << 20

  /// The keys of xterm, tmux and rxvt: by a control character, or by the last character of a sequence and
  /// the parameter that counts.
  private static let sequences: [String: Key] = [
    "\t": .tab, "\r": .enter, "\n": .enter, "\u{8}": .backspace, "\u{7F}": .backspace,
    "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end, "Z": .backTab,
    "c": .wordRight, "d": .wordLeft, "1~": .home, "3~": .delete, "4~": .end, "5~": .pageUp,
    "6~": .pageDown, "7~": .home, "8~": .end,
  ]

  /// The bytes that are no key yet.
  private var bytes: ArraySlice<UInt8> = []

  /// The paste that has begun; nil outside one.
  private var paste: [UInt8]?

  /// Whether an Escape or a part of a sequence waits for more. If none comes, call ``flush()``.
  var isWaiting: Bool { !bytes.isEmpty }

  /// Returns the keys that `input` completes.
  mutating func read(_ input: some Sequence<UInt8>) -> [Key] {
    bytes += input
    var keys: [Key] = []
    var rest = bytes
    while let next = next() {
      keys += next
      rest = bytes
    }
    bytes = ArraySlice(Array(rest))
    return keys
  }

  /// Returns the keys of what waits, if no more bytes belong to it: Escape, or Alt and a key.
  mutating func flush() -> [Key] {
    defer { bytes = [] }
    guard bytes.first == .escape else { return text(bytes) }
    if bytes.last == .escape { return bytes.map { _ in .escape } }
    return bytes.count == 2 ? text(bytes.dropFirst()).map(\.withAlt) : []
  }

  /// Takes bytes from the front: a key, a run of text, a sequence without a meaning, or a part of a
  /// paste. Returns nil if more bytes are needed; those that it took are to be put back.
  private mutating func next() -> [Key]? {
    guard let first = bytes.first else { return nil }
    if paste != nil { return readPaste() }
    guard first.isControl else {
      let run = bytes.prefix { !$0.isControl }
      let text = run.endIndex == bytes.endIndex ? run.withoutPart : run
      bytes = bytes[text.endIndex...]
      return text.isEmpty ? nil : self.text(text)
    }
    bytes.removeFirst()
    if first == .escape { return readSequence() }
    let letter = String(Unicode.Scalar(first + 0x40 & 0x7F)).lowercased()
    return [Self.sequences[String(Unicode.Scalar(first))] ?? .control(Character(letter))]
  }

  private func text(_ bytes: ArraySlice<UInt8>) -> [Key] {
    String(decoding: bytes, as: UTF8.self).map { .text(String($0)) }
  }

  /// Takes what follows an Escape.
  private mutating func readSequence() -> [Key]? {
    switch bytes.first.map({ Character(Unicode.Scalar($0)) }) {
    case "[", "O":
      bytes.removeFirst()
      return readParameters()
    case "P", "X", "]", "^", "_":
      // An answer to a question, up to BEL or Escape `\`.
      guard let end = bytes.firstIndex(where: { $0 == .escape || $0 == 0x07 }) else { return nil }
      bytes = bytes[(bytes[end] == .escape ? end : end + 1)...]
      return []
    case "\\":
      bytes.removeFirst()
      return []
    default:
      if bytes.starts(with: [.escape, .escape]) { return [.escape] }
      guard let keys = next() else { return nil }
      return keys.prefix(1).map(\.withAlt) + keys.dropFirst()
    }
  }

  /// Takes parameters and the last character of a sequence. Nothing of an unknown one is typed.
  private mutating func readParameters() -> [Key]? {
    // The Linux console has a second bracket in some sequences.
    let body = bytes.prefix { (0x20...0x3F).contains($0) || $0 == UInt8(ascii: "[") }
    bytes = bytes[body.endIndex...]
    guard let last = bytes.first else { return nil }
    // A control character breaks the sequence off and counts for itself.
    if last.isControl { return [] }
    bytes.removeFirst()
    let parameters = String(decoding: body, as: UTF8.self).split(separator: ";")
    let numbers = parameters.compactMap { Int($0) }
    guard numbers.count == parameters.count else { return [] }
    let isNumbered = last == UInt8(ascii: "~")
    if isNumbered, numbers.first == 200 { paste = [] }
    let name = (isNumbered ? parameters.first ?? "" : "") + String(Unicode.Scalar(last))
    guard let key = Self.sequences[String(name)] else { return [] }
    // The second number is 1 and the sum of the modifiers: 1 is Shift, 2 is Alt, 4 is Ctrl.
    let isByWord = numbers.count > 1 && (numbers[1] &- 1) & 6 != 0
    return [isByWord ? key.withAlt : key]
  }

  /// Takes bytes up to the mark that ends a paste.
  private mutating func readPaste() -> [Key] {
    let mark = Array("\u{1B}[201~".utf8)
    while let byte = bytes.popFirst() {
      paste?.append(byte)
      if let paste, byte == mark.last, paste.suffix(mark.count) == mark[...] {
        self.paste = nil
        let text = paste.dropLast(mark.count).prefix(Self.maximumPaste)
        let characters = String(decoding: text, as: UTF8.self).map { character -> Character in
          let isControl = character.unicodeScalars.first?.properties.generalCategory == .control
          return character.isNewline ? "\n" : isControl ? " " : character
        }
        return [.paste(String(characters))]
      }
      // Of what is too much, only the bytes stay that the mark may begin with.
      if let count = paste?.count, count > Self.maximumPaste + mark.count {
        paste?.remove(at: Self.maximumPaste)
      }
    }
    return []
  }
}

// MARK: - Bytes

extension UInt8 {
  fileprivate static let escape: UInt8 = 0x1B

  fileprivate var isControl: Bool { self < 0x20 || self == 0x7F }
}

extension ArraySlice<UInt8> {
  /// The bytes without those at the end that begin a UTF-8 character and lack the rest of it.
  fileprivate var withoutPart: ArraySlice {
    guard let start = lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return self }
    // The first byte has as many leading ones as the character has bytes.
    return endIndex - start < (~self[start]).leadingZeroBitCount ? self[..<start] : self
  }
}

extension Key {
  /// The key with Alt, or an arrow with Ctrl.
  fileprivate var withAlt: Key {
    switch self {
    case .text(let text): text.first.map(Key.alt) ?? self
    case .left: .wordLeft
    case .right: .wordRight
    case .backspace: .deleteWord
    default: self
    }
  }
}
