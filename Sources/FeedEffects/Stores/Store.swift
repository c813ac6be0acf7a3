public import FeedReducer
public import Observation

/// Runs a machine on the main actor, for user interfaces. Of a feed it is a ``FeedStore``, of a search a
/// ``SearchStore``.
///
/// ```swift
/// let store = Store(Greeting(), state: .init(), handler: Greeter())
/// await store.send(.greet).finish()
/// ```
@MainActor
public final class Store<Machine: StateMachine>: Observable {
  @usableFromInline let engine: Engine<Machine>
  let tracker = ChangeTracker()

  /// Where the last row was that appeared by its id, since the next one is mostly beside it. A number: nothing else runs
  /// while it changes.
  @exclusivity(unchecked) @usableFromInline var lastAppeared = 0

  /// The parts of the state that were read by themselves and have not changed since.
  ///
  /// As with the engine's properties, no code of a user runs while they change.
  @exclusivity(unchecked) private var parts: [PartialKeyPath<Machine.State>: Part] = [:]

  /// Return which properties of a feed, and of a search, have changed since the last call; nil before one was read.
  var feedChanges: (() -> ChangeTracker.Properties)?
  var queryChanges: (() -> ChangeTracker.Properties)?

  /// Whether the empty text of a search is a query.
  var asksEmptyText = false

  /// Stores each state, if the feed has snapshots.
  private let keeper: Keeper?

  /// The stores of parts that are stored, by their snapshots.
  var storedParts: [ObjectIdentifier: Weak<AnyObject>] = [:]

  /// A part of the state that views observe by itself.
  private struct Part {
    let tracker = ChangeTracker()

    /// Whether the value in a new state is another one than the one that was read.
    let hasChanged: (Machine.State) -> Bool
  }

  /// Hands states to a snapshot store.
  struct Keeper {
    let keep: (Machine.State) -> Void

    /// Stores where the reader is; false if the whole state has to be stored.
    let keepReader: (Machine.State) -> Bool

    /// The feed has ended.
    let end: () -> Void
  }

  /// Creates a store. No work runs before the first action.
  ///
  /// - Parameters:
  ///   - machine: The machine to run.
  ///   - state: The first state.
  ///   - handler: Returns the work for each effect. It is called on the main actor.
  ///   - clock: The clock of timers and deadlines.
  public convenience init(
    _ machine: Machine, state: Machine.State,
    handler: some EffectHandler<Machine.Effect, Machine.Action>,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(Engine(machine, state: state, handler: handler), clock: clock)
  }

  /// Creates a store that owns `engine`. That of a part has no clock.
  init(_ engine: Engine<Machine>, clock: (any Clock<Duration>)?, keeper: Keeper? = nil) {
    self.engine = engine
    self.keeper = keeper
    if let clock { engine.launchOnMainActor(clock: clock) }
    engine.observe(
      tell: { [weak self] state in
        self?.stateChanged(to: state)
        return self != nil
      }, finish: { keeper?.end() })
  }

  /// The current state. Reading it observes every change, of a feed also each move of the reader.
  public var state: Machine.State {
    engine.startIfNeeded()
    tracker.access(.state)
    return engine.state
  }

  /// A part of the current state. Reading it observes this part alone.
  ///
  /// A view that reads `store[\.home.items]` is updated when those rows change, and not when anything else
  /// in the state does.
  ///
  /// The path must be valid in every state: it is read after each action, also if the view no longer shows
  /// it. So it has no index of an array and no `!`; make that a computed property of the state.
  ///
  /// - Complexity: After each accepted action every part is compared that was read since it last changed.
  ///   Rows that did not change compare in O(1).
  public subscript<Value: Equatable>(part: KeyPath<Machine.State, Value>) -> Value {
    engine.startIfNeeded()
    let value = engine.state[keyPath: part]
    let observed = parts[part] ?? add(part, value: value)
    observed.tracker.access(.state)
    return value
  }

  private func add<Value: Equatable>(
    _ part: KeyPath<Machine.State, Value>, value: Value
  ) -> Part {
    let observed = Part { state in state[keyPath: part] != value }
    parts[part] = observed
    return observed
  }

  /// Stores the state and notifies the observations of what has changed in it.
  private func stateChanged(to state: Machine.State) {
    keeper?.keep(state)
    tracker.notify(of: (feedChanges?() ?? .state).union(queryChanges?() ?? []))
    notifyParts(of: state)
  }

  /// They are removed, since an observation ends with its first change, and the next read adds the part again.
  private func notifyParts(of state: Machine.State) {
    let changed = parts.filter { $0.value.hasChanged(state) }
    for part in changed.keys { parts[part] = nil }
    for part in changed.values { part.tracker.notify(of: .state) }
  }

  /// Notifies the observations of the whole state: the reader moved, and no property of a feed changed.
  @usableFromInline func readerHasMoved() {
    if engine.isObservedByOthers { return engine.announceChange() }
    if let keeper, !keeper.keepReader(engine.state) { keeper.keep(engine.state) }
    tracker.notify(of: .state)
    if !parts.isEmpty { notifyParts(of: engine.state) }
  }

  /// Sets the closure that is called after each reduced action, ignored ones included.
  ///
  /// - Parameter body: Called on the main actor; nil for none, which costs nothing.
  public func onStep(_ body: ((StoreStep<Machine>) -> Void)?) {
    #if DEBUG
      if body != nil, engine.isPart {
        Standstill.printError(
          "FeedEffects: the store of a part has no steps; those of the whole store tell all.")
      }
    #endif
    engine.onStep = body
  }

  /// Reduces `action`. An action that is sent during a step is reduced after it.
  ///
  /// - Returns: The action with everything that it causes: `await store.send(.loadMore).finish()`.
  @inlinable @discardableResult
  public func send(_ action: Machine.Action) -> Sent {
    engine.send(action).keeping(self)
  }

  /// Waits until no work and no timer is running. Starts a feed that has not started.
  ///
  /// With a `ManualClock` it also ends when nothing can go on: standard error says what is waited for.
  public func settle() async {
    engine.startIfNeeded()
    await engine.settle()
  }

  /// Cancels all work, edits too, and ends the streams. Later actions do nothing.
  public func stop() {
    engine.stop()
  }
}

extension Store where Machine.State: Sendable {
  /// A stream of the current state and every later one. A slow reader skips to the newest.
  public var states: AsyncStream<Machine.State> {
    engine.startIfNeeded()
    return engine.states()
  }
}
