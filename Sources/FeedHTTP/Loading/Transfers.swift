import Dispatch
import FeedEffects
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A session and the transfers that it carries out.
final class Transfers: Sendable {
  private let session: URLSession
  private let delegate: Delegate

  init(_ configuration: URLSessionConfiguration, bodySize: Int) {
    delegate = Delegate(bodySize: bodySize)
    #if canImport(FoundationNetworking)
      // While a cache is asked for an answer a cancel is put off, and ends the process later.
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
      // What is sent along can't be sent twice: over a connection that turns out to be closed, the
      // head would go out again without its body, and server and client would wait for each other.
      if request.httpBody != nil { request.setValue("close", forHTTPHeaderField: "Connection") }
    #endif
    let task = session.dataTask(with: request)
    let transfer = Transfer(bodySize: delegate.bodySize) { task.stop() }
    delegate.add(transfer, for: task)
    task.resume()
    return transfer
  }

  /// Lets the session go when the last transfer has ended.
  func invalidate() {
    session.finishTasksAndInvalidate()
  }
}

extension URLSessionTask {
  /// Cancels the task; called from anywhere, the delegate too.
  fileprivate func stop() {
    #if canImport(FoundationNetworking)
      // A cancel waits for the session's own queue, which may be where the delegate was called.
      DispatchQueue.global().async { self.cancel() }
    #else
      cancel()
    #endif
  }
}

#if canImport(FoundationNetworking)
  /// Calls a session's delegate where the session is: on its own queue.
  ///
  /// On Linux, with a queue in between, a task may end on that queue and be forgotten while a
  /// cancel looks for it, which ends the process; and bytes pile up on it without bound when a
  /// server sends faster than they are counted. In place, one comes after the other.
  ///
  /// `@unchecked` is inherited and has to be said again; there is nothing here to share.
  private final class InPlaceQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) {
      block()
    }
  }
#endif

/// Passes on what a session says of its tasks.
private final class Delegate: NSObject, URLSessionDataDelegate {
  let bodySize: Int
  private let transfers = Locked<[Int: Transfer]>([:])

  init(bodySize: Int) {
    self.bodySize = bodySize
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
    if let head = HTTPAnswer.Head(response) {
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

  /// No redirect is followed here: the loader judges it and asks anew.
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
    transfer?.end(error.map { .failure($0) } ?? .success(()), isAnswered: true)
  }

  /// On Linux an answer to a question about a task that was cancelled ends the process.
  private func mayAnswer(for task: URLSessionTask) -> Bool {
    #if canImport(FoundationNetworking)
      transfer(task)?.isOver == false
    #else
      true
    #endif
  }
}
