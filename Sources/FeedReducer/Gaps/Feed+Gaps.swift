// Rule 17. A gap between two rows: how it opens, how it is filled, and when it closes.
extension Feed {
  // MARK: - A gap opens

  /// Rule 4: weaves the first page in, in place of the rows from its first one to its last joint. Where the last row is
  /// no joint, the rows below it stay below a gap.
  func mergeAboveGap(_ state: inout State, page: Page) -> [Effect]? {
    if isOfNoUse(page, in: state) { return [] }
    if state.isFirstPageBelow { return nil }
    let (count, first) = (state.serverRows.count, state.serverRowID(0))
    let above = state.head.next.flatMap { Side.prepend.follows($0) ? $0 : nil }
    let start = state.firstPage?.row ?? 0
    let (end, isJoined) =
      hasRow(of: page, isKnown: true, in: state)
      ? placeAboveGap(of: page, from: start, in: state) : (0, false)
    if page.items.isEmpty || page.next == nil && !(isJoined && end == count) { return nil }
    guard let (run, cancels) = weaveFirstPage(&state, page: page, upTo: end, isJoined: isJoined)
    else { return nil }
    if isJoined || run.upperBound == state.serverRows.count { return cancels }
    // A position that the new page names, too, belongs above that, since a position leads to one place.
    let isFirst =
      state.serverRowID(run.upperBound) == first && above?.cursor != page.previous
    return cancels
      + openGap(
        &state, above: run.upperBound, next: page.next.map { .after(cursor: $0) },
        previous: isFirst ? above : nil)
  }

  /// Returns the end of the rows that a first page replaces, and whether its last row is one that stays there.
  private func placeAboveGap(
    of page: Page, from start: Int, in state: State
  ) -> (end: Int, isJoined: Bool) {
    let place = place(of: page.items, at: start, isBelow: true, in: state.serverRows)
    let end = max(start, place.rows.upperBound)
    if end > start, place.isJoinedBelow { return (end, true) }
    return state.endOfStretch(from: end, ifIn: page)
  }

  /// Opens a gap between the rest of the list and a page that never led into it, and has no row of it.
  func part(
    _ state: inout State, beside run: Range<Int>, after page: Page, at side: Side
  ) -> [Effect] {
    if run.isEmpty || run.count == state.serverRows.count { return [] }
    let inner = side.opposite.next(in: page)
    return side == .append
      ? openGap(&state, above: run.lowerBound, next: nil, previous: inner)
      : openGap(&state, above: run.upperBound, next: inner, previous: nil)
  }

  /// Opens a gap above a row. Where there are too many, the rows below the last one go.
  private func openGap(
    _ state: inout State, above row: Int, next: Position?, previous: Position?
  ) -> [Effect] {
    guard let rules = gaps else { return [] }
    if state.gapList == nil { state.gapList = GapList(all: [], load: nil, rules: rules) }
    let old = state.gapRecords.first { $0.row == row }
    let gap = GapRecord(
      id: state.nextTicket(), row: row, next: next ?? old?.next, previous: previous ?? old?.previous
    )
    state.put(gap, inPlaceOf: old?.id, from: .below)
    guard state.gapRecords.count > Self.maxGaps, let last = state.gapRecords.last else { return [] }
    while state.serverRows.count > last.row { dropPage(&state, at: .append) }
    state.put(nil, inPlaceOf: last.id, from: .below)
    return openEnd(&state, from: last.next)
  }

  // MARK: - A gap loads

  /// Loads a page of a gap, also while the device is said to be offline, since that may be wrong and the user asked.
  func gapTapped(
    _ state: inout State, id: Ticket, from side: GapSide
  ) throws(FeedRefusal) -> [Effect] {
    guard let index = state.index(ofGap: id) else { throw state.refusalBeforeGaps ?? .noGap }
    if let refusal = state.refusalBeforeGaps { throw refusal }
    if let ticket = state[.gap].request {
      throw .loading(kind: .gap, ticket: ticket)
    }
    let cancels = state[.gap].timer.map { [Effect.cancel(ticket: $0)] } ?? []
    state.isDemandPaused = false
    state.hasLostCursor = false
    return cancels + loadGap(&state, at: index, from: side, byHand: true)
  }

