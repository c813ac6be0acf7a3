import FeedEffects
import FeedReducer
import Observation

/// A row in the middle of a list appears, and nothing is to load: what happens thousands of times.
enum Scrolling {
  @MainActor static func run(_ effort: Effort) -> Report {
    var loop = Loop<RowFeed>(rows: 1_000)
    let events = 1_000_000
    let moved = measure(effort) {
      nanoseconds {
        // As a front end does: it acts on effects, and there are none.
        var effects = 0
        for index in 0..<events {
          effects += loop.send(.itemAppeared(index: 500 + index & 1)).effects.count
        }
        consume(effects)
      } / Double(events)
    }
    let store = FeedStore(RowFeed(), seed: 1, starts: false) { _ in throw CancellationError() }
    store.send(.started)
    store.send(.pageLoaded(ticket: 1, page: .init(items: page(0, 1_000), next: nil)))
    var told = 0
    withObservationTracking {
      consume(store.items.count)
    } onChange: {
      MainActor.assumeIsolated { told += 1 }
    }
    let observed = measure(effort) { () -> Double in
      nanoseconds {
        for index in 0..<events / 10 { store.send(.itemAppeared(index: 500 + index & 1)) }
      } / Double(events / 10)
    }
    let search = SearchStore(query: 0, source: NoSearch(), seed: 1, timeout: nil)
    search.submit()
    search.send(
      .feed(action: .pageLoaded(ticket: 1, page: .init(items: page(0, 1_000), next: nil))))
    withObservationTracking {
      consume(search.items.count)
    } onChange: {
      MainActor.assumeIsolated { told += 1 }
    }
    let byQuery = measure(effort) { () -> Double in
      let feed = nanoseconds {
        for index in 0..<events / 10 { store.appeared(500 + index & 1) }
      }
      let searched = nanoseconds {
        for index in 0..<events / 10 { search.appeared(500 + index & 1) }
      }
      return (searched - feed) / Double(events / 10)
    }
    // Read as a whole only now: from then on each move of the reader looks for observations.
    precondition(told == 0 && store.state.reader == 501..<502)
    precondition(search.state.reader == 501..<502)
    let list = loop.state.items
    let byID = measure(effort) {
      nanoseconds { for index in 0..<100_000 { consume(list.index(id: 500 + index & 7)) } }
        / 100_000
    }
    var report = Report(bars: [
      Bar(
        name: "a row appears, through `Loop`", unit: .nanoseconds, must: 10, aim: 5, figure: moved),
      Bar(
        name: "a row appears, through `FeedStore` with an observer", unit: .nanoseconds, must: 60,
        aim: 30, figure: observed),
      Bar(
        name: "the same, more through `SearchStore` than through `FeedStore`", unit: .nanoseconds,
        must: 20, aim: 10, figure: byQuery),
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

/// A source that gives no page.
private struct NoSearch: SearchSource {
  func page(for request: RowFeed.Request, query: Int) async throws -> RowFeed.Page {
    throw CancellationError()
  }
}
