import FeedReducer

/// A server whose rows come, go, change and move. It knows which value of a row came after which.
package struct WorldServer: Sendable {
  /// How it names its pages.
  package enum Paging: CaseIterable, Sendable {
    /// By the row before the page.
    case after

    /// By the row next to the page, on either side. The first page is in the middle.
    case both

    /// By its number, or by the number of rows before it: pages shift when rows come and go.
    case page, offset

    /// Whether a page follows its neighbours, however many rows come and go.
    var namesRows: Bool { self == .after || self == .both }
  }

  struct Row: Hashable, Sendable {
    var id: Int
    var value: Int

    /// Where the row stands: rows are sorted by it. No two have the same.
    var place: Int
  }

  /// How a page is answered.
  package enum Manner: CaseIterable, Equatable, Sendable {
    /// As it should be.
    case whole

    /// With one row.
    case short

    /// Without rows, and with the same cursor or another one of the same place.
    case empty, emptyAgain

    /// With the rows before the position, and its own cursor.
    case repeated

    /// With a number of all rows that is wrong.
    case wrongTotal
  }

  let paging: Paging

  private(set) var rows: [Row]

  /// Where each row stands, or stood when it was removed or moved away.
  private(set) var places: [Int: Int] = [:]

  /// The rows that were moved by others, and may show where they were.
  private(set) var moved: Set<Int> = []

  /// The rows that a user added.
  private(set) var users: Set<Int> = []

  /// The row in front of which a user's new row was put, by the id of the new one.
  private(set) var anchors: [Int: Int] = [:]

  /// The rows that users added, by the ids of their drafts.
  private(set) var named: [Int: Int] = [:]

  /// The values that each row has had, the oldest first.
  private(set) var versions: [Int: [Int]] = [:]

  /// The place of the first row of the first page.
  let first: Int

  /// Cursors of another time are forgotten.
  private(set) var time = 0

  /// How many empty pages had a cursor of their own.
  private(set) var freshCursors = 0

  /// What it answered to each edit that it carried out, by the edit's key.
  private(set) var answers: [EditKey: WorldRow?] = [:]

  /// The drafts that were carried out; one that is there twice was sent under two keys.
  private(set) var drafts: [Int] = []

  /// The places of rows that have moved: no other row gets one, so that no cursor means two places.
  private(set) var oldPlaces: [Int] = []

  private(set) var lastID: Int

  struct EditKey: Hashable, Sendable {
    let feed: UInt64
    let ticket: Ticket

    init(_ edit: WorldFeed.Edit) { (feed, ticket) = (edit.feed, edit.ticket) }
  }

  init(paging: Paging, rows count: Int) {
    self.paging = paging
    rows = (0..<count).map { Row(id: $0, value: $0 * 1_000, place: $0 << 20) }
    first = paging == .both ? (count / 2) << 20 : .min
    lastID = count - 1
    for row in rows { (places[row.id], versions[row.id]) = (row.place, [row.value]) }
  }
}

// MARK: - Pages

extension WorldServer {
  /// The rows that a query finds: 0 and 1 all, the others every second or third row.
  func found(by query: Int) -> [Row] { query < 2 ? rows : rows.filter { $0.id % query == 0 } }

  /// Whether a query finds a row.
  func finds(_ id: Int, by query: Int) -> Bool { has(id) && (query < 2 || id % query == 0) }

