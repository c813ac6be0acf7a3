public import FeedReducer

// A feed of a bigger machine, with the words of a store.
extension Store {
  /// Returns a store of a feed of the machine. What is sent to it is an action of the machine, and its rows are those of
  /// the machine's state.
  ///
  /// ```swift
  /// let home = app.feed(App.feed, state: \.home, scope: [1], action: App.Action.home)
  /// home.appeared(memo.id)
  /// await home.refresh()
  /// ```
  ///
  /// Keep it as you keep a store: views observe it. It keeps this store. Its waits, such as `settle()` and `loadAll()`,
  /// are for the work of the feed alone, and so is `cancelLoads()`. After its `stop()` it does nothing, and the machine
  /// goes on. It has no steps of its own: this store's ``onStep(_:)`` tells all.
  ///
  /// - Parameters:
  ///   - feed: The feed as the machine has it.
  ///   - state: Where its state is.
  ///   - scope: The keys that handlers give its work, outermost first: `[1]` of `map(scope: 1)`. With others
  ///     `loadMore()`, `loadAll()` and `cancelLoads()` find no loads.
  ///   - starts: Whether the first use of the state starts the feed. If false, send `.started`.
  ///   - action: Makes an action of the machine of one of the feed.
  public func feed<Item, Cursor>(
    _ feed: Feed<Item, Cursor>, state: KeyPath<Machine.State, Feed<Item, Cursor>.State>,
    scope: WorkScope, starts: Bool = true,
    action: @escaping @Sendable (Feed<Item, Cursor>.Action) -> Machine.Action
  ) -> FeedStore<Item, Cursor> {
    Store<Feed<Item, Cursor>>(
      part(feed, scope: scope, state: { $0[keyPath: state] }, action: action), clock: nil,
      starts: starts)
  }

  /// Returns a store of a feed of the machine that is stored, and restored at the next start of the program.
  ///
  /// It is the same, and the first use restores the snapshot, then starts the feed. The machine must not start it. While
  /// a store with these snapshots lives, it is returned again: two would write one file.
  ///
  /// - Parameter snapshots: Stores the feed. Use one for each feed.
  public func feed<Item, Cursor>(
    _ feed: Feed<Item, Cursor>, state: KeyPath<Machine.State, Feed<Item, Cursor>.State>,
    scope: WorkScope, snapshots: SnapshotStore<Item, Cursor>,
    action: @escaping @Sendable (Feed<Item, Cursor>.Action) -> Machine.Action
  ) -> FeedStore<Item, Cursor>
  where Item: Codable & Sendable, Item.ID: Codable & Sendable, Cursor: Codable & Sendable {
    let id = ObjectIdentifier(snapshots)
    if let part = storedParts[id]?.object as? FeedStore<Item, Cursor>, !part.engine.isStopped {
      return part
    }
    let part = Store<Feed<Item, Cursor>>(
      part(feed, scope: scope, state: { $0[keyPath: state] }, action: action), clock: nil,
      snapshots: snapshots)
    storedParts[id] = Weak(part)
    return part
  }

  /// Returns a store of a search of the machine. All that is said of a feed holds for it.
  ///
  /// - Parameters:
  ///   - search: The search as the machine has it.
  ///   - state: Where its state is.
  ///   - scope: The keys that handlers give its work, outermost first.
  ///   - action: Makes an action of the machine of one of the search.
  public func search<Query, Item, Cursor>(
    _ search: Search<Query, Item, Cursor>,
    state: KeyPath<Machine.State, Search<Query, Item, Cursor>.State>,
    scope: WorkScope,
    action: @escaping @Sendable (Search<Query, Item, Cursor>.Action) -> Machine.Action
  ) -> SearchStore<Query, Item, Cursor> {
    let engine = part(search, scope: scope, state: { $0[keyPath: state] }, action: action)
    let state = engine.state, query = state.query
    // One that is asked, or typed, goes on as it does.
    if query != nil, state.asked == nil, !state.isTyping {
      engine.startLater(with: .submitted, role: { $0.startRole() })
    }
    let store = Store<Search<Query, Item, Cursor>>(engine, clock: nil)
    store.asksEmptyText = query as? String == ""
    return store
  }

  /// Returns a store of one of the feeds by key.
  ///
  /// It does not open the feed, and does not close it: a screen sends `.opened(key:)` and `.closed(key:)`. Of a feed
  /// that is neither open nor kept it shows no rows.
  public func feed<Key: Sendable, Item, Cursor>(_ key: Key) -> FeedStore<Item, Cursor>
  where Machine == Feeds<Key, Item, Cursor>, Item: Sendable, Item.ID: Sendable, Cursor: Sendable {
    Store<Feed<Item, Cursor>>(
      part(
        engine.machine.feed, scope: [key],
        state: { $0[key] ?? Feed.State(seed: 0, identity: 0) },
        action: { .feed(key: key, action: $0) }),
      clock: nil, starts: false)
  }

  /// Returns the engine of a part of the machine.
  private func part<Part: FeedMachine>(
    _ part: Part, scope: WorkScope,
    state: @escaping (Machine.State) -> Part.State,
    action: @escaping @Sendable (Part.Action) -> Machine.Action
  ) -> Engine<Part> {
    let part = Engine(
      part: part,
      of: WholeMachine<Machine, Part>(
        engine, owner: self, scope: scope, part: state, action: action))
    engine.observe(
      tell: { [weak part] _ in part?.wholeHasChanged() ?? false },
      finish: { [weak part] in part?.stop() })
    return part
  }
}
