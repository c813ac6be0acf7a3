extension Engine {
  /// Waits until all that an action caused is over, or the task that waits is cancelled.
  ///
  /// Cancelling the wait cancels no work.
  nonisolated(nonsending) public func finish(_ chain: Chain) async {
    await wait { $0.open[chain] == nil }
  }

  /// Waits until no work and no timer is live, or the task that waits is cancelled.
  nonisolated(nonsending) public func settle() async {
    await wait { $0.running.isEmpty }
  }

  /// Waits until `isDone` holds after a step, or the task that waits is cancelled or the engine
  /// stops; not at all if it holds now.
  nonisolated(nonsending) public func wait(until isDone: @escaping (Engine) -> Bool) async {
    if isStopped || isDone(self) { return }
    let wait = Wait(isDone)
    waits.append(wait)
    let isOver = wait.isOver
    await withTaskCancellationHandler {
      await isOver.wait { $0 }
    } onCancel: {
      isOver.use { $0 = true }
    }
    // Only one that was cancelled is still there.
    waits.removeAll { $0 === wait }
  }

  /// Somebody who waits for something.
  final class Wait {
    let isDone: (Engine) -> Bool

    /// What it waits for; a lock, since a task is cancelled from anywhere.
    let isOver = Locked(false)

    init(_ isDone: @escaping (Engine) -> Bool) {
      self.isDone = isDone
    }

    func end() {
      isOver.use { $0 = true }
    }
  }

  /// Ends the waits for what has come true.
  func endWaits() {
    if waits.isEmpty { return }
    // One after the other, since what is asked may itself look at the engine.
    for wait in waits where wait.isDone(self) { wait.end() }
    waits.removeAll { $0.isOver.use { $0 } }
  }

  /// Calls `tell` with the state after every accepted action, and `finish` when the engine stops.
  ///
  /// - Parameter tell: Returns whether it is to be called again.
  public func observe(
    tell: @escaping (Machine.State) -> Bool, finish: @escaping () -> Void = {}
  ) {
    if isStopped { return finish() }
    observers.append((tell, finish))
  }

  /// Cancels `task` when the engine stops or goes away.
  func attach(_ task: Task<Void, Never>) {
    if isStopped { return task.cancel() }
    attachments.append(task)
  }

  /// How many observers and waits there are.
  package var audience: Int { observers.count + waits.count }
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
