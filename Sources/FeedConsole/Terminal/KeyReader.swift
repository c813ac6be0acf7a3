/// Turns the bytes of a terminal into keys. It has no clock and does no input.
///
/// It knows the sequences of xterm, tmux, the Linux console and rxvt. A sequence that it does not
/// know is dropped whole. Bytes of a key may arrive in several reads.
///
/// ```swift
/// var reader = KeyReader()
/// reader.read(Array("a\u{1B}[A".utf8))  // [.text("a"), .up]
/// ```
struct KeyReader {
  /// The most bytes of a paste; the rest is dropped.
  static let maximumPaste = 1 << 20

  /// The most bytes of a sequence without an end; then it is dropped.
  private static let maximumSequence = 1 << 12

  /// The bytes that are no key yet.
  private var bytes: ArraySlice<UInt8> = []

  /// The paste that has begun; nil outside one.
  private var paste: [UInt8]?

  /// Whether an Escape or a part of a sequence waits for more. If none comes, call ``flush()``.
  var isWaiting: Bool { paste == nil && !bytes.isEmpty }

  /// Returns the keys that `input` completes.
  mutating func read(_ input: some Sequence<UInt8>) -> [Key] {
    bytes += input
    var keys: [Key] = []
    while !bytes.isEmpty {
      let count = bytes.count
      keys += next()
      if bytes.count == count { break }
    }
    bytes = ArraySlice(Array(bytes))
    return keys
  }

  /// Returns the keys of what waits, if no more bytes belong to it: Escape, or Alt and a key.
  mutating func flush() -> [Key] {
    guard isWaiting else { return [] }
    defer { bytes = [] }
    guard bytes.first == .escape else { return text(bytes) }
    switch bytes.count {
    case 1: return [.escape]
    case 2 where bytes.last == .escape: return [.escape, .escape]
    case 2: return [.alt(Character(Unicode.Scalar(bytes[bytes.startIndex + 1])))]
    default: return []
    }
  }

  /// Takes bytes from the front: a key, a run of text, or a part of a paste. Takes nothing if more
  /// bytes are needed.
  private mutating func next() -> [Key] {
    if paste != nil { return readPaste() }
    guard let first = bytes.first else { return [] }
    if first == .escape { return escape() }
    if first < 0x20 || first == 0x7F {
      bytes.removeFirst()
      return [Key(control: first)]
    }
    let run = bytes.prefix { $0 >= 0x20 && $0 != 0x7F }
    let isEnd = run.endIndex == bytes.endIndex
    let whole = isEnd ? run.dropLast(run.incompleteSuffix) : run
    bytes = bytes[whole.endIndex...]
    return text(whole)
  }

  private func text(_ bytes: ArraySlice<UInt8>) -> [Key] {
    String(decoding: bytes, as: UTF8.self).map { .text(String($0)) }
  }
}

// MARK: - Escape sequences

extension KeyReader {
  private mutating func escape() -> [Key] {
    // rxvt sends Alt and an arrow as Escape before the arrow's own sequence.
    let isAlt = bytes.starts(with: [.escape, .escape])
    let rest = bytes.dropFirst(isAlt ? 2 : 1)
    guard let kind = rest.first else { return [] }
    switch kind {
    case UInt8(ascii: "["): return controlSequence(rest.dropFirst(), isAlt: isAlt)
    case UInt8(ascii: "O"): return singleShift(rest.dropFirst(), isAlt: isAlt)
    case _ where isAlt:
      bytes.removeFirst()
      return [.escape]
    case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "]"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      return skipString(rest.dropFirst())
    default: return alt(rest)
    }
  }

  private mutating func alt(_ rest: ArraySlice<UInt8>) -> [Key] {
    if rest.first == 0x7F || rest.first == 0x08 {
      bytes = rest.dropFirst()
      return [.deleteWord]
    }
    let character = rest.prefix(rest.characterLength)
    guard character.incompleteSuffix == 0 else { return [] }
    bytes = rest[character.endIndex...]
    return String(decoding: character, as: UTF8.self).first.map { [.alt($0)] } ?? []
  }

  /// Escape `[`, parameters, and a final byte.
  private mutating func controlSequence(_ rest: ArraySlice<UInt8>, isAlt: Bool) -> [Key] {
    // The Linux console sends its first function keys as Escape `[[` and a letter.
    if rest.first == UInt8(ascii: "["), rest.count > 1 {
      bytes = rest.dropFirst(2)
      return []
    }
    let isPrivate = rest.first.map { (0x3C...0x3F).contains($0) } ?? false
    // rxvt ends sequences of keys with Shift by `$`.
    let body = rest.prefix { (0x20...0x3F).contains($0) && (isPrivate || $0 != 0x24) }
    let after = rest[body.endIndex...]
    guard let final = after.first, !(body.isEmpty && final == UInt8(ascii: "[")) else {
      if rest.count > Self.maximumSequence { bytes = [] }
      return []
    }
    // Another control character breaks the sequence off and counts for itself.
    guard final >= 0x20, final != 0x7F else {
      bytes = after
      return []
    }
    bytes = after.dropFirst()
    let numbers = String(decoding: body, as: UTF8.self).split(separator: ";").map { Int($0) ?? 0 }
    if final == UInt8(ascii: "~"), numbers.first == 200 {
      paste = []
      return []
    }
    return isPrivate ? [] : Key(final: final, numbers: numbers, isAlt: isAlt).map { [$0] } ?? []
  }

