public import FeedReducer

/// A machine that runs on an actor of its own, for servers and tools.
///
/// ```swift
/// let store = StoreActor(Greeting(), state: .init(), handler: Greeter())
/// await store.send(.greet).finish()
/// ```
public final actor StoreActor<Machine: StateMachine>
where Machine: SendableMetatype, Machine.State: Sendable, Machine.Action: Sendable {
  let engine: Engine<Machine>
  private let clock: any Clock<Duration>

  /// Creates a store and nothing else: no work runs before the first action.
  ///
  /// - Parameter clock: What the machine's timers run on.
  public init(
    _ machine: sending Machine, state: Machine.State,
    handler: sending some EffectHandler<Machine.Effect, Machine.Action>,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    engine = Engine(machine, state: state, handler: handler)
    self.clock = clock
  }

  /// Creates a store that owns `engine`.
  init(_ engine: sending Engine<Machine>, clock: any Clock<Duration>) {
    self.engine = engine
    self.clock = clock
  }

  /// The current state.
  public var state: Machine.State {
    startIfNeeded()
    return engine.state
  }

  /// The current state and every later one; a slow reader skips to the newest.
  public var states: AsyncStream<Machine.State> {
    startIfNeeded()
    return engine.states()
  }

  /// Sets what is called after each action that was reduced, ignored ones too.
  public func onStep(_ hook: sending ((Step<Machine>) -> Void)?) {
    engine.onStep = hook
  }

  /// Sends `action`; one that is sent while another is reduced follows it.
  @discardableResult
  public func send(_ action: Machine.Action) -> Sent {
    if engine.launch == nil { takeOver() }
    return engine.send(action).keeping(self)
  }

  /// Cancels all work and ignores every further action.
  public func stop() {
    engine.stop()
  }

  /// Waits until no work and no timer is live, whoever caused it.
  public func settle() async {
    startIfNeeded()
    await engine.settle()
  }

  /// Starts a machine of which nothing was used yet, if it starts by itself.
  private func startIfNeeded() {
    if engine.isUnstarted, engine.launch == nil { takeOver() }
    engine.startIfNeeded()
  }

  /// Has the engine run its work in tasks that come back here, and that do not keep the store alive.
  private func takeOver() {
    let store = Weak(self)
    engine.launch = { [clock] launch in
      let receipt = launch.receipt
      switch launch.job {
      case .run(.concurrent(let run)):
        return Task { @concurrent in
          let action = await run()
          await store.object?.receive(action, for: receipt)
        }
      case .run(.main(let run)):
        return Task { @MainActor in
          let action = await run()
          await store.object?.receive(action, for: receipt)
        }
      case .sleep(let duration):
        return Task { @concurrent in
          try? await clock.sleep(for: duration)
          if !Task.isCancelled { await store.object?.wake(receipt) }
        }
      }
    }
    engine.keepDeadlines(clock: clock) { await store.object?.ring() }
  }

  private func receive(_ action: Machine.Action, for receipt: Engine<Machine>.Receipt) {
    engine.receive(action, for: receipt)
  }

  private func ring() {
    engine.ring()
  }

  private func wake(_ receipt: Engine<Machine>.Receipt) {
    engine.wake(receipt)
  }
}

/// A reference that does not keep its object alive, to be handed from closure to closure.
///
/// A closure that captures something weakly makes a box for it, each time that it is made.
private struct Weak<Object: AnyObject> {
  private(set) weak var object: Object?

  init(_ object: Object) {
    self.object = object
  }
}

extension Weak: Sendable where Object: Sendable {}
