import FeedReducer

/// Rows are read, beside an array.
enum Reading {
  static func run(_ effort: Effort) -> Report {
    let rows = 100_000
    let array = page(0, rows)
    let list = Loop<RowFeed>(rows: rows).state.items
    let indices = scattered(rows)
    let figures = measureInTurns(
      effort,
      [
        { nanoseconds { consume(sum(list, indices)) } },
        { nanoseconds { consume(sum(array, indices)) } },
        { nanoseconds { for _ in 0..<20 { consume(sum(list)) } } },
        { nanoseconds { for _ in 0..<20 { consume(sum(array)) } } },
      ])
    return Report(bars: [
      Bar(
        name: "random read, against an array, 100,000 rows", unit: .ratio, must: 3, aim: 2,
        figure: figures[0] / figures[1]),
      Bar(
        name: "whole walk, against an array, 100,000 rows", unit: .ratio, must: 4, aim: 2,
        figure: figures[2] / figures[3]),
    ])
  }

  /// Indices all over the list, as a generator of random numbers gives them.
  private static func scattered(_ rows: Int) -> [Int] {
    var number = 12_345
    return (0..<1_000_000).map { _ in
      number = (number &* 1_103_515_245 &+ 12_345) & 0x7fff_ffff
      return number % rows
    }
  }

  @inline(never) private static func sum(_ list: ItemList<Row>, _ indices: [Int]) -> Int {
    var sum = 0
    for index in indices { sum &+= list[index].id }
    return sum
  }

  @inline(never) private static func sum(_ array: [Row], _ indices: [Int]) -> Int {
    var sum = 0
    for index in indices { sum &+= array[index].id }
    return sum
  }

  @inline(never) private static func sum(_ list: ItemList<Row>) -> Int {
    var sum = 0
    for row in list { sum &+= row.id }
    return sum
  }

  @inline(never) private static func sum(_ array: [Row]) -> Int {
    var sum = 0
    for row in array { sum &+= row.id }
    return sum
  }
}
