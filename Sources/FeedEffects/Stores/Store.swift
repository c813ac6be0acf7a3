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
      tracker.notify(of: .state)
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

extension Engine {
  /// Sets up the engine to run its work for the main actor, which must own it.
  @MainActor
  func launchOnMainActor(clock: any Clock<Duration>) {
    let watch = MainActorWatch.shared
    launch = { [weak self] item in
      let handle = item.handle
      switch item.kind {
      case .run(let operation):
        return operation.start { action in
          watch?.arrives()
          self?.receive(action, for: handle)
        }
      case .sleep(let duration):
        let wake: @MainActor () -> Void = {
          watch?.arrives()
          self?.wake(handle)
        }
        // Most timers are cancelled, and then the main actor need not be woken.
        return Task { @concurrent in
          try? await clock.sleep(for: duration)
          if Task.isCancelled { return }
          watch?.waits()
          await wake()
        }
      }
    }
    let fire: @MainActor () -> Void = { [weak self] in
      watch?.arrives()
      self?.checkDeadlines()
    }
    keepDeadlines(clock: clock) {
      watch?.waits()
      await fire()
    }
  }
}

extension Work.Operation {
  /// Starts a task that hands the operation's action to the main actor.
  ///
  /// - Parameter receive: Takes the action, and tells the watch that it has arrived.
  @MainActor
  fileprivate func start(
    _ receive: @escaping @MainActor (sending Action) -> Void
  ) -> Task<Void, Never> {
    let watch = MainActorWatch.shared
    switch self {
    case .concurrent(let run):
      return Task { @concurrent in
        let action = await run()
        watch?.waits()
        await receive(action)
      }
    case .main(let run):
      watch?.waits()
      return Task { @MainActor in
        watch?.arrives()
        let action = await run()
        watch?.waits()
        receive(action)
      }
    }
  }
}