  /// Escape `O` and a letter; older xterms put the modifier between them.
  private mutating func singleShift(_ rest: ArraySlice<UInt8>, isAlt: Bool) -> [Key] {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard let final = rest[digits.endIndex...].first else { return [] }
    bytes = rest[(digits.endIndex + 1)...]
    let modifier = Int(String(decoding: digits, as: UTF8.self)) ?? 1
    // rxvt sends Ctrl and an arrow as a lower-case letter; the keypad of a VT100 has Enter as M.
    if final == UInt8(ascii: "M") { return [.enter] }
    let isControl = (0x61...0x64).contains(final)
    return Key(
      final: isControl ? final - 0x20 : final, numbers: [1, isControl ? 5 : modifier], isAlt: isAlt
    ).map { [$0] } ?? []
  }

  /// A string from the terminal, such as an answer to a question: up to BEL or Escape `\`.
  private mutating func skipString(_ rest: ArraySlice<UInt8>) -> [Key] {
    if let end = rest.firstIndex(where: { $0 == 0x07 || $0 == .escape }) {
      let after = rest[(end + 1)...]
      if rest[end] == .escape, after.isEmpty { return [] }
      bytes = rest[end] == .escape ? after.dropFirst() : after
    } else if rest.count > Self.maximumSequence {
      bytes = []
    }
    return []
  }
}

// MARK: - Paste

extension KeyReader {
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  private mutating func readPaste() -> [Key] {
    let mark = Self.pasteEnd
    let end = bytes.indices.first { bytes[$0] == .escape && bytes[$0...].starts(with: mark) }
    // Without an end, a part of it may be the last that has arrived.
    let part = (1..<mark.count).last { bytes.suffix($0).elementsEqual(mark.prefix($0)) } ?? 0
    let text = bytes[..<(end ?? bytes.endIndex - part)]
    let room = Self.maximumPaste - (paste?.count ?? 0)
    paste?.append(contentsOf: text.prefix(room))
    bytes = bytes[text.endIndex...]
    guard end != nil else { return [] }
    bytes.removeFirst(mark.count)
    defer { paste = nil }
    return [.paste(String(decoding: paste ?? [], as: UTF8.self).withoutControls)]
  }
}

extension String {
  /// The text with newlines as its only control characters. The others become spaces.
  fileprivate var withoutControls: String {
    var result = String.UnicodeScalarView()
    var isAfterReturn = false
    for scalar in unicodeScalars {
      if scalar != "\n" || !isAfterReturn {
        let isControl = scalar.properties.generalCategory == .control
        result.append(scalar == "\r" ? "\n" : isControl && scalar != "\n" ? " " : scalar)
      }
      isAfterReturn = scalar == "\r"
    }
    return String(result)
  }
}

// MARK: - Keys of bytes

extension UInt8 {
  fileprivate static let escape: UInt8 = 0x1B
}

extension ArraySlice<UInt8> {
  /// How many bytes the first UTF-8 character has, by its first byte.
  fileprivate var characterLength: Int {
    switch first ?? 0 {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }

  /// How many bytes at the end begin a UTF-8 character and lack the rest of it.
  fileprivate var incompleteSuffix: Int {
    (1...3).first { count in
      count <= self.count && suffix(count).characterLength > count
        && suffix(count).dropFirst().allSatisfy { $0 & 0xC0 == 0x80 }
    } ?? 0
  }
}

extension Key {
  fileprivate init(control byte: UInt8) {
    switch byte {
    case 0x09: self = .tab
    case 0x0A, 0x0D: self = .enter
    case 0x08, 0x7F: self = .backspace
    default:
      let isLetter = (1...26).contains(byte)
      self = .control(Character(Unicode.Scalar(byte + (isLetter ? 0x60 : 0x40))))
    }
  }

  /// The key of a sequence; nil if it is none that a session uses. The second number is 1 and the
  /// sum of its modifiers: 1 is Shift, 2 is Alt, 4 is Ctrl.
  fileprivate init?(final: UInt8, numbers: [Int], isAlt: Bool) {
    let modifiers = max(0, (numbers.dropFirst().first ?? 1) - 1)
    let isByWord = isAlt || modifiers & 6 != 0
    switch Character(Unicode.Scalar(final)) {
    case "A", "a": self = .up
    case "B", "b": self = .down
    case "C", "c": self = isByWord ? .wordRight : .right
    case "D", "d": self = isByWord ? .wordLeft : .left
    case "H": self = .home
    case "F": self = .end
    case "Z": self = .backTab
    case "~", "^", "$", "@":
      switch numbers.first {
      case 1, 7: self = .home
      case 3: self = .delete
      case 4, 8: self = .end
      case 5: self = .pageUp
      case 6: self = .pageDown
      default: return nil
      }
    default: return nil
    }
  }
}
