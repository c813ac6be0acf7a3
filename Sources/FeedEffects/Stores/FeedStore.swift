public import FeedReducer
public import Observation

/// A feed that runs on the main actor, for user interfaces.
///
/// ```swift
/// let store = FeedStore(source: characters)
/// ForEach(store.items) { item in  // the first page is on its way
///   Row(item).onAppear { store.appeared(item.id) }
/// }
/// ```
///
/// It loads the first page when its state is first used: when a word (`items`, `isLoading`, …) is
/// read, or `state`, `states` or `settle()`; or when `.started` is sent. One that a view makes and
/// throws away loads nothing.
///
/// Each word (`items`, `isLoadingMore`, …) is tracked by itself: a view is told only when a word
/// that it read has changed. When the store goes away its loads are cancelled.
@MainActor
public final class FeedStore<Item: Identifiable & Equatable, Cursor: Hashable>: Observable {
  /// The machine that the store runs.
  public typealias Machine = Feed<Item, Cursor>

  @usableFromInline let engine: Engine<Machine>
  let signs = Signs()
  private var known: Words

  /// Is told of each state, if the feed is kept.
  private let keeper: Keeper?

  /// Where the states of a feed that is kept go.
  struct Keeper {
    let keep: (Machine.State) -> Void

    /// Notes where the reader is now; false if the whole state is wanted.
    let keepReader: (Range<Int>?) -> Bool
  }

  /// Creates a feed that asks `source` for pages once its state is used.
  ///
  /// - Parameters:
  ///   - feed: Page size, prefetch distance and the like.
  ///   - source: Where pages come from. It runs off the main actor.
  ///   - sink: Where edits go; without one the feed is read only.
  ///   - seed: Where the feed takes its random numbers from.
  ///   - clock: What the feed's timers run on.
  ///   - timeout: How long a load may take before it fails; nil for as long as it likes.
  ///   - starts: Whether the first use of the state starts the feed. If not, send `.started`, for
  ///     example when a snapshot was brought back.
  public convenience init(
    _ feed: Machine = Machine(), source: some PageSource<Item, Cursor>,
    sink: (any EditSink<Item, Cursor>)? = nil, seed: UInt64 = .random(in: 0 ... .max),
    clock: any Clock<Duration> = ContinuousClock(),
    timeout: Duration? = .seconds(60), starts: Bool = true
  ) where Item: Sendable, Item.ID: Sendable, Cursor: Sendable {
    self.init(
      Engine(
        feed, state: Machine.State(seed: seed), source: source, sink: sink, timeout: timeout),
      clock: clock, starts: starts)
  }

  /// Creates a feed that is there again at the next start.
  ///
  /// Its first use, a word that is read or an action that is sent, brings back what was kept, and then
  /// starts it; from then on each state is handed over in the step that leads to it. The other
  /// parameters are as without snapshots.
  ///
  /// - Parameter snapshots: Where the feed is kept. No other feed may be kept there.
  public convenience init(
    _ feed: Machine = Machine(), source: some PageSource<Item, Cursor>,
    sink: (any EditSink<Item, Cursor>)? = nil, snapshots: SnapshotStore<Item, Cursor>,
    seed: UInt64 = .random(in: 0 ... .max), clock: any Clock<Duration> = ContinuousClock(),
    timeout: Duration? = .seconds(60)
  )
  where
    Item: Codable & Sendable, Item.ID: Codable & Sendable, Cursor: Codable & Sendable
  {
    let engine = Engine(
      feed, state: Machine.State(seed: seed), source: source, sink: sink, timeout: timeout)
    self.init(
      engine, clock: clock, starts: true, opening: snapshots.opening(of: engine.machine),
      keeper: Keeper(
        keep: { snapshots.keep($0) }, keepReader: { snapshots.keepReader(at: $0) }))
  }

  /// Creates a feed that asks a closure on the main actor for pages once its state is used.
  ///
  /// For rows that are not `Sendable`. The other parameters are as with a source.
  public convenience init(
    _ feed: Machine = Machine(), seed: UInt64 = .random(in: 0 ... .max),
    clock: any Clock<Duration> = ContinuousClock(),
    timeout: Duration? = .seconds(60), starts: Bool = true,
    page: @escaping @MainActor (Machine.Request) async throws -> Machine.Page
  ) {
    self.init(
      Engine(
        feed.readOnly, state: Machine.State(seed: seed),
        handler: MainActorFeedHandler(timeout: timeout, page: page)),
      clock: clock, starts: starts)
  }

  /// Creates a store that owns `engine`.
  package convenience init(_ engine: Engine<Machine>, clock: any Clock<Duration>, starts: Bool) {
    self.init(engine, clock: clock, starts: starts, opening: nil, keeper: nil)
  }

  private init(
    _ engine: Engine<Machine>, clock: any Clock<Duration>, starts: Bool,
    opening: Operation<Machine.Action>?, keeper: Keeper?
  ) {
    self.engine = engine
    self.keeper = keeper
    known = Words(engine.state)
    engine.launchOnMainActor(clock: clock)
    engine.observe { [weak self] state in
      self?.tell(state)
      return self != nil
    }
    if starts { engine.startLater(with: .started, after: opening, unless: \.isConnectivity) }
  }

  /// Called after each action that was reduced, ignored ones too. Free when nil.
  public var onStep: ((Step<Machine>) -> Void)? {
    get { engine.onStep }
    set { engine.onStep = newValue }
  }

  /// Tells those who read a word that it has changed, and nobody else.
  private func tell(_ state: Machine.State) {
    keeper?.keep(state)
    signs.change(known.renew(state))
  }

  /// Tells those who read the whole state that the reader has moved, as no other word has changed.
  @usableFromInline func readerHasMoved() {
    if engine.isObservedByOthers { return engine.announceChange() }
    if let keeper, !keeper.keepReader(engine.state.reader) { keeper.keep(engine.state) }
    signs.change(.state)
  }

  /// What the observers were last told; the rows by their revision, so that none are kept.
  private struct Words {
    private var revision: UInt32 = 0
    private var page: Cursor?
    private var canLoadNextPage = false
    private var isLoading = false
    private var isLoadingMore = false
    private var refreshing = false
    private var isEmpty = false
    private var error: FeedFailure?
    private var total: Int?
    private var isStalled = false
    private var failedEdits: [Machine.FailedEdit] = []

    init(_ state: Machine.State) {
      _ = renew(state)
    }

    /// Says what a step has changed, `state` among it, and takes it over.
    mutating func renew(_ state: Machine.State) -> Signs.Words {
      func differs<Value: Equatable>(_ old: inout Value, _ new: Value) -> Bool {
        if old == new { return false }
        old = new
        return true
      }
      var words: Signs.Words = .state
      if differs(&revision, state.items.revision) { words.insert(.items) }
      if differs(&page, state.page) { words.insert(.page) }
      if differs(&canLoadNextPage, state.canLoadNextPage) { words.insert(.canLoadNextPage) }
      if differs(&isLoading, state.isLoading) { words.insert(.isLoading) }
      if differs(&isLoadingMore, state.isLoadingMore) { words.insert(.isLoadingMore) }
      if differs(&refreshing, state.refreshing) { words.insert(.refreshing) }
      if differs(&isEmpty, state.isEmpty) { words.insert(.isEmpty) }
      if differs(&error, state.error) { words.insert(.error) }
      if differs(&total, state.total) { words.insert(.total) }
      if differs(&isStalled, state.isStalled) { words.insert(.isStalled) }
      if differs(&failedEdits, state.failedEdits) { words.insert(.failedEdits) }
      return words
    }
  }
}
