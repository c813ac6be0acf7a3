import FeedEffects
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests: a URL session, or libcurl.
///
/// It follows no redirect, and knows no timeout: the loader does both.
protocol Transport: Sendable {
  /// Sends a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - isBase: Whether it goes to the source's own origin, which gets cookies and credentials.
  ///   - maxBodyBytes: The limit of the body.
  /// - Returns: The transfer. It ends when the response is complete, fails, or is cancelled.
  func start(_ request: URLRequest, isBase: Bool, maxBodyBytes: Int) -> Transfer

  /// Closes the connections when the last transfer has ended.
  func invalidate()
}

/// One request, with the part of the response that has arrived.
///
/// It ends once: when the response is complete, when it fails, or when it is cancelled.
final class Transfer: Sendable {
  private struct State {
    var head: HTTPResponse.Head?
    var body = Data()
    var end: Result<Void, any Error>?

    /// Ends the transfer if it takes too long.
    var timeout: TimerHandle?
  }

  private let state = Locked(State())
  private let maxBodyBytes: Int
  private let stop: @Sendable () -> Void

  /// Creates a transfer.
  ///
  /// - Parameters:
  ///   - maxBodyBytes: The limit of the body.
  ///   - stop: Cancels the request. Called at most once, and not after the response is complete.
  init(maxBodyBytes: Int, stop: @escaping @Sendable () -> Void) {
    self.maxBodyBytes = maxBodyBytes
    self.stop = stop
  }

  /// Whether the response has begun.
  var hasBegun: Bool { state.use { $0.head != nil } }

  /// Whether the transfer has ended.
  var isOver: Bool { state.use { $0.end != nil } }

  /// Waits for the complete response. Cancelling the calling task ends the transfer.
  var response: HTTPResponse {
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
        return HTTPResponse(head: head, body: state.body)
      }
    }
  }

  /// Keeps the timer of the timeout, and cancels it when the transfer ends.
  func keep(timeout: TimerHandle) {
    let isOver = state.use { state in
      state.timeout = timeout
      return state.end != nil
    }
    if isOver { timeout.cancel() }
  }

  /// Takes the head of a response. An informational one (1xx) is ignored.
  func receive(_ head: HTTPResponse.Head) {
    if head.isInformational { return }
    state.use { $0.head = head }
  }

  /// Adds a part of the body. Ends the transfer if the body is too large.
  func receive(_ data: Data) {
    let hasRoom = state.use { state in
      guard state.end == nil else { return true }
      guard state.body.count + data.count <= maxBodyBytes else { return false }
      state.body += data
      return true
    }
    if !hasRoom { end(.failure(HTTPProblem.response(.tooLarge(limit: maxBodyBytes)))) }
  }

  /// Ends the transfer, if it has not ended.
  ///
  /// - Parameters:
  ///   - result: Success if the response is complete.
  ///   - isComplete: Whether the request has ended, so that it need not be cancelled.
  func end(_ result: Result<Void, any Error>, isComplete: Bool = false) {
    let (isFirst, timeout) = state.use { state in
      guard state.end == nil else { return (false, nil as TimerHandle?) }
      state.end = result
      if case .failure = result { state.body = Data() }
      return (true, state.timeout)
    }
    guard isFirst else { return }
    timeout?.cancel()
    if !isComplete { stop() }
  }
}
