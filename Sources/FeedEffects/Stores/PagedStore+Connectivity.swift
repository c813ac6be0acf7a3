public import FeedReducer

extension PagedStore {
  /// Reports to the feed when the device goes online or offline.
  ///
  /// The feed assumes that the device is online until the first value. When the sequence ends or
  /// throws, the last value stays in force. The store stops reading when it is stopped or released.
  ///
  /// - Parameter connectivity: True for online, false for offline. A task on the main actor reads
  ///   it.
  public func follow<Connectivity: AsyncSequence & Sendable>(connectivity: Connectivity)
  where Connectivity.Element == Bool {
    engine.attach(
      Task { @MainActor [weak self] in
        // If the sequence throws, the last value stays in force.
        do {
          for try await isOnline in connectivity {
            self?.send(Machine.feed(action: .connectivityChanged(isOnline: isOnline)))
          }
        } catch {}
      })
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
    engine.attach(
      Task { [weak self] in
        do {
          for try await isOnline in connectivity {
            await self?.send(Machine.feed(action: .connectivityChanged(isOnline: isOnline)))
          }
        } catch {}
      })
  }
}
