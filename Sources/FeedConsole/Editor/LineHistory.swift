/// The lines that were typed, oldest first.
struct LineHistory: Equatable {
  /// The most entries; the oldest are dropped.
  static let limit = 1_000

  /// The longest text that is kept, in bytes.
  static let maximumLength = 1 << 14

  private(set) var entries: [String] = []

  /// Adds a text. Returns whether it is kept: not if it is blank, too long or the same as the last
  /// one, and not if it begins with a space.
  @discardableResult
  mutating func add(_ text: String) -> Bool {
    guard !text.allSatisfy(\.isWhitespace), !text.hasPrefix(" "), text != entries.last,
      text.utf8.count <= Self.maximumLength
    else { return false }
    entries.append(text)
    if entries.count > Self.limit { entries.removeFirst(entries.count - Self.limit) }
    return true
  }

  /// Returns the index of the newest entry before `end` that contains `text`, or nil.
  func index(of text: String, before end: Int) -> Int? {
    entries[..<end].lastIndex { $0.contains(text) }
  }
}

// MARK: - As a file

extension LineHistory {
  /// Reads the text of a history file: an entry a line, in which `\n` is a newline.
  init(fileText: String) {
    for line in fileText.split(separator: "\n") { add(Self.unescaped(line)) }
  }

  /// An entry as a line of the file, with its line break.
  static func fileLine(_ entry: String) -> String {
    let escaped = entry.map { character in
      switch character {
      case "\\": #"\\"#
      case "\n", "\r\n": #"\n"#
      default: String(character)
      }
    }
    return escaped.joined() + "\n"
  }

  private static func unescaped(_ line: Substring) -> String {
    var result = ""
    var isEscaped = false
    for character in line {
      if isEscaped {
        result.append(character == "n" ? "\n" : character)
      } else if character != "\\" {
        result.append(character)
      }
      isEscaped = !isEscaped && character == "\\"
    }
    return result
  }
}
