import FeedReducer

/// The feed on one page: what a feed does, on plain arrays, with no index and no speed. Read it first.
///
/// A feed asks a server for pages. A page has rows and the cursors of its neighbours. An action says what
/// happened; `reduce` changes the feed and returns effects, which say what to do next. There are three kinds of
/// load, in this order: *refresh* (the first page), *append* (the next one, at the tail of the list) and
/// *prepend* (the previous one, at its head). Each is in one state:
///
/// | state | what it is | its attempts so far | what a retry does |
/// | --- | --- | --- | --- |
/// | idle | nothing is on its way, and a load may start | | nothing |
/// | loading | a request is in flight; *under way* | yes | nothing |
/// | waiting | a retry waits for its timer; *under way* | yes | loads |
/// | offline | the load waits for the network | yes | loads |
/// | failed | nothing loads until the user acts, or the network is back | | loads |
/// | exhausted, cycle | the end: no more pages | | nothing |
/// | stalled | the end, until more is asked for | | loads |
///
/// Each rule is a method with the rule's sentence above it; `Docs/Rules.md` has the reasons. The machine in
/// `FeedReducer` does the same faster: tests compare the two in every step.
///
/// The other files add a bound on the rows (`SpecFeed+Window`), a refresh that keeps the later pages
/// (`SpecFeed+Merge`), the user's changes (`SpecFeed+Edits`, `+NewRows`, `+Sending`), a feed that is kept
/// between two runs (`SpecFeed+Restore`), what shows beside the rows (`SpecFeed+Shown`), and names
/// (`SpecFeed+Parts`).
package struct SpecFeed: Equatable, Sendable {
  let settings: Machine

  /// The rows as the server sent them, unique by id, and the pages that they came in.
  var rows: [Row] = []
  var pages: [Machine.PageRecord] = []

  /// The rows that show: the server's, with the user's changes on top.
  var shown: [Row] = []

  /// Which of them are visible; nil if that is not known.
  var reader: Range<Int>?

  /// Whether the reader is where a restored snapshot says, and no row was reported since.
  var isReaderRestored = false

  /// How the load of the first page stands, and the two ends of the list. Nothing is there yet, so what would
  /// come next is the start.
  var refresh = LoadState.idle
  var tail = End(position: .start)
  var head = End()

  /// One end of the list.
  struct End: Equatable {
    var load = LoadState.idle

    /// Where the next page is at this end; nil if there is none. Pages that were dropped from memory come
    /// first, the last of `dropped` before the others, then the server's `position`.
    var next: Position? { dropped.last ?? (load == .cycle ? nil : position) }
    var position: Position?
    var dropped: [Position] = []

    /// How many pages in a row had no new row, and the cursors of every page here that had none.
    var emptyPages = 0
    var emptyCursors: [Int] = []

    /// Whether `position` is that of the last page here, which is asked for once more.
    var again = Machine.Again.no
  }

  /// How many first pages have come, and how many rows the server said that it has.
  var generation = 0
  var total: Int?

  var isOnline = true
  var isStopped = false

  /// Whether further pages do not load by themselves: a load was cancelled, or a refresh failed. Until a row is
  /// reported, more is asked for, an end is retried, or a first page comes.
  var isPaused = false

  /// Whether the refresh that is on its way, or failed, only brings rows up to date. It keeps the reader's place,
  /// and further pages load beside it.
  var keepsPlace = false

  /// Whether another refresh follows the one on its way; not if that fails or is cancelled.
  var isInvalidated = false

  /// Whether the server has forgotten a cursor, and since then no row was reported, nothing was asked for,
  /// pulled or retried.
  var hasLostCursor = false

  /// Whether the server has forgotten a cursor of the list, so that the next first page takes its place.
  var startsOver = false

  /// The last ticket. Requests, timers and edits are numbered together, and no number is given twice.
  var lastTicket: Ticket = 0

  var edits: Edits

  package init(_ settings: Machine, identity: UInt64) {
    self.settings = settings
    edits = Edits(identity: identity)
  }

  /// Returns the effects of an action; nil if it is ignored. An ignored action changes nothing.
  ///
  /// Whether further pages are due is decided here, after every change.
  package mutating func reduce(_ action: Action) -> [Effect]? {
    var next = self
    guard var effects = next.handle(action) else { return nil }
    effects += next.loadNearTheEnds()
    next.forgetOldEdits()
    self = next
    return effects
  }

  private mutating func handle(_ action: Action) -> [Effect]? {
    switch action {
    case .started: start()
    case .itemAppeared(let index): shown.indices.contains(index) ? see(index..<index + 1) : nil
    case .visible(let range): see(range)
    case .loadMore: loadMore()
    case .refreshPulled: pull()
    case .invalidated: invalidate()
    case .reset: isStopped ? nil : clear() + load(.refresh)
    case .stopped: isStopped ? nil : stop()
    case .retryTapped(let kind): retry(kind)
    case .errorDismissed(let kind): dismissErrors(of: kind)
    case .pageLoaded(let ticket, let page): take(page, askedAs: ticket)
    case .failed(let ticket, let failure): fail(ticket, for: failure)
    case .cancelled(let ticket): cancel(ticket)
    case .timerFired(let ticket): fire(ticket)
    case .connectivityChanged(let isOnline): isOnline == self.isOnline ? nil : connect(isOnline)
    case .memoryWarning(let keep): dropPages(toKeep: keep)
    case .restored(let snapshot, let age): restore(snapshot, age: age)
    case .edit(let change): edit(change)
    case .editCommitted(let ticket, let item): commit(ticket, as: item)
    case .editFailed(let ticket, let failure): failEdit(ticket, for: failure)
    case .editRetried(let id): retryEdits(of: id)
    case .editDismissed(let id): dismissEdits(of: id)
    case .gapTapped: nil
    }
  }

  // MARK: - What the user does

  /// A feed loads its first page once, and once after each stop.
  private mutating func start() -> [Effect]? {
    if !isStopped, generation > 0 || refresh != .idle { return nil }
    isStopped = false
    return load(.refresh)
  }

  /// The reader is where rows were last reported as visible. The same report again is ignored, unless further
  /// pages are paused or the reader was only restored; so is one of no row.
  private mutating func see(_ range: Range<Int>) -> [Effect]? {
    let visible = range.clamped(to: 0..<shown.count)
    if visible.isEmpty || visible == reader && !isPaused && !isReaderRestored { return nil }
    (reader, isPaused, isReaderRestored, hasLostCursor) = (visible, false, false, false)
    return []
  }

  /// The next page loads wherever the reader is. If none can, loading goes on at an end that has stalled. During
  /// a refresh that may replace the rows nothing loads: it decides what there is to load.
  private mutating func loadMore() -> [Effect]? {
    let stalled = Self.ends.first { self[$0] == .stalled }
    let kind = canLoad(.append) ? .append : tail.load.isUnderWay ? nil : stalled
    guard let kind else { return nil }
    (isPaused, hasLostCursor) = (false, false)
    if self[kind] == .stalled { reopen(kind) }
    return canLoad(kind) ? load(kind) : []
  }

  /// A pull loads the first page again, unless its request is in flight. It is sent even offline, and in place of
  /// one that only keeps the reader's place.
  private mutating func pull() -> [Effect]? {
    if isStopped || refresh.request != nil && !keepsPlace { return nil }
    hasLostCursor = false
    return load(.refresh, byHand: true)
  }

  /// Rows that are out of date load again, and the reader keeps their place; if a refresh is in flight, once after
  /// it. Not before the first page, and not if a refresh waits.
  private mutating func invalidate() -> [Effect]? {
    if refresh.request == nil {
      return generation == 0 || refresh.attempt != nil ? nil : load(.refresh, keepsPlace: true)
    }
    defer { isInvalidated = true }
    return isInvalidated ? nil : []
  }

  /// What failed, stalled or waits loads now, even offline: the refresh, else both ends. The timer that a load
  /// waits for is cancelled. During a refresh that may replace the rows a failure is only cleared; the refresh has
  /// cancelled the timers.
  private mutating func retry(_ kind: LoadKind?) -> [Effect]? {
    if kind == nil || kind == .refresh, let attempt = refresh.attemptToRetry {
      return load(.refresh, attempt: attempt, byHand: true, keepsPlace: keepsPlace)
    }
    let loads = Self.ends.filter { kind == nil || kind == $0 }.compactMap { kind in
      self[kind].attemptToRetry.map { (kind: kind, attempt: $0, timer: self[kind].timer) }
    }
    if loads.isEmpty { return nil }
    (isPaused, hasLostCursor) = (false, false)
    for load in loads { reopen(load.kind) }
    if isRefreshAlone { return [] }
    return loads.compactMap(\.timer).map { .cancel(ticket: $0) }
      + loads.flatMap { load($0.kind, attempt: $0.attempt, byHand: true) }
  }

  /// What failed, or waits for the network, goes when the user has read it, as if it had been cancelled. A list
  /// without rows keeps it, unless no row can come.
  mutating func dismissErrors(of kind: LoadKind?, showsRows: Bool = false) -> [Effect]? {
    let failed = LoadKind.allCases.filter {
      (kind == nil || kind == $0) && self[$0].failure != nil
    }
    if failed.isEmpty || shown.isEmpty && !words.contains(.isEmpty) && !showsRows { return nil }
    for kind in failed { letGo(of: kind) }
    return []
  }

  /// The list starts over. Its loads are cancelled, and all is forgotten but the network, the changes of the user,
  /// which go on, and the tickets: they go on counting, so no old answer counts.
  mutating func clear() -> [Effect] {
    let cancels = LoadKind.allCases.flatMap { cancelLoad($0) }
    var fresh = SpecFeed(settings, identity: edits.identity)
    (fresh.lastTicket, fresh.isOnline, fresh.edits) = (lastTicket, isOnline, edits)
    fresh.edits.newRows = []
    self = fresh
    return cancels
  }

  /// The user logs out. The changes are given up, too, and each is named; nothing loads until the feed is started.
  private mutating func stop() -> [Effect] {
    let cancels = clear() + cancelsOfEdits
    let drops = edits.pending.map { withNewIDs($0.edit) } + edits.refused.map(\.edit)
    defer {
      edits = Edits(identity: edits.identity, wereSent: edits.wereSent)
      isStopped = true
    }
    return cancels + drops.map { .drop(edit: $0) }
  }

  // MARK: - What loads

  /// Near an end of the list its next page loads: if fewer than `prefetchDistance` rows lie between the
  /// reader and the end, or if the list is empty. (A pause does not hold for an empty list, unless it is the
  /// refresh that failed: nothing could be reported.)
  private mutating func loadNearTheEnds() -> [Effect] {
    if isPaused, !shown.isEmpty || refresh.failure != nil { return [] }
    return Self.ends.flatMap { canLoad($0) && isReaderNear($0) ? load($0) : [] }
  }

  func isReaderNear(_ kind: LoadKind) -> Bool {
    guard let reader else { return shown.isEmpty }
    let between = kind == .append ? shown.count - reader.upperBound : reader.lowerBound
    return between < settings.prefetchDistance
  }

  /// One request of a kind at a time; none after its end or a failure; none beside a refresh that may replace the
  /// rows.
  private func canLoad(_ kind: LoadKind) -> Bool {
    generation > 0 && !isRefreshAlone && self[kind] == .idle
  }

  private var isRefreshAlone: Bool { refresh.isUnderWay && !keepsPlace }

  /// Sends a request; offline the load waits, unless a pull or a retry asks for it. A refresh, even one that
  /// waits, cancels the other loads: it decides what else is loaded. Not one that keeps the reader's place:
  /// however often rows are out of date, further pages come.
  mutating func load(
    _ kind: LoadKind, attempt: Int = 0, byHand: Bool = false, keepsPlace: Bool = false
  ) -> [Effect] {
    var cancels: [Effect] = []
    if kind == .refresh {
      cancels = (keepsPlace ? [.refresh] : LoadKind.allCases).flatMap { cancelLoad($0) }
      (self.keepsPlace, isInvalidated) = (keepsPlace, false)
    }
    if !isOnline, !byHand {
      self[kind] = .offline(attempt: attempt)
      return cancels
    }
    let (ticket, size) = (nextTicket(), settings.pageSize)
    self[kind] = .loading(ticket: ticket, attempt: attempt)
    let position = kind == .refresh ? .start : self[end: kind].next ?? .start
    return cancels
      + [.load(request: .init(ticket: ticket, kind: kind, position: position, size: size))]
  }

  mutating func cancelLoad(_ kind: LoadKind) -> [Effect] {
    let ticket = self[kind].request ?? self[kind].timer
    if self[kind].attempt != nil { self[kind] = .idle }
    return ticket.map { [.cancel(ticket: $0)] } ?? []
  }

  // MARK: - What arrives

  /// An answer counts only if its ticket is that of a request in flight.
  private mutating func take(_ page: Page, askedAs ticket: Ticket) -> [Effect]? {
    var page = page
    page.items = page.items.compactMap { amended($0, since: ticket) }
    guard let kind = kind(where: { $0.request == ticket }) else { return nil }
    return kind == .refresh
      ? takeFirst(page, askedAs: ticket) : takeFurther(page, at: kind, askedAs: ticket)
  }

  /// The first page replaces all rows, in one step; with `refreshMode: .merge`, and to keep the reader's place, those
  /// that it overlaps. (New rows of the user that an older page lacks are put back, and edits show over every
  /// page.)
  private mutating func takeFirst(_ page: Page, askedAs ticket: Ticket) -> [Effect] {
    let visible = visibleIDs
    var cancels: [Effect] = []
    if settings.refreshMode == .merge || keepsPlace, let merged = merge(page) {
      cancels = merged
    } else {
      cancels = Self.ends.flatMap { cancelLoad($0) }
      rows = []
      pages = [.init(count: add(page.items, at: 0), position: .start)].filter { $0.count > 0 }
      tail = end(at: page.next.map { .after(cursor: $0) })
      head = end(at: page.previous.map { .before(cursor: $0) })
      tail.emptyPages = rows.isEmpty ? 1 : 0
      forgetNewRows(before: ticket)
    }
    generation += 1
    holdRows(of: page)
    putBackNewRows(since: ticket)
    takeNewRows()
    showEdits()
    (refresh, keepsPlace, startsOver) = (.idle, false, false)
    (total, isPaused) = (page.total, false)
    keepReader(at: visible, isRefresh: true)
    return cancels + (isInvalidated ? load(.refresh, keepsPlace: true) : trim(at: Self.ends))
  }

  /// The reader stays on the same rows, from the first to the last that is left. If all of them go, the
  /// reader is at the row that is at their index; after a refresh without them it is not known.
  mutating func keepReader(at ids: [Int], isRefresh: Bool = false) {
    let left = shown.indices.filter { ids.contains(shown[$0].id) }
    let index =
      isRefresh || shown.isEmpty ? nil : reader.map { min($0.lowerBound, shown.count - 1) }
    reader = (left.first ?? index).map { $0..<(left.last ?? $0) + 1 }
  }

  // MARK: - What fails

  mutating func refreshForLostCursor(of kind: LoadKind) -> [Effect] {
    (hasLostCursor, startsOver) = (true, true)
    self[kind] = .idle
    return load(.refresh)
  }

  /// An error closes its kind to scrolling, and no other; a refresh that failed pauses further pages, unless it only
  /// kept the reader's place. A failure
  /// that may pass is tried again by a timer, or when the device is online. For a cursor that the server has
  /// forgotten the feed refreshes, once.
  private mutating func fail(_ ticket: Ticket, for failure: FeedFailure) -> [Effect]? {
    guard let kind = kind(where: { $0.request == ticket }), let attempt = self[kind].attempt
    else { return nil }
    if failure.code == .invalidCursor, kind != .refresh, !hasLostCursor {
      return refreshForLostCursor(of: kind)
    }
    // What is sent next is newer than what made the rows invalid.
    if kind == .refresh { isInvalidated = false }
    if !isOnline, failure.isRetryable {
      self[kind] = .offline(attempt: attempt)
    } else if let delay = delay(after: failure, attempt: attempt) {
      self[kind] = .waiting(ticket: nextTicket(), attempt: attempt + 1)
      return [.schedule(ticket: lastTicket, after: delay)]
    } else {
      self[kind] = .failed(failure: Self.final(failure, attempt: attempt))
      if kind == .refresh, !keepsPlace { isPaused = true }
    }
    return []
  }

  /// A failure that may pass is retried `attempts` times. The delay doubles each time, up to a cap. The server's
  /// Retry-After makes it longer; beyond the cap there is no retry. (A machine waits by chance for half of the
  /// doubled delay up to all of it, and no shorter than Retry-After.) In the end the failure has the attempts.
  func delay(after failure: FeedFailure, attempt: Int) -> Duration? {
    let (retry, wanted) = (settings.retry, failure.retryAfter ?? .zero)
    if !failure.isRetryable || attempt >= retry.attempts || wanted > retry.cap { return nil }
    return max(
      wanted, (0..<attempt).reduce(retry.base) { delay, _ in min(delay + delay, retry.cap) })
  }

  /// A cancel is not an error: only a list without rows shows it as one, if more could come. Further pages are
  /// paused.
  private mutating func cancel(_ ticket: Ticket) -> [Effect]? {
    guard let kind = kind(where: { ($0.request ?? $0.timer) == ticket }) else {
      return cancelEdit(ticket)
    }
    letGo(of: kind)
    if shown.isEmpty, !words.contains(.isEmpty) { self[kind] = .failed(failure: .cancelled) }
    return []
  }

  private mutating func letGo(of kind: LoadKind) {
    self[kind] = .idle
    isPaused = isPaused || kind != .refresh || !keepsPlace
    if kind == .refresh { (keepsPlace, isInvalidated) = (false, false) }
  }

  /// The load whose timer is over is tried again.
  private mutating func fire(_ ticket: Ticket) -> [Effect]? {
    guard let kind = kind(where: { $0.timer == ticket }), let attempt = self[kind].attempt
    else { return fireEdit(ticket) }
    self[kind] = .idle
    return load(kind, attempt: attempt, keepsPlace: keepsPlace)
  }

  /// Going offline cancels the timers. Coming online loads what waits, and what failed for the network; if a
  /// refresh that may replace the rows is among it, or in flight, only the refresh. What waited keeps its number of
  /// attempts.
  private mutating func connect(_ isOnline: Bool) -> [Effect] {
    self.isOnline = isOnline
    var effects = isOnline ? sendOfflineEdits() : []
    for kind in LoadKind.allCases {
      switch self[kind] {
      case .waiting(let timer, let attempt) where !isOnline:
        self[kind] = .offline(attempt: attempt)
        effects.append(.cancel(ticket: timer))
      case .offline(let attempt) where isOnline:
        effects += load(kind, attempt: attempt, keepsPlace: keepsPlace)
      case .failed(let failure) where isOnline && failure.isOfNetwork && !isRefreshAlone:
        effects += load(kind, keepsPlace: keepsPlace)
      default: break
      }
    }
    return isOnline ? effects : effects + cancelTimersOfEdits()
  }
}
