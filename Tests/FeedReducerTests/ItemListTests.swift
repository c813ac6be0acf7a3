import FeedReducer
import Testing
import TestWatch

/// The plainest list of rows that are unique by id.
private struct Model {
  var rows: [Row] = []

  func index(_ id: String) -> Int? { rows.firstIndex { $0.id == id } }

  mutating func add(_ page: [Row], atStart: Bool) -> Int {
    var fresh: [Row] = []
    for row in page {
      if let index = index(row.id) {
        rows[index] = row
      } else if let index = fresh.firstIndex(where: { $0.id == row.id }) {
        fresh[index] = row
      } else {
        fresh.append(row)
      }
    }
    rows.insert(contentsOf: fresh, at: atStart ? 0 : rows.count)
    return fresh.count
  }
}

/// A row whose id counts how often it is compared.
private struct CountedRow: Identifiable, Equatable {
  final class Counter {
    var count = 0
  }

  struct ID: Hashable {
    let number: Int
    let counter: Counter

    static func == (left: ID, right: ID) -> Bool {
      left.counter.count += 1
      return left.number == right.number
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(number)
    }
  }

  let id: ID
}

@Suite("ItemList", .watched)
struct ItemListTests {
  /// Rows 0 to `count`.
  private static func list(_ count: Int) -> (ItemList<Row>, Model) {
    let rows = (0..<count).map { Row("\($0)") }
    return (ItemList(rows), Model(rows: rows))
  }

