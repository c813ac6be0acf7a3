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
}

// MARK: - As a file

extension LineHistory {
  /// Reads lines of a history file: an entry a line, in which `\n` is a newline.
  init(fileText: String) {
    for line in fileText.split(separator: "\n") {
      let parts = line.split(separator: #"\\"#, omittingEmptySubsequences: false)
      add(parts.map { $0.replacing(#"\n"#, with: "\n") }.joined(separator: #"\"#))
    }
  }

  /// An entry as a line of the file, with its line break.
  static func fileLine(_ entry: String) -> String {
    let lines = entry.replacing(#"\"#, with: #"\\"#)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.joined(separator: #"\n"#) + "\n"
  }
}

/// The file of the history, which several sessions may use at once.
///
/// Nothing here fails: without the file a session has its own history only.
struct HistoryFile {
  private let folder: String

  private var path: String { folder + "/history" }

  /// The file of the user, as the XDG rules say. Nil if the environment names no home.
  init?(_ variables: [String: String]) {
    guard let states = StateFolder(variables) else { return nil }
    folder = states.path
  }

  /// Reads the newest entries, and drops the others from the file. What another session adds at that moment
  /// may be lost.
  func read() -> LineHistory {
    // The path may be that of a pipe, which would block.
    guard Files.isRegular(path: path), let data = FileManager.default.contents(atPath: path) else {
      return LineHistory()
    }
    // The last one is empty, as each line ends with a newline.
    let lines = String(decoding: data, as: UTF8.self).components(separatedBy: "\n")
    let newest = lines.suffix(LineHistory.limit + 1).joined(separator: "\n")
    if lines.count > LineHistory.limit + 1 { replace(by: newest) }
    return LineHistory(fileText: newest)
  }

  /// Replaces the file as a whole. `Data.write` could do it, but others might read the new file.
  private func replace(by text: String) {
    let new = "\(path).\(getpid())"
    let isWritten = FileManager.default.createFile(
      atPath: new, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    if !isWritten || rename(new, path) != 0 { unlink(new) }
  }

  /// Adds an entry, and creates the file and its folders if they are missing. One with credentials for
  /// `open` is left out.
  func append(_ entry: String) {
    guard !entry.contains(/--(header|user|token)\b|:\/\/[^\/?#\s]*@/) else { return }
    StateFolder.create(folder)
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    defer { close(file) }
    // One write, so that no line of another session comes in between.
    if Files.isRegular(file) { _ = Files.write(Array(LineHistory.fileLine(entry).utf8), to: file) }
  }
}
