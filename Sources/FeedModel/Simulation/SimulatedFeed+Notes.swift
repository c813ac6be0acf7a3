import FeedReducer
import FeedTesting

// What the model remembers of its own accord, so that the laws need not believe the machine.
extension SimulatedFeed {
  /// Notes what an action that counted says of the reader and of the list.
  ///
  /// - Parameters:
  ///   - answered: What the action was the end of, if it was the end of something.
  ///   - past: How the feed was before the action.
  func note(
    _ action: ModelFeed.Action, _ answered: SimulationState.Work?, _ past: Past,
    _ state: inout SimulationState
  ) {
    switch action {
    case .loadMore:
      state.isResting = false
      state.hasLostCursor = false
      if past.isStalled { state.emptyPages = 0 }
    case .retryTapped:
      state.emptyPages = 0
      if past.refresh == state.feed.refresh { state.isResting = false }
    case .cancelled:
      state.isResting = true
      state.owesRefresh = false
    case .failed(_, let failure): noteFailure(failure, answered, &state)
    case .pageLoaded(_, let page):
      if answered?.kind == .refresh {
        noteFirstPage(page, answered, &state)
      } else {
        noteFurtherPage(page, answered, past, &state)
      }
    case .invalidated: state.owesRefresh = past.refresh.request != nil
    case .itemAppeared, .visible: state.hasLostCursor = false
    case .refreshPulled, .reset:
      state.owesRefresh = false
      state.hasLostCursor = false
    case .restored:
      state.isResting = true
      noteMove(&state)
      state.emptyPages = 0
      state.kept = nil
    default: break
    }
  }

  private func noteFailure(
    _ failure: FeedFailure, _ answered: SimulationState.Work?, _ state: inout SimulationState
  ) {
    if failure.code == .invalidCursor, answered?.kind != .refresh { state.hasLostCursor = true }
    guard answered?.kind == .refresh else { return }
    if state.feed.refresh.hasFailed { state.isResting = true }
    state.owesRefresh = false
  }

  private func noteFirstPage(
    _ page: ModelFeed.Page, _ answered: SimulationState.Work?, _ state: inout SimulationState
  ) {
    guard let answered else { return }
    state.isResting = false
    state.owesRefresh = false
    state.emptyPages = state.feed.items.isEmpty ? 1 : 0
    // A refresh that merges leaves rows that may be out of date.
    let isReplaced =
      scenario.feed.refreshMode == .firstPage || state.base.count == page.items.count
    let isUpToDate = answered.isUpToDate(with: state.server)
    state.isUnmoved = isUpToDate && (isReplaced || state.isUnmoved)
    state.fresh = 0
    noteFresh(page, isUpToDate, &state)
  }

  private func noteFurtherPage(
    _ page: ModelFeed.Page, _ answered: SimulationState.Work?, _ past: Past,
    _ state: inout SimulationState
  ) {
    guard let answered else { return }
    // Of a page that was asked for from its far side nobody knows what lies on the near one.
    if !answered.followsOn { state.fresh = 0 }
    noteFresh(page, answered.isUpToDate(with: state.server), &state)
    // A page that had been dropped is no measure of progress.
    guard answered.kind == .append, !past.isDropped else { return }
    let isGrown = state.feed.pages.last != past.lastPage
    state.emptyPages = isGrown ? 0 : state.emptyPages + 1
  }

  /// Notes that the rows in the list may be out of date.
  func noteMove(_ state: inout SimulationState) {
    state.isUnmoved = false
    state.fresh = 0
  }

  /// Notes which rows of the list have just been read.
  private func noteFresh(
    _ page: ModelFeed.Page, _ isUpToDate: Bool, _ state: inout SimulationState
  ) {
    if state.isUnmoved { return state.fresh = 0 }
    for row in page.items { state.fresh |= ModelServer.bit(row.id) }
    if !isUpToDate { for row in page.items { state.fresh &= ~ModelServer.bit(row.id) } }
    state.fresh &= ModelServer.bits(state.base)
  }

  /// Notes at which rows the reader is: those that come into view, or where they are now.
  ///
  /// - Parameter answered: What the action was the end of, if it counted.
  func noteReader(
    _ step: SimulationStep, _ action: ModelFeed.Action, _ answered: SimulationState.Work?,
    _ past: Past,
    _ state: inout SimulationState
  ) {
    let all = 0..<state.feed.items.count
    switch action {
    case .itemAppeared(let index) where all.contains(index):
      state.reader = index..<index + 1
      state.isResting = false
    case .visible(let rows) where !rows.isEmpty && rows.overlaps(all):
      state.reader = rows.clamped(to: all)
      state.isResting = false
    case .restored(let snapshot, _) where past.generation != state.feed.generation:
      state.reader = snapshot.firstVisible.flatMap { state.feed.items.index(id: $0) }.map {
        $0..<$0 + 1
      }
    default:
      if state.reader == nil || past.revision == state.feed.items.revision { return }
      if case .editCommitted(_, let row?) = action, let edited = answered?.editedID,
        state.seen & ModelServer.bit(edited) != 0
      {
        state.seen |= ModelServer.bit(row.id)
      }
      followReader(past, &state)
    }
    state.seen =
      state.reader.map { rows in
        rows.reduce(0) { $0 | ModelServer.bit(state.feed.items[$1].id) }
      } ?? 0
  }

  /// Notes where the rows are at which the reader was: from the first to the last that is left.
  private func followReader(_ past: Past, _ state: inout SimulationState) {
    let items = state.feed.items
    let seen = items.indices.filter { state.seen & ModelServer.bit(items[$0].id) != 0 }
    if let first = seen.first, let last = seen.last {
      state.reader = first..<last + 1
    } else if items.isEmpty || past.generation != state.feed.generation {
      // After a refresh without any of them it is not known where the reader is.
      state.reader = nil
    } else if let reader = state.reader {
      let row = min(reader.lowerBound, items.count - 1)
      state.reader = row..<row + 1
    }
  }
}

/// What the notes need of a feed's state before an action: a copy of it all would cost more.
struct Past {
  let refresh: LoadState
  let generation: Int
  let revision: UInt32
  let lastPage: ModelFeed.PageRecord?
  let isDropped: Bool
  let isStalled: Bool

  init(_ feed: ModelFeed.State) {
    refresh = feed.refresh
    generation = feed.generation
    revision = feed.items.revision
    lastPage = feed.pages.last
    isDropped = !feed.tail.dropped.isEmpty
    isStalled = feed.isStalled
  }
}

extension SimulationState.Work {
  /// Whether the server answers with the rows that it has now.
  fileprivate func isUpToDate(with server: ModelServer) -> Bool {
    if case .load(_, _, let sent) = task { sent == 0 || sent == server.rows } else { false }
  }

  /// Whether this asks for the page that follows a row of the list.
  fileprivate var followsOn: Bool {
    switch task {
    case .load(.append, .after, _), .load(.prepend, .before, _): true
    default: false
    }
  }

  /// Whether this is an edit that the server has carried out.
  var isServed: Bool {
    if case .edit(_, .some) = task { true } else { false }
  }

  /// The id under which a person edited the row of which this tells the server.
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