  private func expect(
    _ list: ItemList<Row>, is model: Model, _ what: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(Array(list) == model.rows, "\(what)", sourceLocation: location)
    #expect(list.isConsistent, "\(what)", sourceLocation: location)
    for (index, row) in model.rows.enumerated() {
      #expect(list.index(id: row.id) == index, "\(what)", sourceLocation: location)
      for guess in [-9, index - 2, index - 1, index, index + 1, index + 2, list.count] {
        #expect(
          list.index(id: row.id, near: guess) == index, "\(what)", sourceLocation: location)
      }
    }
  }

  @Test(arguments: 0..<9) func everyOperationAtEverySmallSize(count: Int) {
    for at in 0...count {
      var (list, model) = Self.list(count)
      list.insert(Row("new"), at: at)
      model.rows.insert(Row("new"), at: at)
      expect(list, is: model, "insert at \(at)")
      list.remove(id: "new")
      model.rows.remove(at: at)
      expect(list, is: model, "remove at \(at)")
      list.removeFirst(at)
      model.rows.removeFirst(at)
      expect(list, is: model, "remove first \(at)")
      (list, model) = Self.list(count)
      list.removeLast(at)
      model.rows.removeLast(at)
      expect(list, is: model, "remove last \(at)")
    }
    for at in 0..<count {
      var (list, model) = Self.list(count)
      list.update(Row("\(at)", "x"))
      model.rows[at] = Row("\(at)", "x")
      expect(list, is: model, "update \(at)")
      let old = list.replace(id: "\(at)", with: Row("other"))
      #expect(old == Row("\(at)", "x"))
      model.rows[at] = Row("other")
      expect(list, is: model, "replace \(at)")
      #expect(!list.contains(id: "\(at)"))
    }
  }

  @Test(arguments: 0..<6, 0..<6) func everyOverlapOfAPage(count: Int, first: Int) {
    for length in 0..<5 {
      for atStart in [false, true] {
        var (list, model) = Self.list(count)
        let page = (first..<first + length).map { Row("\($0)", "newer") }
        let added = atStart ? list.prepend(contentsOf: page) : list.append(contentsOf: page)
        let expected = model.add(page, atStart: atStart)
        #expect(added == expected)
        expect(list, is: model, "page of \(length) from \(first), at start: \(atStart)")
      }
    }
  }

  @Test(arguments: [0, 1, 3, 20, 70]) func aPageTakesThePlaceOfAnyRange(count: Int) {
    let edges = [0, 1, 2, count / 2, count - 1, count].filter { 0...count ~= $0 }
    for start in edges {
      for end in edges where end >= start {
        var (list, model) = Self.list(count)
        let page = [Row("x"), Row("\(count - 1)", "newer"), Row("y")]
        list.replace(start..<end, with: page)
        let last = model.rows.indices.last
        model.rows.replaceSubrange(start..<end, with: page)
        if let last, last < start || last >= end {
          // The page's row is outside of the range, too: there it is newer.
          model.rows.remove(at: start + 1)
          model.rows[last < start ? last : model.rows.count - 1] = page[1]
        }
        expect(list, is: model, "\(start)..<\(end)")
      }
    }
  }

  @Test func aListIsShownAsAnArrayIs() {
    let list: ItemList = [Row("a")]
    #expect("\(list)" == "\([Row("a")])")
    #expect("\(ChunkList([1, 2]))" == "[1, 2]")
  }

  @Test func aRowTwiceInOnePageIsOneRow() {
    var list: ItemList = [Row("a"), Row("b"), Row("a", "2")]
    #expect(list.map(\.text) == ["2", "b"])
    let added = list.prepend(contentsOf: [Row("x"), Row("y"), Row("x", "2"), Row("b", "2")])
    #expect(added == 2)
    #expect(list.map(\.text) == ["2", "y", "2", "2"])
    #expect(list.isConsistent)
  }

  @Test func whatDoesNotFitChangesNothing() {
    let (list, _) = Self.list(3)
    var changed = list
    let isInserted = changed.insert(Row("1"), at: 0)
    let olds = [
      changed.update(Row("9")), changed.remove(id: "9"),
      changed.replace(id: "9", with: Row("8")), changed.replace(id: "0", with: Row("1")),
    ]
    #expect(!isInserted)
    #expect(olds == [nil, nil, nil, nil])
    #expect(changed == list)
    #expect(changed.revision == list.revision)
  }

  @Test func membershipAndPositionById() {
    let (list, _) = Self.list(3)
    #expect(list.contains(id: "2"))
    #expect(!list.contains(id: "3"))
    #expect(list.index(id: "3") == nil)
    #expect(list[id: "1"] == Row("1"))
    #expect(list[id: "3"] == nil)
  }

  @Test func equalityIsThatOfTheRows() {
    var built: ItemList = [Row("b")]
    built.prepend(contentsOf: [Row("a")])
    built.append(contentsOf: [Row("c"), Row("d")])
    built.removeLast(1)
    #expect(built == [Row("a"), Row("b"), Row("c")])
    #expect(built != [Row("a"), Row("c"), Row("b")])
    #expect(built != [Row("a"), Row("b"), Row("c", "newer")])
  }

  @Test func everyChangeGrowsTheRevision() {
    var (list, _) = Self.list(2)
    var last = list.revision
    func grown() -> Bool {
      defer { last = list.revision }
      return list.revision > last
    }
    list.append(contentsOf: [Row("2")])
    #expect(grown())
    list.update(Row("2", "x"))
    #expect(grown())
    list.replaceAll(with: [Row("9")])
    #expect(grown())
    list.replaceAll(with: [])
    #expect(grown())
  }

  @Test func keptCopiesNeverChange() {
    for seed in UInt64(1)...20 {
      var random = SplitMix64(seed: seed)
      var (list, model) = Self.list(0)
      var kept: [(ItemList<Row>, [Row])] = []
      for step in 0..<200 {
        Self.change(&list, &model, step, &random)
        expect(list, is: model, "seed \(seed), step \(step)")
        if step % 10 == 0 { kept.append((list, model.rows)) }
      }
      for (list, rows) in kept { #expect(Array(list) == rows, "seed \(seed)") }
    }
  }

  /// One random operation, on the list and on the model.
  private static func change(
    _ list: inout ItemList<Row>, _ model: inout Model, _ step: Int, _ random: inout SplitMix64
  ) {
    func page() -> [Row] {
      (0..<Int.random(in: 0...4, using: &random)).map { _ in
        Row("\(Int.random(in: 0..<30, using: &random))", "\(step)")
      }
    }
    switch Int.random(in: 0..<7, using: &random) {
    case 0, 1:
      let page = page()
      list.append(contentsOf: page)
      _ = model.add(page, atStart: false)
    case 2:
      let page = page()
      list.prepend(contentsOf: page)
      _ = model.add(page, atStart: true)
    case 3:
      let count = Int.random(in: 0...min(2, model.rows.count), using: &random)
      list.removeFirst(count)
      model.rows.removeFirst(count)
    case 4:
      let count = Int.random(in: 0...min(2, model.rows.count), using: &random)
      list.removeLast(count)
      model.rows.removeLast(count)
    case 5:
      guard let row = model.rows.randomElement(using: &random) else { return }
      list.remove(id: row.id)
      model.rows.removeAll { $0.id == row.id }
    default:
      let at = Int.random(in: 0...model.rows.count, using: &random)
      if list.insert(Row("n\(step)"), at: at) { model.rows.insert(Row("n\(step)"), at: at) }
    }
  }

  /// Rows of one id, as a join without `distinct` returns them; then each id twice.
  @Test(arguments: [1, 10_000])
  func repeatedRowsOfAPageAreComparedOnce(ids: Int) {
    let counter = CountedRow.Counter()
    let rows = (0..<20_000).map { CountedRow(id: .init(number: $0 % ids, counter: counter)) }
    var list = ItemList<CountedRow>()
    list.append(contentsOf: rows)
    #expect(list.count == ids)
    #expect(counter.count < 3 * rows.count)
  }
}