  /// Loads the gap again that has failed, stalled or waits.
  func reloadGap(_ state: inout State, attempt: Int, byHand: Bool) -> [Effect] {
    guard let load = state.gapLoad, let index = state.index(ofGap: load.id) else { return [] }
    return loadGap(&state, at: index, from: load.side, attempt: attempt, byHand: byHand)
  }

  /// Rule 2: loads the gap near the reader.
  func loadNearGap(_ state: inout State) -> [Effect] {
    guard refusalOfGap(in: state) == nil, let gap = gapNearReader(in: state) else { return [] }
    return loadGap(&state, at: gap.index, from: gap.side)
  }

  /// Sends the request for a page of a gap; from the other side, if only that one has a position.
  @inline(never) private func loadGap(
    _ state: inout State, at index: Int, from side: GapSide, attempt: Int = 0, byHand: Bool = false
  ) -> [Effect] {
    var gap = state.gapRecords[index]
    if byHand {
      gap.emptyPages = 0
      state.put(gap, inPlaceOf: gap.id, from: .above)
    }
    let side = gap[side] == nil ? side.opposite : side
    guard let position = gap[side] else { return [] }
    guard state.isOnline || byHand else {
      state.changeGapLoad(
        GapLoad(id: gap.id, side: side, state: .offline(attempt: attempt)))
      return []
    }
    let ticket = state.nextTicket()
    state.changeGapLoad(
      GapLoad(id: gap.id, side: side, state: .loading(ticket: ticket, attempt: attempt)))
    let request = Request(ticket: ticket, kind: .gap, position: position, size: pageSize)
    return [.load(request: request)]
  }

  /// Why no gap would load now by itself; nil if one would.
  func refusalOfGap(in state: State) -> FeedRefusal? {
    if let refusal = state.refusalBeforeGaps { return refusal }
    if state.gapRecords.isEmpty { return .noGap }
    if let refusal = state[.gap].refusal(of: .gap) { return refusal }
    if gaps?.isAutomatic != true { return .gapByHand }
    if let refusal = pauseRefusal(in: state) { return refusal }
    if gapNearReader(in: state) != nil { return nil }
    return state.reader == nil ? .noReader : .farFromGap(distance: prefetchDistance)
  }

  /// The gap nearest to the reader, if it is within `prefetchDistance`, and the side on which the reader is.
  private func gapNearReader(in state: State) -> (index: Int, side: GapSide)? {
    guard let reader = state.reader else { return state.items.isEmpty ? (0, .above) : nil }
    var nearest: (index: Int, side: GapSide)?
    var least = prefetchDistance
    for (index, gap) in state.gaps.enumerated() {
      let isBelow = gap.index >= reader.upperBound
      let between = isBelow ? gap.index - reader.upperBound : max(0, reader.lowerBound - gap.index)
      if between < least {
        least = between
        nearest = (index, isBelow ? .above : .below)
      }
    }
    return nearest
  }

  // MARK: - A gap is filled

  /// Weaves a page in at the gap that was loading. The gap closes if the page leads to its other side.
  func applyGapPage(_ state: inout State, page: Page, ticket: Ticket) -> [Effect] {
    guard let load = state.gapLoad, let number = state.index(ofGap: load.id) else { return [] }
    let gap = state.gapRecords[number]
    guard let asked = gap[load.side] else { return [] }
    let reader = readerIDs(state)
    let before = state.confirmed.isEmpty ? nil : state.serverRows
    let side: Side = load.side == .above ? .append : .prepend
    let place = rowsReplaced(by: page, at: gap, from: side, in: state)
    let beyond = side.next(in: page)
    let isNew = hasRow(of: page, isKnown: false, in: state)
    let neighbour = state.neighbour(of: gap, from: load.side)
    let run = state.weave(page, readAt: asked, isBelow: side == .append, over: place.rows)
    var left = gap
    left.row = side == .append ? run.upperBound : run.lowerBound
    left[load.side] = beyond
    if state.neighbour(of: left, from: load.side) != neighbour { left[load.side.opposite] = nil }
    left.emptyPages = isNew ? 0 : left.emptyPages + 1
    let isOpen = !place.isJoined && beyond != nil
    state.put(isOpen ? left : nil, inPlaceOf: gap.id, from: load.side)
    let isStalled = isOpen && left.emptyPages > maxEmptyPages
    state.changeGapLoad(
      isStalled ? GapLoad(id: gap.id, side: load.side, state: .ended(reason: .stalled)) : nil)
    var cancels: [Effect] = []
    if beyond == nil {
      cancels = open(&state, at: side, from: nil)
      if side == .append { state.told = ToldEnding(page.ending) }
    }
    let isLast = side == .append && beyond == nil
    show(&state, page: page, askedAs: ticket, isLast: isLast, over: before)
    keepReader(&state, at: reader)
    cancels += askAgain(&state, after: page, ifEnded: false)
    return cancels + closeGaps(&state) + trim(&state)
  }

