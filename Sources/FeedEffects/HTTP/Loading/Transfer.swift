import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request on its way, and as much of the answer as is there.
///
/// It ends once: when the answer is whole, when it fails, or when nobody wants it any more.
final class Transfer: Sendable {
  private struct State {
    var head: HTTPAnswer.Head?
    var body = Data()
    var end: Result<Void, any Error>?
  }

  private let state = Locked(State())
  private let bodySize: Int
  private let stop: @Sendable () -> Void

  /// Creates a transfer.
  ///
  /// - Parameter stop: Ends the request. It is called at most once, and not after the answer.
  init(bodySize: Int, stop: @escaping @Sendable () -> Void) {
    self.bodySize = bodySize
    self.stop = stop
  }

  /// Whether nothing more is wanted.
  var isOver: Bool { state.use { $0.end != nil } }

  /// What came before the body, as soon as it is there.
  var head: HTTPAnswer.Head {
    get async throws {
      await wait { $0.head != nil || $0.end != nil }
      return try state.use { state in
        if case .failure(let error) = state.end { throw error }
        guard let head = state.head else { throw HTTPProblem.broken(reason: "nothing came") }
        return head
      }
    }
  }

  /// The whole body, as soon as it is there.
  var body: Data {
    get async throws {
      await wait { $0.end != nil }
      return try state.use { state in
        try state.end?.get()
        return state.body
      }
    }
  }

  /// Waits until `isThere` holds; a task that is cancelled meanwhile ends the transfer.
  private func wait(until isThere: @escaping @Sendable (State) -> Bool) async {
    await withTaskCancellationHandler {
      await state.wait(until: isThere)
    } onCancel: {
      end(.failure(CancellationError()))
    }
  }

  /// Takes the head of an answer; one that only announces the real one (1xx) is passed over.
  func receive(_ head: HTTPAnswer.Head) {
    if 100..<200 ~= head.status { return }
    state.use { $0.head = head }
  }

  /// Adds a part of the body, as long as there is room for it.
  func receive(_ data: Data) {
    let hasRoom = state.use { state in
      guard state.end == nil else { return true }
      guard state.body.count + data.count <= bodySize else { return false }
      state.body += data
      return true
    }
    if !hasRoom { end(.failure(HTTPProblem.tooLarge(limit: bodySize))) }
  }

  /// Ends the transfer, if it has not ended.
  ///
  /// - Parameter isAnswered: Whether there is nothing left that would have to be stopped.
  func end(_ result: Result<Void, any Error>, isAnswered: Bool = false) {
    let isFirst = state.use { state in
      guard state.end == nil else { return false }
      state.end = result
      if case .failure = result { state.body = Data() }
      return true
    }
    if isFirst, !isAnswered { stop() }
  }
}
