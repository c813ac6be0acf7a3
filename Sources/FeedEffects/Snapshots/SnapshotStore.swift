public import FeedReducer
public import Foundation

/// Keeps a feed in a file, so that its rows are there when the program starts again.
///
/// ```swift
/// let snapshots = SnapshotStore<Note, Int>(file: url)
/// let store = FeedStore(source: notes, snapshots: snapshots)
/// ```
///
/// The feed begins with what was kept, and hands each of its states over in the step that leads to
/// it. It is written off the feed's actor, at most once in a while, and only the newest. The file is
/// replaced whole: whenever the program ends, and however, the old one or the new one is there.
/// Call ``flush()`` when the program goes to the background.
///
/// A snapshot of more than 16 MB (`limit`) is neither written nor read; ``problem`` says so, and so
/// does a line on standard error. The file is for one program at a time. It holds rows, cursors and
/// edits; none but its owner may read it.
public actor SnapshotStore<Item: Identifiable & Equatable & Codable & Sendable, Cursor>
where Item.ID: Codable & Sendable, Cursor: Hashable & Codable & Sendable {
  /// What was kept.
  public typealias Snapshot = Feed<Item, Cursor>.Snapshot

  /// What is in the file.
  public enum Found: Equatable, Sendable {
    /// There is no file.
    case nothing

    /// A snapshot that was written so long ago.
    case snapshot(Snapshot, age: Duration)

    /// What can't be read; the file was moved aside.
    case damaged(SnapshotProblem)
  }

  private let file: SnapshotFile
  private let delay: Duration
  private let clock: any Clock<Duration>
  private let now: @Sendable () -> Date
  private let report: @Sendable (SnapshotProblem) -> Void
  private let inbox = Locked(Inbox())

  /// What keeps the file from being as the feed is; nil while all is well.
  public private(set) var problem: SnapshotProblem?

  /// The identity of the feed that was written, or was to be.
  private var kept: UInt64?

  /// Whether there is a file that could not be read. It is moved aside before one takes its name.
  private var isUnread = false

  /// What was handed over and has not been written.
  private struct Inbox {
    var latest: Feed<Item, Cursor>.State?

    /// Writes it when the delay is over.
    var timer: Task<Void, Never>?
  }

  /// Creates a store. Nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - file: Where the snapshot is. Beside it lie what is being written and what was damaged.
  ///   - limit: How many bytes a snapshot may have, 16 MB unless said otherwise; a larger one is
  ///     neither written nor read. Bound the rows (`maxItems`), or raise it.
  ///   - delay: How long a state waits for newer ones before it is written.
  ///   - clock: What the delay runs on.
  ///   - now: What tells the date, for the age of a snapshot.
  ///   - report: Told once when a snapshot could not be read or written, and again when one could
  ///     in between or the reason is another. Without it a line goes to standard error.
  public init(
    file: URL, limit: Int = 16 << 20, delay: Duration = .seconds(1),
    clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date = Date.init,
    report: (@Sendable (SnapshotProblem) -> Void)? = nil
  ) {
    self.file = SnapshotFile(url: file, limit: limit)
    self.delay = delay
    self.clock = clock
    self.now = now
    self.report = report ?? { FileHandle.standardError.write(Data("\($0)\n".utf8)) }
  }

  /// Reads what was kept. A damaged file is moved aside, so that the next start finds none.
  ///
  /// One that could not be read, or is too large, stays for another try until one is written.
  public func load() -> Found {
    let found: Found
    do {
      guard let data = try file.bytes() else { return .nothing }
      found = Self.found(in: data, limit: file.limit, now: now())
    } catch {
      found = .damaged(SnapshotProblem(error))
    }
    if case .damaged(let problem) = found { reject(problem) }
    return found
  }

  /// Reads the bytes of a file.
  package static func found(in data: Data, limit: Int, now: Date) -> Found {
    do {
      let (date, body) = try SnapshotFile.contents(of: data, limit: limit)
      let snapshot = try JSONDecoder().decode(Snapshot.self, from: body)
      return .snapshot(snapshot, age: .seconds(now.timeIntervalSince(date)))
    } catch {
      return .damaged(SnapshotProblem(error))
    }
  }

  /// Keeps what `state` holds, when the delay is over. Of several only the newest is written.
  ///
  /// It returns at once, and may be called from anywhere. A feed made with `snapshots:` calls it.
  public nonisolated func keep(_ state: Feed<Item, Cursor>.State) {
    // What was there goes after the lock: with it may go objects of a user's.
    let old = inbox.use { inbox in
      let old = inbox.latest
      inbox.latest = state
      if inbox.timer == nil {
        inbox.timer = Task { [clock, delay] in
          try? await clock.sleep(for: delay)
          if !Task.isCancelled { await self.flush() }
        }
      }
      return old
    }
    _ = old
  }

  /// Notes at which rows the reader is now, in a state that was handed over and is not written.
  ///
  /// - Returns: Whether there is such a state.
  nonisolated func keepReader(at rows: Range<Int>?) -> Bool {
    inbox.use { inbox in
      if inbox.latest == nil { return false }
      inbox.latest?.visibleRows = rows
      return true
    }
  }

  /// Writes at once what waits to be written; call it when the program goes to the background.
  ///
  /// What a feed had accepted before the call is in the file when it returns.
  public func flush() {
    guard let state = takeLatest() else { return }
    guard let snapshot = state.snapshot else {
      // A feed that was reset has nothing that is to come back.
      if state.identity == kept { file.remove() }
      return
    }
    kept = state.identity
    do {
      let body = try JSONEncoder().encode(snapshot)
      try file.write(body, date: now(), keepsOld: isUnread)
      isUnread = false
      note(nil)
    } catch {
      // Once more with the next state, or when it is asked for again.
      inbox.use { inbox in if inbox.latest == nil { inbox.latest = state } }
      note(SnapshotProblem(error))
    }
  }

  /// Notes that the file could not be taken; one that will never be is moved aside.
  private func reject(_ problem: SnapshotProblem) {
    switch problem {
    case .system, .tooLarge: isUnread = true
    case .unknownFormat, .damaged, .unfit: file.setAside()
    }
    note(problem)
  }

  /// Forgets what waits to be written, and removes the file.
  public func remove() {
    _ = takeLatest()
    file.remove()
  }

  private func takeLatest() -> Feed<Item, Cursor>.State? {
    inbox.use { inbox in
      inbox.timer?.cancel()
      defer { inbox = Inbox() }
      return inbox.latest
    }
  }

  /// Notes whether the file is as the feed is, and reports what is new about that.
  private func note(_ problem: SnapshotProblem?) {
    let known = self.problem
    self.problem = problem
    if let problem, known?.isLike(problem) != true { report(problem) }
  }
}

// MARK: - The feed that is kept

extension SnapshotStore {
  /// What `feed` begins with: what was kept, if it can be brought back.
  nonisolated func opening(of feed: Feed<Item, Cursor>) -> Operation<Feed<Item, Cursor>.Action> {
    .concurrent { await self.firstAction(of: feed) }
  }

  private func firstAction(of feed: Feed<Item, Cursor>) -> Feed<Item, Cursor>.Action {
    // Another feed may have been kept here that is gone now.
    flush()
    guard case .snapshot(let snapshot, let age) = load() else { return .started }
    let action = Feed<Item, Cursor>.Action.restored(snapshot: snapshot, age: age)
    guard let refusal = feed.reduce(Feed.State(seed: 0), action).refusal else { return action }
    reject(.unfit(reason: refusal.description))
    return .started
  }
}

// Here, where Foundation is imported for everybody: see the lint in `.ci/run`.
extension SnapshotFile {
  /// Returns the bytes of a file with `body`, written so many seconds after 1970.
  package static func bytes(of body: Data, seconds: String) -> Data {
    Data("\(name) \(checksum(seconds, body)) \(seconds)\n".utf8) + body
  }
}
