import FeedEffects

/// A semaphore with priority: a limited number of requests run, the others wait, urgent ones first.
final class PrioritySemaphore: Sendable {
  private struct Waiting {
    let number: Int
    let isUrgent: Bool
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var free: Int
    var queue: [Waiting] = []
    var last = 0

    /// Removes the next in the queue: the first urgent one, else the first.
    mutating func removeNext() -> Waiting? {
      guard let index = queue.firstIndex(where: \.isUrgent) ?? queue.indices.first else {
        return nil
      }
      return queue.remove(at: index)
    }
  }

  private let state: Locked<State>

  init(limit: Int) {
    state = Locked(State(free: max(1, limit)))
  }

  /// Runs `work` when fewer than the limit are running.
  ///
  /// - Throws: What `work` throws; `CancellationError` if the task was cancelled before.
  func run<Value: Sendable>(
    isUrgent: Bool, _ work: () async throws -> Value
  ) async throws -> Value {
    try await enter(isUrgent: isUrgent)
    defer { leave() }
    return try await work()
  }

  /// Waits until `count` requests wait. For tests.
  func waiting(_ count: Int) async {
    await state.wait { $0.queue.count >= count }
  }

  private func enter(isUrgent: Bool) async throws {
    let number = state.use { state in
      state.last += 1
      return state.last
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<Void, any Error>? = state.use { state in
          if Task.isCancelled { return .failure(CancellationError()) }
          if state.free > 0 {
            state.free -= 1
            return .success(())
          }
          state.queue.append(
            Waiting(number: number, isUrgent: isUrgent, continuation: continuation))
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let waiting = state.use { state in
        state.queue.firstIndex { $0.number == number }.map { state.queue.remove(at: $0) }
      }
      waiting?.continuation.resume(throwing: CancellationError())
    }
  }

  private func leave() {
    let next = state.use { state in
      let next = state.removeNext()
      if next == nil { state.free += 1 }
      return next
    }
    next?.continuation.resume()
  }
}
