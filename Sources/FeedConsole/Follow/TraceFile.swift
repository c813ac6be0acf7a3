import FeedEffects
import Foundation

/// Follows the file of a trace on a thread of its own, until it is stopped.
///
/// A step shows at the first look after it was written, so within 100 ms on a machine that is not busy. A
/// dispatch source would not tell of all changes on Linux.
final class TraceFile: Sendable {
  /// How long the thread waits between two looks, in seconds.
  static let interval = 0.02

  private let isStopped = Locked(false)

  /// Follows the file at `path`, which need not exist yet.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - wait: Waits until the file is looked at again, on the thread.
  ///   - receive: Receives what is new, in order, on the thread. It is called until ``stop()`` returns,
  ///     and may then still be in one call.
  init(
    path: String,
    wait: @escaping @Sendable () -> Void = { Thread.sleep(forTimeInterval: TraceFile.interval) },
    receive: @escaping @Sendable ([TraceEvent]) -> Void
  ) {
    let isStopped = isStopped
    Thread.detachNewThread {
      var reader = TraceReader(path: path)
      defer { reader.close() }
      while !isStopped.use({ $0 }) {
        let (events, hasMore) = reader.read()
        if !events.isEmpty { receive(events) }
        if !hasMore { wait() }
      }
    }
  }

  deinit { stop() }

  /// Ends the thread after its present wait.
  func stop() {
    isStopped.use { $0 = true }
  }
}
