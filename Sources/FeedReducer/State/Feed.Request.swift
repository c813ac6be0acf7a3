extension Feed {
  /// How a server is asked for a page.
  ///
  /// There are these three for good, so a `switch` over them needs no `@unknown default`.
  public enum Position: Hashable {
    /// From the start: the first page.
    case start

    /// The page that follows `cursor`.
    case after(cursor: Cursor)

    /// The page that comes before `cursor`.
    case before(cursor: Cursor)
  }

  /// A request for one page.
  public struct Request: Equatable {
    /// The ticket that the answer must carry.
    public let ticket: Ticket

    /// Which end of the list the rows are for.
    public let kind: LoadKind

    /// Where the page is.
    public let position: Position

    /// How many rows are wanted. The server may send fewer or more.
    public let size: Int

    /// Creates a request, to call a page source without a feed or to test one.
    ///
    /// - Parameters:
    ///   - ticket: Any number; a source only passes it on.
    ///   - kind: Which end of the list the rows are for. A refresh has the position `.start`.
    ///   - position: Where the page is.
    ///   - size: How many rows are wanted, at least 1.
    public init(ticket: Ticket, kind: LoadKind, position: Position, size: Int) {
      self.ticket = ticket
      self.kind = kind
      self.position = position
      self.size = size
    }
  }
}

extension Feed.Position {
  /// The cursor, or nil at the start.
  public var cursor: Cursor? {
    switch self {
    case .start: nil
    case .after(let cursor), .before(let cursor): cursor
    }
  }
}

extension Feed.Position: Sendable where Cursor: Sendable {}
extension Feed.Request: Sendable where Cursor: Sendable {}

#if !hasFeature(Embedded)
  extension Feed.Position: Codable where Cursor: Codable {}
  extension Feed.Request: Codable where Cursor: Codable {}
#endif
