import FeedReducer
import Foundation

// The feed that is stored.
extension SnapshotStore {
  /// A feed's use of the store. It ends with the feed.
  nonisolated func use() -> FileUse {
    FileUse(
      of: file.url, write: { [weak self] in await self?.write() },
      logOut: { [weak self] in self?.logOutElsewhere() })
  }

  /// The operation before `feed` starts: restores the snapshot, if there is one.
  nonisolated func opening(
    of feed: Feed<Item, Cursor>, for use: FileUse
  ) -> Work<Feed<Item, Cursor>.Action>.Operation {
    .concurrent { await self.firstAction(of: feed, for: use) }
  }

  private func firstAction(
    of feed: Feed<Item, Cursor>, for use: FileUse
  ) async -> Feed<Item, Cursor>.Action {
    let (isTaken, other) = use.take()
    guard isTaken else {
      if !use.hasEnded { note(.inUse(path: file.url.path)) }
      return .started
    }
    inbox.use { $0.user = use }
    // An earlier feed on the file, or with this store, may have a state that was not written.
    await other?.write()
    write()
    guard case .snapshot(let snapshot, let age) = load() else { return .started }
    let action = Feed<Item, Cursor>.Action.restored(snapshot: snapshot, age: age)
    guard let refusal = feed.reduce(Feed.State(seed: 0, identity: 0), action).refusal else {
      return action
    }
    reject(.unfit(reason: refusal.description))
    return .started
  }

  /// Keeps the state of the feed that uses the file. Of another one only a log out counts.
  nonisolated func keep(_ state: Feed<Item, Cursor>.State, for use: FileUse) {
    if put(state, for: use) || !state.isStopped { return }
    let (isTaken, other) = use.take()
    other?.logOut()
    inbox.use { inbox in
      inbox.before = other
      if isTaken { inbox.user = use }
    }
    put(state)
  }

  /// Updates the reader in the state that has not been written yet.
  ///
  /// - Returns: Whether there is such a state.
  nonisolated func keepReader(at rows: Range<Int>?, for use: FileUse) -> Bool {
    inbox.use { inbox in
      if inbox.latest == nil || inbox.user !== use { return false }
      inbox.latest?.visibleRows = rows
      return true
    }
  }

  /// Another feed on the file was logged out: the rows of the old user go, and stay away.
  private nonisolated func logOutElsewhere() {
    let old = inbox.use { inbox in
      inbox.timer?.cancel()
      defer {
        inbox = Inbox(wasStopped: true, isLoggedOut: true, timer: Task { await self.flush() })
      }
      return inbox.latest
    }
    _ = old
  }
}