  /// The rows that a page of a gap replaces, and whether it leads to those on the other side. Where the server says that
  /// nothing lies beyond the page, all rows there go.
  private func rowsReplaced(
    by page: Page, at gap: GapRecord, from side: Side, in state: State
  ) -> (rows: Range<Int>, isJoined: Bool) {
    let isAppend = side == .append
    let place = place(of: page.items, at: gap.row, isBelow: isAppend, in: state.serverRows)
    var rows = place.rows
    // A server may start again from the beginning: its known rows stay where they are, or else rows above the gap would
    // go.
    if isAppend ? rows.upperBound < gap.row : rows.lowerBound > gap.row {
      rows = gap.row..<gap.row
    }
    if side.next(in: page) == nil {
      return (isAppend ? rows.lowerBound..<state.serverRows.count : 0..<rows.upperBound, false)
    }
    if isAppend {
      if rows.upperBound > gap.row, place.isJoinedBelow { return (rows, true) }
      let (end, isJoined) = state.endOfStretch(from: rows.upperBound, ifIn: page)
      return (rows.lowerBound..<end, isJoined)
    }
    if rows.lowerBound < gap.row, place.isJoinedAbove { return (rows, true) }
    return (state.startOfStretch(to: rows.lowerBound, ifIn: page)..<rows.upperBound, false)
  }

  // MARK: - A gap closes

  /// Closes the gaps that are no longer between two rows: an end of the list goes on there. Cancels the load of a gap
  /// that has gone.
  func closeGaps(_ state: inout State) -> [Effect] {
    var cancels: [Effect] = []
    if state.isFirstPageBelow, state.head.isBeforeFirstPage {
      // The page that was dropped below was the first one before a gap opened above it.
      cancels = openEnd(&state, from: nil)
    }
    if state.gapList == nil { return cancels }
    let count = state.serverRows.count
    var above: GapRecord?
    for gap in state.gapRecords {
      if gap.row > 0, gap.row < count, gap.row != above?.row {
        above = gap
        continue
      }
      state.put(nil, inPlaceOf: gap.id, from: .below)
      if gap.row >= count {
        if above?.row != gap.row { cancels += openEnd(&state, from: gap.next) }
        above = gap
      } else if gap.row <= 0 {
        cancels += openStart(&state, at: gap)
      } else if var above {
        above.previous = gap.previous
        state.put(above, inPlaceOf: above.id, from: .above)
      }
    }
    if let load = state.gapLoad, state.index(ofGap: load.id) == nil {
      if let ticket = state[.gap].cancel() { cancels.append(.cancel(ticket: ticket)) }
      state.changeGapLoad(nil)
    }
    return cancels
  }

  /// Lets the list go on at its start where a gap was.
  private func openStart(_ state: inout State, at gap: GapRecord) -> [Effect] {
    if gap.previous != nil { return open(&state, at: .prepend, from: gap.previous) }
    guard let next = gap.next else { return [] }
    // What comes before the first row is not known: its page is read downwards, as one that was dropped.
    let ticket = state.head.load.cancel()
    state.head.drop(next)
    return ticket.map { [.cancel(ticket: $0)] } ?? []
  }

