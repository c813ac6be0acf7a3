/// How an edit that the server has not answered stands.
@nonexhaustive
public enum EditState: Equatable, Sendable {
  /// It follows an earlier edit of the same row, and is sent when that one has been answered.
  case queued

  /// It is on its way to the server. `attempt` counts the repetitions before it.
  case sending(attempt: Int)

  /// An automatic repetition waits for its timer. `attempt` counts it and those before it.
  case waiting(timer: Ticket, attempt: Int)

  /// It waits until the device is online.
  case offline(attempt: Int)

  /// It did not get through, and still shows. Only a person or the network has it sent again.
  indirect case failed(failure: FeedFailure)
}

extension EditState {
  /// The timer that an automatic repetition waits for, or nil.
  public var timer: Ticket? {
    if case .waiting(let timer, _) = self { timer } else { nil }
  }

  /// Why it did not get through, if it was given up.
  public var failure: FeedFailure? {
    if case .failed(let failure) = self { failure } else { nil }
  }

  /// Whether it is on its way to the server.
  public var isSending: Bool {
    if case .sending = self { true } else { false }
  }

  /// The count of attempts with which it is sent when a person asks; nil where that is no use.
  var attemptToRetry: Int? {
    switch self {
    case .queued, .sending: nil
    case .waiting(_, let attempt), .offline(let attempt): attempt
    case .failed: 0
    }
  }
}
