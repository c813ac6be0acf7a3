public import FeedReducer

/// An action that was sent, with everything that it causes: loads, their results, and what those cause.
public struct Sent: Sendable {
  /// Opens at the end; nil if there is nothing to wait for.
  @usableFromInline let latch: Latch?

  /// Why the action was refused, as far as that is known; the latch knows the rest, since an action that waits is refused
  /// later.
  @usableFromInline let reason: Reason?

  /// Why an action was refused.
  @usableFromInline enum Reason: Sendable {
    case text(String)

    /// Of a report that is repeated, as most are: its sentence is made for who reads it.
    case feed(FeedRefusal)
  }

  /// The store, which is retained while the work runs, or else its end would cancel what is waited for.
  @usableFromInline let store: (any AnyObject & Sendable)?

  @usableFromInline init(
    _ latch: Latch?, refusal: Reason? = nil, keeping store: (any AnyObject & Sendable)? = nil
  ) {
    self.latch = latch
    reason = refusal
    self.store = store
  }

  /// Why the action was refused, as a sentence without a full stop; nil if it was accepted or has joined a
  /// load.
  ///
  /// ```swift
  /// store.edit(.remove(id: 7)).refusal  // "no row has this id, so there is nothing to change"
  /// ```
  ///
  /// An action that is sent while another one is reduced waits for its turn: its refusal is known when
  /// ``finish(isolation:)`` returns. The step that `onStep` gets has the refusal as a value.
  public var refusal: String? {
    switch reason {
    case .text(let text): text
    case .feed(let refusal): "\(refusal)"
    case nil: latch?.refusal
    }
  }

  /// Waits until everything that the action caused has ended.
  ///
  /// An action that is refused because the load that it asks for is under way joins that load: the wait
  /// is for everything that *that* load causes. A `loadMore` during a refresh has its turn after that: the wait is for
  /// the refresh and the page. If there is nothing to wait for, other tasks get a turn, so a loop around this
  /// call never keeps its actor from them.
  ///
  /// ```swift
  /// while !store.isStalled, await store.loadMore().finish() {}
  /// ```
  ///
  /// If the calling task is cancelled, the wait ends and the work goes on, as `.refreshable` needs it.
  ///
  /// - Parameter isolation: The actor to wait on: the caller's.
  /// With a `ManualClock` it also ends when nothing can go on: standard error says what is waited for.
  ///
  /// - Returns: Whether the action was accepted or has joined a load. False if it was refused, as
  ///   `loadMore` is after a failure, or if its load was cancelled, as by a refresh: ``refusal`` says why.
  @discardableResult
  public func finish(isolation: isolated (any Actor)? = #isolation) async -> Bool {
    // Without a suspension a loop would keep the very results that it waits for from coming.
    let end = await latch?.wait(isolation: isolation)
    if end != .opened { await Task.yield() }
    withExtendedLifetime(store) {}
    return refusal == nil && end != .inVain
  }

  /// The same, which also retains the store until the work has ended.
  @inlinable func keeping(_ store: some AnyObject & Sendable) -> Sent {
    latch == nil ? self : Sent(latch, refusal: reason, keeping: store)
  }

  /// A refresh cancelled the load of an action.
  static let replaced = "a refresh took the place of the load; ask for more when its page is there"

  /// The load of an action was cancelled by `cancelLoads()`.
  static let cancelled = "the loads were cancelled before the page came"

  /// An action that is sent to a store that was stopped.
  @usableFromInline static var afterStop: Sent { Sent(nil, refusal: .text(stopped)) }

  /// The store was stopped.
  static let stopped = "the store was stopped, so nothing happens any more; make a new one"
}
