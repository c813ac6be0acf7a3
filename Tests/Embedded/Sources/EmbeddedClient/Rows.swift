import FeedReducer

/// A row of numbers: texts as ids would bring Unicode's tables.
struct Row: Identifiable, Equatable {
  let id: Int32
  var value: Int32 = 0
}

func rows(_ ids: ClosedRange<Int32>, value: Int32 = 0) -> [Row] {
  ids.map { Row(id: $0, value: value) }
}

func useRows(_ sum: inout Checksum) {
  var list: ItemList<Row> = []
  expect(list == ItemList())
  expect(list.isEmpty && list.startIndex == list.endIndex)
  sum.add(list.append(contentsOf: rows(100...199)))
  sum.add(list.prepend(contentsOf: rows(50...99)))
  let old = list
  sum.add(list.insert(Row(id: 1), at: 10))
  sum.add(list.update(Row(id: 60, value: 7)).map { Int($0.value) } ?? -1)
  sum.add(list.replace(id: 61, with: Row(id: 2)).map { Int($0.id) } ?? -1)
  sum.add(list.remove(id: 199).map { Int($0.id) } ?? -1)
  list.removeFirst(3)
  list.removeLast(3)
  list.replace(20..<30, with: rows(300...304, value: 3))
  expect(list != old && list == ItemList(list))
  expect(list.contains(id: 150) && list.index(id: 150) == 93 && list.index(id: 150, near: 92) == 93)
  expect(list[id: 60]?.value == 7 && list[93].id == 150)

  let difference = list.difference(from: old)
  expect(!difference.isEmpty && difference != list.difference(from: list))
  for index in difference.removals + difference.insertions + difference.updates { sum.add(index) }
  for id in [100, 101] as [Int32] {
    list.remove(id: id)
    list.insert(Row(id: id), at: list.endIndex)
  }
  let splices = list.splices(from: old)
  expect(splices == splices && splices.first != splices.last)
  for splice in splices { sum.add(splice.index + splice.removed - splice.inserted) }
  let moves = list.difference(from: old).moves
  expect(moves == moves && moves.first != moves.last)
  for move in moves {
    sum.add(move.from)
    sum.add(move.to)
  }
  var iterator = list.makeIterator()
  while let row = iterator.next() { sum.add(Int(row.id)) }
  list.replace(0..<list.count, with: rows(1...3))
  expect(list.count == 3)
}
