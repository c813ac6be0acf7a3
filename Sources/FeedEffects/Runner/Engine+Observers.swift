// Who observes an engine: observers, streams of states, and tasks that wait for a condition.
extension Engine {
  /// Waits until no work and no timer is running, or the calling task is cancelled.
  package func settle(isolation: isolated (any Actor)? = #isolation) async {
    await wait(isolation: isolation, by: "settle()") { $0.isSettled(in: []) }
  }

  /// Whether no work of this scope or inside it is running, and no action of it waits for its turn.
  func isSettled(in scope: WorkScope) -> Bool {
    if let host { return host.isSettled(in: scope) }
    return !running.contains { $0.handle.id.scope.isInside(scope) }
      && !groups.contains { group in
        group.followers.contains { ($0.part?.scope ?? []).isInside(scope) }
      }
  }

  /// Waits until `isDone` returns true after a step, the calling task is cancelled, or the engine stops.
  ///
  /// Returns at once if it returns true now.
  package func wait(
    isolation: isolated (any Actor)? = #isolation, until isDone: @escaping (Engine) -> Bool
  ) async {
    await wait(isolation: isolation, by: "a wait", until: isDone)
  }

  /// The same; in a test it also ends, and says so, when nothing can go on.
  ///
  /// - Parameter name: What the test is told of the wait.
  func wait(
    isolation: isolated (any Actor)?, by name: String, until isDone: @escaping (Engine) -> Bool
  ) async {
    if let host {
      // The part may stop where the whole goes on, and a wait for it would never end.
      await host.wait(isolation: isolation, by: name) { [self] in
        isStopped || !host.isRunning(.opening) && isDone(self)
      }
      return
    }
    if isStopped || !isOpening && isDone(self) { return }
    let latch = Latch()
    if let party { latch.watch(by: party, as: name) }
    waits.append(Wait(isDone: isDone, latch: latch))
    if await latch.wait(isolation: isolation) == .opened { return }
    waits = waits.filter { $0.latch !== latch }
  }

  /// A task that waits until a condition holds.
  struct Wait {
    let isDone: (Engine) -> Bool
    let latch: Latch
  }

  /// Ends the waits whose condition holds.
  func endWaits() {
    // One by one, since a condition may itself stop the engine.
    for wait in waits where wait.isDone(self) {
      wait.latch.open()
      waits = waits.filter { $0.latch !== wait.latch }
    }
  }

  /// An observer of every change.
  struct Observer {
    /// Returns whether the observer stays.
    let tell: (Machine.State) -> Bool
    let finish: () -> Void
  }

  /// Calls `tell` with the state after every accepted action, and `finish` when the engine stops.
  ///
  /// - Parameters:
  ///   - tell: Called on the owner's actor. Returns whether the observer stays.
  ///   - finish: Called once, when the engine stops.
  package func observe(
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

  /// Whether there are observers besides the owner, which is the first, or waits.
  var isObservedByOthers: Bool { observers.count > 1 || !waits.isEmpty }

  /// How many observers and waits there are.
  package var observerCount: Int {
    observers.count + waits.count + groups.reduce(0) { $0 + $1.latch.waiterCount }
  }
}

extension Engine where Machine.State: Sendable {
  /// Returns the current state and then every later one; a slow reader skips to the newest. While a snapshot is
  /// read, the first one is that with its rows.
  ///
  /// Any number of readers may have a stream each. It ends when the engine stops.
  package func states() -> AsyncStream<Machine.State> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Machine.State.self, bufferingPolicy: .bufferingNewest(1))
    if !isOpening { continuation.yield(state) }
    observe(
      tell: { [weak self] state in
        // Another part may step while the snapshot of this one is read.
        if self?.isOpening == true { return true }
        return if case .terminated = continuation.yield(state) { false } else { true }
      }, finish: { continuation.finish() })
    return stream
  }
}
