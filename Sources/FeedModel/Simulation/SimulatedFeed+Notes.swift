import FeedReducer
import FeedSpec
import FeedTesting

// What the model records by itself, so that the laws do not rely on the machine's state.
extension SimulatedFeed {
  /// Records what an accepted action says about the reader and the list.
  ///
  /// - Parameters:
  ///   - answered: The work that the action ended, if any.
  ///   - past: The feed before the action.
  func note(
    _ action: ModelFeed.Action, answered: SimulationState.Work?, past: Past,
    in state: inout SimulationState
  ) {
    switch action {
    case .loadMore:
      state.isDemandPaused = false
      state.hasLostCursor = false
      if past.isStalled { state.emptyPages = 0 }
    case .retryTapped:
      state.emptyPages = 0
      if past.refresh == state.feed.refresh {
        state.isDemandPaused = false
        state.hasLostCursor = false
      }
    case .cancelled, .errorDismissed:
      state.isDemandPaused = true
      state.owesRefresh = false
    case .failed(_, let failure): noteFailure(failure, answered: answered, in: &state)
    case .pageLoaded(_, let page):
      if answered?.kind == .refresh {
        noteFirstPage(page, answered: answered, past: past, in: &state)
      } else {
        noteFurtherPage(page, answered: answered, past: past, in: &state)
      }
    case .invalidated: state.owesRefresh = past.refresh.request != nil
    case .itemAppeared, .visible: state.hasLostCursor = false
    case .refreshPulled, .reset, .stopped:
      state.owesRefresh = false
      state.hasLostCursor = false
    case .restored:
      state.isDemandPaused = true
      noteServerChange(in: &state)
      state.emptyPages = 0
      state.kept = nil
    default: break
    }
  }

  private func noteFailure(
    _ failure: FeedFailure, answered: SimulationState.Work?, in state: inout SimulationState
  ) {
    if failure.code == .invalidCursor, answered?.kind != .refresh {
      noteLostCursor(in: &state)
    }
    guard answered?.kind == .refresh else { return }
    if state.feed.refresh.hasFailed { state.isDemandPaused = true }
    state.owesRefresh = false
  }

  private func noteLostCursor(in state: inout SimulationState) {
    // The refresh that follows is sent after the invalidation.
    if !state.hasLostCursor { state.owesRefresh = false }
    state.hasLostCursor = true
  }

  private func noteFirstPage(
    _ page: ModelFeed.Page, answered: SimulationState.Work?, past: Past,
    in state: inout SimulationState
  ) {
    guard let answered else { return }
    state.isDemandPaused = false
    state.owesRefresh = false
    state.emptyPages = state.feed.items.isEmpty ? 1 : 0
    // A merging refresh keeps rows that may be out of date.
    let isReplaced =
      scenario.feed.refreshMode == .firstPage && !past.keepsPlace
      || state.serverRows.count == page.items.count
    let isUpToDate = answered.isUpToDate(with: state.server)
    state.isCurrent = isUpToDate && (isReplaced || state.isCurrent)
    state.currentRows = 0
    noteFresh(page, isUpToDate: isUpToDate, in: &state)
  }

  private func noteFurtherPage(
    _ page: ModelFeed.Page, answered: SimulationState.Work?, past: Past,
    in state: inout SimulationState
  ) {
    guard let answered else { return }
    if state.feed.hasLostCursor, !past.hasLostCursor { return noteLostCursor(in: &state) }
    // The page was requested by the cursor on its far side, or is the last one again, so rows may be missing
    // between it and the list.
    if !answered.followsOn || answered.asks(for: past.lastPage) { state.currentRows = 0 }
    noteFresh(page, isUpToDate: answered.isUpToDate(with: state.server), in: &state)
    // A page that was dropped and read again is no measure of progress.
    guard answered.kind == .append, !past.isDropped else { return }
    let isGrown = state.feed.pages.last != past.lastPage
    state.emptyPages = isGrown ? 0 : state.emptyPages + 1
  }

  /// Records that rows in the list may be out of date.
  func noteServerChange(in state: inout SimulationState) {
    state.isCurrent = false
    state.currentRows = 0
  }

