public import FeedReducer

/// Sends edits to the server: one function, edit in, the server's version of the row out.
///
/// Give a sink to ``FeedStore`` or ``FeedActor`` to make the rows of a feed editable. The list
/// shows an edit at once; the sink sends it.
///
/// ```swift
/// struct NoteSink: EditSink {
///   let api: NoteAPI
///
///   func send(_ edit: Feed<Note, Int>.Edit, key: EditKey) async throws -> Note? {
///     switch edit.change {
///     case .insert(let note, _): return try await api.create(note, key: "\(key)")
///     case .update(let note): return try await api.replace(edit.id, with: note, key: "\(key)")
///     case .remove:
///       try await api.delete(edit.id, key: "\(key)")
///       return nil
///     }
///   }
/// }
/// ```
///
/// The feed sends the edits of one row one after the other, in the order in which they were made.
/// Edits of different rows may be sent at the same time.
///
/// The stores call a sink off their actor. A call has no timeout, because the server may still
/// carry out an edit that was given up. When the user logs out (`.stopped`) or the store stops, its calls
/// are cancelled. After a log out an edit of a row waits until the cancelled call for that row has ended,
/// so end a call that is cancelled soon. A reset, or another query of a search, cancels none.
///
/// A 401 undoes the change, as any refusal does. To renew an expired token and send the edit again,
/// send it in ``Credentials/use(_:)``, with the credentials of the page source.
public protocol EditSink<Item, Cursor>: Sendable {
  /// A row, unique by its id.
  associatedtype Item: Identifiable & Equatable & Sendable where Item.ID: Sendable

  /// The cursor of the feed's page source. A sink does not use it.
  associatedtype Cursor: Hashable & Sendable

  /// Sends an edit to the server.
  ///
  /// - Parameters:
  ///   - edit: The change. `edit.id` is the current id of the row. If the server gave the row a
  ///     new id, the row in `edit.change` may still have the old one.
  ///   - key: Identifies the edit. A repetition has the same key, so that the server can recognize
  ///     an edit that it has already carried out.
  /// - Returns: The server's version of the row, with the server's id; nil if it sends none.
  /// - Throws: Any error. After a retryable `FeedFailure` or `URLError`, or a `CancellationError`,
  ///   the change still shows. It is sent again by the feed's `RetryPolicy`, or when the device is
  ///   online again; or else it stays in `failedEdits` until it is retried or dismissed. After any
  ///   other error the change is undone, and stays in `failedEdits` with its failure.
  func send(_ edit: Feed<Item, Cursor>.Edit, key: EditKey) async throws -> Item?
}

/// Identifies an edit to the server, the same each time the edit is sent.
public struct EditKey: Hashable, Sendable {
  /// The identity of the feed in which the edit was made.
  public let feed: UInt64

  /// The edit's ticket in that feed.
  public let ticket: Ticket

  /// Creates a key. A sink gets its keys from the feed; a test may create one.
  public init(feed: UInt64, ticket: Ticket) {
    self.feed = feed
    self.ticket = ticket
  }
}

extension EditKey: CustomStringConvertible {
  /// The key as the value of an `Idempotency-Key` header field: `9f86d081884c7d65-3`.
  public var description: String {
    let digits = String(feed, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits + "-\(ticket)"
  }
}
