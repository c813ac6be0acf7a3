public import FeedReducer
public import Foundation

/// Writes each step of a feed to a file, for a tool that shows the feed while the app runs.
///
/// ```swift
/// let trace = TraceWriter(to: URL(filePath: "/tmp/people.trace"))
/// store.onStep { trace.record($0) }
/// ```
///
/// **What is written.** One JSON object a line, with the action. The first line of a file has the configuration
/// and what leads to the state before: a follower makes all else with the same machine, and needs no type of
/// the app.
///
/// **What is not.** Of a row only its id, a title and a number that tells its versions apart are written; the
/// title is by default its `description`, or a property such as `title` or `name`. Rows need not be `Encodable`.
/// There are no headers and no excerpts of responses. Secrets in links are masked, in cursors and failures too.
/// Only the file's owner may read it.
///
/// **What it costs.** A step is retained under a lock, and described and written on a queue of its own; of each row
/// its versions are kept. A file of more than 8 MiB (`limit`) is replaced by one that begins with a snapshot. If
/// the disk is slower than the store, steps are dropped: the trace goes on with a snapshot as soon as one and the
/// load in flight tell all, and says how many are missing. A problem with the file is reported once, and never
/// disturbs the feed.
///
/// Use one writer, and one file, for each feed. A trace is for development: ship no app that writes one.
public final class TraceWriter: Sendable {
  /// Describes a step, once it is its turn.
  private typealias Describe =
    @Sendable (inout Tracer, Entry, _ restarts: Bool) -> TraceLine?

  /// A step that waits to be written.
  private struct Entry: Sendable {
    let number: Int
    let time: Date
    let dropped: Int
    let describe: Describe
  }

  private struct Inbox {
    var entries: [Entry] = []
    var last = 0
    var isScheduled = false
  }

  /// How many steps wait at most: each keeps rows of its state alive, and a slow disk must not fill the memory.
  static let capacity = 256

  private let inbox = Locked(Inbox())
  private let output: Locked<TraceOutput>
  private let queue = DispatchQueue(label: "feed.trace")
  private let now: @Sendable () -> Date
  private let report: @Sendable (String) -> Void

  /// Creates a writer whose rows have their `description` as a title, or a property such as `name`.
  ///
  /// An existing file is replaced. The file is created by the first step.
  ///
  /// - Parameters:
  ///   - file: The file. Its folder must exist.
  ///   - limit: The size in bytes above which the file is replaced; at least 64 KiB.
  ///   - report: Called with a sentence when the file can't be written, once until it can be written
  ///     again. By default a line goes to standard error. It runs on the writer's queue.
  ///   - now: Returns the date of a step. Called on the actor of the store.
  public convenience init(
    to file: URL, limit: Int = 8 << 20, report: (@Sendable (String) -> Void)? = nil,
    now: @escaping @Sendable () -> Date = Date.init
  ) {
    self.init(to: file, limit: limit, titleOfAny: { Self.title(of: $0) }, report: report, now: now)
  }

  /// Creates a writer whose rows have the titles that `title` returns. The rest is the same.
  ///
  /// - Parameter title: Returns the text to show for a row; nil for its id alone. At most 100
  ///   characters are written. It runs on the writer's queue.
  public convenience init<Item>(
    to file: URL, limit: Int = 8 << 20, report: (@Sendable (String) -> Void)? = nil,
    now: @escaping @Sendable () -> Date = Date.init, title: @escaping @Sendable (Item) -> String?
  ) {
    self.init(
      to: file, limit: limit, titleOfAny: { ($0 as? Item).flatMap(title) }, report: report,
      now: now)
  }

  private convenience init(
    to file: URL, limit: Int, titleOfAny: @escaping @Sendable (Any) -> String?,
    report: (@Sendable (String) -> Void)?, now: @escaping @Sendable () -> Date
  ) {
    self.init(
      TraceOutput(path: file.path, limit: limit, title: titleOfAny), report: report, now: now)
  }

  /// Creates a writer with an output, whose system calls a test may have replaced.
  init(
    _ output: sending TraceOutput, report: (@Sendable (String) -> Void)?,
    now: @escaping @Sendable () -> Date = Date.init
  ) {
    self.output = Locked(output)
    self.now = now
    self.report = report ?? { FileHandle.standardError.write(Data("\($0)\n".utf8)) }
  }

  deinit { output.use { $0.close() } }

  /// What people see of a row: its description, or what is named like a title; nil if it has neither.
  package static func title(of row: Any) -> String? {
    if let row = row as? any CustomStringConvertible { return row.description }
    let children = Mirror(reflecting: row).children
    let names = ["title", "name", "label", "text", "subject"]
    let named = names.lazy.compactMap { name in children.first { $0.label == name } }.first
    return named.map { "\($0.value)" }
  }

  /// Records a step of a feed. Returns at once, and may be called on any thread.
  ///
  /// - Complexity: O(1): the step is retained, and described later.
  public func record<Item, Cursor>(_ step: StoreStep<Feed<Item, Cursor>>)
  where Item: Sendable, Item.ID: Sendable, Cursor: Sendable {
    add(step)
  }

  /// Records a step of a search. Returns at once, and may be called on any thread.
  ///
  /// - Complexity: O(1): the step is retained, and described later.
  public func record<Query, Item, Cursor>(_ step: StoreStep<Search<Query, Item, Cursor>>)
  where Query: Sendable, Item: Sendable, Item.ID: Sendable, Cursor: Sendable {
    add(step)
  }

  /// Writes what was recorded before the call. Call it before the process ends.
  ///
  /// It blocks the calling thread until all is written, some microseconds for each step.
  public func flush() {
    let problem = output.use { output -> String? in
      // Taken and written under one lock, so that two threads can't change the order.
      let entries = inbox.use { inbox in
        defer { (inbox.entries, inbox.isScheduled) = ([], false) }
        return inbox.entries
      }
      for entry in entries {
        output.write { entry.describe(&$0, entry, $1) }
      }
      return output.takeProblem()
    }
    if let problem { report(problem) }
  }

  private func add<Machine: TracedMachine>(_ step: StoreStep<Machine>)
  where StoreStep<Machine>: Sendable, Machine: SendableMetatype {
    let time = now()
    let describe: Describe = { tracer, entry, restarts in
      tracer.line(
        of: step, number: entry.number,
        time: Int((entry.time.timeIntervalSince1970 * 1000).rounded()), dropped: entry.dropped,
        restarts: restarts)
    }
    // What is dropped is released after the lock: it may hold the last reference to a user's object.
    let (isFirst, lost) = inbox.use { inbox -> (Bool, Entry?) in
      inbox.last += 1
      // The newest step has the state that the feed is left in, so the one before gives way.
      let lost = inbox.entries.count < Self.capacity ? nil : inbox.entries.removeLast()
      inbox.entries.append(
        Entry(
          number: inbox.last, time: time, dropped: lost.map { $0.dropped + 1 } ?? 0,
          describe: describe))
      defer { inbox.isScheduled = true }
      return (!inbox.isScheduled, lost)
    }
    _ = lost
    if isFirst { queue.async { self.flush() } }
  }
}
