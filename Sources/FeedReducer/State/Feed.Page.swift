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

    /// Creates a request.
    public init(ticket: Ticket, kind: LoadKind, position: Position, size: Int) {
      self.ticket = ticket
      self.kind = kind
      self.position = position
      self.size = size
    }
  }

  /// A page as a server answers it.
  public struct Page: Equatable {
    /// The rows, in the server's order.
    public var items: [Item]

    /// The cursor of the next page; nil when there is none.
    public var next: Cursor?

    /// The cursor of the previous page; nil when there is none.
    public var previous: Cursor?

    /// How many rows the server has in all, if it says so.
    public var total: Int?

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - items: The rows, in the server's order. It may be empty.
    ///   - next: The cursor of the next page; nil if this is the last one.
    ///   - previous: The cursor of the page before, for lists that also grow at their start.
    ///   - total: The number of all rows, if the server tells it.
    public init(items: [Item], next: Cursor?, previous: Cursor? = nil, total: Int? = nil) {
      self.items = items
      self.next = next
      self.previous = previous
      self.total = total
    }
  }

  /// What the feed keeps of a page: how many rows it brought, and where it is.
  public struct PageRecord: Equatable {
    /// How many rows of the list came with it.
    public var count: Int

    /// The position that it was read with. A dropped page is read again with it.
    public var position: Position

    /// Creates a record.
    public init(count: Int, position: Position) {
      self.count = count
      self.position = position
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
extension Feed.Page: Sendable where Item: Sendable, Cursor: Sendable {}
extension Feed.PageRecord: Sendable where Cursor: Sendable {}

#if !hasFeature(Embedded)
  extension Feed.Position: Codable where Cursor: Codable {}
  extension Feed.Request: Codable where Cursor: Codable {}
  extension Feed.Page: Codable where Item: Codable, Cursor: Codable {}
  extension Feed.PageRecord: Codable where Cursor: Codable {}
#endif
