import Foundation

/// Something that is opened once, and that tasks wait for.
///
/// `@unchecked` because the compiler can't see that all is only touched while the lock is held. A
/// lock, since a task is cancelled on any thread. The continuations are unsafe ones, which cost
/// less: a waiter has its own until it is resumed and never again.
@usableFromInline final class Gate: @unchecked Sendable {
  private struct Waiter {
    let number: Int
    /// Nil for a moment, before the task sleeps.
    var continuation: UnsafeContinuation<Bool, Never>?
  }

  @exclusivity(unchecked) private var isOpen = false
  @exclusivity(unchecked) private var waiters: [Waiter] = []
  @exclusivity(unchecked) private var last = 0

  /// How many tasks wait.
  var crowd: Int { lock.withLock { waiters.count } }

  /// Lets all tasks go on.
  func open() {
    lock.lock()
    let woken = waiters
    waiters = []
    isOpen = true
    lock.unlock()
    // Not under the lock: whoever resumes a task takes a lock of its own, which is held while the
    // task is cancelled.
    for waiter in woken { waiter.continuation?.resume(returning: true) }
  }

  /// Waits until the gate is open, or the task is cancelled.
  ///
  /// - Parameter isolation: Where to wait. A closure that does not name it would leave the caller's
  ///   actor and come back.
  /// - Returns: Whether the gate was opened.
  @discardableResult
  func pass(isolation: isolated (any Actor)?) async -> Bool {
    guard let number = join() else { return true }
    return await withTaskCancellationHandler {
      _ = isolation
      return await withUnsafeContinuation { wait($0, as: number) }
    } onCancel: {
      leave(number)
    }
  }

  private func join() -> Int? {
    lock.withLock {
      if isOpen { return nil }
      last += 1
      waiters.append(Waiter(number: last))
      return last
    }
  }

  private func wait(_ continuation: UnsafeContinuation<Bool, Never>, as number: Int) {
    lock.lock()
    let index = waiters.firstIndex { $0.number == number }
    if let index { waiters[index].continuation = continuation }
    let isOpen = isOpen
    lock.unlock()
    if index == nil { continuation.resume(returning: isOpen) }
  }

  private func leave(_ number: Int) {
    lock.lock()
    let index = waiters.firstIndex { $0.number == number }
    let waiter = index.map { waiters.remove(at: $0) }
    lock.unlock()
    waiter?.continuation?.resume(returning: false)
  }
}

/// One for all gates: it is held for a moment, and to make one takes as long as all else at a gate.
private let lock = NSLock()
