// A person asks for what failed again.
extension Feed {
  func retry(_ state: inout State, _ kind: LoadKind?) -> Reaction<Effect, FeedRefusal> {
    if kind != .append, kind != .prepend, state.refresh.isOpenToRetry {
      return .accepted(startRefresh(&state))
    }
    guard kind != .refresh, kind != .prepend, state.append.isOpenToRetry else {
      return .ignored(.nothingFailed(kind: kind))
    }
    if let ticket = state.refresh.request { return .ignored(.refreshing(ticket: ticket)) }
    state.isDemandPaused = false
    state.tail.tries = 0
    return .accepted([startAppend(&state)])
  }
}

extension LoadState {
  /// Whether a retry starts this kind again: it failed, or it stalled.
  var isOpenToRetry: Bool {
    switch self {
    case .failed, .ended(reason: .stalled): true
    default: false
    }
  }
}
