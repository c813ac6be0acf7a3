import FeedReducer
import FeedTesting

// What the world remembers of its own accord, so that the laws need not believe the machine.
extension FeedWorld {
  /// Notes what an action that counted says of the reader and of the list.
  ///
  /// - Parameters:
  ///   - answered: What the action was the end of, if it was the end of something.
  ///   - past: How the feed was before the action.
  func note(
    _ action: ModelFeed.Action, _ answered: FeedMoment.Work?, _ past: Past,
    _ moment: inout FeedMoment
  ) {
    switch action {
    case .loadMore:
      moment.isResting = false
      moment.hasLostCursor = false
      if past.isStalled { moment.emptyPages = 0 }
    case .retryTapped:
      moment.emptyPages = 0
      if past.refresh == moment.feed.refresh { moment.isResting = false }
    case .cancelled:
      moment.isResting = true
      moment.owesRefresh = false
    case .failed(_, let failure): noteFailure(failure, answered, &moment)
    case .pageLoaded(_, let page):
      if answered?.kind == .refresh {
        noteFirstPage(page, answered, &moment)
      } else {
        noteFurtherPage(page, answered, past, &moment)
      }
    case .invalidated: moment.owesRefresh = past.refresh.request != nil
    case .itemAppeared, .visible: moment.hasLostCursor = false
    case .refreshPulled, .reset:
      moment.owesRefresh = false
      moment.hasLostCursor = false
    case .restored:
      moment.isResting = true
      noteMove(&moment)
      moment.emptyPages = 0
      moment.kept = nil
    default: break
    }
  }

  private func noteFailure(
    _ failure: FeedFailure, _ answered: FeedMoment.Work?, _ moment: inout FeedMoment
  ) {
    if failure.code == .invalidCursor, answered?.kind != .refresh { moment.hasLostCursor = true }
    guard answered?.kind == .refresh else { return }
    if moment.feed.refresh.hasFailed { moment.isResting = true }
    moment.owesRefresh = false
  }

  private func noteFirstPage(
    _ page: ModelFeed.Page, _ answered: FeedMoment.Work?, _ moment: inout FeedMoment
  ) {
    guard let answered else { return }
    moment.isResting = false
    moment.owesRefresh = false
    moment.emptyPages = moment.feed.items.isEmpty ? 1 : 0
    // A refresh that merges leaves rows that may be out of date.
    let isReplaced =
      scenario.feed.refreshMode == .firstPage || moment.base.count == page.items.count
    let isUpToDate = answered.isUpToDate(with: moment.server)
    moment.isUnmoved = isUpToDate && (isReplaced || moment.isUnmoved)
    moment.fresh = 0
    noteFresh(page, isUpToDate, &moment)
  }

  private func noteFurtherPage(
    _ page: ModelFeed.Page, _ answered: FeedMoment.Work?, _ past: Past,
    _ moment: inout FeedMoment
  ) {
    guard let answered else { return }
    // Of a page that was asked for from its far side nobody knows what lies on the near one.
    if !answered.followsOn { moment.fresh = 0 }
    noteFresh(page, answered.isUpToDate(with: moment.server), &moment)
    // A page that had been dropped is no measure of progress.
    guard answered.kind == .append, !past.isDropped else { return }
    let isGrown = moment.feed.pages.last != past.lastPage
    moment.emptyPages = isGrown ? 0 : moment.emptyPages + 1
  }

  /// Notes that the rows in the list may be out of date.
  func noteMove(_ moment: inout FeedMoment) {
    moment.isUnmoved = false
    moment.fresh = 0
  }

  /// Notes which rows of the list have just been read.
  private func noteFresh(
    _ page: ModelFeed.Page, _ isUpToDate: Bool, _ moment: inout FeedMoment
  ) {
    if moment.isUnmoved { return moment.fresh = 0 }
    for row in page.items { moment.fresh |= ModelServer.bit(row.id) }
    if !isUpToDate { for row in page.items { moment.fresh &= ~ModelServer.bit(row.id) } }
    moment.fresh &= ModelServer.bits(moment.base)
  }

  /// Notes at which rows the reader is: those that come into view, or where they are now.
  ///
  /// - Parameter answered: What the action was the end of, if it counted.
  func noteReader(
    _ move: FeedMove, _ action: ModelFeed.Action, _ answered: FeedMoment.Work?, _ past: Past,
    _ moment: inout FeedMoment
  ) {
    let all = 0..<moment.feed.items.count
    switch action {
    case .itemAppeared(let index) where all.contains(index):
      moment.reader = index..<index + 1
      moment.isResting = false
    case .visible(let rows) where !rows.isEmpty && rows.overlaps(all):
      moment.reader = rows.clamped(to: all)
      moment.isResting = false
    case .restored(let snapshot, _) where past.generation != moment.feed.generation:
      moment.reader = snapshot.firstVisible.flatMap { moment.feed.items.index(id: $0) }.map {
        $0..<$0 + 1
      }
    default:
      if moment.reader == nil || past.revision == moment.feed.items.revision { return }
      if case .editCommitted(_, let row?) = action, let edited = answered?.editedID,
        moment.seen & ModelServer.bit(edited) != 0
      {
        moment.seen |= ModelServer.bit(row.id)
      }
      followReader(past, &moment)
    }
    moment.seen =
      moment.reader.map { rows in
        rows.reduce(0) { $0 | ModelServer.bit(moment.feed.items[$1].id) }
      } ?? 0
  }

  /// Notes where the rows are at which the reader was: from the first to the last that is left.
  private func followReader(_ past: Past, _ moment: inout FeedMoment) {
    let items = moment.feed.items
    let seen = items.indices.filter { moment.seen & ModelServer.bit(items[$0].id) != 0 }
    if let first = seen.first, let last = seen.last {
      moment.reader = first..<last + 1
    } else if items.isEmpty || past.generation != moment.feed.generation {
      // After a refresh without any of them it is not known where the reader is.
      moment.reader = nil
    } else if let reader = moment.reader {
      let row = min(reader.lowerBound, items.count - 1)
      moment.reader = row..<row + 1
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

extension FeedMoment.Work {
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
