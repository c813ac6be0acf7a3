import Foundation

/// A value that several threads use in turn, and that can be waited on.
///
/// Cancellation handlers and delegates run on any thread and can't wait for an actor, hence a lock.
/// `@unchecked` because the compiler can't see that `value` and `watchers` are only touched while
/// the lock is held. (`Mutex` would say it, but needs newer systems than the package does.)
package final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  @exclusivity(unchecked) private var value: Value
  @exclusivity(unchecked) private var watchers:
    [(isMet: (Value) -> Bool, continuation: CheckedContinuation<Void, Never>)] =
      []

  package init(_ value: sending Value) {
    self.value = value
  }

  /// Calls `body` with the value, and afterwards wakes those who wait for what it brought about.
  ///
  /// `body` must not call back into the same value.
  package func use<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    var woken: [CheckedContinuation<Void, Never>] = []
    lock.lock()
    defer {
      lock.unlock()
      // Never under the lock: to resume a task takes a lock of its own, which is held while the
      // task is cancelled, and a cancellation handler may be on its way to this one.
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

  /// Waits until `isMet` holds; at once if it does.
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
