public import FeedReducer
public import Foundation

/// Keeps a feed in a file, so that its rows are there when the program starts again.
///
/// ```swift
/// let snapshots = SnapshotStore<Item, PageCursor>(file: url)
/// if case .snapshot(let snapshot, let age) = await snapshots.load() {
///   await feed.send(.restored(snapshot: snapshot, age: age))
/// }
/// let keeping = Task { await snapshots.follow(await feed.states) }
/// ```
///
/// It writes off the feed's actor, at most once in a while, and only the newest state. The file is
/// replaced whole: whenever the program ends, and however, the old one or the new one is there.
/// It is for one program at a time. It holds rows and cursors; nobody but its owner may read it.
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

  /// The newest state that has not been written.
  private var latest: Feed<Item, Cursor>.State?
  private var timer: Task<Void, Never>?

  /// Creates a store. Nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - file: Where the snapshot is. Beside it lie what is being written and what was damaged.
  ///   - limit: How many bytes a snapshot may have; a larger one is neither written nor read.
  ///   - delay: How long a state waits for newer ones before it is written.
  ///   - clock: What the delay runs on.
  ///   - now: What tells the date, for the age of a snapshot.
  ///   - report: Told when a snapshot could not be written.
  public init(
    file: URL, limit: Int = 16 << 20, delay: Duration = .seconds(1),
    clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date = Date.init,
    report: @escaping @Sendable (SnapshotProblem) -> Void = { _ in }
  ) {
    self.file = SnapshotFile(url: file, limit: limit)
    self.delay = delay
    self.clock = clock
    self.now = now
    self.report = report
  }

  /// Reads what was kept. A damaged file is moved aside, so that the next start finds none.
  public func load() -> Found {
    let found: Found
    do {
      guard let data = try file.bytes() else { return .nothing }
      found = Self.found(in: data, limit: file.limit, now: now())
    } catch {
      found = .damaged(SnapshotProblem(error))
    }
    if case .damaged = found { file.setAside() }
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

  /// Keeps what each of `states` holds, until there are no more; then writes the last one.
  public func follow(_ states: AsyncStream<Feed<Item, Cursor>.State>) async {
    for await state in states { keep(state) }
    flush()
  }

  /// Keeps what `state` holds, when the delay is over. Of several only the newest is written.
  public func keep(_ state: Feed<Item, Cursor>.State) {
    latest = state
    if timer != nil { return }
    timer = Task { [clock, delay, weak self] in
      try? await clock.sleep(for: delay)
      if !Task.isCancelled { await self?.flush() }
    }
  }

  /// Writes at once what waits to be written; call it when the program goes to the background.
  public func flush() {
    timer?.cancel()
    timer = nil
    guard let snapshot = latest?.snapshot else { return }
    latest = nil
    do {
      try file.write(JSONEncoder().encode(snapshot), date: now())
    } catch {
      report(SnapshotProblem(error))
    }
  }

  /// Forgets what waits to be written, and removes the file.
  public func remove() {
    timer?.cancel()
    timer = nil
    latest = nil
    file.remove()
  }
}

// Here, where Foundation is imported for everybody: see the lint in `.ci/run`.
extension SnapshotFile {
  /// Returns the bytes of a file with `body`, written so many seconds after 1970.
  package static func bytes(of body: Data, seconds: String) -> Data {
    Data("\(name) \(checksum(seconds, body)) \(seconds)\n".utf8) + body
  }
}
