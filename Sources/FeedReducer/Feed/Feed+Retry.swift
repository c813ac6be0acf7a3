// A person asks for what failed again.
extension Feed {
  func retry(_ state: inout State, _ kind: LoadKind?) -> Reaction<Effect, FeedRefusal> {
    if kind == nil || kind == .refresh, state.refresh.isOpenToRetry {
      return .accepted(loadFirst(&state))
    }
    let sides = [Side.append, .prepend].filter {
      (kind == nil || kind == $0.kind) && state[$0].load.isOpenToRetry
    }
    if sides.isEmpty { return .ignored(.nothingFailed(kind: kind)) }
    if let ticket = state.refresh.request ?? state.refresh.timer {
      return .ignored(.refreshing(ticket: ticket))
    }
    state.isDemandPaused = false
    var effects: [Effect] = []
    for side in sides {
      state[side].tries = 0
      effects += load(&state, side)
    }
    return accept(&state, effects)
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
