import FeedEffects
import Foundation

/// Lets a few tests run at a time, the others in the order in which they came.
///
/// Else all begin at once and each lasts as long as the run does. What a store allows a load, a minute
/// of real time, is then a matter of how busy the machine is.
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

  /// Waits for a turn, which ``end()`` gives back.
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

  /// Gives a turn to the test that has waited longest.
  func end() {
    let next: CheckedContinuation<Void, Never>? = queue.use { queue in
      if !queue.waiting.isEmpty { return queue.waiting.removeFirst() }
      queue.free += 1
      return nil
    }
    next?.resume()
  }
}
