extension Feed {
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

    /// What the source knows of the end of the list, where this is the last page; nil if it tells nothing.
    public var ending: Ending?

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - items: The rows, in the server's order. It may be empty.
    ///   - next: The cursor of the next page; nil if this is the last one.
    ///   - previous: The cursor of the page before, for lists that also grow at their start.
    ///   - total: The number of all rows, if the server tells it.
    ///   - ending: What the source knows of the end of the list, where this is the last page.
    public init(
      items: [Item], next: Cursor?, previous: Cursor? = nil, total: Int? = nil,
      ending: Ending? = nil
    ) {
      self.items = items
      self.next = next
      self.previous = previous
      self.total = total
      self.ending = ending
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

extension Feed.Page: Sendable where Item: Sendable, Cursor: Sendable {}
extension Feed.PageRecord: Sendable where Cursor: Sendable {}

#if !hasFeature(Embedded)
  extension Feed.Page: Codable where Item: Codable, Cursor: Codable {}
  extension Feed.PageRecord: Codable where Cursor: Codable {}
#endif
