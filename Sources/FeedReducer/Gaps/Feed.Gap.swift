extension Feed {
  /// A place between two rows of a list where rows may be missing: no answer has shown that they are neighbours.
  ///
  /// A gap comes where a first page does not lead to the rows that are there. It has no index of its own, so no row
  /// moves: it stands above the row at ``index``. ``Action/gapTapped(id:from:)`` loads a page of it, and it goes when
  /// one leads to the other side.
  public struct Gap: Equatable, Identifiable {
    /// Names the gap as long as it is there, also after a restart.
    public let id: Ticket

    /// The index in `items` of the first row below it. While edits hide the rows on one side, it is 0 or the number of
    /// rows, and two gaps may have the same one.
    public let index: Int

    /// How its load stands. One gap loads at a time.
    public let load: LoadState

    /// Creates a gap, to test what draws it.
    public init(id: Ticket, index: Int, load: LoadState) {
      self.id = id
      self.index = index
      self.load = load
    }
  }

  /// What a feed keeps of a gap between two runs of a program.
  public struct GapRecord: Equatable {
    /// Which gap it is.
    public var id: Ticket

    /// How many of the server's rows stand above it.
    public var row: Int

    /// The position of the page that follows the row above it; nil if it is not known.
    public var next: Position?

    /// The position of the page before the row below it; nil if it is not known.
    public var previous: Position?

    /// How many pages in a row added no row. It is not stored.
    public var emptyPages: Int

    /// Creates a record of a gap of which at least one position is known.
    public init(
      id: Ticket, row: Int, next: Position?, previous: Position?, emptyPages: Int = 0
    ) {
      self.id = id
      self.row = row
      self.next = next
      self.previous = previous
      self.emptyPages = emptyPages
    }
  }

  /// The gaps of a list, which has some, and what changes them: code that changes rows has nothing else to know of them.
  ///
  /// An object that never changes, so that a state without gaps is small.
  package final class GapList: Equatable {
    /// The gaps from top to bottom.
    package let all: [GapRecord]

    /// The load of one of them; nil if none loads, waits, has failed or has stalled.
    package let load: GapLoad?

    /// The rules that opened them.
    let rules: GapRules

    init(all: [GapRecord], load: GapLoad?, rules: GapRules) {
      self.all = all
      self.load = load
      self.rules = rules
    }

    /// Whether both have the same gaps and the same load.
    package static func == (lhs: GapList, rhs: GapList) -> Bool {
      lhs === rhs || lhs.all == rhs.all && lhs.load == rhs.load
    }
  }

  /// The load of a gap.
  @usableFromInline package struct GapLoad: Equatable {
    /// Which gap it is.
    @usableFromInline package let id: Ticket

    /// Whether the page follows the row above the gap, or comes before the row below it.
    @usableFromInline package let side: GapSide

    /// How the load stands; never idle.
    package internal(set) var state: LoadState
  }
}

/// From which side a gap is filled.
///
/// There are these two for good, so a `switch` needs no `@unknown default`.
public enum GapSide: String, CaseIterable, Sendable {
  /// With the rows that follow the one above it.
  case above

  /// With the rows that come before the one below it.
  case below

  /// Returns the side with this name, or nil. Names are compared byte by byte.
  public init?(rawValue: String) {
    guard let side = Self.named(rawValue) else { return nil }
    self = side
  }
}

extension Feed.State {
  /// The gaps of the list, from top to bottom.
  ///
  /// - Complexity: O(*g*) in the gaps.
  public var gaps: [Feed.Gap] {
    gapRecords.map { gap in
      Feed.Gap(
        id: gap.id, index: itemIndex(behindServerRow: gap.row - 1),
        load: gapLoad?.id == gap.id ? self[.gap] : .idle)
    }
  }

  /// Where the rows of a gap are, read from a side; nil if that is not known, or if there is no such gap.
  ///
  /// For a front end that stores its list in a format of its own; a ``Feed/Snapshot`` has them.
  public func position(ofGap id: Ticket, from side: GapSide) -> Feed.Position? {
    gapRecords.first { $0.id == id }?[side]
  }

  /// The gaps with their positions, from top to bottom.
  @usableFromInline package var gapRecords: [Feed.GapRecord] { gapList?.all ?? [] }

  /// The load of a gap; nil if none loads, waits, has failed or has stalled.
  @usableFromInline package var gapLoad: Feed.GapLoad? { gapList?.load }

  /// The index in `items` behind the last of the server's rows up to `row` that shows.
  @inline(never) private func itemIndex(behindServerRow row: Int) -> Int {
    if edits.log == nil { return row + 1 }
    var row = row
    while let id = serverRowID(row) {
      if let place = items.index(id: id) { return place + 1 }
      row -= 1
    }
    return 0
  }

  /// Moves the gaps below rows of the server's that were replaced; those between them go.
  @inline(never) mutating func moveGaps(below rows: Range<Int>, by change: Int) {
    if let gapList { gapList.rules.rules.move(&self, below: rows, by: change) }
  }
}

extension Feed.GapRecord {
  /// The position from which the gap is filled from a side; nil if it is not known.
  subscript(side: GapSide) -> Feed.Position? {
    get { side == .above ? next : previous }
    set { if side == .above { next = newValue } else { previous = newValue } }
  }
}

extension GapSide {
  /// The other side.
  var opposite: GapSide { self == .above ? .below : .above }
}

extension GapSide: CustomStringConvertible {
  /// The side's name.
  public var description: String { rawValue }
}

extension Feed.Gap: Sendable {}
extension Feed.GapRecord: Sendable where Cursor: Sendable {}
extension Feed.GapLoad: Sendable {}
extension Feed.GapList: Sendable where Cursor: Sendable {}

#if !hasFeature(Embedded)
  extension GapSide: Codable {}

  extension Feed.GapRecord: Codable where Cursor: Codable {
    private enum CodingKeys: String, CodingKey { case id, row, next, previous }

    /// Reads a gap.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      self.init(
        id: try container.decode(Ticket.self, forKey: .id),
        row: try container.decode(Int.self, forKey: .row),
        next: try container.decodeIfPresent(Feed.Position.self, forKey: .next),
        previous: try container.decodeIfPresent(Feed.Position.self, forKey: .previous))
    }
  }
#endif
