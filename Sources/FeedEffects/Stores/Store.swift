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
    engine.observe { [tracker] _ in
      tracker.notify(of: ChangeTracker.Properties(.state))
      return true
    }
  }

  /// The current state.
  public var state: Machine.State {
    tracker.access(.state)
    return engine.state
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
