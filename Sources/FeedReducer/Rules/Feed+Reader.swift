// Rule 2. The reader is the range of rows that were last reported as visible.
extension Feed {
  /// Handles the most frequent actions: the reader moves, or the same rows are reported again, and no load is due.
  ///
  /// Inlinable, so that the compiler specialises it for the user's own rows.
  @inlinable public func reportReader(
    _ state: inout State, for action: Action
  ) -> ReaderReport {
    let rows: Range<Int>
    switch action {
    case .itemAppeared(let index) where index >= 0 && index < state.items.count:
      rows = index..<index + 1
    case .visible(let range): rows = range
    default: return .other
    }
    if !isFarFromEnds(rows, in: state) || state.isReaderRestored || state.hasGaps { return .other }
    if rows != state.reader {
      moveReader(&state, to: rows)
      return .moved
    }
    if state.isDemandPaused || state.tail.load.isUnderWay || state.isRefreshAlone { return .other }
    // What `visible` would say.
    return .repeated(
      refusal: state.tail.load.refusal(of: .append)
        ?? .farFromEnd(
          index: rows.upperBound - 1, count: state.items.count, distance: prefetchDistance))
  }

  /// Whether the list has these rows, and no end that can grow is nearer than `prefetchDistance`.
  @inlinable func isFarFromEnds(_ rows: Range<Int>, in state: State) -> Bool {
    let start = state.head.isOpen ? prefetchDistance : 0
    let end = state.items.count - (state.tail.isOpen ? prefetchDistance : 0)
    return rows.lowerBound >= start && rows.upperBound <= end && !rows.isEmpty
  }

  /// Stores where the reader is. This ends a pause of demand, since the user has acted.
  @inlinable func moveReader(_ state: inout State, to rows: Range<Int>) {
    state.visibleRows = rows
    state.isDemandPaused = false
    state.isReaderRestored = false
    state.hasLostCursor = false
  }

  /// Rule 2: the same as `visible` with this row alone.
  func itemAppeared(_ state: inout State, index: Int) throws(FeedRefusal) -> [Effect] {
    if let refusal = FeedRefusal(ofRow: index, count: state.items.count) {
      throw refusal
    }
    return try visible(&state, range: index..<index + 1)
  }

  /// Rule 2: the reader is at these rows, cut to the rows of the list, since a view may report some that have just gone.
  func visible(_ state: inout State, range: Range<Int>) throws(FeedRefusal) -> [Effect] {
    let count = state.items.count
    if let refusal = FeedRefusal(ofRows: range, count: count) { throw refusal }
    let rows = range.clamped(to: 0..<count)
    if rows == state.reader, !state.isDemandPaused, !state.isReaderRestored {
      throw refusalOfRepeatedReport(state)
    }
    moveReader(&state, to: rows)
    return []
  }

  /// Why nothing loads when the same rows are reported again: the reason at the nearer end.
  private func refusalOfRepeatedReport(_ state: State) -> FeedRefusal {
    let isAtStart =
      state.head.isOpen && isReaderNear(.prepend, in: state)
      && !isReaderNear(.append, in: state)
    return explain(isAtStart ? .prepend : .append, in: state) ?? .noReader
  }

  /// Whether fewer than `prefetchDistance` rows lie between the reader and one end of the list.
  ///
  /// Before the first report only an empty list counts as near, since rows that no view shows need no more behind them.
  @inline(never) func isReaderNear(_ side: Side, in state: State) -> Bool {
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

  /// Moves the reader to the rows with these ids after rows came or went around them.
  ///
  /// If all of them went, the reader is at the row that is now at their index, since the screen shows that one there.
  func keepReader(_ state: inout State, at ids: [Item.ID]) {
    guard let old = state.reader else { return }
    followReader(&state, to: ids)
    if state.reader == nil, !state.items.isEmpty {
      let row = min(old.lowerBound, state.items.count - 1)
      state.visibleRows = row..<row + 1
    }
  }

  /// Moves the reader after a refresh: from the first to the last of these rows that is still there.
  /// If none is, there is no reader until a row is reported, since the view is at the top then.
  func followReader(_ state: inout State, to ids: [Item.ID]) {
    let indices = ids.compactMap { state.items.index(id: $0) }
    if let first = indices.min(), let last = indices.max() {
      state.visibleRows = first..<last + 1
    } else {
      state.visibleRows = nil
    }
  }
}

extension FeedRefusal {
  /// Why the report of a row is refused; nil if a list of `count` rows has it.
  init?(ofRow index: Int, count: Int) {
    if index >= 0, index < count { return nil }
    self = .noSuchRow(index: index, count: count)
  }

  /// Why the report of visible rows is refused; nil if a list of `count` rows has one of them.
  init?(ofRows range: Range<Int>, count: Int) {
    if range.isEmpty {
      self = .nothingVisible
    } else if range.clamped(to: 0..<count).isEmpty {
      self = .noSuchRow(index: range.lowerBound, count: count)
    } else {
      return nil
    }
  }
}
