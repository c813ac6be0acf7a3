public import FeedReducer
public import Observation

/// A machine that runs on the main actor, for user interfaces.
///
/// ```swift
/// let store = Store(Greeting(), state: .init(), handler: Greeter())
/// await store.send(.greet).finish()
/// ```
@MainActor @Observable
public final class Store<Machine: StateMachine> {
  @ObservationIgnored @usableFromInline let engine: Engine<Machine>

  /// Creates a store and nothing else: no work runs before the first action.
  ///
  /// - Parameter clock: What the machine's timers run on.
  public init(
    _ machine: Machine, state: Machine.State,
    handler: some EffectHandler<Machine.Effect, Machine.Action>,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    engine = Engine(machine, state: state, handler: handler)
    engine.launchOnMainActor(clock: clock)
    engine.observe { [weak self] _ in
      self?.withMutation(keyPath: \.state) {}
      return self != nil
    }
  }

  /// The current state.
  public var state: Machine.State {
    access(keyPath: \.state)
    return engine.state
  }

  /// Called after each action that was reduced, ignored ones too. Free when nil.
  public var onStep: ((Step<Machine>) -> Void)? {
    get { engine.onStep }
    set { engine.onStep = newValue }
  }

  /// Sends `action`; one that is sent while another is reduced follows it.
  @inlinable @discardableResult
  public func send(_ action: Machine.Action) -> Sent {
    Sent(chain: engine.send(action), owner: self)
  }

  /// Waits until no work and no timer is live, whoever caused it.
  public func settle() async {
    await engine.settle()
  }

  /// Cancels all work and ignores every further action.
  public func stop() {
    engine.stop()
  }
}

extension Store where Machine.State: Sendable {
  /// The current state and every later one; a slow reader skips to the newest.
  public var states: AsyncStream<Machine.State> { engine.states() }
}

extension Store: ChainOwner {
  @usableFromInline func finish(_ chain: Int) async {
    await engine.finish(chain)
  }
}

extension Engine {
  /// Makes the engine run its work in tasks of the main actor, which must own it.
  @MainActor
  func launchOnMainActor(clock: any Clock<Duration>) {
    launch = { [weak self] launch in
      Task { @MainActor in
        switch launch.job {
        case .run(.concurrent(let run)):
          let action = await run()
          self?.receive(action, for: launch.receipt)
        case .run(.main(let run)):
          let action = await run()
          self?.receive(action, for: launch.receipt)
        case .sleep(let duration):
          try? await clock.sleep(for: duration)
          if !Task.isCancelled { self?.wake(launch.receipt) }
        }
      }
    }
  }
}
