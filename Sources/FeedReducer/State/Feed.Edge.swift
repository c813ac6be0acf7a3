extension Feed {
  /// One end of the list: how its load stands, and where the page beyond it is.
  @usableFromInline package struct Edge: Equatable {
    /// How its load stands.
    @usableFromInline package internal(set) var load = LoadState.idle

    /// Where the server's next page is; nil when there is none. That of a cycle came back, and is not asked for.
    @usableFromInline package internal(set) var position: Position?

    /// Whether `position` is that of the last page at this end, which is asked for once more.
    @usableFromInline package internal(set) var again = Again.no

    /// How many positions at the end of `dropped` are of pages between the list and a dropped one that has rows and does
    /// not lead into it. 16 bits, to keep the state small.
    @usableFromInline package internal(set) var pagesBetween: UInt16 = 0

    /// How many pages in a row added no row. 32 bits, to keep the state small.
    @usableFromInline package internal(set) var emptyPages: UInt32 = 0

    /// The positions of pages that were dropped at this end, the nearest last, if they were read from
    /// the other side: responses to them do not tell what lies beyond. And those of pages between, where one of them
    /// did not lead into the list.
    @usableFromInline package internal(set) var dropped: [Position] = []

    /// The cursors in this generation whose pages added no row; `pages` has the others.
    @usableFromInline package internal(set) var emptyCursors: [Cursor] = []

    /// The row that the last page ended with which did not lead into the list. What follows it was read then, so a page
    /// that ends with it does.
    @usableFromInline package internal(set) var ledOn: Item.ID?

    /// Whether the list's first page was dropped at this end.
    var isBeforeFirstPage: Bool { position == .start }

    /// Whether the page that it asks for next was in the list before, so that a page without new rows says nothing.
    var isReadAgain: Bool { again != .no || !dropped.isEmpty }
  }

  /// Whether the last page at an end is asked for once more: the server may have other rows in it by now.
  @usableFromInline package enum Again: Equatable, Sendable {
    /// The page beyond it is asked for.
    case no

    /// With the position that the page before it names.
    case yes

    /// With a position that was read long ago, and may lead elsewhere by now.
    case byOldPosition
  }

  /// An end of the list.
  @usableFromInline enum Side {
    case append, prepend

    var kind: LoadKind { self == .append ? .append : .prepend }

    /// The other end.
    var opposite: Side { self == .append ? .prepend : .append }

    /// The position of the page beyond `page` at this end; nil if there is none.
    func next(in page: Page) -> Position? {
      self == .append
        ? page.next.map { .after(cursor: $0) } : page.previous.map { .before(cursor: $0) }
    }

    /// The last row of `page` at this end.
    func last(of page: Page) -> Item.ID? {
      (self == .append ? page.items.last : page.items.first)?.id
    }

    /// Whether a request for `position` continues the list at this end.
    func follows(_ position: Position) -> Bool {
      switch position {
      case .start: false
      case .after: self == .append
      case .before: self == .prepend
      }
    }

    /// Whether the response to a request for `position` tells what lies beyond it at this end.
    func isTold(by position: Position) -> Bool { position == .start || follows(position) }
  }
}

extension Feed.Edge {
  /// Whether there is a next page at this end.
  @inlinable var isOpen: Bool {
    position != nil && !hasCycle || !dropped.isEmpty
  }

  /// Whether a cursor came back without new rows. A pattern, since `==` is called for each row that appears.
  @inlinable var hasCycle: Bool { if case .ended(.cycle) = load { true } else { false } }

  /// Where the next page at this end is; nil when there is none.
  package var next: Feed.Position? {
    dropped.last ?? (hasCycle ? nil : position)
  }
}

extension Feed.Edge {
  /// Has the page at a position be the next one that is read again. What was read between an older one and the list lies
  /// beyond it.
  mutating func drop(_ position: Feed.Position) {
    dropped = droppedPages + [position]
    pagesBetween = 0
    ledOn = nil
    load = .idle
  }

  /// Rule 9: has the first one of pages be asked for again that did not lead into the list, to be added beside a gap.
  /// Those after it may stand on the other side of the list.
  ///
  /// - Returns: False if the last one is the first, and can be added.
  mutating func goBack() -> Bool {
    if pagesBetween == 0 { return false }
    dropped = droppedPages
    pagesBetween = 0
    // More than any limit, and an `Int` where that has 32 bits.
    emptyPages = 1 << 30
    load = .idle
    return true
  }

  /// The positions of dropped pages, without those of pages between one of them and the list.
  var droppedPages: [Feed.Position] {
    var positions = dropped
    for _ in 0..<pagesBetween { positions.removeLast() }
    return positions
  }
}

extension Feed.Edge: Sendable where Item.ID: Sendable, Cursor: Sendable {}
