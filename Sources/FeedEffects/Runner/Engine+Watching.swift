extension Engine {
  /// Waits until no work and no timer is live, or the task that waits is cancelled.
  public func settle(isolation: isolated (any Actor)? = #isolation) async {
    await wait(isolation: isolation) { $0.running.isEmpty }
  }

  /// Waits until `isDone` holds after a step, or the task that waits is cancelled or the engine
  /// stops; not at all if it holds now.
  public func wait(
    isolation: isolated (any Actor)? = #isolation, until isDone: @escaping (Engine) -> Bool
  ) async {
    if isStopped || !isOpening && isDone(self) { return }
    let gate = Gate()
    waits.append(Wait(isDone: isDone, gate: gate))
    if await gate.pass(isolation: isolation) { return }
    waits = waits.filter { $0.gate !== gate }
  }

  /// Somebody who waits for something.
  struct Wait {
    let isDone: (Engine) -> Bool
    let gate: Gate
  }

  /// Ends the waits for what has come true.
  func endWaits() {
    // What is asked may itself look at the engine, or stop it.
    for wait in waits where wait.isDone(self) {
      wait.gate.open()
      waits = waits.filter { $0.gate !== wait.gate }
    }
  }

  /// Somebody who is told of every change.
  struct Observer {
    /// Returns whether it is to be called again.
    let tell: (Machine.State) -> Bool
    let finish: () -> Void
  }

  /// Calls `tell` with the state after every accepted action, and `finish` when the engine stops.
  ///
  /// - Parameter tell: Returns whether it is to be called again.
  public func observe(
    tell: @escaping (Machine.State) -> Bool, finish: @escaping () -> Void = {}
  ) {
    if isStopped { return finish() }
    observers.append(Observer(tell: tell, finish: finish))
  }

  /// Cancels `task` when the engine stops or goes away.
  func attach(_ task: Task<Void, Never>) {
    if isStopped { return task.cancel() }
    attachments.append(task)
  }

  /// Whether anybody but the engine's owner, its first observer, is to be told of changes.
  var isObservedByOthers: Bool { observers.count > 1 || !waits.isEmpty }

  /// How many observers and waits there are.
  package var audience: Int {
    observers.count + waits.count + chains.reduce(0) { $0 + $1.gate.crowd }
  }
}

extension Engine where Machine.State: Sendable {
  /// Returns the current state and then every later one; a slow reader skips to the newest.
  ///
  /// Any number of readers may have a stream each. It ends when the engine stops.
  public func states() -> AsyncStream<Machine.State> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Machine.State.self, bufferingPolicy: .bufferingNewest(1))
    continuation.yield(state)
    observe(
      tell: { state in
        if case .terminated = continuation.yield(state) { false } else { true }
      }, finish: { continuation.finish() })
    return stream
  }
}
