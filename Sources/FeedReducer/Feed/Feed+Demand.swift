// Where the reader is, and whether that makes the next page wanted.
extension Feed {
  func appear(_ state: inout State, at index: Int) -> Reaction<Effect, FeedRefusal> {
    guard index >= 0, index < state.items.count else {
      return .ignored(.noSuchRow(index: index, count: state.items.count))
    }
    let zone = zone(of: index, state)
    if zone == state.anchor, !state.isDemandPaused {
      return .ignored(
        obstacleToAppend(state)
          ?? .farFromEnd(index: index, count: state.items.count, distance: prefetchDistance))
    }
    state.anchor = zone
    state.isDemandPaused = false
    return accept(&state)
  }

  /// The rows that are as good as the row at `index` for everything that depends on the reader.
  ///
  /// Near an end that can grow each row counts by itself; elsewhere a stretch of up to a page
  /// does, so that scrolling inside it is ignored and free.
  func zone(of index: Int, _ state: State) -> Range<Int> {
    let calm = calmCount(state)
    guard index < calm else { return index..<index + 1 }
    let start = index / pageSize * pageSize
    return start..<min(start + pageSize, calm)
  }

  /// How many rows from the top are far enough from an end that can grow.
  private func calmCount(_ state: State) -> Int {
    guard state.tail.position != nil else { return state.items.count }
    return max(0, state.items.count - prefetchDistance)
  }

  /// Brings the anchor up to date with the list, no finer than it is needed.
  func settleAnchor(_ state: inout State) {
    let calm = calmCount(state)
    if let anchor = state.anchor {
      if anchor.upperBound <= calm { state.anchor = zone(of: anchor.upperBound - 1, state) }
    } else if calm > 0 {
      state.anchor = zone(of: 0, state)
    }
  }

  /// Puts the anchor where the reader's row is after the rows were replaced.
  ///
  /// The first row of the old anchor that is still there; nobody knows where the reader is when
  /// none is.
  func followReader(_ state: inout State, from old: ItemList<Item>) {
    let anchor = state.anchor
    state.anchor = nil
    for row in anchor ?? 0..<0 {
      guard let index = state.items.index(id: old[row].id) else { continue }
      state.anchor = index..<index + 1
      return
    }
  }

  /// Whether the reader waits for rows after the last one.
  func isReaderNearEnd(_ state: State) -> Bool {
    guard let anchor = state.anchor else { return state.items.isEmpty }
    return state.items.count - anchor.upperBound < prefetchDistance
  }
}
