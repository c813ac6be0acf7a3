/// An action that was sent, with all that it causes: loads, their answers, and what those cause.
public struct Sent: Sendable {
  let chain: Int
  let owner: any ChainOwner

  @usableFromInline init(chain: Int, owner: any ChainOwner) {
    self.chain = chain
    self.owner = owner
  }

  /// Waits until all that the action caused is over; at once if that is nothing.
  ///
  /// Cancelling the wait ends the wait and never the work, which is what `.refreshable` needs.
  public func finish() async {
    await owner.finish(chain)
  }
}

/// A store that can wait for what an action causes.
@usableFromInline protocol ChainOwner: Sendable, AnyObject {
  func finish(_ chain: Int) async
}
