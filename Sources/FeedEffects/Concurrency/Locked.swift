import Foundation

/// A value that a lock protects. Tasks can wait until a condition on it holds.
///
/// Cancellation handlers and delegates run on any thread and can't wait for an actor, so they need
/// a lock. `@unchecked` because the compiler can't see that `value` and `watchers` are only used
/// while the lock is held. (`Mutex` would prove it, but needs newer systems than the package
/// supports.)
package final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  @exclusivity(unchecked) private var value: Value
  @exclusivity(unchecked) private var watchers:
    [(isMet: (Value) -> Bool, continuation: CheckedContinuation<Void, Never>)] =
      []

  package init(_ value: sending Value) {
    self.value = value
  }

  /// Calls `body` with the value, then resumes the tasks whose condition now holds.
  ///
  /// `body` runs under the lock. It must not use this object again, or it waits forever.
  package func use<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    var woken: [CheckedContinuation<Void, Never>] = []
    lock.lock()
    defer {
      lock.unlock()
      // Not under the lock: resuming takes the task's own lock, which is also held while a
      // cancellation handler runs, and that handler may take this lock.
      for continuation in woken { continuation.resume() }
    }
    let result = try body(&value)
    if watchers.isEmpty { return result }
    watchers.removeAll { watcher in
      guard watcher.isMet(value) else { return false }
      woken.append(watcher.continuation)
      return true
    }
    return result
  }

  /// Waits until `isMet` holds. A cancellation does not end the wait.
  ///
  /// - Parameter isMet: Called under the lock, here and after each change, on the thread of the
  ///   change.
  package func wait(until isMet: @escaping @Sendable (Value) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isMetNow = lock.withLock {
        if isMet(value) { return true }
        watchers.append((isMet, continuation))
        return false
      }
      if isMetNow { continuation.resume() }
    }
  }
}
