import FeedEffects
import FeedReducer

/// A row appears and there is nothing to do: what happens thousands of times.
enum Scrolling {
  @MainActor static func run(_ effort: Effort) -> Report {
    var loop = Loop<RowFeed>(rows: 1_000)
    let events = 1_000_000
    let ignored = measure(effort) {
      nanoseconds {
        // As a front end does: it acts on effects, and there are none.
        var accepted = 0
        for index in 0..<events {
          if case .accepted = loop.send(.itemAppeared(index: 500 + index & 1)) { accepted += 1 }
        }
        consume(accepted)
      } / Double(events)
    }
    let store = FeedStore(RowFeed(), seed: 1, starts: false) { _ in throw CancellationError() }
    let observed = measure(effort) { () -> Double in
      nanoseconds {
        for index in 0..<events / 10 { store.send(.itemAppeared(index: 500 + index & 1)) }
      } / Double(events / 10)
    }
    let list = loop.state.items
    let byID = measure(effort) {
      nanoseconds { for index in 0..<100_000 { consume(list.index(id: 500 + index & 7)) } }
        / 100_000
    }
    var report = Report(bars: [
      Bar(
        name: "ignored `itemAppeared` through `Loop`", unit: .nanoseconds, must: 10, aim: 5,
        figure: ignored),
      Bar(
        name: "ignored `itemAppeared` through `FeedStore`", unit: .nanoseconds, must: 30, aim: 15,
        figure: observed),
    ])
    report.notes.append(("index of a row by its id", "\(rounded(byID.median)) ns"))
    for (name, model) in models(page(0, 1_000)) {
      let figure = measure(effort) {
        nanoseconds {
          var asked = 0
          for index in 0..<10_000 where model.appeared(500 + index & 1) { asked += 1 }
          consume(asked)
        } / 10_000
      }
      report.notes.append(("a row appears, \(name)", "\(rounded(figure.median)) ns"))
    }
    return report
  }

  static func models(_ rows: [Row]) -> [(String, any ViewModel)] {
    [
      ("hand-written store", HandWrittenStore(rows)), ("link", LinkViewModel(rows)),
      ("threshold", ThresholdViewModel(rows)), ("search", SearchViewModel(rows)),
      ("connection", ConnectionViewModel(rows)), ("pageable", PageableViewModel(rows)),
    ]
  }
}