  /// Records which rows of the list are up to date after `page`.
  private func noteFresh(
    _ page: ModelFeed.Page, isUpToDate: Bool, in state: inout SimulationState
  ) {
    if state.isCurrent { return state.currentRows = 0 }
    for row in page.items { state.currentRows |= ModelServer.bit(row.id) }
    if !isUpToDate { for row in page.items { state.currentRows &= ~ModelServer.bit(row.id) } }
    state.currentRows &= ModelServer.bits(state.serverRows)
  }

  /// Records which rows the reader sees: the rows that became visible, or the earlier ones at their
  /// new indices.
  ///
  /// - Parameter answered: The work that an accepted action ended.
  func noteReader(
    after step: SimulationStep, action: ModelFeed.Action, answered: SimulationState.Work?,
    past: Past, in state: inout SimulationState
  ) {
    let all = 0..<state.feed.items.count
    switch action {
    case .itemAppeared(let index) where all.contains(index):
      state.reader = index..<index + 1
      state.isDemandPaused = false
    case .visible(let rows) where !rows.isEmpty && rows.overlaps(all):
      state.reader = rows.clamped(to: all)
      state.isDemandPaused = false
    case .restored(let snapshot, _) where past.generation != state.feed.generation:
      state.reader = snapshot.firstVisible.flatMap { state.feed.items.index(id: $0) }.map {
        $0..<$0 + 1
      }
    default:
      if state.reader == nil || past.revision == state.feed.items.revision { return }
      if case .editCommitted(_, let row?) = action, let edited = answered?.editedID,
        state.readerRows & ModelServer.bit(edited) != 0
      {
        state.readerRows |= ModelServer.bit(row.id)
      }
      followReader(since: past, in: &state)
    }
    state.readerRows =
      state.reader.map { rows in
        rows.reduce(0) { $0 | ModelServer.bit(state.feed.items[$1].id) }
      } ?? 0
  }

  /// Records the reader's new range after the list has changed: from the first to the last row that
  /// is left.
  private func followReader(since past: Past, in state: inout SimulationState) {
    let items = state.feed.items
    let seen = items.indices.filter { state.readerRows & ModelServer.bit(items[$0].id) != 0 }
    if let first = seen.first, let last = seen.last {
      state.reader = first..<last + 1
    } else if items.isEmpty || past.generation != state.feed.generation {
      // After a refresh that removed all these rows, the reader's position is unknown.
      state.reader = nil
    } else if let reader = state.reader {
      let row = min(reader.lowerBound, items.count - 1)
      state.reader = row..<row + 1
    }
  }
}

/// The parts of a feed's state that the notes compare. A copy of all of it would cost more.
struct Past {
  let refresh: LoadState
  let keepsPlace: Bool
  let generation: Int
  let revision: UInt32
  let lastPage: ModelFeed.PageRecord?
  let isDropped: Bool
  let isStalled: Bool
  let hasLostCursor: Bool

  init(_ feed: ModelFeed.State) {
    refresh = feed.refresh
    keepsPlace = feed.keepsPlace
    generation = feed.generation
    revision = feed.items.revision
    lastPage = feed.pages.last
    isDropped = !feed.tail.dropped.isEmpty
    isStalled = feed.isStalled
    hasLostCursor = feed.hasLostCursor
  }
}

extension SimulationState.Work {
  /// Whether the answer is certain to contain the server's present rows.
  fileprivate func isUpToDate(with server: ModelServer) -> Bool {
    if case .load(_, _, let sent) = task { sent == 0 || sent == server.rows } else { false }
  }

  /// Whether this requests the page after the list's last row or before its first one.
  fileprivate var followsOn: Bool {
    switch task {
    case .load(.append, .after, _), .load(.prepend, .before, _): true
    default: false
    }
  }

  /// Whether this requests a page that is in the list.
  fileprivate func asks(for page: ModelFeed.PageRecord?) -> Bool {
    if case .load(_, let position, _) = task { position == page?.position } else { false }
  }

  /// Whether this is an edit that the server has applied.
  var isServed: Bool {
    if case .edit(_, .some) = task { true } else { false }
  }

  /// The id under which the user edited the row; nil for other work.
  var editedID: Int? {
    if case .edit(let change, _) = task { change.id } else { nil }
  }
}

extension Feed.State {
  /// Whether the load of `kind` waits until the device is online.
  func isWaitingForNetwork(_ kind: LoadKind) -> Bool {
    if case .offline = self[kind] { true } else { false }
  }
}
