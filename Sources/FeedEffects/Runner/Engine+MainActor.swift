// How an engine runs its work for the main actor.
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
        // Off the main actor, since most timers are cancelled, and then it need not be woken.
        return Task { @concurrent in
          try? await clock.sleep(for: duration.sleepable)
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
