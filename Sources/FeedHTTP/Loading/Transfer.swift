import FeedEffects
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

    /// What ends the transfer if it takes too long.
    var watch: Alarm?
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

  /// Whether the answer has begun.
  var hasBegun: Bool { state.use { $0.head != nil } }

  /// Whether nothing more is wanted.
  var isOver: Bool { state.use { $0.end != nil } }

  /// The whole answer, as soon as it is there; a task that is cancelled meanwhile ends the transfer.
  var answer: HTTPAnswer {
    get async throws {
      await withTaskCancellationHandler {
        await state.wait { $0.end != nil }
      } onCancel: {
        end(.failure(CancellationError()))
      }
      return try state.use { state in
        try state.end?.get()
        guard let head = state.head else {
          throw HTTPProblem.connection(.broken(reason: "nothing came"))
        }
        return HTTPAnswer(head: head, body: state.body)
      }
    }
  }

  /// Takes over what ends the transfer if it takes too long, to stop it when it no longer matters.
  func keep(_ watch: Alarm) {
    let isOver = state.use { state in
      state.watch = watch
      return state.end != nil
    }
    if isOver { watch.cancel() }
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
    if !hasRoom { end(.failure(HTTPProblem.response(.tooLarge(limit: bodySize)))) }
  }

  /// Ends the transfer, if it has not ended.
  ///
  /// - Parameter isAnswered: Whether there is nothing left that would have to be stopped.
  func end(_ result: Result<Void, any Error>, isAnswered: Bool = false) {
    let (isFirst, watch) = state.use { state in
      guard state.end == nil else { return (false, nil as Alarm?) }
      state.end = result
      if case .failure = result { state.body = Data() }
      return (true, state.watch)
    }
    guard isFirst else { return }
    watch?.cancel()
    if !isAnswered { stop() }
  }
}
