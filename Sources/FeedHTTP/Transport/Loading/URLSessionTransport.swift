import Dispatch
import FeedEffects
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests over `URLSession`.
final class URLSessionTransport: Transport {
  /// Requests with the same key share a session. A slow server does not delay requests to another.
  private struct Key: Hashable {
    let origin: Origin
    let isBase: Bool
  }

  private let sessions = Locked<[Key: Session]>([:])
  private let configuration: URLSessionConfiguration

  /// Creates a transport.
  ///
  /// - Parameter configuration: The configuration of the sessions.
  init(_ configuration: URLSessionConfiguration) {
    self.configuration = configuration.duplicate
  }

  /// Creates a transport that stores nothing.
  init(maxConnectionsPerHost: Int) {
    configuration = .storingNothing
    configuration.httpMaximumConnectionsPerHost = maxConnectionsPerHost
  }

  func start(_ request: URLRequest, isBase: Bool, maxBodyBytes: Int) -> Transfer {
    guard let origin = request.url.flatMap(Origin.init), origin.hasServerPort else {
      let transfer = Transfer(maxBodyBytes: maxBodyBytes) {}
      transfer.end(.failure(HTTPProblem.request(.notWebAddress)), isComplete: true)
      return transfer
    }
    let key = Key(origin: origin, isBase: isBase)
    let makeSession = { [configuration] in
      Session(isBase ? configuration.duplicate : configuration.withoutCredentials)
    }
    #if canImport(FoundationNetworking)
      // A body can't be sent twice. If a reused connection turns out to be closed, the head would be
      // sent again without the body, and client and server would wait for each other. A session of its
      // own has no connection to reuse.
      if request.httpBody != nil {
        let session = makeSession()
        defer { session.invalidate() }
        return session.start(request, maxBodyBytes: maxBodyBytes)
      }
    #endif
    let session = sessions.use { sessions in
      if let session = sessions[key] { return session }
      let session = makeSession()
      sessions[key] = session
      return session
    }
    return session.start(request, maxBodyBytes: maxBodyBytes)
  }

  func invalidate() {
    for session in sessions.use({ $0.values.map { $0 } }) { session.invalidate() }
  }
}

/// A URL session with its transfers.
private final class Session: Sendable {
  private let session: URLSession
  private let delegate = Delegate()

  init(_ configuration: URLSessionConfiguration) {
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
  func start(_ request: URLRequest, maxBodyBytes: Int) -> Transfer {
    var request = request
    #if canImport(FoundationNetworking)
      // No other request follows on the connection.
      if request.httpBody != nil { request.setValue("close", forHTTPHeaderField: "Connection") }
      for (name, value) in request.allHTTPHeaderFields ?? [:] where value.utf8.isBlankField {
        request.setValue("", forHTTPHeaderField: name)
      }
    #endif
    let task = session.dataTask(with: request)
    let transfer = Transfer(maxBodyBytes: maxBodyBytes) { task.stop() }
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
  private let transfers = Locked<[Int: Transfer]>([:])

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
    #if canImport(FoundationNetworking)
      // A redirect to what is no URL is kept from the delegate, and so is one without an address.
      if error == nil, transfer?.hasBegun == false,
        let head = task.response.flatMap(HTTPResponse.Head.init)
      {
        transfer?.receive(head)
      }
    #endif
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

extension URLSessionConfiguration {
  /// A configuration that stores no cookies, no credentials and no responses.
  fileprivate static var storingNothing: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    return configuration.withoutCredentials
  }

  fileprivate var duplicate: URLSessionConfiguration {
    copy() as? URLSessionConfiguration ?? .ephemeral
  }

  /// A copy without cookies, credentials and additional headers.
  fileprivate var withoutCredentials: URLSessionConfiguration {
    let copy = duplicate
    copy.httpAdditionalHeaders = nil
    copy.httpCookieStorage = nil
    copy.httpCookieAcceptPolicy = .never
    copy.httpShouldSetCookies = false
    copy.urlCredentialStorage = nil
    return copy
  }
}
