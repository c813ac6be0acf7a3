// Rule 8. An answer is a run of neighbours: where it belongs in the list, and what of the list it replaces.
extension Feed {
  /// Where a run of rows belongs.
  struct Place {
    /// The server's rows that the run replaces.
    var rows: Range<Int>

    /// Whether the first row of the run is one of the list, and stands there.
    var isJoinedAbove: Bool

    /// Whether the last row of the run is one of the list, and stands there.
    var isJoinedBelow: Bool
  }

  /// Rule 8: finds where a run belongs that goes on at an end of the list, or at the rows of a page.
  ///
  /// A known row is a *joint* if it stands at the boundary, or beside another known one in the list and in the run.
  /// Joints that keep their order stand where they are. The run replaces what lies between them, and between them and
  /// the boundary.
  ///
  /// - Parameters:
  ///   - run: The rows, in the server's order.
  ///   - boundary: How many rows stand above the place from which the run was asked.
  ///   - isBelow: Whether the run was asked from the rows above the boundary, so that it stands below them.
  ///   - rows: The server's rows.
  /// - Complexity: O(*p* log *p*) in the rows of the run.
  @inline(never)
  func place(
    of run: [Item], at boundary: Int, isBelow: Bool, in rows: ItemList<Item>
  ) -> Place {
    let known = rows.indices(ofRowsIn: run)
    var joints: [Int] = []
    for (number, index) in known.enumerated() {
      let isBeside =
        number > 0 && known[number - 1] == index - 1
        || number + 1 < known.count && known[number + 1] == index + 1
      if isBeside || index == boundary || index == boundary - 1 { joints.append(index) }
    }
    joints = joints.longestIncreasingSubsequence
    guard let first = joints.first, let last = joints.last else {
      let isEmpty = run.isEmpty
      return Place(rows: boundary..<boundary, isJoinedAbove: isEmpty, isJoinedBelow: isEmpty)
    }
    // From joint to joint, and to the boundary if they do not reach it: rows abcde, boundary 3, run dxe asked from c
    // replaces de; run xe replaces de as well.
    let start = isBelow ? min(boundary, first) : first
    let end = isBelow ? last + 1 : max(boundary, last + 1)
    return Place(
      rows: start..<end,
      isJoinedAbove: rows[first].id == run[0].id,
      isJoinedBelow: rows[last].id == run[run.count - 1].id)
  }
}

extension Feed.State {
  /// Rule 8: puts a run in place of the server's rows at its place, as one page.
  ///
  /// A row of the run that stands elsewhere moves into it. But one above a run that was asked from there keeps its
  /// index and takes the newer value: it was pushed down, and comes twice.
  ///
  /// - Parameters:
  ///   - page: The answer with the run.
  ///   - position: Where it was asked.
  ///   - isBelow: Whether it was asked from the rows above it.
  ///   - replaced: The rows that it replaces.
  /// - Returns: Where the rows of the page stand that it brought or replaced.
  @discardableResult @inline(never)
  mutating func weave(
    _ page: Feed.Page, readAt position: Feed.Position, isBelow: Bool, over range: Range<Int>
  ) -> Range<Int> {
    var replaced = range
    if range.upperBound < serverRows.count || range.lowerBound > 0 && !isBelow {
      for row in page.items {
        guard let index = serverRows.index(id: row.id), !replaced.contains(index),
          index >= replaced.upperBound || !isBelow
        else { continue }
        changeServerRows { $0.remove(id: row.id) }
        countRow(at: index, by: -1)
        if index < replaced.lowerBound {
          replaced = replaced.lowerBound - 1..<replaced.upperBound - 1
        }
      }
    }
    let old = serverRows.count
    if !stands(page.items, in: replaced) {
      changeServerRows { $0.replace(replaced, with: page.items) }
    }
    let count = replaced.count + serverRows.count - old
    moveGaps(below: replaced, by: count - replaced.count)
    putPage(
      Feed.PageRecord(count: count, position: position), isBelow: isBelow, over: replaced, of: old,
      next: page.next.map { .after(cursor: $0) },
      previous: page.previous.map { .before(cursor: $0) })
    return replaced.lowerBound..<replaced.lowerBound + count
  }

  /// Whether a run would change nothing: its rows stand in a range as they are, or elsewhere.
  @inline(never) func stands(_ run: [Item], in range: Range<Int>) -> Bool {
    let rows = serverRows
    var next = range.lowerBound
    for row in run {
      guard let index = rows.index(id: row.id), rows[index] == row else { return false }
      if range.contains(index) {
        if index != next { return false }
        next += 1
      }
    }
    return next == range.upperBound
  }

  /// Makes a page of the rows that replaced others. The rest of a page that was covered from its start on is read
  /// from `next` on. Rows that have come to stand above the first page are read before it, from `previous` on.
  ///
  /// - Parameters:
  ///   - page: The new page.
  ///   - isBelow: Whether it was asked from the rows above it.
  ///   - replaced: The rows that it replaced.
  ///   - count: How many rows there were before.
  ///   - next: Where the page behind the new one is, if it is known.
  ///   - previous: Where the page before the new one is, if it is known.
  private mutating func putPage(
    _ page: Feed.PageRecord, isBelow: Bool, over replaced: Range<Int>, of count: Int,
    next: Feed.Position?, previous: Feed.Position?
  ) {
    if count == 0, page.position == .start { pages = [] }
    // From the end on, since nearly all pages come there; also below pages that have lost all their rows.
    let isFirst = replaced.lowerBound == 0 && (count > 0 || !isBelow)
    var (index, start) = isFirst ? (0, 0) : (pages.count, count)
    while start > replaced.lowerBound {
      index -= 1
      start -= self.page(number: index).count
    }
    let above = replaced.lowerBound - start
    var left = above + replaced.count
    var page = page
    var first: Feed.PageRecord?
    var number = index
    let firstPage = left > 0 ? firstPage?.index : nil
    while left > 0 {
      let covered = pages.remove(at: index)
      left -= covered.count
      if above > 0, first == nil {
        first = covered
      } else if number == firstPage {
        // The first page is the one that a refresh reads.
        page.position = .start
      }
      number += 1
    }
    if left < 0 {
      pages.insert(Feed.PageRecord(count: -left, position: next ?? page.position), at: index)
    }
    if page.count > 0 { pages.insert(page, at: index) }
    if let first {
      let isFirstPage = first.position == .start && page.position == .start
      let position = isFirstPage ? previous ?? .start : first.position
      pages.insert(Feed.PageRecord(count: above, position: position), at: index)
    }
  }
}
