public import FeedReducer
public import Observation

/// A machine that runs on the main actor, for user interfaces.
///
/// ```swift
/// let store = Store(Greeting(), state: .init(), handler: Greeter())
/// await store.send(.greet).finish()
/// ```
@MainActor
public final class Store<Machine: StateMachine>: Observable {
  @usableFromInline let engine: Engine<Machine>
  private let signs = Signs()

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
    engine.observe { [signs] _ in
      signs.change(.state)
      return true
    }
  }

  /// The current state.
  public var state: Machine.State {
    signs.read(.state)
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
    engine.send(action).keeping(self)
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

extension Engine {
  /// Makes the engine run its work in tasks of the main actor, which must own it.
  @MainActor
  func launchOnMainActor(clock: any Clock<Duration>) {
    let watch = MainActorWatch.shared
    launch = { [weak self] launch in
      let receipt = launch.receipt
      switch launch.job {
      case .run(let operation):
        return operation.start { action in
          watch?.arrives()
          self?.receive(action, for: receipt)
        }
      case .sleep(let duration):
        let wake: @MainActor () -> Void = {
          watch?.arrives()
          self?.wake(receipt)
        }
        // Many a timer is cancelled, and then the main actor need not hear of it.
        return Task { @concurrent in
          try? await clock.sleep(for: duration)
          if Task.isCancelled { return }
          watch?.waits()
          await wake()
        }
      }
    }
    let ring: @MainActor () -> Void = { [weak self] in
      watch?.arrives()
      self?.ring()
    }
    keepDeadlines(clock: clock) {
      watch?.waits()
      await ring()
    }
  }
}

extension Operation {
  /// Starts a task that gives the main actor what it ends in, and starts on it only if it must.
  ///
  /// - Parameter receive: Says to the watch that an answer has arrived.
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
