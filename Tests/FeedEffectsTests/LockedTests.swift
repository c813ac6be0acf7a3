import Dispatch
import FeedEffects
import Testing

@Suite("Locked")
struct LockedTests {
  /// The worst moment is when a change wakes a task whose cancellation handler, at the same time,
  /// waits to look at the value: whoever resumes a task waits until its handlers are done.
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
          return isCancelled.comes()
        }
      } onCancel: {
        isCancelled.give()
        value.use { $0 = true }
      }
    }
    let isCancelledInTime = await withCheckedContinuation { continuation in
      let end = Signal()
      DispatchQueue.global().async {
        _ = waits.comes()
        DispatchQueue.global().async { value.use { $0 = true } }
        DispatchQueue.global().async {
          _ = isWoken.comes()
          task.cancel()
          end.give()
        }
        continuation.resume(returning: end.comes())
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

  /// Waits; not for ever, so that a test that fails ends.
  func comes() -> Bool {
    semaphore.wait(timeout: .now() + 20) == .success
  }
}
