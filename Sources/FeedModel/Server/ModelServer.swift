import FeedReducer
import FeedTesting

/// The server of a ``SimulatedFeed``: rows in the order of their ids, as bits.
struct ModelServer: Equatable {
  /// A bit for each row.
  private(set) var rows: UInt64 = 0

  /// A bit for each row that there is or was, or that has been spoken of.
  private(set) var used: UInt64 = 0

  /// A bit for each id that a person's new row had before the server took it.
  private(set) var drafts: UInt64 = 0

  /// A bit for each row that was changed.
  private(set) var changed: UInt64 = 0

  /// How many rows may still be added.
  private(set) var insertions: Int

  /// How many rows may still be taken away.
  private(set) var removals: Int

  /// How many rows may still change.
  private(set) var updates: Int

  /// How many cursors may still be made up.
  private(set) var freshCursors: Int

  /// The bit of the row with the id 0.
  static let origin = 32

  init(_ scenario: FeedScenario) {
    insertions = scenario.insertions
    removals = scenario.removals
    updates = scenario.updates
    freshCursors = scenario.freshCursors
    for row in 0..<scenario.rows { rows |= Self.bit(row * Self.gap(scenario)) }
    used = rows
  }

  /// How far apart the ids of the first rows are: room for those that come later.
  static func gap(_ scenario: FeedScenario) -> Int { 1 << scenario.insertions }

  /// The bit of the row with this id.
  static func bit(_ id: Int) -> UInt64 { 1 << UInt64(id + origin) }

  /// The bits of all rows with ids up to `id`.
  static func bits(upTo id: Int) -> UInt64 {
    let bit = id + origin
    return bit < 0 ? 0 : bit >= 63 ? ~0 : (1 << UInt64(bit + 1)) - 1
  }

  /// The bits of the rows of a list.
  static func bits(_ list: ItemList<ModelRow>) -> UInt64 {
    list.indices.reduce(0) { $0 | bit(list[$1].id) }
  }

  /// The ids of rows, in order.
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
  /// How many rows there are.
  var count: Int { rows.nonzeroBitCount }

  /// The ids of the rows, in order.
  var ids: [Int] { Self.ids(rows) }

  /// An id above all that were used.
  var idOnTop: Int { used == 0 ? 0 : used.trailingZeroBitCount - 1 - Self.origin }

  /// Whether the server has the row with this id.
  func has(_ id: Int) -> Bool { rows & Self.bit(id) != 0 }

  /// Whether a row was made of a person's new one. Where it stands the person decided.
  func isOwn(_ id: Int) -> Bool { drafts & Self.bit(id + 1) != 0 }

  /// Whether this is the id that a person's new row had before the server took it.
  func isDraft(_ id: Int) -> Bool { drafts & Self.bit(id) != 0 }

  /// The rows between two others, but for those that a person made.
  func rows(between first: Int, and second: Int) -> UInt64 {
    rows & ~(drafts >> 1) & Self.bits(upTo: second - 1) & ~Self.bits(upTo: first)
  }

  /// The id that a new row in front of the row at `index` gets; nil where there is no room.
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

  /// Makes sure that no other row gets this id of a person's new row, or the server's id of it.
  mutating func draft(_ id: Int) {
    drafts |= Self.bit(id)
    used |= Self.bit(id) | Self.bit(id - 1)
  }

  /// The id under which the server knows a row, which a person may know by another.
  func ownID(_ id: Int) -> Int { drafts & Self.bit(id) == 0 ? id : id - 1 }

  mutating func change(_ id: Int) { changed |= Self.bit(id) & rows }

  mutating func remove(id: Int) { rows &= ~Self.bit(id) }

  mutating func useFreshCursor() { freshCursors -= 1 }
}
