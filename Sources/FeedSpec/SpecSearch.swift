package import FeedReducer

/// A search on one page: a feed that follows a query. `Docs/Search.md` has the rules.
package struct SpecSearch: Equatable, Sendable {
  package typealias Machine = Search<Int, SpecFeed.Row, Int>
  package typealias Effect = Machine.Effect

  let pause: Duration
  package internal(set) var feed: SpecFeed

  /// The query that the user wants, and the one that was asked last.
  var query: Int?
  var last: Int?

  /// Whether that is asked now; if not, the search was cleared, and only edits go on.
  var isAsked = false
  var asked: Int? { isAsked ? last : nil }

  /// The timer that runs while the user types, and the loads that wait for its end.
  var timer: Ticket?
  var heldLoads: [SpecFeed.Machine.Request] = []

  /// Rows of a query before, until the first page of the one that is asked arrives.
  var stale: Stale?

  struct Stale: Equatable, Sendable {
    let rows: [SpecFeed.Row]
    let query: Int?
    let total: Int?
    var reader: Range<Int>?
  }

  package init(_ settings: Machine, query: Int?, identity: UInt64) {
    pause = settings.pause
    feed = SpecFeed(settings.feed, identity: identity)
    self.query = query
  }

  /// Returns the effects of an action; nil if it is ignored. An ignored action changes nothing.
  package mutating func reduce(_ action: Machine.Action) -> [Effect]? {
    var next = self
    let effects = next.handle(action)
    if effects != nil { self = next }
    return effects
  }

  private mutating func handle(_ action: Machine.Action) -> [Effect]? {
    switch action {
    case .typed(let query): type(query)
    case .submitted: submit()
    case .timerFired(let ticket): fire(ticket)
    case .feed(action: .stopped): stop()
    case .feed(action: .restored(let kept, _)) where !restores(kept): nil
    case .feed(let action): asked == nil ? passWithoutQuery(action) : pass(action)
    }
  }

  // MARK: - The query

  /// A query is asked after a pause; each letter starts the pause again. Typing back to the query that is
  /// asked ends it, and what has waited loads. No query: no rows, at once.
  private mutating func type(_ query: Int?) -> [Effect]? {
    if query == self.query, query == asked || timer != nil { return nil }
    self.query = query
    let cancels = endPause()
    if query == nil { return cancels + letGo() }
    if let asked, query == asked {
      defer { heldLoads = [] }
      return cancels + heldLoads.map { .feed(query: asked, effect: .load(request: $0)) }
    }
    let ticket = feed.nextTicket()
    timer = ticket
    return cancels + [.schedule(ticket: ticket, after: pause)]
  }

  /// Submitting asks at once. The same query again only tries again what failed or waits.
  private mutating func submit() -> [Effect]? {
    guard let query else { return nil }
    return query == asked ? pass(.retryTapped(kind: nil)) : endPause() + ask(query)
  }

  /// The pause is over.
  private mutating func fire(_ ticket: Ticket) -> [Effect]? {
    guard ticket == timer, let query else { return nil }
    timer = nil
    return ask(query)
  }

  /// Asking starts the feed over, and the rows stay until the first page, marked as stale.
  private mutating func ask(_ query: Int) -> [Effect] {
    let rows =
      stale ?? Stale(rows: feed.shown, query: asked, total: feed.total, reader: feed.reader)
    let cancels = letGo()
    (last, isAsked) = (query, true)
    stale = rows.rows.isEmpty ? nil : rows
    return cancels + (run(.started) ?? [])
  }

  /// The list starts over: its loads are cancelled and its rows go. The user's changes go on.
  private mutating func letGo() -> [Effect] {
    (stale, isAsked) = (nil, false)
    return asEffects(feed.letGo())
  }

  /// The user logs out: the changes are given up, too.
  private mutating func stop() -> [Effect]? {
    if query == nil, !feed.edits.areThere { return nil }
    (stale, isAsked, query) = (nil, false, nil)
    return endPause() + (run(.stopped) ?? [])
  }

  private mutating func endPause() -> [Effect] {
    defer { timer = nil }
    return timer.map { [.cancel(ticket: $0)] } ?? []
  }

  // MARK: - The feed

  /// Edits come back whatever was asked when they were made; rows belong to their query.
  func restores(_ kept: SpecFeed.Machine.Snapshot) -> Bool {
    asked != nil && kept.pages.isEmpty && kept.next == .start
  }

  /// Stale rows get no further page; it is only known which of them are visible. With the first page they go,
  /// and the reader stays on the rows that are in both lists.
  private mutating func pass(_ action: SpecFeed.Action) -> [Effect]? {
    if heldLoads.contains(where: { $0.ticket == action.answeredTicket }) { return nil }
    if let stale {
      switch action {
      case .itemAppeared(let index):
        return stale.rows.indices.contains(index) ? seeStale(index..<index + 1) : nil
      case .visible(let range): return seeStale(range)
      case .errorDismissed(let kind):
        return feed.dismissErrors(of: kind, showsRows: true).map { asEffects($0) }
      case .reset: self.stale = nil
      default: break
      }
    }
    let effects = run(action)
    if case .restored = action, timer != nil, let effects {
      // An edit may have come back under the ticket of the pause.
      let cancels = endPause()
      timer = feed.nextTicket()
      return cancels + effects + [.schedule(ticket: feed.lastTicket, after: pause)]
    }
    guard let old = stale, feed.generation > 0 else { return effects }
    stale = nil
    let ids = old.reader.map { old.rows[$0].map(\.id) } ?? []
    let both = feed.shown.indices.filter { ids.contains(feed.shown[$0].id) }
    guard let first = both.first, let last = both.last else { return effects }
    return (effects ?? []) + (run(.visible(range: first..<last + 1)) ?? [])
  }

  private mutating func seeStale(_ range: Range<Int>) -> [Effect]? {
    let visible = range.clamped(to: 0..<(stale?.rows.count ?? 0))
    if visible.isEmpty || visible == stale?.reader { return nil }
    stale?.reader = visible
    return []
  }

  /// Without a query the network is remembered, and edits go on. What starts a feed asks the query that is wanted.
  private mutating func passWithoutQuery(_ action: SpecFeed.Action) -> [Effect]? {
    switch action {
    case .started, .refreshPulled, .retryTapped: submit()
    case .itemAppeared, .visible, .loadMore, .invalidated, .reset, .edit, .memoryWarning: nil
    default: run(action)
    }
  }

  private mutating func run(_ action: SpecFeed.Action) -> [Effect]? {
    feed.reduce(action).map { asEffects($0) }
  }

  /// Nothing loads while the user types: loads wait, and those that are cancelled are forgotten.
  private mutating func asEffects(_ effects: [SpecFeed.Effect]) -> [Effect] {
    effects.compactMap { effect in
      switch effect {
      case .load(let request) where timer != nil: heldLoads.append(request)
      case .cancel(let ticket) where heldLoads.contains { $0.ticket == ticket }:
        heldLoads.removeAll { $0.ticket == ticket }
      default: return last.map { .feed(query: $0, effect: effect) }
      }
      return nil
    }
  }

  // MARK: - What shows

  package var items: [SpecFeed.Row] { stale?.rows ?? feed.shown }

  package var words: FeedWords {
    let ofFeed = feed.words
    let isStale = !items.isEmpty && query != (stale == nil ? asked : stale?.query)
    let isFirst = ofFeed.contains(.isLoading)
    let all: [(word: FeedWords, isTrue: Bool)] = [
      (.isLoading, isFirst && stale == nil),
      (.refreshing, isFirst && stale != nil || ofFeed.contains(.refreshing)),
      (.isEmpty, ofFeed.contains(.isEmpty) && query == asked),
      (.canLoadNextPage, ofFeed.contains(.canLoadNextPage) && asked != nil),
      (.isStale, isStale), (.isTyping, timer != nil),
    ]
    return FeedWords(all.filter(\.isTrue).map(\.word))
      .union(ofFeed.intersection([.isLoadingMore, .isLoadingPrevious, .isStalled]))
  }

  /// Rows of a query before have no end, and above them stands why the first page does not come. Nothing is empty
  /// while another query is typed.
  package var footer: ListEnd {
    if stale != nil { return .nothing }
    return feed.footer == .empty && query != asked ? .nothing : feed.footer
  }

  package var header: ListEnd {
    if stale == nil { return feed.header }
    if case .loading = feed.footer { return .nothing }
    return feed.footer
  }
}
