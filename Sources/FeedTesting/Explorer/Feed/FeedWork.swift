public import FeedReducer

/// What a feed has asked for and got no answer to. The state of a model has one for each feed.
public struct FeedWork<Item: Identifiable & Equatable, Cursor: Hashable>: Equatable {
  /// Requests, timers and edits, in the order in which they started.
  public private(set) var inFlight: [Feed<Item, Cursor>.Effect] = []

  /// The last ones that ended, which may still get a late answer.
  public private(set) var ended: [Feed<Item, Cursor>.Effect] = []

  /// Creates the work of a feed that has not started.
  public init() {}

  /// The tickets of all of them.
  public var tickets: [Ticket] { (inFlight + ended).compactMap { $0.startedTicket } }

  /// The effect in flight with this ticket, or nil.
  public func effect(_ ticket: Ticket) -> Feed<Item, Cursor>.Effect? {
    inFlight.first { $0.startedTicket == ticket }
  }

  /// Starts or cancels work.
  mutating func note(_ effect: Feed<Item, Cursor>.Effect, keeping count: Int) {
    if case .cancel(let ticket) = effect { return end(ticket, keeping: count) }
    // An edit that is sent again keeps its ticket.
    if let ticket = effect.startedTicket { ended.removeAll { $0.startedTicket == ticket } }
    inFlight.append(effect)
  }

  /// Ends work. The last `count` that ended may get a late answer.
  mutating func end(_ ticket: Ticket, keeping count: Int) {
    guard let index = inFlight.firstIndex(where: { $0.startedTicket == ticket }) else { return }
    ended.append(inFlight.remove(at: index))
    ended.removeFirst(max(0, ended.count - count))
  }
}

extension FeedWork: Sendable where Item: Sendable, Item.ID: Sendable, Cursor: Sendable {}

extension Array {
  /// The element at `index`; nil if there is none.
  package func at(_ index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
