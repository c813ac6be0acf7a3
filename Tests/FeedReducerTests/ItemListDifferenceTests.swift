import FeedReducer
import Testing
import TestWatch

@Suite("What has changed since an older list", .watched)
struct ItemListDifferenceTests {
  /// What a list view makes of a difference: the old rows, changed as it says.
  private static func apply(
    _ difference: ItemList<Row>.Difference, to old: [Row], with new: [Row]
  ) -> [Row] {
    let gone = Set(difference.removals + difference.moves.map(\.from))
    var rows = old.indices.filter { !gone.contains($0) }.map { old[$0] }
    let put = difference.insertions + difference.moves.map(\.to)
    for index in put.sorted() {
      if index > rows.count { return [] }
      rows.insert(new[index], at: index)
    }
    for index in difference.updates where index < rows.count { rows[index] = new[index] }
    return rows
  }

  private func expect(
    _ new: ItemList<Row>, since old: ItemList<Row>, _ what: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let difference = new.difference(from: old)
    let shown = Self.apply(difference, to: Array(old), with: Array(new))
    #expect(shown == Array(new), "\(what)", sourceLocation: location)
    #expect(difference.isEmpty == (old == new), "\(what)", sourceLocation: location)
  }

  @Test func eachKindOfChangeIsToldAsSuch() {
    let old = ItemList("abcdef".map { Row(String($0)) })
    var new = old
    new.remove(id: "b")
    new.update(Row("c", "newer"))
    new.remove(id: "f")
    new.insert(Row("f"), at: 0)
    new.append(contentsOf: [Row("x")])
    let difference = new.difference(from: old)
    #expect(new.map(\.id) == ["f", "a", "c", "d", "e", "x"])
    #expect(difference.removals == [1])
    #expect(difference.insertions == [5])
    #expect(difference.moves.map { [$0.from, $0.to] } == [[5, 0]])
    #expect(difference.updates == [2])
  }

  @Test func nothingHasChangedInACopy() {
    let list = ItemList((0..<100).map { Row("\($0)") })
    #expect(list.difference(from: list).isEmpty)
    #expect(list.difference(from: ItemList(Array(list))).isEmpty)
  }

  @Test(arguments: UInt64(1)...10) func applyingItGivesTheNewList(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var list = ItemList((0..<300).map { Row("\($0)") })
    var old = list
    for step in 0..<60 {
      change(&list, step, &random)
      expect(list, since: old, "seed \(seed), step \(step)")
      expect(old, since: list, "seed \(seed), step \(step), backwards")
      if step % 7 == 0 { old = list }
    }
    expect(ItemList(list.shuffled(using: &random)), since: list, "seed \(seed), shuffled")
  }

  private func change(_ list: inout ItemList<Row>, _ step: Int, _ random: inout SplitMix64) {
    let page = (0..<20).map { _ in Row("\(Int.random(in: 0..<600, using: &random))", "\(step)") }
    switch Int.random(in: 0..<7, using: &random) {
    case 0: list.append(contentsOf: page)
    case 1: list.prepend(contentsOf: page)
    case 2: list.removeFirst(min(20, list.count))
    case 3: list.removeLast(min(20, list.count))
    case 4: for row in page { list.remove(id: row.id) }
    case 5: for row in page { list.update(row) }
    default:
      for row in page {
        list.remove(id: row.id)
        list.insert(row, at: Int.random(in: 0...list.count, using: &random))
      }
    }
  }

  @Test func whatIsSharedIsNotLookedAt() {
    let looks = Looks()
    var list = ItemList((0..<20_000).map { Counted(number: $0, looks: looks) })
    let old = list
    list.append(contentsOf: (20_000..<20_020).map { Counted(number: $0, looks: looks) })
    list.prepend(contentsOf: (-20..<0).map { Counted(number: $0, looks: looks) })
    list.update(Counted(number: 10_000, looks: looks))
    looks.count = 0
    let difference = list.difference(from: old)
    #expect(difference.insertions.count == 40)
    #expect(looks.count < 2_000)
    looks.count = 0
    #expect(list != old)
    #expect(list == list)
    #expect(looks.count == 0)
  }
}

/// A row that counts how often its id is looked at.
private struct Counted: Identifiable, Equatable {
  let number: Int
  let looks: Looks

  var id: Int {
    looks.count += 1
    return number
  }

  static func == (lhs: Counted, rhs: Counted) -> Bool { lhs.id == rhs.id }
}

private final class Looks {
  var count = 0
}
