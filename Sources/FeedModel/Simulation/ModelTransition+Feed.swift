import FeedReducer
import FeedTesting

// What the laws ask of a step. They look at the move first, which is cheap to look at: the action
// is a value with lists and texts in it.
extension ModelTransition<SimulatedFeed> {
  /// Whether the machine was sent an action that counted.
  var isCounted: Bool {
    if case .accepted = exchange?.reaction { true } else { false }
  }

  /// Whether the machine was sent an action that it ignored.
  var isIgnored: Bool {
    if case .ignored = exchange?.reaction { true } else { false }
  }

  /// The requests that the machine sends.
  var requests: [ModelFeed.Request] {
    effects.isEmpty ? [] : effects.compactMap(\.request)
  }

  /// What was under way and has now been answered.
  var answered: SimulationState.Work? {
    step.isAnswer ? exchange.flatMap { before.awaited(by: $0.action) } : nil
  }

  /// The page that counted; nil where there was none.
  var landed: ModelFeed.Page? {
    guard step.isAnswer, isCounted, case .pageLoaded(_, let page) = exchange?.action else {
      return nil
    }
    return page
  }

  /// The failure that was the answer to a request or an edit; nil where there was none.
  var failure: FeedFailure? {
    guard step.isAnswer else { return nil }
    switch exchange?.action {
    case .failed(_, let failure), .editFailed(_, let failure): return failure
    default: return nil
    }
  }
}

extension SimulationStep {
  /// Whether this is the answer to something, or a late one.
  var isAnswer: Bool {
    switch self {
    case .answer, .answerLate, .fail, .failLate, .stop, .fire, .commit, .reject: true
    default: false
    }
  }

  /// Whether this is the server's word that it took an edit.
  var isCommit: Bool {
    if case .commit = self { true } else { false }
  }

  /// Whether this is a person's change of a row.
  var isEdit: Bool {
    switch self {
    case .add, .change, .delete: true
    default: false
    }
  }
}
