public import FeedReducer

/// Runs a machine on an actor of its own, for servers and tools. For a feed use ``FeedActor``.
///
/// ```swift
/// let store = StoreActor(Greeting(), state: .init(), handler: Greeter())
/// await store.send(.greet).finish()
/// ```
public final actor StoreActor<Machine: StateMachine>
where Machine: SendableMetatype, Machine.State: Sendable, Machine.Action: Sendable {
  let engine: Engine<Machine>
  private let clock: any Clock<Duration>

  /// Creates a store. No work runs before the first action.
  ///
  /// - Parameters:
  ///   - machine: The machine to run.
  ///   - state: The first state.
  ///   - handler: Returns the work for each effect. It is called on this actor.
  ///   - clock: The clock of timers and deadlines.
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

  /// The current state. While a snapshot is read, it waits for that.
  public var state: Machine.State {
    get async {
      startIfNeeded()
      await engine.wait { _ in true }
      return engine.state
    }
  }

  /// A stream of the current state and every later one. A slow reader skips to the newest.
  public var states: AsyncStream<Machine.State> {
    startIfNeeded()
    return engine.states()
  }

  /// Sets the closure that is called after each reduced action, ignored ones included.
  ///
  /// - Parameter body: Called on this actor; nil for none, which costs nothing.
  public func onStep(_ body: sending ((StoreStep<Machine>) -> Void)?) {
    engine.onStep = body
  }

  /// Reduces `action`. An action that is sent during a step is reduced after it.
  @discardableResult
  public func send(_ action: Machine.Action) -> Sent {
    if engine.launch == nil { setUpEngine() }
    return engine.send(action).keeping(self)
  }

  /// Cancels all work and ends the streams. Later actions do nothing.
  public func stop() {
    engine.stop()
  }

  /// Waits until no work and no timer is running. Starts a feed that has not started.
  public func settle() async {
    startIfNeeded()
    await engine.settle()
  }

  /// Starts the machine if it starts by itself and has not started.
  func startIfNeeded() {
    if engine.isUnstarted, engine.launch == nil { setUpEngine() }
    engine.startIfNeeded()
  }

  /// Sets up the engine to run its work in tasks that come back to this actor. They do not retain it, so that the last
  /// reference to the store ends them.
  private func setUpEngine() {
    let store = Weak(self)
    engine.launch = { [clock] item in
      let handle = item.handle
      switch item.kind {
      case .run(.concurrent(let run)):
        return Task { @concurrent in
          let action = await run()
          await store.object?.receive(action, for: handle)
        }
      case .run(.main(let run)):
        return Task { @MainActor in
          let action = await run()
          await store.object?.receive(action, for: handle)
        }
      case .sleep(let duration):
        return Task { @concurrent in
          try? await clock.sleep(for: duration.sleepable)
          if !Task.isCancelled { await store.object?.wake(handle) }
        }
      }
    }
    engine.keepDeadlines(clock: clock) { await store.object?.checkDeadlines() }
  }

  private func receive(_ action: Machine.Action, for handle: Engine<Machine>.WorkHandle) {
    engine.receive(action, for: handle)
  }

  private func checkDeadlines() {
    engine.checkDeadlines()
  }

  private func wake(_ handle: Engine<Machine>.WorkHandle) {
    engine.wake(handle)
  }
}

/// A weak reference that closures can share. Each closure with a weak capture would allocate its own.
struct Weak<Object: AnyObject> {
  private(set) weak var object: Object?

  init(_ object: Object) {
    self.object = object
  }
}

extension Weak: Sendable where Object: Sendable {}
