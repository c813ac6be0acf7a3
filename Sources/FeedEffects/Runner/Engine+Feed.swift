// What a store and an actor of a feed share.
import FeedReducer

extension Engine {
  /// Creates the engine of a feed. Its rows can be edited if there is a sink.
  convenience init<Item, Cursor>(
    _ feed: Feed<Item, Cursor>, state: Feed<Item, Cursor>.State,
    source: any PageSource<Item, Cursor>, sink: (any EditSink<Item, Cursor>)?,
    timeout: Duration?
  ) where Machine == Feed<Item, Cursor>, Item: Sendable, Item.ID: Sendable, Cursor: Sendable {
    self.init(
      feed.editable(sink != nil), state: state,
      handler: FeedHandler(source, sink: sink, timeout: timeout))
  }

  /// Creates the engine of a search. Its rows can be edited if there is a sink.
  ///
  /// A query at the start is asked at the first use.
  convenience init<Query, Item, Cursor, Source: PageSource<Item, Cursor>>(
    _ search: Search<Query, Item, Cursor>, query: Query?, seed: UInt64,
    source: @escaping @Sendable (Query) -> Source, sink: (any EditSink<Item, Cursor>)?,
    timeout: Duration?
  )
  where
    Machine == Search<Query, Item, Cursor>, Query: Sendable, Item: Sendable, Item.ID: Sendable,
    Cursor: Sendable
  {
    self.init(
      Search(search.feed.editable(sink != nil), pause: search.pause),
      state: Search.State(query: query, seed: seed),
      handler: FeedHandler(source: source, sink: sink, timeout: timeout))
    if query != nil { startLater(with: .submitted, role: { $0.startRole() }) }
  }

  /// Waits until no refresh is in flight or waits for its retry.
  func endOfRefresh(isolation: isolated (any Actor)? = #isolation) async
  where Machine: FeedMachine {
    await wait(isolation: isolation, by: "refresh()") {
      !$0.state.isLoading && !$0.state.refreshing
    }
  }

  /// Loads page after page, and returns what is missing of the list. See `Store.loadAll()`.
  func loadAll(isolation: isolated (any Actor)? = #isolation) async -> Completeness
  where Machine: FeedMachine {
    startIfNeeded()
    var (last, pages) = (state.items.last?.id, 0)
    var action = hasFailed ? Machine.feed(action: .retryTapped(kind: nil)) : more
    while true {
      let sent = send(action)
      // A refresh that took the place of the load is no reason to end, since the list goes on behind its page.
      let isAccepted = await sent.finish(isolation: isolation) || sent.refusal == Sent.replaced
      if !isAccepted || !state.canLoadNextPage { break }
      // A server that forgets every cursor leads back to the first page again and again, so that the end never comes.
      pages = state.items.last?.id == last ? pages + 1 : 0
      last = state.items.last?.id
      if Task.isCancelled || state.isStalled && pages > 0 || pages == maxPagesWithoutRows { break }
      action = more
    }
    return state.completeness
  }
}

extension Engine where Machine: FeedMachine {
  /// Changes the row with this id. Of a row that is not there the change is refused. Nothing is sent where an action would
  /// wait for its turn, since the row may be there by then.
  func edit(
    _ id: Machine.Item.ID, by change: (inout Machine.Item) -> Void,
    send: (Machine.Action) -> Sent
  ) -> Sent {
    if isStopped { return .afterStop }
    func action(_ change: Feed<Machine.Item, Machine.Cursor>.Change) -> Machine.Action {
      Machine.feed(action: .edit(change: change))
    }
    // A copy, since the change may send something.
    let items = state.items
    if let row = items.changed(at: id, by: change) { return send(action(.update(item: row))) }
    let removal = action(.remove(id: id))
    // Where it is refused at once it is sent all the same, so that a trace has it.
    if isAtRest, !isPart, opening == nil { return send(removal) }
    let refusal = machine.reduce(state, removal).refusal.map { "\($0)" }
    return refused(for: refusal ?? "\(FeedRefusal.noSuchItem)")
  }

  /// Whether the first page or the next one has failed, and not because the device is offline.
  private var hasFailed: Bool {
    [LoadKind.refresh, .append].contains { kind in
      state.error(of: kind).map { $0.code != .offline } ?? false
    }
  }

  /// The action that asks for more. Where the load of the first page was cancelled, more is that page.
  var more: Machine.Action {
    isForMore = { $0 == Machine.feed(action: .loadMore) }
    let isCancelled = state.items.isEmpty && state.error(of: .refresh) == .cancelled
    return Machine.feed(action: isCancelled ? .retryTapped(kind: .refresh) : .loadMore)
  }
}

/// How many pages in a row may bring no new row at the end before ``Engine/loadAll(isolation:)`` gives up.
/// A server may hide many pages of rows from a reader; one that forgets its cursors goes on for ever.
private let maxPagesWithoutRows = 100

extension Feed.Action {
  /// What this means for the start of a store that has not started.
  func startRole() -> Engine<Feed>.StartRole {
    switch self {
    case .connectivityChanged: .precedes
    case .stopped: .replaces
    default: .begins
    }
  }
}

extension Search.Action {
  /// What this means for the start of a store that has not started.
  func startRole() -> Engine<Search>.StartRole {
    switch self {
    case .feed(action: .connectivityChanged): .precedes
    case .typed, .feed(action: .stopped): .replaces
    default: .begins
    }
  }
}

extension Feed {
  /// The feed with the rules of edits, or without, since edits that nothing sends would stay pending for ever.
  func editable(_ isEditable: Bool) -> Feed {
    var feed = self
    feed.edits = isEditable ? edits ?? .optimistic : nil
    return feed
  }
}

extension ItemList {
  /// The row with `id` after a change; nil if there is none.
  fileprivate func changed(at id: Element.ID, by change: (inout Element) -> Void) -> Element? {
    guard var row = self[id: id] else { return nil }
    change(&row)
    precondition(
      row.id == id, "an edit changes a row, and not its id; remove the row and insert another")
    return row
  }
}
