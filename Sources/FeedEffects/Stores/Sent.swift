/// An action that was sent, with everything that it causes: loads, their results, and what those cause.
public struct Sent: Sendable {
  /// Opens at the end; nil if there is nothing to wait for.
  @usableFromInline let latch: Latch?

  /// Whether the action was not refused, as far as that is known; the latch knows the rest.
  @usableFromInline let isAccepted: Bool

  /// The store, which is retained while the work runs.
  @usableFromInline let store: (any AnyObject & Sendable)?

  @usableFromInline init(
    _ latch: Latch?, isAccepted: Bool, keeping store: (any AnyObject & Sendable)? = nil
  ) {
    self.latch = latch
    self.isAccepted = isAccepted
    self.store = store
  }

  /// Waits until everything that the action caused has ended.
  ///
  /// An action that is refused because the load that it asks for is under way joins that load: the wait
  /// is for everything that *that* load causes. If there is nothing to wait for, other tasks get a turn,
  /// so a loop around this call never keeps its actor from them.
  ///
  /// ```swift
  /// while store.canLoadNextPage, await store.loadMore().finish() {}
  /// ```
  ///
  /// If the calling task is cancelled, the wait ends and the work goes on, as `.refreshable` needs it.
  ///
  /// - Parameter isolation: The actor to wait on: the caller's.
  /// - Returns: Whether the action was accepted or has joined a load. False if it was refused, as
  ///   `loadMore` is after a failure.
  @discardableResult
  public func finish(isolation: isolated (any Actor)? = #isolation) async -> Bool {
    // Without a suspension a loop would keep the very results that it waits for from coming.
    if await latch?.wait(isolation: isolation) != true { await Task.yield() }
    withExtendedLifetime(store) {}
    return isAccepted && latch?.isRefused != true
  }

  /// The same, which also retains the store until the work has ended.
  @inlinable func keeping(_ store: some AnyObject & Sendable) -> Sent {
    latch == nil ? self : Sent(latch, isAccepted: isAccepted, keeping: store)
  }
}