  /// The page at a position, as it is now; nil if the server has forgotten the cursor.
  mutating func page(
    for request: WorldFeed.Request, query: Int, manner: Manner
  ) -> WorldFeed.Page? {
    let all = found(by: query)
    // Pages with numbers have one size.
    let isShort = manner == .short && paging != .page
    let (position, size) = (request.position, isShort ? 1 : request.size)
    var page: WorldFeed.Page
    if paging.namesRows {
      if let cursor = position.cursor, cursor & 3 != time & 3 { return nil }
      page = keysetPage(at: position, size: size, of: all)
    } else {
      page = numberedPage(position.cursor ?? 0, size: size, of: all)
    }
    switch manner {
    case .whole, .short: break
    case .wrongTotal: page.total = all.count + 3
    case .emptyAgain:
      if case .after(let cursor) = position { return .init(items: [], next: cursor) }
      if case .before(let cursor) = position {
        return .init(items: [], next: nil, previous: cursor)
      }
    case .empty:
      guard paging.namesRows, freshCursors < 63, case .after(let cursor) = position else { break }
      freshCursors += 1
      return .init(items: [], next: (cursor & ~252) | freshCursors << 2)
    case .repeated:
      guard paging.namesRows, case .after(let cursor) = position else { break }
      let before = all.prefix { $0.place <= cursor >> 8 }.suffix(size)
      return .init(items: before.map(\.row), next: cursor)
    }
    return page
  }

  /// Whether a cursor came with an empty page.
  func isFresh(cursor: Int?) -> Bool { paging.namesRows && (cursor ?? 0) & 252 != 0 }

  private func cursor(_ row: Row) -> Int { row.place << 8 | time & 3 }

  private func keysetPage(
    at position: WorldFeed.Position, size: Int, of all: [Row]
  ) -> WorldFeed.Page {
    let found: ArraySlice<Row> =
      switch position {
      case .start: all.drop { $0.place < first }.prefix(size)
      case .after(let cursor): all.drop { $0.place <= cursor >> 8 }.prefix(size)
      case .before(let cursor): all.prefix { $0.place < cursor >> 8 }.suffix(size)
      }
    let hasNext = found.endIndex < all.endIndex
    let hasPrevious = paging == .both && found.startIndex > 0
    guard let last = found.last, let first = found.first else {
      // Behind the last row the page is empty; so it is where all rows of the first page have gone.
      let isStart = position == .start && paging == .both && found.startIndex > 0
      return .init(
        items: [], next: nil,
        previous: isStart ? all.last.map { ($0.place + 1) << 8 | time & 3 } : nil)
    }
    return .init(
      items: found.map(\.row), next: hasNext ? cursor(last) : nil,
      previous: hasPrevious ? cursor(first) : nil)
  }

  private func numberedPage(_ number: Int, size: Int, of all: [Row]) -> WorldFeed.Page {
    let start = paging == .page ? number * size : number
    let found = all.dropFirst(start).prefix(size)
    let next = paging == .page ? number + 1 : start + found.count
    return .init(
      items: found.map(\.row), next: found.endIndex < all.endIndex ? next : nil, total: all.count)
  }

  /// The places that a page tells of: what is not in it has gone from there; nil if it tells of none.
  func covered(by page: WorldFeed.Page, at position: WorldFeed.Position) -> ClosedRange<Int>? {
    guard paging.namesRows else { return nil }
    let known = page.items.compactMap { places[$0.id] }
    guard known.count == page.items.count else { return nil }
    if page.items.isEmpty, page.next != nil || page.previous != nil { return nil }
    let (low, high): (Int, Int) =
      switch position {
      case .start:
        (
          paging == .both && page.previous != nil ? known.first ?? .max : .min,
          page.next == nil ? .max : known.last ?? .min
        )
      case .after(let cursor): (cursor >> 8 + 1, page.next == nil ? .max : known.last ?? .min)
      case .before(let cursor): (page.previous == nil ? .min : known.first ?? .max, cursor >> 8 - 1)
      }
    return low <= high ? low...high : nil
  }
}

// MARK: - Changes

extension WorldServer {
  private func index(of id: Int) -> Int? { rows.firstIndex { $0.id == id } }

  func has(_ id: Int) -> Bool { index(of: id) != nil }

  func row(of id: Int) -> WorldRow? { index(of: id).map { rows[$0].row } }

  /// Which version of a row a value is; nil if the server never had it.
  func version(_ row: WorldRow) -> Int? { versions[row.id]?.firstIndex(of: row.value) }

  mutating func forgetCursors() { time += 1 }

