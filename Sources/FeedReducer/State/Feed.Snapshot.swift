extension Feed {
  /// A feed as it is kept between two runs of a program: rows and cursors, no load in flight.
  public struct Snapshot: Equatable {
    /// The version of this format.
    public var version: Int

    /// Which feed it is.
    public var identity: UInt64

    /// The rows as the server sent them, without the edits that are still pending.
    public var items: [Item]

    /// The pages that the rows came in, in the order of the rows.
    public var pages: [PageRecord]

    /// Where the server's next page is; nil when there is none.
    public var next: Position?

    /// Where the server's previous page is; nil when there is none.
    public var previous: Position?

    /// Where the pages are that were dropped at the start, the nearest last.
    public var droppedBefore: [Position]

    /// Where the pages are that were dropped at the end, the nearest last.
    public var droppedAfter: [Position]

    /// The first row that was visible, if any was reported.
    public var firstVisible: Item.ID?

    /// The edits that the server had not answered, oldest first.
    public var edits: [Edit]

    /// The edits that the server had refused, and of which nothing was decided yet.
    public var refusedEdits: [FailedEdit]

    /// The last ticket that was given.
    public var lastTicket: Ticket

    /// How many rows the server has in all, if it said so.
    public var total: Int?

    /// What the source knew of the end of the list, if it had ended.
    public var ending: Ending?

    /// The gaps between the rows, from top to bottom.
    public var gaps: [GapRecord]

    let rules: RestoreRules

    /// Creates a snapshot, for tests and for storage formats of your own.
    ///
    /// The parameters are not checked here. A feed that restores the snapshot refuses it if they
    /// contradict each other, and ``FeedRefusal/SnapshotError`` says how.
    public init(
      version: Int, identity: UInt64, items: [Item], pages: [PageRecord], next: Position?,
      previous: Position?,
      droppedBefore: [Position] = [], droppedAfter: [Position] = [], firstVisible: Item.ID? = nil,
      edits: [Edit] = [], refusedEdits: [FailedEdit] = [], lastTicket: Ticket, total: Int? = nil,
      ending: Ending? = nil, gaps: [GapRecord] = []
    ) {
      self.version = version
      self.identity = identity
      self.items = items
      self.pages = pages
      self.next = next
      self.previous = previous
      self.droppedBefore = droppedBefore
      self.droppedAfter = droppedAfter
      self.firstVisible = firstVisible
      self.edits = edits
      self.refusedEdits = refusedEdits
      self.lastTicket = lastTicket
      self.total = total
      self.ending = ending
      self.gaps = gaps
      rules = RestoreRules()
    }
  }
}

extension Feed.Snapshot {
  /// Whether it was made before the first page, so it has edits at most.
  var hasOnlyEdits: Bool { pages.isEmpty && next == .start }
}

extension Feed.Snapshot: Sendable where Item: Sendable, Item.ID: Sendable, Cursor: Sendable {}

#if !hasFeature(Embedded)
  extension Feed.Snapshot: CustomReflectable {
    /// What is kept, field by field: the rules that bring it back are of no interest.
    public var customMirror: Mirror {
      Mirror(
        self,
        children: [
          "version": version, "identity": identity, "items": items, "pages": pages,
          "next": next as Any, "previous": previous as Any, "droppedBefore": droppedBefore,
          "droppedAfter": droppedAfter, "firstVisible": firstVisible as Any, "edits": edits,
          "refusedEdits": refusedEdits, "lastTicket": lastTicket, "total": total as Any,
          "ending": ending as Any, "gaps": gaps,
        ], displayStyle: .struct)
    }
  }

  extension Feed.Snapshot: Codable where Item: Codable, Item.ID: Codable, Cursor: Codable {
    private enum CodingKeys: String, CodingKey {
      case version, identity, items, pages, next, previous, droppedBefore, droppedAfter
      case firstVisible, edits, refusedEdits, lastTicket, total, ending, gaps
    }

    /// Reads a snapshot. Dropped pages, edits and gaps may be left out where there are none.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      func list<Element: Decodable>(_ key: CodingKeys) throws -> [Element] {
        try container.decodeIfPresent([Element].self, forKey: key) ?? []
      }
      self.init(
        version: try container.decode(Int.self, forKey: .version),
        identity: try container.decode(UInt64.self, forKey: .identity),
        items: try container.decode([Item].self, forKey: .items),
        pages: try container.decode([Feed.PageRecord].self, forKey: .pages),
        next: try container.decodeIfPresent(Feed.Position.self, forKey: .next),
        previous: try container.decodeIfPresent(Feed.Position.self, forKey: .previous),
        droppedBefore: try list(.droppedBefore), droppedAfter: try list(.droppedAfter),
        firstVisible: try container.decodeIfPresent(Item.ID.self, forKey: .firstVisible),
        edits: try list(.edits), refusedEdits: try list(.refusedEdits),
        lastTicket: try container.decode(Ticket.self, forKey: .lastTicket),
        total: try container.decodeIfPresent(Int.self, forKey: .total),
        ending: try container.decodeIfPresent(Ending.self, forKey: .ending),
        gaps: try list(.gaps))
    }
  }
#endif
