import FeedEffects
import Foundation

/// Limits how many tests run at once. The others wait in order of arrival.
///
/// Without a limit all tests start at once, and each lasts as long as the run. Whether a load meets
/// the timeout of a store, a minute of real time, would then depend on the load of the machine.
final class Turns: Sendable {
  static let shared = Turns(4 * max(2, ProcessInfo.processInfo.activeProcessorCount))

  private struct Queue {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let queue: Locked<Queue>

  private init(_ count: Int) {
    queue = Locked(Queue(free: count))
  }

  /// Waits for a turn. The caller gives it back with ``end()``.
  func begin() async {
    await withCheckedContinuation { continuation in
      let isFree = queue.use { queue in
        if queue.free == 0 {
          queue.waiting.append(continuation)
          return false
        }
        queue.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  /// Gives the turn back. The test that has waited longest gets it.
  func end() {
    let next: CheckedContinuation<Void, Never>? = queue.use { queue in
      if !queue.waiting.isEmpty { return queue.waiting.removeFirst() }
      queue.free += 1
      return nil
    }
    next?.resume()
  }
}
