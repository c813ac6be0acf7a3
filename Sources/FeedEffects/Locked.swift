import Foundation

/// A value that several threads use in turn, and that can be waited on.
///
/// Cancellation handlers and delegates run on any thread and can't wait for an actor, hence a lock.
/// `@unchecked` because the compiler can't see that `value` and `watchers` are only touched while
/// the lock is held. (`Mutex` would say it, but needs newer systems than the package does.)
package final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value
  private var watchers: [(isMet: (Value) -> Bool, continuation: CheckedContinuation<Void, Never>)] =
    []

  package init(_ value: sending Value) {
    self.value = value
  }

  /// Calls `body` with the value, and afterwards wakes those who wait for what it brought about.
  ///
  /// `body` must not call back into the same value.
  package func use<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    let result = try body(&value)
    for watcher in watchers where watcher.isMet(value) { watcher.continuation.resume() }
    watchers.removeAll { $0.isMet(value) }
    return result
  }

  /// Waits until `isMet` holds; at once if it does.
  package func wait(until isMet: @escaping @Sendable (Value) -> Bool) async {
    await withCheckedContinuation { continuation in
      lock.lock()
      defer { lock.unlock() }
      if isMet(value) {
        continuation.resume()
      } else {
        watchers.append((isMet, continuation))
      }
    }
  }
}
