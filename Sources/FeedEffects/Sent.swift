/// An action that was sent, with all that it causes: loads, their answers, and what those cause.
public struct Sent: Sendable {
  /// Waits for the end; nil if there is nothing to wait for.
  @usableFromInline let end: (@Sendable () async -> Void)?

  @usableFromInline init(_ end: (@Sendable () async -> Void)?) {
    self.end = end
  }

  /// Waits until all that the action caused is over; at once if that is nothing.
  ///
  /// Cancelling the wait ends the wait and never the work, which is what `.refreshable` needs.
  nonisolated(nonsending) public func finish() async {
    await end?()
  }
}
