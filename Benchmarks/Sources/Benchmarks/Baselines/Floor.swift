/// The least that applying a page can cost: 20 ids into a set and 20 rows to the end of an array,
/// in place, with room for them, and no copy kept.
struct Floor {
  private(set) var items: [Row]
  private var ids: Set<Int>

  init(_ rows: [Row], room: Int) {
    items = rows
    ids = Set(rows.map(\.id))
    items.reserveCapacity(rows.count + room)
    ids.reserveCapacity(rows.count + room)
  }

  mutating func apply(_ page: [Row]) {
    for row in page where ids.insert(row.id).inserted { items.append(row) }
  }
}
