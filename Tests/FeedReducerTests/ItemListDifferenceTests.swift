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

  /// Whether the difference and the splices turn the old list into the new one, and are as few as they may be.
  private static func isRight(_ new: ItemList<Row>, since old: ItemList<Row>) -> Bool {
    let (difference, splices) = (new.difference(from: old), new.splices(from: old))
    return apply(difference, to: Array(old), with: Array(new)) == Array(new)
      && apply(splices, to: Array(old), with: new) == Array(new)
      && difference.isEmpty == (old == new) && splices.isEmpty == (old == new)
      && zip(splices, splices.dropFirst()).allSatisfy { $0.index + $0.inserted < $1.index }
  }

  /// What a list model makes of splices; nothing if one is not right for what those before left.
  private static func apply(
    _ splices: [ItemList<Row>.Splice], to old: [Row], with new: ItemList<Row>
  ) -> [Row] {
    var rows = old
    for splice in splices {
      if splice.index + splice.removed > rows.count { return [] }
      let added = new[splice.index..<splice.index + splice.inserted]
      rows.replaceSubrange(splice.index..<splice.index + splice.removed, with: added)
    }
    return rows
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

  @Test func splicesGoFromTheFrontToTheBack() {
    let old = ItemList("abcdef".map { Row(String($0)) })
    var new = old
    new.remove(id: "b")
    new.update(Row("c", "newer"))
    new.remove(id: "f")
    new.insert(Row("f"), at: 0)
    new.append(contentsOf: [Row("x"), Row("y")])
    // The row f arrives in front; b leaves, and c behind it is replaced; f leaves the end, where x and y arrive.
    #expect(
      new.splices(from: old).map { [$0.index, $0.removed, $0.inserted] }
        == [[0, 0, 1], [2, 2, 1], [5, 1, 2]])
  }

  @Test func aPageIsOneSplice() {
    var list = ItemList((0..<100).map { Row("\($0)") })
    let old = list
    list.append(contentsOf: (100..<250).map { Row("\($0)") })
    #expect(
      list.splices(from: old).map { [$0.index, $0.removed, $0.inserted] } == [[100, 0, 150]])
    #expect(
      old.splices(from: list).map { [$0.index, $0.removed, $0.inserted] } == [[100, 150, 0]])
  }

  /// Each list of up to three rows out of four, with an old or a new value, to each other.
  @Test func everySmallListLeadsToEveryOther() {
    var lists: [[Row]] = [[]]
    var longest = lists
    for _ in 0..<3 {
      longest = longest.flatMap { list in
        "abcd".filter { id in !list.contains { $0.id == String(id) } }
          .flatMap { [list + [Row(String($0))], list + [Row(String($0), "newer")]] }
      }
      lists += longest
    }
    #expect(lists.count == 249)
    for old in lists {
      let wrong = lists.filter { !Self.isRight(ItemList($0), since: ItemList(old)) }
      #expect(wrong == [], "from \(old)")
    }
  }

  @Test func nothingHasChangedInACopy() {
    let list = ItemList((0..<100).map { Row("\($0)") })
    #expect(list.difference(from: list).isEmpty)
    #expect(list.difference(from: ItemList(Array(list))).isEmpty)
    #expect(list.splices(from: list).isEmpty)
    #expect(list.splices(from: ItemList(Array(list))).isEmpty)
  }

  @Test(arguments: UInt64(1)...10) func applyingItGivesTheNewList(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var list = ItemList((0..<300).map { Row("\($0)") })
    var old = list
    for step in 0..<60 {
      change(&list, step, &random)
      #expect(Self.isRight(list, since: old), "seed \(seed), step \(step)")
      #expect(Self.isRight(old, since: list), "seed \(seed), step \(step), backwards")
      if step % 7 == 0 { old = list }
    }
    let shuffled = ItemList(list.shuffled(using: &random))
    #expect(Self.isRight(shuffled, since: list), "seed \(seed), shuffled")
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
    #expect(looks.count < 600)
    looks.count = 0
    #expect(list.splices(from: old).count == 2)
    #expect(looks.count < 600)
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
