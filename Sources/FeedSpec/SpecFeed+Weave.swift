import FeedReducer

// An answer is a run of neighbours: where it belongs in the list, and what of the list it replaces.
extension SpecFeed {
  /// Where a run belongs, and whether its first and its last row are ones of the list that stand there.
  struct Place {
    var rows: Range<Int>
    var (isJoinedAbove, isJoinedBelow) = (true, true)
  }

  /// A known row is a joint if it stands at the boundary, or beside another known one in the list and in the run. The
  /// most that keep their order stand where they are. The run replaces what lies between them, and between them and
  /// the boundary.
  func place(of run: [Row], at boundary: Int, isBelow: Bool) -> Place {
    let known = run.compactMap { row in rows.firstIndex { $0.id == row.id } }
    let joints = known.indices.filter { place in
      let (index, isFirst) = (known[place], place == 0)
      return index == boundary || index == boundary - 1
        || !isFirst && known[place - 1] == index - 1
        || place + 1 < known.count && known[place + 1] == index + 1
    }
    let chain = Self.longestRise(joints.map { known[$0] })
    guard let first = chain.first, let last = chain.last else {
      return Place(
        rows: boundary..<boundary, isJoinedAbove: run.isEmpty, isJoinedBelow: run.isEmpty)
    }
    let (start, end) = isBelow ? (min(boundary, first), last) : (first, max(boundary - 1, last))
    return Place(
      rows: start..<end + 1, isJoinedAbove: run[0].id == rows[first].id,
      isJoinedBelow: run[run.count - 1].id == rows[last].id)
  }

  /// The longest rise; of several the one with the smallest numbers.
  private static func longestRise(_ numbers: [Int]) -> [Int] {
    var rises: [[Int]] = []
    func longest(of rises: [[Int]]) -> [Int] {
      rises.reduce([]) { best, rise in
        let isBetter = (rise.count, best.last ?? .max) >= (best.count, rise.last ?? .max)
        return isBetter ? rise : best
      }
    }
    for number in numbers {
      rises.append(longest(of: rises.filter { $0.last ?? number < number }) + [number])
    }
    return longest(of: rises)
  }

  /// A row of the page that stands elsewhere moves into it; but one above a page that was asked from there keeps its
  /// place and takes the newer value.
  ///
  /// - Returns: Where the rows of the page stand that it brought or replaced.
  @discardableResult mutating func weave(
    _ page: Page, readAt position: Position, isBelow: Bool, over range: Range<Int>
  ) -> Range<Int> {
    var replaced = range
    for index in rows.indices.reversed()
    where (index >= range.upperBound || !isBelow && index < range.lowerBound)
      && page.items.contains(where: { $0.id == rows[index].id })
    {
      rows.remove(at: index)
      count(-1, at: index)
      if index < range.lowerBound { replaced = replaced.lowerBound - 1..<replaced.upperBound - 1 }
    }
    let old = rows.count
    rows.removeSubrange(replaced)
    _ = add(page.items, at: replaced.lowerBound)
    let record = Machine.PageRecord(count: replaced.count + rows.count - old, position: position)
    putPage(record, over: replaced, of: old, next: page.next.map { .after(cursor: $0) })
    return replaced.lowerBound..<replaced.lowerBound + record.count
  }

  /// The rest of a page that was covered from its start on is read from `next` on. One of the pages that a first page
  /// was covered by is the first page.
  private mutating func putPage(
    _ new: Machine.PageRecord, over replaced: Range<Int>, of count: Int, next: Position?
  ) {
    var new = new
    var (index, start) = replaced.lowerBound == 0 ? (0, 0) : (pages.count, count)
    while start > replaced.lowerBound {
      index -= 1
      start -= pages[index].count
    }
    let above = replaced.lowerBound - start
    if above > 0 {
      let rest = Machine.PageRecord(
        count: pages[index].count - above, position: next ?? new.position)
      pages[index].count = above
      index += 1
      if rest.count > 0 { pages.insert(rest, at: index) }
    }
    var left = replaced.count
    while left > 0 {
      let covered = pages.remove(at: index)
      if covered.position == .start { new.position = .start }
      if covered.count > left {
        let rest = Machine.PageRecord(
          count: covered.count - left, position: next ?? new.position)
        pages.insert(rest, at: index)
      }
      left -= min(left, covered.count)
    }
    if new.count > 0 { pages.insert(new, at: index) }
  }

  /// The page that has the row at an index counts it. A row behind all pages belongs to the last one.
  mutating func count(_ change: Int, at index: Int) {
    var end = 0
    for page in pages.indices {
      end += pages[page].count
      if index < end || page == pages.count - 1 && change > 0 {
        pages[page].count += change
        return
      }
    }
    if change > 0 { pages.append(.init(count: change, position: .start)) }
  }

  /// A row that comes again keeps its place and takes the newer value. Returns how many were new.
  mutating func add(_ items: [Row], at index: Int) -> Int {
    let before = rows.count
    for item in items {
      let known = rows.firstIndex { $0.id == item.id }
      let place = known ?? index + rows.count - before
      rows.replaceSubrange(place..<place + (known == nil ? 0 : 1), with: [item])
    }
    return rows.count - before
  }
}
