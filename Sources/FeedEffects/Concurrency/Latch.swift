import Foundation

/// A one-shot completion: it is opened once, and tasks wait for that.
///
/// A lock protects it, since a task can be cancelled on any thread. `@unchecked` because the compiler
/// can't see that all properties are only used while the lock is held. The continuations are unsafe
/// ones, which are faster: each is resumed once, by the call that removes its waiter.
@usableFromInline final class Latch: @unchecked Sendable {
  private struct Waiter {
    let number: Int
    /// Nil between the registration of the waiter and the suspension of its task.
    var continuation: UnsafeContinuation<End, Never>?
  }

  /// How a wait ended.
  enum End {
    case opened, cancelled

    /// Nothing could go on, in a test.
    case inVain
  }

  @exclusivity(unchecked) private var isOpen = false
  @exclusivity(unchecked) private var reason: String?
  @exclusivity(unchecked) private var waiters: [Waiter] = []
  @exclusivity(unchecked) private var lastNumber = 0

  /// The engine whose latch it is, and what waits for it, in a test.
  @exclusivity(unchecked) private var watch: (party: Standstill.Party, name: String)?

  /// How many tasks wait.
  var waiterCount: Int { lock.withLock { waiters.count } }

  /// Why what the latch stands for was refused; nil if it was not, or not yet.
  var refusal: String? { lock.withLock { reason } }

  /// Notes why what the latch stands for was refused.
  func refuse(for reason: String) { lock.withLock { self.reason = reason } }

  /// Notes what waits for it, and for which engine, so that the wait ends where nothing can go on.
  func watch(by party: Standstill.Party, as name: String) {
    lock.withLock { watch = (party, name) }
  }

  /// Resumes all tasks that wait, and lets later ones through.
  func open() {
    lock.lock()
    let resumed = waiters
    waiters = []
    isOpen = true
    lock.unlock()
    // Not under the lock: resuming takes the task's own lock, which is also held while a cancellation
    // handler runs, and that handler takes this lock.
    for waiter in resumed { waiter.continuation?.resume(returning: .opened) }
  }

  /// Waits until the latch is open or the task is cancelled.
  ///
  /// - Parameter isolation: The actor to wait on. A closure that does not capture it would leave the
  ///   caller's actor and come back.
  @discardableResult
  func wait(isolation: isolated (any Actor)?) async -> End {
    guard let number = addWaiter() else { return .opened }
    let done = lock.withLock { watch }.map { watch in
      watch.party.wait(by: watch.name) { [self] in removeWaiter(number, end: .inVain) }
    }
    defer { done?() }
    return await withTaskCancellationHandler {
      _ = isolation
      return await withUnsafeContinuation { suspend($0, number: number) }
    } onCancel: {
      removeWaiter(number, end: .cancelled)
    }
  }

  private func addWaiter() -> Int? {
    lock.withLock {
      if isOpen { return nil }
      lastNumber += 1
      waiters.append(Waiter(number: lastNumber))
      return lastNumber
    }
  }

  private func suspend(_ continuation: UnsafeContinuation<End, Never>, number: Int) {
    lock.lock()
    let index = waiters.firstIndex { $0.number == number }
    if let index { waiters[index].continuation = continuation }
    let isOpen = isOpen
    lock.unlock()
    if index == nil { continuation.resume(returning: isOpen ? .opened : .cancelled) }
  }

  private func removeWaiter(_ number: Int, end: End) {
    lock.lock()
    let index = waiters.firstIndex { $0.number == number }
    let waiter = index.map { waiters.remove(at: $0) }
    lock.unlock()
    waiter?.continuation?.resume(returning: end)
  }
}

/// One lock for all latches, since it is held briefly, and creating a lock costs as much as using a latch.
private let lock = NSLock()
