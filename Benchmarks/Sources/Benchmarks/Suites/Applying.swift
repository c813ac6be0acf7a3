import FeedReducer

/// A page is applied while a copy of the state before is kept, at every number of rows.
enum Applying {
  private static let landings = 200

  static func run(_ effort: Effort) -> Report {
    var report = Report()
    var kept: [(rows: Int, figure: Measurement)] = []
    var handWritten: [(rows: Int, figure: Measurement)] = []
    var systems: [(rows: Int, figure: Measurement)] = []
    for rows in [1_000, 10_000, 100_000, 1_000_000] where rows <= effort.maxRows {
      let base = Loop<RowFeed>(rows: rows)
      let figures = measureInTurns(
        effort, [{ landing(on: base) }, { handWrittenLanding(rows) }])
      kept.append((rows, figures[0]))
      handWritten.append((rows, figures[1]))
      systems.append((rows, Measurement(viewModels(effort, rows).map(\.median))))
      report.bars += bar(rows, figures[0])
      if rows == effort.maxRows { report.bars.append(splicing(rows, base, effort)) }
    }
    if !effort.isShort {
      let rows = 10_000_000
      report.bars += bar(rows, measure(effort) { [base = Loop(rows: rows)] in landing(on: base) })
    }
    if let ours = kept.first(where: { $0.rows == 100_000 })?.figure,
      let theirs = handWritten.first(where: { $0.rows == 100_000 })?.figure
    {
      report.notes.append(
        (
          "a page applied at 100,000 rows: the hand-written store against ours",
          "\(rounded(theirs.median / ours.median)) ×"
        ))
    }
    report.curves = [
      ("Feed", kept), ("hand-written store", handWritten), ("the five systems, median", systems),
    ].map { name, figures in (name, figures.map { ($0.rows, $0.figure.median / 1_000) }) }
    return report
  }

  /// What a page that is applied costs the view models of the five systems.
  private static func viewModels(_ effort: Effort, _ rows: Int) -> [Measurement] {
    Scrolling.models(page(0, rows)).dropFirst().map { name, model in
      let pages = (0..<5).map { page(rows + $0 * 20) }
      return measure(effort) { nanoseconds { for page in pages { model.apply(page) } } / 5 }
    }
  }

  /// The time of a page that is applied while a copy of the state before is kept, on average: some pages
  /// merge large parts of the index. What goes with the copies before is not counted.
  private static func landing(on base: Loop<RowFeed>) -> Double {
    var loop = base
    var old = loop.state
    let start = loop.state.items.count
    var time = 0.0
    for number in 0..<landings {
      guard let ticket = loop.ticket else { return .nan }
      let next = start + (number + 1) * 20
      let answer = RowFeed.Page(items: page(next - 20), next: next)
      old = loop.state
      time += nanoseconds { loop.send(.pageLoaded(ticket: ticket, page: answer)) }
      loop.send(.loadMore)
    }
    precondition(loop.state.items.count == start + landings * 20, "a page was not applied")
    consume(old)
    return time / Double(landings)
  }

  /// What a list model is told of a page: the time of `splices(from:)`.
  private static func splicing(
    _ rows: Int, _ base: Loop<RowFeed>, _ effort: Effort
  ) -> Bar {
    let figure = measure(effort) {
      var loop = base
      var time = 0.0
      for number in 0..<landings {
        guard let ticket = loop.ticket else { return .nan }
        let next = rows + (number + 1) * 20
        let old = loop.state.items
        loop.send(.pageLoaded(ticket: ticket, page: .init(items: page(next - 20), next: next)))
        var splices: [ItemList<Row>.Splice] = []
        time += nanoseconds { splices = loop.state.items.splices(from: old) }
        precondition(splices.count == 1 && splices[0].inserted == 20, "more than the page changed")
        loop.send(.loadMore)
      }
      return time / Double(landings)
    }
    return Bar(
      name: "the splices of a page of 20, \(rows.grouped) rows", unit: .microseconds, must: 10_000,
      aim: 5_000, figure: figure)
  }

  private static func handWrittenLanding(_ rows: Int) -> Double {
    let store = HandWrittenStore(page(0, rows))
    let pages = (0..<5).map { page(rows + $0 * 20) }
    return nanoseconds { for page in pages { store.apply(page) } } / 5
  }

  private static func bar(_ rows: Int, _ figure: Measurement) -> [Bar] {
    guard let must = [100_000: 10.0, 1_000_000: 20, 10_000_000: 40][rows] else { return [] }
    return [
      Bar(
        name: "a page of 20 is applied, the old state kept, \(rows.grouped) rows",
        unit: .microseconds, must: must * 1_000, aim: must * 1_000, figure: figure)
    ]
  }
}
