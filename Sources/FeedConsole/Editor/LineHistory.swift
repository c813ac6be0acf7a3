import Foundation

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

/// The file of the history, which several sessions may use at once.
///
/// Nothing here fails: without the file a session has its own history only.
struct HistoryFile {
  /// A file longer than this is cut to the newest entries when it is read.
  private static let maximumLength = 1 << 20

  private let folder: String

  private var path: String { folder + "/history" }

  /// The file of the user, as the XDG rules say. Nil if the environment names no home.
  init?(_ variables: [String: String]) {
    guard let states = StateFolder(variables) else { return nil }
    folder = states.path
  }

  /// Reads the history.
  func read() -> LineHistory {
    guard let bytes = content else { return LineHistory() }
    let history = LineHistory(fileText: String(decoding: bytes, as: UTF8.self))
    if bytes.count > Self.maximumLength { replace(by: history) }
    return history
  }

  /// Adds an entry, and creates the file and its folders if they are missing. One with credentials for
  /// `open` is left out.
  func append(_ entry: String) {
    guard !entry.contains(/--(header|user|token)\b|:\/\/[^\/?#\s]*@/) else { return }
    StateFolder.create(folder)
    locked {
      let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0o600)
      guard file >= 0 else { return }
      defer { close(file) }
      // One write, so that no other line comes in between.
      if Files.isRegular(file) {
        _ = Files.write(Array(LineHistory.fileLine(entry).utf8), to: file)
      }
    }
  }

  /// The bytes of the file, all of them but those of an absurdly long one.
  private var content: [UInt8]? {
    // Without blocking: the path may be that of a pipe.
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard Files.isRegular(file) else { return nil }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < 16 * Self.maximumLength {
      let count = chunk.withUnsafeMutableBytes { Foundation.read(file, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  private func replace(by history: LineHistory) {
    locked {
      let new = "\(path).\(getpid())"
      let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard file >= 0 else { return }
      let text = history.entries.map(LineHistory.fileLine).joined()
      let error = Files.write(Array(text.utf8), to: file)
      close(file)
      if error != nil || rename(new, path) != 0 { unlink(new) }
    }
  }

  /// Runs `work` while no other session writes the file.
  private func locked(_ work: () -> Void) {
    let lock = open(folder, O_RDONLY | O_CLOEXEC)
    guard lock >= 0 else { return }
    defer { close(lock) }
    flock(lock, LOCK_EX)
    work()
  }
}
