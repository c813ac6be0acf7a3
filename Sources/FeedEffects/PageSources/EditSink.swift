public import FeedReducer

/// Where edits go: one function, edit in, the server's version of the row out.
///
/// ```swift
/// func send(_ edit: Feed<Note, Int>.Edit, key: EditKey) async throws -> Note? {
///   switch edit.change {
///   case .insert(let note, _): try await api.create(note, key: "\(key)")
///   case .update(let note): try await api.replace(edit.id, with: note, key: "\(key)")
///   case .remove: try await api.delete(edit.id, key: "\(key)")
///   }
/// }
/// ```
///
/// Edits of one row are sent one after the other, in the order in which they were made; those
/// of different rows may run together.
public protocol EditSink<Item, Cursor>: Sendable {
  /// A row.
  associatedtype Item: Identifiable & Equatable & Sendable where Item.ID: Sendable

  /// What names a page to the server.
  associatedtype Cursor: Hashable & Sendable

  /// Tells the server of an edit.
  ///
  /// - Parameters:
  ///   - edit: What is changed, and in which row: `edit.id` is the id that the row has now, also
  ///     where a new value in `edit.change` still has an older one.
  ///   - key: Names the edit. The same key comes again when it is not known whether the server got
  ///     the first one, so that the server can tell a repetition.
  /// - Returns: The server's version of the row, with the server's id; nil if it says nothing.
  /// - Throws: A ``FeedFailure`` or a `URLError` that may pass is repeated by the feed's policy for
  ///   retries, or when the device is online again. Anything else is a refusal: the change is
  ///   undone, and kept with its failure in `failedEdits`.
  func send(_ edit: Feed<Item, Cursor>.Edit, key: EditKey) async throws -> Item?
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
