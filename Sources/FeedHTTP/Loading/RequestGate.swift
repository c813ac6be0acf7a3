import FeedEffects

/// Lets so many requests run at once; the others wait, a refresh before the rest.
final class RequestGate: Sendable {
  private struct Waiting {
    let number: Int
    let isUrgent: Bool
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var free: Int
    var queue: [Waiting] = []
    var last = 0

    /// Takes out who is next: the first that is urgent, else the first.
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

  /// Runs `work` when it is its turn.
  ///
  /// - Throws: What `work` throws; `CancellationError` when the task was cancelled before.
  func run<Value: Sendable>(
    isUrgent: Bool, _ work: () async throws -> Value
  ) async throws -> Value {
    try await enter(isUrgent: isUrgent)
    defer { leave() }
    return try await work()
  }

  /// Waits until so many wait, for tests.
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
