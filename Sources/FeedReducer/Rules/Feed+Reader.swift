// Where the reader is, and what follows from it.
extension Feed {
  /// Does what nearly all actions of a feed come to: the reader moves, and nothing is to load.
  ///
  /// It is compiled into the user's program, for the user's own types.
  ///
  /// - Returns: Whether that was all; if not, the state is unchanged.
  @inlinable package func passes(_ state: inout State, _ action: Action) -> Bool {
    switch action {
    case .itemAppeared(let index):
      index >= 0 && index < state.items.count && passReader(&state, to: index..<index + 1)
    case .visible(let rows): passReader(&state, to: rows)
    default: false
    }
  }

  /// Moves the reader among rows that are far from every end that can grow.
  @inlinable func passReader(_ state: inout State, to rows: Range<Int>) -> Bool {
    let start = state.head.isOpen ? prefetchDistance : 0
    let end = state.items.count - (state.tail.isOpen ? prefetchDistance : 0)
    guard rows.lowerBound >= start, rows.upperBound <= end, !rows.isEmpty, rows != state.reader
    else { return false }
    moveReader(&state, to: rows)
    return true
  }

  /// Notes where the reader is now. What rested until the reader's next sign goes on.
  @inlinable func moveReader(_ state: inout State, to rows: Range<Int>) {
    state.visibleRows = rows
    state.isDemandPaused = false
    state.hasLostCursor = false
  }

  /// `itemAppeared`: the row at `index` alone is visible, as far as it is told.
  func appear(_ state: inout State, at index: Int) -> Reaction<Effect, FeedRefusal> {
    let count = state.items.count
    guard index >= 0, index < count else {
      return .ignored(.noSuchRow(index: index, count: count))
    }
    return show(&state, index..<index + 1)
  }

  /// `visible`: the reader is at these rows, as far as there are such.
  func show(_ state: inout State, _ range: Range<Int>) -> Reaction<Effect, FeedRefusal> {
    if range.isEmpty { return .ignored(.nothingVisible) }
    let count = state.items.count
    let rows = range.clamped(to: 0..<count)
    if rows.isEmpty { return .ignored(.noSuchRow(index: range.lowerBound, count: count)) }
    if rows == state.reader, !state.isDemandPaused { return .ignored(whyNothingLoads(state)) }
    moveReader(&state, to: rows)
    return accept(&state)
  }

  /// Why nothing loads for a reader who stands still: the reason at the end that the reader is near.
  private func whyNothingLoads(_ state: State) -> FeedRefusal {
    let isAtStart =
      state.head.isOpen && isReaderNear(.prepend, state) && !isReaderNear(.append, state)
    return explain(state, isAtStart ? .prepend : .append) ?? .noReader
  }

  /// Whether the reader waits for rows beyond one end of the list.
  ///
  /// Before the first report only an empty list counts as waiting.
  func isReaderNear(_ side: Side, _ state: State) -> Bool {
    guard let reader = state.reader else { return state.items.isEmpty }
    let between =
      side == .append ? state.items.count - reader.upperBound : reader.lowerBound
    return between < prefetchDistance
  }
}

// MARK: - The reader follows the rows

extension Feed {
  /// The ids of the rows at which the reader is.
  func readerIDs(_ state: State) -> [Item.ID] {
    guard let reader = state.reader else { return [] }
    return state.items[reader].map { $0.id }
  }

  /// Puts the reader where its rows are after rows came or went around them.
  ///
  /// When all of them went, the reader is at the row that took their place.
  func keepReader(_ state: inout State, _ ids: [Item.ID]) {
    guard let old = state.reader else { return }
    followReader(&state, ids)
    if state.reader == nil, !state.items.isEmpty {
      let row = min(old.lowerBound, state.items.count - 1)
      state.visibleRows = row..<row + 1
    }
  }

  /// Puts the reader where its rows are after a refresh: from the first to the last that is still
  /// there. When none is, nobody knows where the reader is.
  func followReader(_ state: inout State, _ ids: [Item.ID]) {
    let places = ids.compactMap { state.items.index(id: $0) }
    if let first = places.min(), let last = places.max() {
      state.visibleRows = first..<last + 1
    } else {
      state.visibleRows = nil
    }
  }
}