  /// Others change the row at an index.
  mutating func change(at index: Int) {
    guard rows.indices.contains(index) else { return }
    set(nextValue(of: rows[index].id), at: index)
  }

  mutating func remove(_ id: Int) { rows.removeAll { $0.id == id } }

  /// Others add a row in front of the one at an index. Without room nothing happens.
  mutating func add(at index: Int) {
    let place = rows.indices.contains(index) ? rows[index].place : .max
    if insert(Row(id: lastID + 1, value: 0, place: 0), before: place) { lastID += 1 }
  }

  /// Others move the row at an index in front of that at another.
  mutating func move(from index: Int, to other: Int) {
    guard rows.indices.contains(index), index != other, index + 1 != other else { return }
    let row = rows.remove(at: index)
    oldPlaces.append(row.place)
    moved.insert(row.id)
    let next = other > index ? other - 1 : other
    if insert(row, before: rows.indices.contains(next) ? rows[next].place : .max) { return }
    rows.insert(row, at: index)
  }

  /// Inserts a row with a new value in front of a place: behind each row that is or was before it, since a list may
  /// still show one that has gone.
  private mutating func insert(_ row: Row, before next: Int) -> Bool {
    let last = (places.values + oldPlaces).filter { $0 < next }.max()
    let place =
      switch (last, next) {
      case (let last?, .max): last + 1 << 20
      case (let last?, _): last + (next - last) / 2
      case (nil, .max): 0
      case (nil, _): next - 1 << 20
      }
    if place == last { return false }
    let index = rows.firstIndex { $0.place > place } ?? rows.count
    rows.insert(Row(id: row.id, value: row.value, place: place), at: index)
    places[row.id] = place
    set(nextValue(of: row.id), at: index)
    return true
  }

  private func nextValue(of id: Int) -> Int { id * 1_000 + (versions[id]?.count ?? 0) }

  private mutating func set(_ value: Int, at index: Int) {
    versions[rows[index].id, default: []].append(value)
    rows[index].value = value
  }

  /// Carries out an edit, once for each key.
  ///
  /// - Parameter namesRow: Whether the answer has the row, with a value that the server makes of the user's.
  /// - Returns: What the server answers; nil if it refuses the edit.
  mutating func apply(_ edit: WorldFeed.Edit, namesRow: Bool) -> WorldRow?? {
    if let answer = answers[EditKey(edit)] {
      // A list can't know that what it hears of so late has gone, or was changed since.
      let told = answer ?? edit.updatedRow
      if let told, row(of: told.id) != told { moved.insert(told.id) }
      return answer
    }
    let answer: WorldRow?
    switch edit.change {
    case .insert(let draft, let before):
      // In front of a row that has gone a new one stands where that was.
      let before = before.map { named[$0] ?? $0 }
      let place = before.map { places[$0] } ?? .max
      guard let place, insert(Row(id: lastID + 1, value: 0, place: 0), before: place)
      else { return nil }
      lastID += 1
      users.insert(lastID)
      named[draft.id] = lastID
      anchors[lastID] = before
      if before.map({ moved.contains($0) || !has($0) }) ?? false { moved.insert(lastID) }
      drafts.append(draft.value)
      answer = rows.first { $0.id == lastID }?.row
    case .update(let draft):
      guard let index = index(of: edit.id) else { return nil }
      let isNamed = namesRow || draft.id != edit.id
      drafts.append(draft.value)
      set(isNamed ? nextValue(of: edit.id) : draft.value, at: index)
      answer = isNamed ? rows[index].row : nil
    case .remove:
      remove(edit.id)
      answer = nil
    }
    answers[EditKey(edit)] = .some(answer)
    return .some(answer)
  }
}

extension WorldFeed.Edit {
  /// The row as the user has changed it, which a list shows if the answer has none.
  fileprivate var updatedRow: WorldRow? {
    if case .update(let draft) = change { WorldRow(id: id, value: draft.value) } else { nil }
  }
}

extension WorldServer.Row {
  var row: WorldRow { WorldRow(id: id, value: value) }
}
