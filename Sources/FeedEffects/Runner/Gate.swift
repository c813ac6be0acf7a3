import Foundation

/// Where one task waits until another opens, or until it is cancelled.
///
/// `@unchecked` because the compiler can't see that `state` is only touched while the lock is held.
/// A lock, since a task is cancelled on any thread. The continuation is an unsafe one, which costs
/// less: the state has it until it is resumed and never again.
final class Gate: @unchecked Sendable {
  private enum State {
    case shut
    case waitedAt(UnsafeContinuation<Bool, Never>)
    case over(isOpen: Bool)
  }

  @exclusivity(unchecked) private var state = State.shut

  /// Lets the task go on.
  func open() {
    end(isOpen: true)
  }

  /// Waits until the gate is open, or the task is cancelled. Called once.
  ///
  /// - Returns: Whether the gate was opened.
  nonisolated(nonsending) func pass() async -> Bool {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { wait($0) }
    } onCancel: {
      end(isOpen: false)
    }
  }

  private func wait(_ continuation: UnsafeContinuation<Bool, Never>) {
    lock.lock()
    let before = state
    if case .shut = before { state = .waitedAt(continuation) }
    lock.unlock()
    if case .over(let isOpen) = before { continuation.resume(returning: isOpen) }
  }

  private func end(isOpen: Bool) {
    lock.lock()
    let before = state
    state = .over(isOpen: isOpen)
    lock.unlock()
    // Not under the lock: whoever resumes a task takes a lock of its own, which is held while the
    // task is cancelled.
    if case .waitedAt(let continuation) = before { continuation.resume(returning: isOpen) }
  }
}

/// One for all gates: it is held for a moment, and to make one takes as long as all else at a gate.
private let lock = NSLock()
