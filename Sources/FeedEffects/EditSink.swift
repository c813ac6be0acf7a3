public import FeedReducer

/// Where edits go: one function, change in, the server's version of the row out.
///
/// Changes of one row are sent one after the other, in the order in which they were made; those
/// of different rows may run together.
public protocol EditSink<Item, Cursor>: Sendable {
  /// A row.
  associatedtype Item: Identifiable & Equatable & Sendable where Item.ID: Sendable

  /// What names a page to the server.
  associatedtype Cursor: Hashable & Sendable

  /// Tells the server of a change.
  ///
  /// A change that was made before the server gave its row another id still has the old id.
  ///
  /// - Parameter key: Names the edit. The same key comes again when it is not known whether the
  ///   server got the first one, so that the server can tell a repetition.
  /// - Returns: The server's version of the row, with the server's id; nil if it says nothing.
  /// - Throws: Anything; the change is then undone.
  func send(_ change: Feed<Item, Cursor>.Change, key: EditKey) async throws -> Item?
}

/// The name of an edit, the same whenever it is sent.
public struct EditKey: Hashable, Sendable {
  /// Which feed the edit was made in.
  public let feed: UInt64

  /// The edit's ticket in that feed.
  public let ticket: Ticket

  /// Creates a key.
  public init(feed: UInt64, ticket: Ticket) {
    self.feed = feed
    self.ticket = ticket
  }
}

extension EditKey: CustomStringConvertible {
  /// The key as a text, fit for an `Idempotency-Key` header: `9f86d081884c7d65-3`.
  public var description: String {
    let digits = String(feed, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits + "-\(ticket)"
  }
}

/// Sends edits so that those of one row follow each other.
///
/// It is used from the store's actor only: the order is that in which the work is made.
final class EditQueue<Item: Identifiable & Equatable & Sendable, Cursor: Hashable & Sendable>
where Item.ID: Sendable {
  private let sink: any EditSink<Item, Cursor>
  private let identity: () -> UInt64

  /// Ends when the last edit of the row has been answered.
  private var last: [Item.ID: AsyncStream<Never>] = [:]

  init(sink: any EditSink<Item, Cursor>, identity: @escaping () -> UInt64) {
    self.sink = sink
    self.identity = identity
  }

  func operation(
    _ ticket: Ticket, _ change: Feed<Item, Cursor>.Change
  ) -> Operation<Feed<Item, Cursor>.Action> {
    let before = last[change.id]
    let (end, continuation) = AsyncStream.makeStream(of: Never.self)
    last[change.id] = end
    let key = EditKey(feed: identity(), ticket: ticket)
    return .concurrent { [sink] in
      defer { continuation.finish() }
      if let before { for await _ in before {} }
      do {
        // One that was cancelled while it waited must not be sent.
        try Task.checkCancellation()
        return .editCommitted(ticket: ticket, item: try await sink.send(change, key: key))
      } catch {
        return .editRejected(ticket: ticket, failure: FeedFailure(error, of: "sink"))
      }
    }
  }
}

extension Feed.Change {
  /// The id of the row that is changed.
  var id: Item.ID {
    switch self {
    case .insert(let item, _), .update(let item): item.id
    case .remove(let id): id
    }
  }
}
