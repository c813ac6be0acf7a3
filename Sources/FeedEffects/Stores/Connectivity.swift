public import FeedReducer

extension FeedStore {
  /// Tells the feed whenever the device goes online or offline, for as long as the store lives.
  ///
  /// Without a sequence the feed takes the device to be online.
  public func follow<Connectivity: AsyncSequence & Sendable>(connectivity: Connectivity)
  where Connectivity.Element == Bool {
    engine.attach(
      Task { @MainActor [weak self] in
        // A sequence that fails says nothing more; the feed stays as it was told last.
        do {
          for try await isOnline in connectivity {
            self?.send(.connectivityChanged(isOnline: isOnline))
          }
        } catch {}
      })
  }
}

extension StoreActor {
  /// Tells the feed whenever the device goes online or offline, for as long as the store lives.
  ///
  /// Without a sequence the feed takes the device to be online.
  public func follow<Connectivity: AsyncSequence & Sendable, Item, Cursor>(
    connectivity: Connectivity
  ) where Connectivity.Element == Bool, Machine == Feed<Item, Cursor> {
    engine.attach(
      Task { [weak self] in
        do {
          for try await isOnline in connectivity {
            await self?.send(.connectivityChanged(isOnline: isOnline))
          }
        } catch {}
      })
  }
}
