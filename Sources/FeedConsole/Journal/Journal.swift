import FeedHTTP
import FeedReducer
import Foundation

/// Writes each change of a session to a file as it happens, so that `--resume` goes on after a crash.
///
/// A change is a line of a script: a step, a move through time, a setting, an invariant. Each is written at
/// once, so that `kill -9` loses no finished step. Answers over HTTP are in it as JSON with their links as
/// they came, because a resumed session asks for the pages behind them; header fields and credentials never
/// are. Only the user can read the file.
///
/// It fails silently but for one warning: a session goes on without its journal.
final class Journal {
  /// How many journals are kept.
  static let maximumCount = 20

  /// Receives the reason why nothing is written any longer. Called at most once.
  var warn: (String) -> Void = { _ in }

  private let folder: JournalFolder

  /// The text before the first change. The file is created with it when something changes.
  private let prelude: String

  private var file: Int32 = -1
  private var hasFailed = false

  /// Whether `--resume` finds what was done.
  var isKept: Bool { file >= 0 && !hasFailed }

  private var seen: Seen

  /// What of a session tells whether it has changed.
  private struct Seen: Equatable {
    var branch = 1
    var position = 0
    var count = 1

    init(_ session: Session) {
      branch = session.history.branch
      position = session.position
      count = session.history.count
    }
  }

  private var settings: Settings
  private var invariants: [String]

  /// Creates a journal of a session as it is now. `prelude` leads to it.
  init(
    in folder: JournalFolder, prelude: String, session: Session, settings: Settings,
    invariants: [String]
  ) {
    self.folder = folder
    self.prelude = prelude
    self.settings = settings
    self.invariants = invariants
    seen = Seen(session)
  }

  deinit { if file >= 0 { close(file) } }

  /// Writes what has changed since the last call. Call it after each change.
  ///
  /// - Complexity: O(1) in the number of steps.
  func note(_ session: Session, settings: Settings, invariants: [String]) {
    var lines = settings.lines(since: self.settings)
    self.settings = settings
    if invariants != self.invariants {
      let isLonger = invariants.starts(with: self.invariants)
      let new =
        isLonger ? Array(invariants.dropFirst(self.invariants.count)) : ["none"] + invariants
      lines += new.map { "invariant \($0)" }
      self.invariants = invariants
    }
    let now = Seen(session)
    if now != seen {
      lines.append(line(for: session, as: now))
      seen = now
    }
    if !lines.isEmpty { write(lines.map { $0 + "\n" }.joined()) }
  }

  private func line(for session: Session, as now: Seen) -> String {
    if now.count > seen.count { return session.now.line }
    return now.branch == seen.branch ? "goto \(now.position)" : "switch \(now.branch)"
  }

  private func write(_ text: String) {
    guard !hasFailed else { return }
    var text = text
    if file < 0 {
      do {
        file = try folder.create()
        text = prelude + text
      } catch {
        return fail(error.problem.message)
      }
    }
    // One write, so that only a crash of the system tears a line.
    if let error = Files.write(Array(text.utf8), to: file) { fail(Files.reason(error)) }
  }

  private func fail(_ reason: String) {
    hasFailed = true
    warn("no journal is written, so --resume won't find the next steps: \(reason)")
  }
}

/// The folder with the journals of the user's sessions.
struct JournalFolder {
  let path: String

  /// The folder of the user. Nil if the environment names no home.
  init?(_ variables: [String: String]) {
    guard let folder = StateFolder(variables) else { return nil }
    path = folder.path + "/journal"
  }

  /// Creates a journal, and removes the oldest ones. Returns its descriptor, with a lock that lasts as long
  /// as the session.
  func create() throws(Failure) -> Int32 {
    if let error = StateFolder.create(path) {
      throw Failure(.cannotWrite(path, reason: Files.reason(error)))
    }
    var time = Int(Date().timeIntervalSince1970 * 1_000)
    var name: String { "\(path)/\(time)-\(getpid()).feed" }
    // Two sessions of a process may begin in the same millisecond.
    while FileManager.default.fileExists(atPath: name) { time += 1 }
    let file = open(name, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Failure(.cannotWrite(name, reason: Files.reason(errno))) }
    flock(file, LOCK_EX | LOCK_NB)
    let old = journals.dropLast(Journal.maximumCount)
    for path in old where !isInUse(path) { unlink(path) }
    return file
  }

  /// The newest journal that no session is writing; nil if there is none. A full disk or a crash leaves some
  /// without a step, which are passed over.
  var newest: RecordedSession? {
    journals.reversed().lazy.filter { Files.isRegular(path: $0) && !isInUse($0) }
      .compactMap { try? RecordedSession($0) }.first
  }

  /// The paths of all journals, the oldest first: their names begin with the time.
  private var journals: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasSuffix(".feed") }.sorted().map { "\(path)/\($0)" }
  }

  private func isInUse(_ path: String) -> Bool {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    return flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }
}
