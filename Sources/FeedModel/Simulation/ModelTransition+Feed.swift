import FeedReducer
import FeedTesting

// What the laws ask about a transition. Each check looks at the step first, because that is cheap:
// an action contains lists and strings.
extension ModelTransition<SimulatedFeed> {
  /// Whether the machine was sent an action and accepted it.
  var isAccepted: Bool {
    if case .accepted = exchange?.reaction { true } else { false }
  }

  /// Whether the machine was sent an action and ignored it.
  var isIgnored: Bool {
    if case .ignored = exchange?.reaction { true } else { false }
  }

  /// The page requests among the effects.
  var requests: [ModelFeed.Request] {
    effects.isEmpty ? [] : effects.compactMap(\.request)
  }

  /// The work in flight that the action answered.
  var answered: SimulationState.Work? {
    step.isAnswer ? exchange.flatMap { before.awaited(by: $0.action) } : nil
  }

  /// The page whose rows the machine took; nil if there was none.
  var appliedPage: ModelFeed.Page? { hasLostPlace ? nil : acceptedPage }

  /// The page that the machine accepted; nil if there was none.
  var acceptedPage: ModelFeed.Page? {
    guard step.isAnswer, isAccepted, case .pageLoaded(_, let page) = exchange?.action else {
      return nil
    }
    return page
  }

  /// Whether the machine did not know where the rows of a page belong.
  var hasLostPlace: Bool {
    acceptedPage != nil && after.feed.hasLostCursor && !before.feed.hasLostCursor
  }

  /// The failure with which a request or an edit was answered; nil if there was none.
  var failure: FeedFailure? {
    guard step.isAnswer else { return nil }
    switch exchange?.action {
    case .failed(_, let failure), .editFailed(_, let failure): return failure
    default: return nil
    }
  }
}
