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
    let observed = measure(effort) {
      nanoseconds {
        for index in 0..<events { store.send(.itemAppeared(index: 500 + index & 1)) }
      } / Double(events)
    }
    let again = measure(effort) {
      nanoseconds { for _ in 0..<events { store.send(.itemAppeared(index: 500)) } } / Double(events)
    }
    let long = FeedStore(RowFeed(), seed: 1, starts: false) { _ in throw CancellationError() }
    long.send(.started)
    long.send(.pageLoaded(ticket: 1, page: .init(items: page(0, 100_000), next: nil)))
    let byID = measure(effort) {
      nanoseconds { for id in 10_000..<90_000 { long.appeared(id) } } / 80_000
    }
    // Read as a whole only now: from then on each move of the reader looks for observations.
    precondition(told == 0 && store.state.reader == 500..<501)
    precondition(long.state.reader == 89_999..<90_000)
    var report = Report(bars: [
      Bar(
        name: "a row is reported, through `Loop`", unit: .nanoseconds, must: 10, aim: 5,
        figure: moved),
      Bar(
        name: "a row is reported, through `FeedStore` with an observer", unit: .nanoseconds,
        must: 30, aim: 15, figure: observed),
      Bar(
        name: "the same row is reported again", unit: .nanoseconds, must: 15, aim: 5, figure: again),
      Bar(
        name: "the same row is reported again, a search against a feed", unit: .ratio, must: 1.5,
        aim: 1.2, figure: refusedBySearchAndFeed(effort)),
      Bar(
        name: "a row is reported by its id, 100,000 rows", unit: .nanoseconds, must: 25, aim: 12,
        figure: byID),
    ])
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

  /// The same row again, in a search and in a feed, each through a `Loop`.
  private static func refusedBySearchAndFeed(_ effort: Effort) -> Measurement {
    var feed = Loop<RowFeed>(rows: 1_000)
    var search = Loop(
      Search<Int, Row, Int>(RowFeed()), state: .init(query: 1, seed: 1, identity: 1))
    let first = RowFeed.Page(items: page(0, 1_000), next: nil)
    search.send(.submitted)
    search.send(.feed(action: .pageLoaded(ticket: 1, page: first)))
    let events = 1_000_000
    let figures = measureInTurns(
      effort,
      [
        {
          nanoseconds {
            var refused = 0
            for _ in 0..<events {
              if search.send(.feed(action: .itemAppeared(index: 500))).refusal != nil {
                refused += 1
              }
            }
            consume(refused)
          }
        },
        {
          nanoseconds {
            var refused = 0
            for _ in 0..<events {
              if feed.send(.itemAppeared(index: 500)).refusal != nil { refused += 1 }
            }
            consume(refused)
          }
        },
      ])
    return figures[0] / figures[1]
  }

  static func models(_ rows: [Row]) -> [(String, any ViewModel)] {
    [
      ("hand-written store", HandWrittenStore(rows)), ("link", LinkViewModel(rows)),
      ("threshold", ThresholdViewModel(rows)), ("search", SearchViewModel(rows)),
      ("connection", ConnectionViewModel(rows)), ("pageable", PageableViewModel(rows)),
    ]
  }
}
