import Dispatch
import FeedEffects
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

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
    if 100..<200 ~= head.status { return }
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

/// A URL session with its transfers.
final class Transfers: Sendable {
  private let session: URLSession
  private let delegate: Delegate

  init(_ configuration: URLSessionConfiguration, maxBodyBytes: Int) {
    delegate = Delegate(maxBodyBytes: maxBodyBytes)
    #if canImport(FoundationNetworking)
      // Cancelling a request while the cache is being read crashes the process later.
      configuration.urlCache = nil
      let queue = InPlaceQueue()
    #else
      let queue: OperationQueue? = nil
    #endif
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
  }

  /// Sends a request.
  func start(_ request: URLRequest) -> Transfer {
    var request = request
    #if canImport(FoundationNetworking)
      // A body can't be sent twice. If a reused connection turns out to be closed, the head would be
      // sent again without the body, and client and server would wait for each other.
      if request.httpBody != nil { request.setValue("close", forHTTPHeaderField: "Connection") }
    #endif
    let task = session.dataTask(with: request)
    let transfer = Transfer(maxBodyBytes: delegate.maxBodyBytes) { task.stop() }
    delegate.add(transfer, for: task)
    task.resume()
    return transfer
  }

  /// Invalidates the session when the last transfer has ended.
  func invalidate() {
    session.finishTasksAndInvalidate()
  }
}

extension URLSessionTask {
  /// Cancels the task. Called on any thread, also by the delegate.
  fileprivate func stop() {
    #if canImport(FoundationNetworking)
      // `cancel()` waits for the session's queue, on which the delegate may be running now.
      DispatchQueue.global().async { self.cancel() }
    #else
      cancel()
    #endif
  }
}

#if canImport(FoundationNetworking)
  /// Calls a session's delegate on the session's own queue.
  ///
  /// On Linux a delegate queue has two faults. A task can end on it while `cancel()` looks for the task,
  /// which crashes the process. And if a server sends faster than the bytes are counted, they pile up
  /// on it without limit.
  ///
  /// `@unchecked` is inherited and has to be repeated; the class has no state.
  private final class InPlaceQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) {
      block()
    }
  }
#endif

/// Passes the events of a session on to its transfers.
private final class Delegate: NSObject, URLSessionDataDelegate {
  let maxBodyBytes: Int
  private let transfers = Locked<[Int: Transfer]>([:])

  init(maxBodyBytes: Int) {
    self.maxBodyBytes = maxBodyBytes
  }

  func add(_ transfer: Transfer, for task: URLSessionTask) {
    transfers.use { $0[task.taskIdentifier] = transfer }
  }

  private func transfer(_ task: URLSessionTask) -> Transfer? {
    transfers.use { $0[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let head = HTTPResponse.Head(response) {
      transfer(dataTask)?.receive(head)
    } else {
      transfer(dataTask)?.end(
        .failure(HTTPProblem.connection(.broken(reason: "the answer is not HTTP"))))
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    transfer(dataTask)?.receive(data)
  }

  /// Follows no redirect: the loader checks it and sends a new request.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    if mayAnswer(for: task) { completionHandler(nil) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    if mayAnswer(for: task) { completionHandler(.performDefaultHandling, nil) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let transfer = transfers.use { $0.removeValue(forKey: task.taskIdentifier) }
    transfer?.end(error.map { .failure($0) } ?? .success(()), isComplete: true)
  }

  /// Whether a completion handler may be called. On Linux calling it for a cancelled task crashes the
  /// process.
  private func mayAnswer(for task: URLSessionTask) -> Bool {
    #if canImport(FoundationNetworking)
      transfer(task)?.isOver == false
    #else
      true
    #endif
  }
}
