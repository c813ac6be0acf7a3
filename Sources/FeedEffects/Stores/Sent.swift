/// An action that was sent, with everything that it causes: loads, their results, and what those cause.
public struct Sent: Sendable {
  /// Opens at the end; nil if there is nothing to wait for.
  @usableFromInline let latch: Latch?

  /// The store, which is retained while the work runs.
  @usableFromInline let store: (any AnyObject & Sendable)?

  @usableFromInline init(_ latch: Latch?, keeping store: (any AnyObject & Sendable)? = nil) {
    self.latch = latch
    self.store = store
  }

  /// Waits until everything that the action caused has ended.
  ///
  /// Returns at once if it caused nothing. If the calling task is cancelled, the wait ends and the work
  /// goes on, as `.refreshable` needs it.
  ///
  /// - Parameter isolation: The actor to wait on: the caller's.
  public func finish(isolation: isolated (any Actor)? = #isolation) async {
    await latch?.wait(isolation: isolation)
    withExtendedLifetime(store) {}
  }

  /// The same, which also retains the store until the work has ended.
  @inlinable func keeping(_ store: some AnyObject & Sendable) -> Sent {
    latch == nil ? self : Sent(latch, keeping: store)
  }
}
