import FeedReducer

/// Every state of a feed is kept, as travelling in time does.
enum Keeping {
  static func run(_ effort: Effort) -> Report {
    var loop = Loop<RowFeed>(rows: 100_000)
    let states = 5_000
    let before = allocatedBytes()
    var kept: [RowFeed.State] = []
    kept.reserveCapacity(states)
    for start in 0..<states {
      loop.apply(100_000 + start * 20)
      kept.append(loop.state)
    }
    let taken = allocatedBytes() - before
    consume(kept)
    return Report(bars: [
      Bar(
        name: "5,000 kept states from 100,000 rows on, with the 100,000 new rows",
        unit: .megabytes, must: 80 * 1_048_576, aim: 60 * 1_048_576,
        figure: Measurement([taken]))
    ])
  }
}
