import FeedReducer

/// What a part of the benchmarks has measured.
struct Report {
  var bars: [Bar] = []

  /// Figures without limits, for comparison: what, of whom, and how much.
  var notes: [(what: String, figure: String)] = []

  /// Points of the chart: by name, the number of rows and the microseconds of a page that is applied.
  var curves: [(name: String, points: [(rows: Int, microseconds: Double)])] = []
}

typealias RowFeed = Feed<Row, Int>

extension Loop where Machine == RowFeed {
  /// A feed that has read pages of 20 until it had `count` rows.
  init(rows count: Int) {
    self.init(RowFeed(), state: RowFeed.State(seed: 1, identity: 1))
    send(.started)
    for start in stride(from: 0, to: count, by: 20) { apply(start) }
  }

  /// The ticket of the load in flight.
  var ticket: Ticket? { state.refresh.request ?? state.append.request }

  /// Lands the page that starts with row `start`, and asks for the next.
  mutating func apply(_ start: Int) {
    guard let ticket else { return }
    send(.pageLoaded(ticket: ticket, page: .init(items: page(start), next: start + 20)))
    send(.loadMore)
  }
}
