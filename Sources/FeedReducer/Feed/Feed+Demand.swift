// Where the reader is, and whether that makes a further page wanted.
extension Feed {
  /// Notes that the row at `index` appeared, which makes a difference.
  func appear(_ state: inout State, at index: Int) -> Reaction<Effect, FeedRefusal> {
    state.anchor = zone(of: index, state)
    state.isDemandPaused = false
    state.hasLostCursor = false
    return accept(&state)
  }

  /// Why it makes no difference that the row at `index` appears; nil if it does make one.
  @inlinable func refusal(ofRowAt index: Int, _ state: State) -> FeedRefusal? {
    let count = state.items.count
    guard index >= 0, index < count else { return .noSuchRow(index: index, count: count) }
    if state.isDemandPaused { return nil }
    let reader = state.anchor ?? top(state)
    return zone(of: index, state) == reader ? whyNothingLoads(state, at: index) : nil
  }

  /// The rows that are as good as the row at `index` for everything that depends on the reader.
  ///
  /// Near an end that can grow each row counts by itself; elsewhere a stretch of up to a page
  /// does, so that scrolling inside it is ignored and free.
  @inlinable func zone(of index: Int, _ state: State) -> Range<Int> {
    let calm = calm(state)
    guard calm.contains(index) else { return index..<index + 1 }
    let start = index / pageSize * pageSize
    return max(start, calm.lowerBound)..<min(start + pageSize, calm.upperBound)
  }

  /// The rows that are far enough from every end that can grow.
  @inlinable func calm(_ state: State) -> Range<Int> {
    let count = state.items.count
    let lower = state.head.isOpen ? min(prefetchDistance, count) : 0
    let upper = state.tail.isOpen ? count - prefetchDistance : count
    return lower..<max(lower, upper)
  }

  /// Brings the anchor up to date with the list, no finer than it is needed.
  func settleAnchor(_ state: inout State) {
    guard let anchor = state.anchor else { return }
    let calm = calm(state)
    guard calm.lowerBound <= anchor.lowerBound, anchor.upperBound <= calm.upperBound else {
      return
    }
    let zone = zone(of: anchor.upperBound - 1, state)
    // Where rows came in front, the anchor may reach over two zones: the reader may be in either.
    if zone.contains(anchor.lowerBound) { state.anchor = zone }
  }

  /// Where a reader who has not been heard of is taken to be, for as long as nothing depends on
  /// it: at the top of a page that is long enough.
  @inlinable func top(_ state: State) -> Range<Int>? {
    calm(state).contains(0) ? zone(of: 0, state) : nil
  }

  /// Whether the reader waits for rows beyond one end of the list.
  func isReaderNear(_ side: Side, _ state: State) -> Bool {
    guard let anchor = state.anchor else { return state.items.isEmpty }
    let between =
      side == .append ? state.items.count - anchor.upperBound : anchor.lowerBound
    return between < prefetchDistance
  }

  /// Why a row that appears at `index`, where the reader is already, makes nothing load.
  @inlinable func whyNothingLoads(_ state: State, at index: Int) -> FeedRefusal {
    let count = state.items.count
    if count - 1 - index >= prefetchDistance, index < prefetchDistance,
      state.head.isOpen, let obstacle = obstacle(to: .prepend, state)
    {
      return obstacle
    }
    let isFar = count - 1 - index >= prefetchDistance && state.tail.isOpen
    return (isFar ? nil : obstacle(to: .append, state))
      ?? .farFromEnd(index: index, count: count, distance: prefetchDistance)
  }
}
