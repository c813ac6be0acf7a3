// Rule 6. What follows when a request fails: the same for a load and an edit.

/// A request that has failed, and may be sent again.
struct Attempt {
  /// How many repetitions count when it is.
  var count: Int

  /// Whether it is sent when the device is online.
  var waitsForNetwork: Bool
}

extension LoadState {
  /// The load that is to be sent again; nil if it is idle, in flight or has ended.
  var attempt: Attempt? {
    switch self {
    case .waiting(_, let count): Attempt(count: count, waitsForNetwork: false)
    case .offline(let count): Attempt(count: count, waitsForNetwork: true)
    // A load may fail before the feed is told that the device is offline, since a system tells of that later.
    case .failed(let failure): Attempt(count: 0, waitsForNetwork: failure.isOfNetwork)
    case .idle, .loading, .ended: nil
    }
  }
}

extension EditState {
  /// The edit that is to be sent again; nil if it is queued or in flight.
  var attempt: Attempt? {
    switch self {
    case .waiting(_, let count): Attempt(count: count, waitsForNetwork: false)
    case .offline(let count): Attempt(count: count, waitsForNetwork: true)
    case .failed(let failure): Attempt(count: 0, waitsForNetwork: failure.isOfNetwork)
    case .queued, .sending: nil
    }
  }
}

extension Feed {
  /// What the feed does after a failure of a load or an edit.
  enum FollowUp {
    /// Repeat it after this time.
    case retry(after: Duration)

    /// Repeat it when the device is online.
    case waitForNetwork

    /// Leave it to the user. The failure has the number of attempts.
    case giveUp(FeedFailure)
  }

  /// Rule 6: decides what follows a failure after `attempt` repetitions. Takes a random number.
  func followUp(_ state: inout State, of failure: FeedFailure, attempt: Int) -> FollowUp {
    if !state.isOnline, failure.isRetryable { return .waitForNetwork }
    if let delay = retry.delay(
      after: failure, attempt: attempt, random: { state.nextRandom() })
    {
      return .retry(after: delay)
    }
    var failure = failure
    if attempt > 0 { failure.attempts = attempt + 1 }
    return .giveUp(failure)
  }
}
