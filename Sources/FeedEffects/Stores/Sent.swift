/// An action that was sent, with all that it causes: loads, their answers, and what those cause.
public struct Sent: Sendable {
  /// What opens at the end; nil if there is nothing to wait for.
  @usableFromInline let gate: Gate?

  /// What the action was sent to. It lives on while somebody may wait.
  @usableFromInline let store: (any AnyObject & Sendable)?

  @usableFromInline init(_ gate: Gate?, keeping store: (any AnyObject & Sendable)? = nil) {
    self.gate = gate
    self.store = store
  }

  /// Waits until all that the action caused is over; at once if that is nothing.
  ///
  /// Cancelling the wait ends the wait and never the work, which is what `.refreshable` needs.
  ///
  /// - Parameter isolation: Where to wait: on the caller's actor, unless told otherwise.
  public func finish(isolation: isolated (any Actor)? = #isolation) async {
    await gate?.pass(isolation: isolation)
    withExtendedLifetime(store) {}
  }

  /// The same, for as long as it is not over keeping what the action was sent to.
  @inlinable func keeping(_ store: some AnyObject & Sendable) -> Sent {
    gate == nil ? self : Sent(gate, keeping: store)
  }
}
