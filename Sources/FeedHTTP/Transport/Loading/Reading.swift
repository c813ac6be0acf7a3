import FeedEffects
import Foundation

/// Work on a queue that its task does not wait for longer than it has to.
///
/// A decoder can't be stopped, and it holds its thread. On a thread of the task pool, a few large
/// responses would hold all of them, and with them every task of the process. So the work runs on a
/// queue. A cancellation or a deadline ends the wait at once, and the work at its next checkpoint.
final class Reading<Value: Sendable>: Sendable {
  private let result = Locked<Result<Value, any Error>?>(nil)

  /// Runs `work` on `queue` and returns what it returns.
  ///
  /// - Parameters:
  ///   - queue: The queue of the work.
  ///   - work: Reads a response, and calls its argument now and then: it throws if the result is not
  ///     waited for any more.
  /// - Throws: What `work` throws; what ``end(_:)`` got; `CancellationError` if the task was cancelled.
  func run(
    on queue: ReadingQueue,
    _ work: @escaping @Sendable (_ checkpoint: () throws -> Void) throws -> Value
  ) async throws -> Value {
    queue.add { [self] in
      end(
        Result {
          // The queue may have been busy.
          try checkpoint()
          return try work(checkpoint)
        })
    }
    await withTaskCancellationHandler {
      await result.wait { $0 != nil }
    } onCancel: {
      end(.failure(CancellationError()))
    }
    return try result.use { try $0?.get() } ?? { throw CancellationError() }()
  }

  /// Ends the wait, if it has not ended.
  func end(_ end: Result<Value, any Error>) {
    result.use { if $0 == nil { $0 = end } }
  }

  private func checkpoint() throws {
    if result.use({ $0 != nil }) { throw CancellationError() }
  }
}
