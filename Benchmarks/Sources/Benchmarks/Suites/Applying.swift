import FeedReducer

/// A page applied, at every number of rows, with and without a copy of the old state.
enum Applying {
  private static let landings = 200

  static func run(_ effort: Effort) -> Report {
    var report = Report()
    var kept: [(rows: Int, figure: Measurement)] = []
    var handWritten: [(rows: Int, figure: Measurement)] = []
    var systems: [(rows: Int, figure: Measurement)] = []
    for rows in [1_000, 10_000, 100_000, 1_000_000] where rows <= effort.maxRows {
      let base = Loop<RowFeed>(rows: rows)
      kept.append((rows, measure(effort) { landing(keeping: base) }))
      handWritten.append((rows, measure(effort) { handWrittenLanding(rows) }))
      let figures = viewModels(effort, rows)
      systems.append((rows, Measurement(figures.map { $0.figure.median })))
      if rows == 100_000 {
        report.bars.append(alone(effort, rows))
        report.notes = figures.map { name, figure in
          ("a page is applied at 100,000 rows, \(name)", "\(rounded(figure.median / 1_000)) µs")
        }
      }
      report.bars += bars(rows, kept.last?.figure, handWritten.last?.figure)
    }
    if let first = kept.first, let last = kept.last {
      report.bars.append(
        Bar(
          name: "growth from \(first.rows) to \(last.rows) rows", unit: .ratio, must: 10, aim: 4,
          figure: last.figure / first.figure))
    }
    report.curves = [
      ("Feed", kept), ("hand-written store", handWritten), ("the five systems, median", systems),
    ].map { name, figures in (name, figures.map { ($0.rows, $0.figure.median / 1_000) }) }
    return report
  }

  /// What a page that is applied costs the view models of the five systems.
  private static func viewModels(
    _ effort: Effort, _ rows: Int
  ) -> [(name: String, figure: Measurement)] {
    Scrolling.models(page(0, rows)).dropFirst().map { name, model in
      let figure = measure(effort) {
        nanoseconds { for start in 0..<5 { model.apply(page(1_000_000 + start * 20)) } } / 5
      }
      return (name, figure)
    }
  }

  /// The median time of one page that is applied while a copy of the state before is kept.
  private static func landing(keeping base: Loop<RowFeed>) -> Double {
    var loop = base
    return landing(&loop, keepsOld: true)
  }

  /// The median time of one page that is applied.
  private static func landing(_ loop: inout Loop<RowFeed>, keepsOld: Bool = false) -> Double {
    var times: [Double] = []
    var old: RowFeed.State?
    for _ in 0..<landings {
      guard let ticket = loop.ticket else { return .nan }
      let start = loop.state.items.count
      let answer = RowFeed.Page(items: page(start), next: start + 20)
      if keepsOld { old = loop.state }
      times.append(nanoseconds { loop.send(.pageLoaded(ticket: ticket, page: answer)) })
      loop.send(.loadMore)
    }
    consume(old)
    return Measurement(times).median
  }

  private static func handWrittenLanding(_ rows: Int) -> Double {
    let store = HandWrittenStore(page(0, rows))
    let times = (0..<5).map { turn in
      let fresh = page(rows + turn * 20)
      return nanoseconds { store.apply(fresh) }
    }
    return Measurement(times).median
  }

  /// The cost if the old state is not kept, beside the floor.
  private static func alone(_ effort: Effort, _ rows: Int) -> Bar {
    let floor = measure(effort) {
      var floor = Floor(page(0, rows), room: landings * 20)
      let times = (0..<landings).map { turn in
        let fresh = page(rows + turn * 20)
        return nanoseconds { floor.apply(fresh) }
      }
      consume(floor)
      return Measurement(times).median
    }
    let figure = measure(effort) {
      var loop = Loop<RowFeed>(rows: rows)
      return landing(&loop)
    }
    return Bar(
      name: "page applied, the old state is not held, \(rows) rows, against the floor",
      unit: .ratio, must: 5, aim: 2, figure: figure / floor)
  }

  private static func bars(_ rows: Int, _ kept: Measurement?, _ hand: Measurement?) -> [Bar] {
    guard let kept, let hand, let limits = limits[rows] else { return [] }
    return [
      Bar(
        name: "page applied, the old state is kept, \(rows) rows", unit: .microseconds,
        must: limits.must * 1_000, aim: limits.aim * 1_000, figure: kept),
      Bar(
        name: "the same, times faster than the hand-written store", unit: .ratio,
        must: limits.times, aim: limits.times,
        figure: Measurement(kept.runs.map { hand.median / $0 }),
        isMoreBetter: true),
    ]
  }

  private static let limits: [Int: (must: Double, aim: Double, times: Double)] = [
    100_000: (30, 10, 50), 1_000_000: (60, 20, 600),
  ]
}
