/// The rows of a list with the gaps between them, from top to bottom, for what draws both.
///
/// ```swift
/// ForEach(store.rowsAndGaps) { entry in
///   switch entry {
///   case .row(let row): PersonView(row)
///   case .gap(let gap): Button("Load more") { store.fillGap(gap.id, from: .above) }
///   }
/// }
/// ```
///
/// Its indices count gaps, too. ``itemIndices(in:)`` turns what is visible into what a feed is told.
public struct RowsAndGaps<Item: Identifiable & Equatable, Cursor: Hashable> {
  /// A row, or a gap between two.
  @frozen public enum Element: Equatable {
    case row(Item)
    case gap(Feed<Item, Cursor>.Gap)
  }

  /// The rows.
  public let items: ItemList<Item>

  /// The gaps, from top to bottom.
  public let gaps: [Feed<Item, Cursor>.Gap]

  /// Creates the collection; the gaps stand in the order of their indices.
  public init(items: ItemList<Item>, gaps: [Feed<Item, Cursor>.Gap]) {
    self.items = items
    self.gaps = gaps
  }
}

extension RowsAndGaps: RandomAccessCollection {
  /// 0.
  public var startIndex: Int { 0 }

  /// The number of rows and gaps.
  public var endIndex: Int { items.count + gaps.count }

  /// - Complexity: That of a row, and O(*g*) in the gaps.
  public subscript(position: Int) -> Element {
    let above = gapsAbove(position)
    return above < gaps.count && gaps[above].index + above == position
      ? .gap(gaps[above]) : .row(items[position - above])
  }

  /// The position of the row at an index of `items`.
  ///
  /// - Complexity: O(*g*) in the gaps.
  public func position(ofItem index: Int) -> Int {
    index + (gaps.firstIndex { $0.index > index } ?? gaps.count)
  }

  /// The indices in `items` of the rows at these positions, which a feed is told as visible; empty if all are gaps.
  ///
  /// - Complexity: O(*g*) in the gaps.
  public func itemIndices(in positions: Range<Int>) -> Range<Int> {
    let positions = positions.clamped(to: startIndex..<endIndex)
    let first = positions.lowerBound - gapsAbove(positions.lowerBound)
    return first..<positions.upperBound - gapsAbove(positions.upperBound)
  }

  /// How many gaps stand above a position.
  private func gapsAbove(_ position: Int) -> Int {
    var above = 0
    while above < gaps.count, gaps[above].index + above < position { above += 1 }
    return above
  }
}

extension RowsAndGaps {
  /// Returns the parts of an older collection that are replaced, as ``ItemList/splices(from:)`` does of rows. A gap whose
  /// load has changed is replaced.
  ///
  /// - Complexity: That of the rows, and O(*g*) in the gaps.
  public func splices(from older: RowsAndGaps) -> [ItemList<Item>.Splice] {
    var walk = GapWalk(new: self, old: older)
    for splice in items.splices(from: older.items) {
      walk.keep(upTo: splice.index)
      walk.replace(removed: splice.removed, inserted: splice.inserted)
    }
    walk.keep(upTo: items.count + 1)
    return walk.splices
  }
}

/// A walk over the rows of two collections, which finds the gaps that came and went.
private struct GapWalk<Item: Identifiable & Equatable, Cursor: Hashable> {
  let new: RowsAndGaps<Item, Cursor>
  let old: RowsAndGaps<Item, Cursor>
  var splices: [ItemList<Item>.Splice] = []

  /// The next row and the next gap of each.
  private var (newRow, newGap, oldRow, oldGap) = (0, 0, 0, 0)

  init(new: RowsAndGaps<Item, Cursor>, old: RowsAndGaps<Item, Cursor>) {
    self.new = new
    self.old = old
  }

  /// Passes rows that both have, up to one of the new list. A gap belongs to the row below it.
  mutating func keep(upTo end: Int) {
    while true {
      let row = newGap < new.gaps.count ? new.gaps[newGap].index : Int.max
      let shifted = oldGap < old.gaps.count ? old.gaps[oldGap].index - oldRow + newRow : Int.max
      let next = min(row, shifted)
      if next >= end { break }
      let isSame =
        row == shifted && new.gaps[newGap].id == old.gaps[oldGap].id
        && new.gaps[newGap].load == old.gaps[oldGap].load
      if !isSame {
        add(removed: shifted == next ? 1 : 0, inserted: row == next ? 1 : 0, at: next + newGap)
      }
      if row == next { newGap += 1 }
      if shifted == next { oldGap += 1 }
    }
    oldRow += end - newRow
    newRow = end
  }

  /// Passes rows that go, and others that come in their place, with the gaps above them.
  mutating func replace(removed: Int, inserted: Int) {
    let start = newRow + newGap
    let (firstOld, firstNew) = (oldGap, newGap)
    oldRow += removed
    newRow += inserted
    while oldGap < old.gaps.count, old.gaps[oldGap].index < oldRow { oldGap += 1 }
    while newGap < new.gaps.count, new.gaps[newGap].index < newRow { newGap += 1 }
    add(
      removed: removed + oldGap - firstOld, inserted: inserted + newGap - firstNew, at: start)
  }

  private mutating func add(removed: Int, inserted: Int, at index: Int) {
    if let last = splices.indices.last, splices[last].index + splices[last].inserted == index {
      splices[last].removed += removed
      splices[last].inserted += inserted
    } else {
      splices.append(.init(index: index, removed: removed, inserted: inserted))
    }
  }
}

extension RowsAndGaps.Element: Identifiable {
  /// The id of a row, or of a gap.
  @frozen public enum ID: Hashable {
    case row(Item.ID)
    case gap(Ticket)
  }

  /// What tells it from all others.
  public var id: ID {
    switch self {
    case .row(let item): .row(item.id)
    case .gap(let gap): .gap(gap.id)
    }
  }
}

extension FeedDisplay {
  /// The rows with the gaps between them.
  ///
  /// - Complexity: O(*g*) in the gaps.
  public var rowsAndGaps: RowsAndGaps<Item, Cursor> { RowsAndGaps(items: items, gaps: gaps) }
}

extension RowsAndGaps: Sendable where Item: Sendable, Item.ID: Sendable {}
extension RowsAndGaps.Element: Sendable where Item: Sendable, Item.ID: Sendable {}
extension RowsAndGaps.Element.ID: Sendable where Item.ID: Sendable {}