  /// Lets the list go on at its end, where a gap was.
  @inline(never) private func openEnd(_ state: inout State, from next: Position?) -> [Effect] {
    // Its page is read again, since what follows the last row is not known.
    let cancels = open(&state, at: .append, from: next ?? state.pages.last?.position)
    if next == nil { state.tail.again = .byOldPosition }
    state.told = .nothing
    return cancels
  }
}

extension Feed.State {
  /// Why no gap would load now, whichever; nil if one may.
  @inline(never) fileprivate var refusalBeforeGaps: FeedRefusal? {
    if !hasFirstPage { return refusalWithoutPage }
    return isRefreshAlone ? refusalDuringRefresh : nil
  }

  /// Which of the gaps has this id; nil if none has.
  @inline(never) fileprivate func index(ofGap id: Ticket) -> Int? {
    gapRecords.firstIndex { $0.id == id }
  }

  /// The end of the rows without a gap from `row` on, if a page has the last one of them, else `row`: where that row
  /// stands elsewhere now, it is not known what goes on where it stood. And whether it is the last one of the page.
  fileprivate func endOfStretch(from row: Int, ifIn page: Feed.Page) -> (end: Int, isJoined: Bool) {
    let end = gapRecords.first { $0.row > row }?.row ?? serverRows.count
    guard end > row, let last = serverRowID(end - 1), page.items.contains(where: { $0.id == last })
    else { return (row, false) }
    return (end, page.items.last?.id == last)
  }

  /// The start of the rows without a gap above `row`, if a page has the first one of them, else `row`.
  fileprivate func startOfStretch(to row: Int, ifIn page: Feed.Page) -> Int {
    let start = gapRecords.last { $0.row < row }?.row ?? 0
    let first = serverRowID(start)
    return page.items.contains { $0.id == first } ? start : row
  }

  /// Puts a gap in its place among the others, where the page that was read from a side ends; nil only takes the old one
  /// away.
  @inline(never) fileprivate mutating func put(
    _ gap: Feed.GapRecord?, inPlaceOf old: Ticket?, from side: GapSide
  ) {
    var all: [Feed.GapRecord] = []
    var left = gap
    for other in gapRecords where other.id != old {
      if let gap = left, other.row > gap.row || other.row == gap.row && side == .above {
        all.append(gap)
        left = nil
      }
      all.append(other)
    }
    if let gap = left { all.append(gap) }
    setGaps(all, load: gapLoad)
  }

  fileprivate mutating func changeGapLoad(_ load: Feed.GapLoad?) {
    setGaps(gapRecords, load: load)
  }

  private mutating func setGaps(_ all: [Feed.GapRecord], load: Feed.GapLoad?) {
    guard let rules = gapList?.rules else { return }
    gapList = all.isEmpty && load == nil ? nil : Feed.GapList(all: all, load: load, rules: rules)
  }

  /// Stores how the load of a gap stands.
  mutating func setGapLoad(_ state: LoadState) {
    guard let load = gapLoad else { return }
    changeGapLoad(state == .idle ? nil : Feed.GapLoad(id: load.id, side: load.side, state: state))
  }

  /// Moves the gaps below rows that were replaced; those between them go.
  mutating func moveOpenGaps(below rows: Range<Int>, by change: Int) {
    var all: [Feed.GapRecord] = []
    for var gap in gapRecords {
      if gap.row > rows.lowerBound {
        if gap.row < rows.upperBound { continue }
        gap.row += change
      }
      all.append(gap)
    }
    setGaps(all, load: gapLoad)
  }

  /// The row across a gap that is filled from a side; nil if there is none.
  @inline(never) fileprivate func neighbour(of gap: Feed.GapRecord, from side: GapSide) -> Item.ID?
  {
    serverRowID(side == .above ? gap.row : gap.row - 1)
  }

  /// The id of one of the server's rows; nil beyond them. (Out of line: the look-up is long.)
  @inline(never) func serverRowID(_ index: Int) -> Item.ID? {
    let rows = serverRows
    return index >= 0 && index < rows.count ? rows[index].id : nil
  }
}
