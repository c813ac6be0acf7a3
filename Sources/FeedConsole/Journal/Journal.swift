import FeedHTTP
import FeedReducer
import Foundation

/// Writes each change of a session to a file as it happens, so that `--resume` goes on after a crash.
///
/// A change is a line of a script: a step, a move through time, a setting, an invariant. Each is written at
/// once, so that `kill -9` loses no finished step. Answers over HTTP are in it as JSON with their links as
/// they came, with the keys in them, because a resumed session asks for the pages behind them. So is the URL.
/// Header fields, and credentials that are given by options or before the host of a URL, never are. Only the
/// user can read the file.
///
/// It fails silently but for one warning: a session goes on without its journal.
final class Journal {
  /// How many journals are kept.
  static let maximumCount = 20

  /// Receives the reason why nothing is written any longer. Called at most once.
  var warn: (String) -> Void = { _ in }

  private let folder: StateFolder

  /// The text before the first change. The file is created with it when something changes.
  private let prelude: String

  /// What it has told.
  private var told: Told

  private var file: FileHandle?
  private var hasFailed = false

  /// Whether `--resume` finds what was done.
  var isKept: Bool { file != nil && !hasFailed }

  /// What of an interpreter a journal tells.
  private struct Told {
    let settings: Settings
    let invariants: [String]

    // These tell whether the session has changed.
    let branch: Int
    let position: Int
    let count: Int

    init(_ interpreter: Interpreter) {
      settings = interpreter.settings
      invariants = interpreter.invariants.map(\.source)
      branch = interpreter.session.history.branch
      position = interpreter.session.position
      count = interpreter.session.history.count
    }
  }

  /// Creates a journal of a session as it is now. `prelude` leads to it.
  init(of interpreter: Interpreter, in folder: StateFolder, prelude: String) {
    self.folder = folder
    self.prelude = prelude
    told = Told(interpreter)
  }

  /// Writes what has changed since the last call. Call it after each change.
  ///
  /// - Complexity: O(1) in the number of steps.
  func note(_ interpreter: Interpreter) {
    let (now, old) = (Told(interpreter), told)
    told = now
    var lines = now.settings.lines(since: old.settings)
    if now.invariants != old.invariants {
      let isLonger = now.invariants.starts(with: old.invariants)
      let new = isLonger ? now.invariants[old.invariants.count...] : ["none"] + now.invariants
      lines += new.map { "invariant \($0)" }
    }
    if now.count > old.count {
      lines.append(interpreter.session.now.line)
    } else if now.branch != old.branch {
      lines.append("switch \(now.branch)")
    } else if now.position != old.position {
      lines.append("goto \(now.position)")
    }
    if !lines.isEmpty { write(lines.map { $0 + "\n" }.joined()) }
  }

  private func write(_ text: String) {
    guard !hasFailed else { return }
    do throws(Failure) {
      let start = file == nil ? prelude : ""
      if file == nil { file = try folder.createJournal() }
      // One write, so that only a crash of the system tears a line.
      let error = file.flatMap { Files.write(Array((start + text).utf8), to: $0.fileDescriptor) }
      if let error { fail(Files.reason(error)) }
    } catch {
      fail(error.problem.message)
    }
  }

  private func fail(_ reason: String) {
    hasFailed = true
    warn("no journal is written, so --resume won't find the next steps: \(reason)")
  }
}

// The journals of the user's sessions.
extension StateFolder {
  var journalPath: String { path + "/journal" }

  /// Creates a journal, and removes the oldest ones. Its file has a lock that lasts as long as the session.
  fileprivate func createJournal() throws(Failure) -> FileHandle {
    if let error = Self.create(journalPath) {
      throw Failure(.cannotWrite(journalPath, reason: Files.reason(error)))
    }
    var time = Int(Date().timeIntervalSince1970 * 1_000)
    var name: String { "\(journalPath)/\(time)-\(getpid()).feed" }
    // Two sessions of a process may begin in the same millisecond.
    while FileManager.default.fileExists(atPath: name) { time += 1 }
    let file = open(name, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Failure(.cannotWrite(name, reason: Files.reason(errno))) }
    flock(file, LOCK_EX | LOCK_NB)
    let old = journals.dropLast(Journal.maximumCount)
    for path in old where !isInUse(path) { unlink(path) }
    return FileHandle(fileDescriptor: file, closeOnDealloc: true)
  }

  /// The newest journal that no session is writing; nil if there is none. A full disk or a crash leaves some
  /// without a step, which are passed over.
  var newestJournal: RecordedSession? {
    journals.reversed().lazy.filter { Files.isRegular(path: $0) && !isInUse($0) }
      .compactMap { try? RecordedSession($0, isOwn: true) }.first
  }

  /// The paths of all journals, the oldest first: their names begin with the time.
  private var journals: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: journalPath)) ?? []
    return names.filter { $0.hasSuffix(".feed") }.sorted().map { "\(journalPath)/\($0)" }
  }

  private func isInUse(_ path: String) -> Bool {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    return flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }
}
