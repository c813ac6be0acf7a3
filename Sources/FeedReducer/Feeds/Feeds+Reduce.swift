extension Feeds: StateMachine {
  /// Changes `state` as `action` demands and says which effects follow.
  ///
  /// - Complexity: That of the feed's action, and O(*n*) in the feeds that are open or kept.
  public func reduce(
    into state: inout State, _ action: Action
  ) -> Reaction<Effect, FeedRefusal> {
    switch action {
    case .opened(let key): open(key, in: &state)
    case .closed(let key): close(key, in: &state)
    case .feed(let key, let action): send(action, to: key, in: &state)
    case .connectivityChanged(let isOnline): connect(isOnline, in: &state)
    case .stopped: stop(&state)
    }
  }

  private func open(_ key: Key, in state: inout State) -> Reaction<Effect, FeedRefusal> {
    if let index = state.index(of: key) {
      if state.entries[index].isOpen { return .ignored(.alreadyStarted) }
      state.entries.append(state.entries.remove(at: index))
    } else {
      state.add(key)
    }
    let last = state.entries.count - 1
    state.entries[last].isOpen = true
    var effects: [Feed<Item, Cursor>.Effect] = []
    if !state.entries[last].feed.hasFirstPage {
      effects = feed.reduce(into: &state.entries[last].feed, .started).effects
    } else if state.entries[last].feed.items.isEmpty {
      // A list without rows can't be scrolled.
      effects = feed.reduce(into: &state.entries[last].feed, .loadMore).effects
    }
    return .accepted(effects.map { .feed(key: key, effect: $0) })
  }

  private func close(_ key: Key, in state: inout State) -> Reaction<Effect, FeedRefusal> {
    guard let index = state.index(of: key), state.entries[index].isOpen else {
      return .ignored(.closed)
    }
    var entry = state.entries.remove(at: index)
    entry.isOpen = false
    let cancels = feed.pause(&entry.feed)
    state.entries.append(entry)
    trim(&state)
    return .accepted(cancels.map { .feed(key: key, effect: $0) })
  }

  private func send(
    _ action: Feed<Item, Cursor>.Action, to key: Key, in state: inout State
  ) -> Reaction<Effect, FeedRefusal> {
    guard let index = state.index(of: key),
      state.entries[index].isOpen || !action.asksForPages
    else { return .ignored(.closed) }
    let reaction = react(to: action, of: index, in: &state)
    trim(&state)
    return reaction
  }

  private func connect(
    _ isOnline: Bool, in state: inout State
  ) -> Reaction<Effect, FeedRefusal> {
    if state.isOnline == isOnline { return .ignored(.connectivityUnchanged(isOnline: isOnline)) }
    state.isOnline = isOnline
    var effects: [Effect] = []
    for index in state.entries.indices {
      effects += react(to: .connectivityChanged(isOnline: isOnline), of: index, in: &state).effects
    }
    return .accepted(effects)
  }

  private func stop(_ state: inout State) -> Reaction<Effect, FeedRefusal> {
    if state.entries.isEmpty { return .ignored(.stopped) }
    var effects: [Effect] = []
    for index in state.entries.indices {
      effects += react(to: .stopped, of: index, in: &state).effects
    }
    while !state.entries.isEmpty { state.remove(at: 0) }
    return .accepted(effects)
  }

  /// Has a feed reduce an action. What a closed one would load for it is not loaded.
  private func react(
    to action: Feed<Item, Cursor>.Action, of index: Int, in state: inout State
  ) -> Reaction<Effect, FeedRefusal> {
    let key = state.entries[index].key
    let reaction = feed.reduce(into: &state.entries[index].feed, action)
    guard !state.entries[index].isOpen, case .accepted(var effects) = reaction else {
      return reaction.map(effect: { .feed(key: key, effect: $0) }, refusal: { $0 })
    }
    for cancel in feed.pause(&state.entries[index].feed) {
      let count = effects.count
      effects.removeAll { $0.begins(whatEnds: cancel) }
      if effects.count == count { effects.append(cancel) }
    }
    return .accepted(effects.map { .feed(key: key, effect: $0) })
  }

  /// Lets the closed feeds go that are too many, those first that were closed first.
  private func trim(_ state: inout State) {
    var left = -maxClosed
    for entry in state.entries where !entry.isOpen && !entry.feed.hasEdits { left += 1 }
    while left > 0,
      let index = state.entries.firstIndex(where: { !$0.isOpen && !$0.feed.hasEdits })
    {
      state.remove(at: index)
      left -= 1
    }
  }
}

extension Feed {
  /// Cancels the loads under way and forgets those that failed, so that nothing of the feed loads by itself.
  fileprivate func pause(_ state: inout State) -> [Effect] {
    let cancels = cancelLoads(&state)
    for kind in LoadKind.allCases {
      if case .failed = state[kind] { state[kind] = .idle }
    }
    state.isDemandPaused = true
    return cancels
  }
}

extension Feed.Action {
  /// Whether the action asks for a page, or tells what a reader sees.
  fileprivate var asksForPages: Bool {
    switch self {
    case .started, .itemAppeared, .visible, .loadMore, .refreshPulled, .invalidated, .reset,
      .retryTapped, .gapTapped:
      true
    default: false
    }
  }
}

extension Feed.Effect {
  /// Whether the effect starts the load or the timer that `cancel` ends.
  fileprivate func begins(whatEnds cancel: Feed.Effect) -> Bool {
    guard case .cancel(let ticket) = cancel else { return false }
    return switch self {
    case .load(let request): request.ticket == ticket
    case .schedule(let timer, _): timer == ticket
    default: false
    }
  }
}
