public import FeedReducer

extension Store where Machine: FeedMachine {
  /// Reports to the feed when the device goes online or offline.
  ///
  /// The feed assumes that the device is online until the first value. When the sequence ends or
  /// throws, the last value stays in force. The store stops reading when it is stopped or released.
  ///
  /// - Parameter connectivity: True for online, false for offline. A task off the main actor reads it.
  public func follow<Connectivity: AsyncSequence & Sendable>(connectivity: Connectivity)
  where Connectivity.Element == Bool {
    engine.follow(connectivity) { @MainActor [weak self] isOnline in
      self?.send(Machine.feed(action: .connectivityChanged(isOnline: isOnline)))
    }
  }
}

extension StoreActor where Machine: FeedMachine {
  /// Reports to the feed when the device goes online or offline.
  ///
  /// The feed assumes that the device is online until the first value. When the sequence ends or
  /// throws, the last value stays in force. The store stops reading when it is stopped or released.
  ///
  /// - Parameter connectivity: True for online, false for offline. A task off the store reads it.
  public func follow<Connectivity: AsyncSequence & Sendable>(
    connectivity: Connectivity
  ) where Connectivity.Element == Bool {
    engine.follow(connectivity) { [weak self] isOnline in
      await self?.send(Machine.feed(action: .connectivityChanged(isOnline: isOnline)))
    }
  }
}

extension Engine {
  /// Reads a sequence until the engine stops or goes away, and hands each value to `report`.
  fileprivate func follow<Connectivity: AsyncSequence & Sendable>(
    _ connectivity: Connectivity, report: @escaping @Sendable (Bool) async -> Void
  ) where Connectivity.Element == Bool {
    attach(
      Task { @concurrent in
        // If the sequence throws, the last value stays in force, since nothing better is known.
        do { for try await isOnline in connectivity { await report(isOnline) } } catch {}
      })
  }
}
