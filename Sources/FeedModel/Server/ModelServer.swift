import FeedReducer
import FeedSpec
import FeedTesting

/// The server of a ``SimulatedFeed``: a set of rows as bits, in the order of their ids.
struct ModelServer: Equatable {
  /// One bit for each row of the server.
  private(set) var rows: UInt64 = 0

  /// One bit for each id that no new row may get: past and present rows, and reserved ids.
  private(set) var used: UInt64 = 0

  /// One bit for each id that the user gave to a new row and that the server replaces.
  private(set) var drafts: UInt64 = 0

  /// One bit for each row that has changed.
  private(set) var changed: UInt64 = 0

  /// How many more rows the scenario may insert.
  private(set) var insertions: Int

  /// How many more rows the scenario may remove.
  private(set) var removals: Int

  /// How many more rows the scenario may change.
  private(set) var updates: Int

  /// How many more new cursors the server may make for positions that have one.
  private(set) var freshCursors: Int

  /// The bit of the row with id 0. It leaves room for negative ids.
  static let origin = 32

  init(_ scenario: FeedScenario) {
    insertions = scenario.insertions
    removals = scenario.removals
    updates = scenario.updates
    freshCursors = scenario.freshCursors
    for row in 0..<scenario.rows { rows |= Self.bit(row * Self.gap(scenario)) }
    used = rows
  }

  /// The distance between the ids of the first rows. It leaves room for rows inserted later.
  static func gap(_ scenario: FeedScenario) -> Int { 1 << scenario.insertions }

  /// The bit of the row with this id.
  static func bit(_ id: Int) -> UInt64 { 1 << UInt64(id + origin) }

  /// The bits of all ids up to and including `id`.
  static func bits(upTo id: Int) -> UInt64 {
    let bit = id + origin
    return bit < 0 ? 0 : bit >= 63 ? ~0 : (1 << UInt64(bit + 1)) - 1
  }

  static func bits(_ list: ItemList<ModelRow>) -> UInt64 {
    list.indices.reduce(0) { $0 | bit(list[$1].id) }
  }

  /// The ids of the rows with these bits, ascending.
  static func ids(_ bits: UInt64) -> [Int] {
    var ids: [Int] = []
    var rest = bits
    while rest != 0 {
      ids.append(rest.trailingZeroBitCount - origin)
      rest &= rest - 1
    }
    return ids
  }
}

extension ModelServer {
  /// The number of the server's rows.
  var count: Int { rows.nonzeroBitCount }

  /// The ids of the server's rows, ascending.
  var ids: [Int] { Self.ids(rows) }

  /// An id below all used ones, so that its row comes first in the list.
  var idOnTop: Int { used == 0 ? 0 : used.trailingZeroBitCount - 1 - Self.origin }

  func has(_ id: Int) -> Bool { rows & Self.bit(id) != 0 }

  /// Whether the user created the row. Its position in the list need not follow its id.
  func isAddedByUser(_ id: Int) -> Bool { drafts & Self.bit(id + 1) != 0 }

  /// Whether this is the id of a user's new row before the server accepted it.
  func isDraft(_ id: Int) -> Bool { drafts & Self.bit(id) != 0 }

  /// The rows between two others, without those that the user created.
  func rows(between first: Int, and second: Int) -> UInt64 {
    rows & ~(drafts >> 1) & Self.bits(upTo: second - 1) & ~Self.bits(upTo: first)
  }

  /// The id of a row inserted in front of the row at `index`; nil if no id is free there.
  func newID(at index: Int) -> Int? {
    if index == 0 { return idOnTop }
    if index == count { return 64 - used.leadingZeroBitCount - Self.origin }
    let ids = ids
    return (ids[index - 1] + 1..<ids[index]).last { used & Self.bit($0) == 0 }
  }

  // MARK: - Changes

  mutating func insert(at index: Int) {
    guard insertions > 0, index <= count, let id = newID(at: index) else { return }
    insertions -= 1
    add(id)
  }

  mutating func remove(at index: Int) {
    guard removals > 0, index < count else { return }
    removals -= 1
    rows &= ~Self.bit(ids[index])
  }

  mutating func update(at index: Int) {
    guard updates > 0, index < count else { return }
    updates -= 1
    change(ids[index])
  }

  mutating func add(_ id: Int) {
    rows |= Self.bit(id)
    used |= rows
  }

  /// Reserves the user's id of a new row, and the id that the server will give it.
  mutating func draft(_ id: Int) {
    drafts |= Self.bit(id)
    used |= Self.bit(id) | Self.bit(id - 1)
  }

  /// The server's id of a row. It differs from the user's id if the user created the row.
  func assignedID(for id: Int) -> Int { drafts & Self.bit(id) == 0 ? id : id - 1 }

  mutating func change(_ id: Int) { changed |= Self.bit(id) & rows }

  mutating func remove(id: Int) { rows &= ~Self.bit(id) }

  mutating func useFreshCursor() { freshCursors -= 1 }
}
