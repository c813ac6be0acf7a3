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

  /// The parts of the state that were ever read by themselves.
  private var parts: [PartialKeyPath<Machine.State>: Part] = [:]

  /// A part of the state that views observe by itself.
  private struct Part {
    let tracker = ChangeTracker()

    /// Stores the value in a new state, and returns whether it is another one.
    let update: (Machine.State) -> Bool
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
  /// - Complexity: After each accepted action every part that was ever read is compared. Rows that did not
  ///   change compare in O(1).
  public subscript<Value: Equatable>(part: KeyPath<Machine.State, Value>) -> Value {
    let value = engine.state[keyPath: part]
    let observed = parts[part] ?? add(part, value: value)
    observed.tracker.access(.state)
    return value
  }

  private func add<Value: Equatable>(
    _ part: KeyPath<Machine.State, Value>, value: Value
  ) -> Part {
    var last = value
    let observed = Part { state in
      let new = state[keyPath: part]
      if new == last { return false }
      last = new
      return true
    }
    parts[part] = observed
    return observed
  }

  private func stateChanged(to state: Machine.State) {
    tracker.notify(of: ChangeTracker.Properties(.state))
    for part in parts.values where part.update(state) {
      part.tracker.notify(of: ChangeTracker.Properties(.state))
    }
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
