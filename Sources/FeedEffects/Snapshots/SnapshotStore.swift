public import FeedReducer
public import Foundation

/// Stores a feed in a file, so that its rows are there when the program starts again.
///
/// ```swift
/// let snapshots = SnapshotStore<Note, Int>(file: url)
/// let store = FeedStore(source: notes, snapshots: snapshots)
/// ```
///
/// The feed starts with the stored snapshot, and hands over its state after each accepted action. What
/// changed is written off the feed's actor, at most once per `delay` (default 1 s): it is added to the file,
/// which is replaced by a shorter one now and then. Whenever and however the program ends, the file has what
/// was written. Call ``flushInBackground()`` when the program goes to the background.
///
/// A snapshot of more than 16 MB (`limit`) is neither written nor read; ``problem`` tells, and a line on
/// standard error. Only one feed of one program may use the file at a time: of two stores the one that
/// writes last wins. The file holds rows, cursors and edits, and only its owner may read it.
public actor SnapshotStore<Item: Identifiable & Equatable & Codable & Sendable, Cursor>
where Item.ID: Codable & Sendable, Cursor: Hashable & Codable & Sendable {
  /// The stored value.
  public typealias Snapshot = Feed<Item, Cursor>.Snapshot

  /// The content of the file.
  @nonexhaustive
  public enum Found: Equatable, Sendable {
    /// There is no file.
    case nothing

    /// A snapshot that was written `age` ago.
    case snapshot(Snapshot, age: Duration)

    /// The file can't be read.
    case damaged(SnapshotProblem)
  }

  let file: SnapshotFile
  private let delay: Duration
  private let clock: any Clock<Duration>
  let now: @Sendable () -> Date
  private let report: @Sendable (SnapshotProblem) -> Void
  let inbox = Locked(Inbox())

  /// Why the file does not have the latest state; nil if it has, or will have after the delay.
  public private(set) var problem: SnapshotProblem?

  /// Whether there is a file that could not be read. It is moved aside before it is replaced.
  private(set) var isUnread = false

  /// Whether the folder was there. If it goes, somebody has removed it, and it is not made again.
  var hasFolder: Bool

  /// What the file has, if changes can be added to it.
  var stored: Stored?

  /// The state that has not been written yet.
  struct Inbox {
    var latest: Feed<Item, Cursor>.State?

    /// The identity of the last feed that had something to store. Once it has nothing more, the file must go.
    var filledFeed: UInt64?

    /// The feed that uses the file.
    var user: FileUse?

    /// Another feed on the file, which has to remove it first.
    var before: FileUse?

    /// Whether the feed was stopped after the last write: the file must go, whatever comes next.
    var wasStopped = false

    /// Whether another feed on the file was stopped, so that the one that uses it is no longer stored.
    var isLoggedOut = false

    /// Writes the state when the delay is over.
    var timer: Task<Void, Never>?
  }

  /// Creates a snapshot store. The file is neither read nor written yet.
  ///
  /// - Parameters:
  ///   - file: The file. If its folder is not there, it is made with the file. A folder that was there, and
  ///     was removed since, is not. Beside the file are a draft while it is written (`.new-`, with random
  ///     characters) and a file that could not be read (`.damaged`).
  ///   - limit: The largest size in bytes, 16 MB by default: the file is read whole before a row shows. A larger
  ///     snapshot is neither written nor read: bound the rows (`maxItems`), or raise the limit.
  ///   - delay: How long a state waits for newer ones before it is written.
  ///   - report: Called when a snapshot could not be read or written, once for each new reason. By
  ///     default a line goes to standard error. It runs on this actor.
  ///   - clock: The clock of the delay.
  ///   - now: Returns the date, for the age of a snapshot.
  public init(
    file: URL, limit: Int = 16 << 20, delay: Duration = .seconds(1),
    report: (@Sendable (SnapshotProblem) -> Void)? = nil,
    clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date = Date.init
  ) {
    self.init(
      SnapshotFile(url: file, limit: limit), delay: delay,
      report: report ?? { FileHandle.standardError.write(Data("\($0)\n".utf8)) }, clock: clock,
      now: now)
  }

  /// Creates a snapshot store of a file, whose system calls a test may have replaced.
  init(
    _ file: SnapshotFile, delay: Duration = .seconds(1),
    report: @escaping @Sendable (SnapshotProblem) -> Void,
    clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date = Date.init
  ) {
    self.file = file
    self.delay = delay
    self.clock = clock
    self.now = now
    self.report = report
    // The dot: only a folder has one.
    hasFolder = FileManager.default.fileExists(
      atPath: file.url.deletingLastPathComponent().path + "/.")
  }

  /// Reads the file. A damaged file is moved aside, so that the next start finds none.
  ///
  /// A file that the system did not let be read, or that is too large, stays until another is written.
  public func load() -> Found {
    file.removeDrafts()
    stored = nil
    let found: Found
    do {
      guard let (data, id) = try file.read() else { return .nothing }
      isUnread = false
      let end: SnapshotFile.LogEnd?
      (found, end) = Self.read(data, limit: file.limit, now: now())
      if case .snapshot(let snapshot, _) = found, let id, let end {
        stored = Stored(snapshot, log: SnapshotFile.Log(file: id, end: end))
      }
    } catch {
      found = .damaged(SnapshotProblem(error, at: file.url.path))
    }
    if case .damaged(let problem) = found { reject(problem) }
    return found
  }

  /// Reads the bytes of a file.
  package static func found(in data: Data, limit: Int, now: Date) -> Found {
    read(data, limit: limit, now: now).found
  }

  /// Writes `state` when the delay is over, unless a newer one replaces it.
  ///
  /// It returns at once and may be called on any thread. A feed that is created with `snapshots:`
  /// calls it. A front end of your own that calls it has to see that no other one uses the file.
  public nonisolated func keep(_ state: Feed<Item, Cursor>.State) {
    put(state)
  }

  /// The same, for a feed only if it uses the file.
  ///
  /// - Returns: Whether it does.
  @discardableResult
  nonisolated func put(_ state: Feed<Item, Cursor>.State, for use: FileUse? = nil) -> Bool {
    // The old state is released after the lock: it may hold the last reference to a user's object.
    let (isKept, old) = inbox.use { inbox in
      if let use, inbox.user !== use { return (false, nil as Feed<Item, Cursor>.State?) }
      let old = inbox.latest
      inbox.latest = state
      if state.hasSnapshot { inbox.filledFeed = state.identity }
      if state.isStopped {
        // The rows of an old user don't stay for the delay.
        inbox.wasStopped = true
        inbox.timer?.cancel()
        inbox.timer = Task { await self.flush() }
      } else if inbox.timer == nil {
        inbox.timer = Task { [clock, delay] in
          try? await clock.sleep(for: delay.sleepable)
          if !Task.isCancelled { await self.flush() }
        }
      }
      return (true, old)
    }
    _ = old
    return isKept
  }

  /// Writes the latest state at once.
  ///
  /// When it returns, the file has everything that the feed accepted before the call.
  public func flush() async {
    while let other = inbox.use({ $0.before }) {
      await other.write()
      inbox.use { if $0.before === other { $0.before = nil } }
    }
    write()
  }

  /// Writes the latest state, or removes the file.
  func write() {
    let taken = takeLatest()
    do {
      if taken.wasStopped {
        stored = nil
        try file.removeAll()
      }
      defer { if taken.isLoggedOut { note(.loggedOut(path: file.url.path)) } }
      guard let state = taken.latest else { return }
      if let snapshot = state.snapshotWithoutRows {
        try write(snapshot, rows: state.serverRows)
      } else {
        // A feed that was reset, and has no edits, has nothing to restore. One that has not loaded yet
        // leaves the file of the one before.
        guard taken.wasStopped || state.identity == taken.filledFeed else { return }
        stored = nil
        try file.remove()
      }
      isUnread = false
      note(nil)
    } catch {
      // It is written with the next state, or at the next `flush()`.
      inbox.use { inbox in
        if inbox.latest == nil { inbox.latest = taken.latest }
        inbox.wasStopped = inbox.wasStopped || taken.wasStopped
        inbox.isLoggedOut = inbox.isLoggedOut || taken.isLoggedOut
      }
      note(SnapshotProblem(error, at: file.url.path))
    }
  }

  /// Notes that the file can't be used, and moves it aside if it never will be.
  func reject(_ problem: SnapshotProblem) {
    stored = nil
    switch problem {
    case .unknownFormat, .damaged, .unfit: isUnread = (try? file.setAside()) == nil
    default: isUnread = true
    }
    note(problem)
  }

  /// Removes the file, and drops the state that has not been written.
  ///
  /// If the file can't be removed, ``problem`` tells.
  public func remove() {
    _ = takeLatest()
    stored = nil
    do {
      try file.remove()
      isUnread = false
      note(nil)
    } catch {
      note(SnapshotProblem(error, at: file.url.path))
    }
  }

  private func takeLatest() -> Inbox {
    inbox.use { inbox in
      inbox.timer?.cancel()
      defer {
        inbox = Inbox(filledFeed: inbox.filledFeed, user: inbox.user, before: inbox.before)
      }
      return inbox
    }
  }

  /// Stores the problem, and reports it if it is another one.
  func note(_ problem: SnapshotProblem?) {
    let known = self.problem
    self.problem = problem
    if let problem, known?.isLike(problem) != true { report(problem) }
  }
}

// Here, where Foundation is imported for everybody: see the lint in `.ci/run`.
extension SnapshotFile {
  /// Returns the bytes of a file of the first version with `body`, written so many seconds after 1970.
  package static func bytes(of body: Data, seconds: String) -> Data {
    let checksum = String(checksum(of: body, text: seconds, after: nil), radix: 16)
    return Data("\(oldName) \(checksum) \(seconds)\n".utf8) + body
  }

  /// Returns the bytes of a file with a snapshot and these changes behind it.
  package static func bytes(of body: Data, changes: [Data], date: Date) -> Data {
    var (bytes, end) = part(name, body: body, date: date, after: nil)
    for change in changes {
      let next = part(Kind.change.rawValue, body: change, date: date, after: end)
      bytes += next.bytes
      end = next.end
    }
    return bytes
  }
}
