public import FeedReducer
public import Observation

/// Runs a machine on the main actor, for user interfaces. For a feed use ``FeedStore``.
///
/// ```swift
/// let store = Store(Greeting(), state: .init(), handler: Greeter())
/// await store.send(.greet).finish()
/// ```
@MainActor
public final class Store<Machine: StateMachine>: Observable {
  @usableFromInline let engine: Engine<Machine>
  private let tracker = ChangeTracker()

  /// The parts of the state that were read by themselves and have not changed since.
  private var parts: [PartialKeyPath<Machine.State>: Part] = [:]

  /// A part of the state that views observe by itself.
  private struct Part {
    let tracker = ChangeTracker()

    /// Whether the value in a new state is another one than the one that was read.
    let hasChanged: (Machine.State) -> Bool
  }

  /// Creates a store. No work runs before the first action.
  ///
  /// - Parameters:
  ///   - machine: The machine to run.
  ///   - state: The first state.
  ///   - handler: Returns the work for each effect. It is called on the main actor.
  ///   - clock: The clock of timers and deadlines.
  public init(
    _ machine: Machine, state: Machine.State,
    handler: some EffectHandler<Machine.Effect, Machine.Action>,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    engine = Engine(machine, state: state, handler: handler)
    engine.launchOnMainActor(clock: clock)
    engine.observe { [weak self] state in
      self?.stateChanged(to: state)
      return self != nil
    }
  }

  /// The current state. Reading it observes every change.
  public var state: Machine.State {
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

  private func stateChanged(to state: Machine.State) {
    tracker.notify(of: .state)
    // An observation ends with its first change. The next read adds the part again.
    let changed = parts.filter { $0.value.hasChanged(state) }
    for part in changed.keys { parts[part] = nil }
    for part in changed.values { part.tracker.notify(of: .state) }
  }

  /// Sets the closure that is called after each reduced action, ignored ones included.
  ///
  /// - Parameter body: Called on the main actor; nil for none, which costs nothing.
  public func onStep(_ body: ((StoreStep<Machine>) -> Void)?) {
    engine.onStep = body
  }

  /// Reduces `action`. An action that is sent during a step is reduced after it.
  @inlinable @discardableResult
  public func send(_ action: Machine.Action) -> Sent {
    engine.send(action).keeping(self)
  }

  /// Waits until no work and no timer is running.
  public func settle() async {
    await engine.settle()
  }

  /// Cancels all work and ends the streams. Later actions do nothing.
  public func stop() {
    engine.stop()
  }
}

extension Store where Machine.State: Sendable {
  /// A stream of the current state and every later one. A slow reader skips to the newest.
  public var states: AsyncStream<Machine.State> { engine.states() }
}
