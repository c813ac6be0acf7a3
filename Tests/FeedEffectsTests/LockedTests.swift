import Dispatch
import FeedEffects
import Foundation
import Testing
import TestWatch

@Suite("Locked", .watched)
struct LockedTests {
  /// The worst moment is when a change wakes a task whose cancellation handler, at the same time,
  /// waits to look at the value: the code that resumes a task waits until its handlers are done.
  @Test func aTaskMayBeCancelledWhileItIsWoken() async {
    let value = Locked(false)
    let (waits, isWoken, isCancelled) = (Signal(), Signal(), Signal())
    let task = Task {
      await withTaskCancellationHandler {
        await value.wait { isThere in
          guard isThere else {
            waits.give()
            return false
          }
          isWoken.give()
          isCancelled.await()
          return true
        }
      } onCancel: {
        isCancelled.give()
        value.use { $0 = true }
      }
    }
    let isCancelledInTime = await withCheckedContinuation { continuation in
      // Threads of their own: those that tasks share may be busy with other tests.
      Thread.detachNewThread {
        waits.await()
        Thread.detachNewThread { value.use { $0 = true } }
        isWoken.await()
        let end = Signal()
        Thread.detachNewThread {
          task.cancel()
          end.give()
        }
        continuation.resume(returning: end.comes(within: 60))
      }
    }
    #expect(isCancelledInTime, "it would wait for ever")
    if isCancelledInTime { await task.value }
  }
}

/// What one thread tells another, once.
private struct Signal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func give() {
    semaphore.signal()
  }

  func await() {
    semaphore.wait()
  }

  /// Waits, but not for ever, so that a test that fails ends.
  func comes(within seconds: Double) -> Bool {
    semaphore.wait(timeout: .now() + seconds) == .success
  }
}
