import Dispatch
import FeedEffects
import Foundation

/// The responses of one source that wait to be read: one at a time, in the order in which they came.
///
/// So a hostile server takes no more than one thread.
final class ReadingQueue: Sendable {
  private let works = Locked<[@Sendable () -> Void]>([])
  private let threads: ReadingThreads

  init(on threads: ReadingThreads) {
    self.threads = threads
  }

  /// Calls `work` on a thread when all that was added before has ended.
  func add(_ work: @escaping @Sendable () -> Void) {
    let isFirst = works.use { works in
      works.append(work)
      return works.count == 1
    }
    if isFirst { threads.add(self) }
  }

  /// Does the first work. Returns whether there is more.
  fileprivate func workOff() -> Bool {
    works.use { $0.first }?()
    return works.use { works in
      works.removeFirst()
      return !works.isEmpty
    }
  }
}

/// The threads on which the responses of a loader are read: a few for all its sources.
///
/// With one for each source, a thousand that load at once had 250. But nothing may wait for decoders
/// that block their threads, or for the largest pages. So when nothing has ended for a while, who waits
/// gets one more.
final class ReadingThreads: Sendable {
  /// How many there are usually. More than the processor has cores, as some wait; and more than a few
  /// sources whose decoders block.
  static let usualCount = max(16, 2 * ProcessInfo.processInfo.activeProcessorCount)

  /// For how long nothing has to end before there is one thread more.
  static let patience = Duration.milliseconds(100)

  private struct State {
    var count = 0
    var waiting: [ReadingQueue] = []

    /// How often a reading has ended.
    var ends = 0
    var isWatched = false
  }

  private let state = Locked(State())
  private let timers: TimerQueue

  init(timers: TimerQueue) {
    self.timers = timers
  }

  /// Gives a thread to a queue that had nothing to do, now or when one is free.
  fileprivate func add(_ queue: ReadingQueue) {
    let isFree = state.use { state in
      let isFree = state.count < Self.usualCount
      if isFree { state.count += 1 } else { state.waiting.append(queue) }
      return isFree
    }
    if isFree { start(queue) } else { watch() }
  }

  /// Starts a thread. A serial queue of Dispatch has one of its own while it has work.
  private func start(_ queue: ReadingQueue) {
    run(queue, on: DispatchQueue(label: "FeedHTTP.reading"))
  }

  private func run(_ queue: ReadingQueue, on thread: DispatchQueue) {
    thread.async { [self] in
      let hasMore = queue.workOff()
      let next = state.use { state -> ReadingQueue? in
        state.ends += 1
        // Behind the others: sources take turns.
        if hasMore { state.waiting.append(queue) }
        if !state.waiting.isEmpty, state.count <= Self.usualCount {
          return state.waiting.removeFirst()
        }
        state.count -= 1
        return nil
      }
      if let next { run(next, on: thread) } else { watch() }
    }
  }

  /// Looks after a while whether anything has ended, as long as a queue waits.
  private func watch() {
    let ends = state.use { state -> Int? in
      if state.isWatched || state.waiting.isEmpty { return nil }
      state.isWatched = true
      return state.ends
    }
    guard let ends else { return }
    _ = timers.schedule(at: timers.now + Self.patience) { [self] in
      let stalled = state.use { state -> ReadingQueue? in
        state.isWatched = false
        guard state.ends == ends, !state.waiting.isEmpty else { return nil }
        state.count += 1
        return state.waiting.removeFirst()
      }
      if let stalled { start(stalled) }
      watch()
    }
  }
}

// For tests.
extension ReadingThreads {
  /// How many threads read, or are about to.
  var count: Int { state.use { $0.count } }

  /// Waits until the number of threads is as it should be.
  func wait(until isMet: @escaping @Sendable (Int) -> Bool) async {
    await state.wait { isMet($0.count) }
  }
}
