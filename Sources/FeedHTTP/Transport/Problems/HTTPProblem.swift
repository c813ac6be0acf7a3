import FeedEffects
import FeedReducer
import Foundation

/// What can go wrong between a request and a page. Each floor has causes of its own.
struct HTTPProblem: Error, Equatable {
  /// A cause, as data with its text.
  protocol Cause: Equatable, Sendable {
    var code: FeedFailure.Code { get }

    /// Whether the same request may succeed later.
    var isRetryable: Bool { get }

    /// The status of the response; nil if it does not matter.
    var status: Int? { get }

    /// How long the server wants to be left alone; nil if it does not say.
    var retryAfter: Duration? { get }

    /// What it is about, as the value that a program reads (`FeedFailure.subject`); nil for nothing.
    func subject(at url: URL) -> String?

    /// What is wrong with the request to `url` or with the answer, and what to do about it: two clauses.
    func parts(at url: URL) -> (what: String, remedy: String)
  }

  let cause: any Cause

  init(cause: some Cause) {
    self.cause = cause
  }

  static func == (a: Self, b: Self) -> Bool { a.cause.isEqual(to: b.cause) }
}

extension HTTPProblem.Cause {
  var isRetryable: Bool { false }

  var status: Int? { nil }

  var retryAfter: Duration? { nil }

  func subject(at url: URL) -> String? { nil }

  fileprivate func isEqual(to other: any HTTPProblem.Cause) -> Bool { self == other as? Self }
}

extension FeedFailure {
  /// Creates a failure from a problem at `url`.
  init(_ problem: HTTPProblem, at url: URL) {
    let cause = problem.cause
    let (what, remedy) = cause.parts(at: url)
    self.init(
      cause.code, message: url.hidingSecrets(in: "\(what); \(remedy)."), url: url.withoutSecrets,
      status: cause.status, isRetryable: cause.isRetryable, retryAfter: cause.retryAfter,
      subject: cause.subject(at: url))
  }

  /// Creates a failure from a problem of a response.
  init(_ problem: HTTPProblem, in response: HTTPResponse) {
    self.init(problem, at: response.url)
    excerpt = response.excerpt.map(response.url.hidingSecrets)
  }
}

extension URL {
  /// The URL in a sentence. The failure has the whole.
  var inSentence: String { withoutSecrets.shown(1_000) }
}

// MARK: - No response came

extension ConnectionProblem: HTTPProblem.Cause {
  func subject(at url: URL) -> String? { subject }
}

extension HTTPProblem {
  /// No response came.
  static func connection(_ problem: ConnectionProblem) -> Self { Self(cause: problem) }

  /// Finds the cause of the error with which a transfer ended.
  init(_ error: any Error) {
    switch error {
    case let problem as HTTPProblem: self = problem
    case let error as URLError: self = .connection(ConnectionProblem(error))
    default: self = .connection(.broken(reason: "\(error)"))
    }
  }
}
