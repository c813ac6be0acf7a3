import Foundation

/// File access by descriptors.
enum Files {
  /// Returns the lines of a file, joined by LF.
  static func text(of path: String) throws(Problem) -> String {
    do throws(Failure) {
      let reader = try LineReader(Word(text: path, offset: 0))
      var lines: [String] = []
      while let line = try reader.next() { lines.append(line) }
      return lines.joined(separator: "\n")
    } catch {
      throw error.problem
    }
  }

  /// Writes all bytes. Returns nil, or the `errno` of a failed write.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Foundation.write(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno != EINTR {
          return errno
        }
      }
      return nil
    }
  }

  /// What the system knows of an open file.
  static func status(of file: Int32) -> stat {
    var status = stat()
    _ = fstat(file, &status)
    return status
  }

  /// Whether the descriptor is that of a file, and not of a folder or a pipe.
  static func isRegular(_ file: Int32) -> Bool { status(of: file).st_mode & S_IFMT == S_IFREG }

  /// Whether there is a file at the path, and not a folder or a pipe.
  static func isRegular(path: String) -> Bool {
    let file = open(expanded(path), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(file) }
    return file >= 0 && isRegular(file)
  }

  /// The path with the user's folder in place of `~`.
  static func expanded(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"),
      let home = ProcessInfo.processInfo.environment["HOME"]
    else { return path }
    return home + path.dropFirst()
  }

  /// The one path of a file or a folder that is there, without links.
  static func real(_ path: String) -> String? {
    guard let real = realpath(expanded(path), nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// The path from the root.
  static func absolute(_ path: String) -> String {
    let path = expanded(path)
    return path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }

  /// The system's message for an error of Foundation, in lower case.
  static func reason(of error: any Error) -> String {
    let cause = (error as? CocoaError)?.underlying as? POSIXError
    return cause.map { reason($0.code.rawValue) } ?? error.localizedDescription
  }

  /// The system's message for an `errno`, in lower case.
  static func reason(_ number: Int32) -> String {
    String(cString: strerror(number)).lowercased()
  }
}

/// The folder with what outlives a session, as the XDG rules say: the history of lines, and the journals.
struct StateFolder {
  let path: String

  /// The folder of the user. Nil if the environment names no home.
  init?(_ variables: [String: String]) {
    let folders = [("XDG_STATE_HOME", ""), ("HOME", "/.local/state")].compactMap { name, folder in
      variables[name].flatMap { $0.hasPrefix("/") ? $0 + folder : nil }
    }
    guard let states = folders.first else { return nil }
    path = states + "/feed-repl"
  }

  /// Creates a folder and those above it where they are missing. Only the user may look into them. Returns
  /// nil, or the `errno` of the first that can't be created.
  @discardableResult
  static func create(_ path: String) -> Int32? {
    let ends = path.indices.filter { path[$0] == "/" && $0 > path.startIndex } + [path.endIndex]
    for end in ends where mkdir(String(path[..<end]), 0o700) != 0 && errno != EEXIST {
      let error = errno
      // A folder that is there may be in one that is not to be changed.
      if access(String(path[..<end]), X_OK) != 0 { return error }
    }
    return nil
  }
}

/// Reads the lines of a file, a pipe or a terminal as they arrive.
///
/// Lines end with LF or CRLF; the last line may lack both. A byte order mark is skipped.
final class LineReader {
  /// How many lines were read.
  private(set) var count = 0

  /// Whether a line break ended the last line read.
  private(set) var isEnded = true

  let name: Word
  private let descriptor: Int32
  private let willWait: () -> Void
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  /// Creates a reader of the standard input. It calls `willWait` before each read, which may block.
  init(willWait: @escaping () -> Void = {}) {
    name = Word(text: "<stdin>", offset: 0)
    descriptor = STDIN_FILENO
    self.willWait = willWait
  }

  /// Opens a file, which is closed with the reader. Failures name it. Nothing waits for a pipe's writer: a
  /// pipe without one is a failure.
  init(_ path: Word, willWait: @escaping () -> Void = {}) throws(Failure) {
    name = path
    self.willWait = willWait
    descriptor = open(Files.expanded(path.text), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable }
    if Files.status(of: descriptor).st_mode & S_IFMT == S_IFIFO {
      // The end of a pipe that has a writer, and nothing in it yet, is not there.
      try fill()
      if isAtEnd {
        throw Failure(.cannotRead(path.text, reason: "nothing writes to this pipe"), at: path)
      }
    }
    _ = fcntl(descriptor, F_SETFL, 0)
  }

  deinit { if descriptor > STDIN_FILENO { close(descriptor) } }

  /// Returns the next line without its line break, or nil after the last line.
  func next() throws(Failure) -> String? {
    var end = buffer[start...].firstIndex(of: UInt8(ascii: "\n"))
    while end == nil, !isAtEnd {
      try fill()
      end = buffer.firstIndex(of: UInt8(ascii: "\n"))
    }
    isEnded = end != nil
    guard isEnded || start < buffer.count else { return nil }
    var bytes = buffer[start..<(end ?? buffer.count)]
    start = end.map { $0 + 1 } ?? buffer.count
    count += 1
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    if count == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    if let line = String(bytes: bytes, encoding: .utf8) { return line }
    var failure = Failure(
      Problem("\(quoted(name.text)) is not UTF-8 text; convert it first", exitCode: .malformed))
    failure.place = Place(file: name.text, line: count, column: 1)
    throw failure
  }

  private func fill() throws(Failure) {
    buffer.removeFirst(start)
    start = 0
    willWait()
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let length = read(descriptor, &chunk, chunk.count)
    if length < 0, errno != EINTR, errno != EAGAIN { throw unreadable }
    buffer += chunk[..<max(0, length)]
    isAtEnd = length == 0
  }

  private var unreadable: Failure {
    Failure(.cannotRead(name.text, reason: Files.reason(errno)), at: name)
  }
}
