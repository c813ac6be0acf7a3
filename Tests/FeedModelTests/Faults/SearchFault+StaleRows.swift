import FeedModel
@testable import FeedReducer
import FeedTesting

extension SearchFault {
  /// Faults of the rows that show until a first page arrives.
  static let ofStaleRows: [SearchFault] = [
    SearchFault(
      "stale rows never go", says: "The rows of the query before stay when the first page arrives.",
      breaks: .staleRows,
      machine: .amended { action, before, after, _ in
        if case .feed(action: .pageLoaded) = action { after.stale = before.stale }
      }),
    SearchFault(
      "stale rows get a page", says: "The last stale row that appears loads the next page.",
      breaks: .staleRows,
      machine: .amended { action, before, after, effects in
        guard case .feed(action: .itemAppeared(let index)) = action, let query = after.asked,
          after.stale != nil, index == before.items.count - 1
        else { return }
        let ticket = after.current.nextTicket()
        effects.append(
          .feed(
            query: query,
            effect: .load(
              request: .init(ticket: ticket, kind: .append, position: .start, size: 2))))
      }),
    SearchFault(
      "rows of two queries", says: "A late page of the query before is added to the rows.",
      breaks: .staleRows,
      machine: .taking(anyPageFor: .append)),
    SearchFault(
      "a failure does not show", says: "If the first page fails, only the stale rows show.",
      breaks: .staleRows,
      machine: .amended { action, before, after, _ in
        guard case .feed(action: .failed) = action, before.stale != nil else { return }
        after.current.refresh = .idle
      }),
    SearchFault(
      "a failing first page blanks", says: "If the first page fails, the stale rows go.",
      breaks: .staleRows,
      machine: .amended { action, _, after, _ in
        if case .feed(action: .failed) = action { after.stale = nil }
      }),
    SearchFault(
      "asking blanks", says: "The rows go as soon as the next query is asked.",
      breaks: .staleRows,
      machine: .amended { action, _, after, _ in
        if action == .submitted { after.stale = nil }
      }),
    SearchFault(
      "nothing marks the rows", says: "The rows before count as rows of the new query.",
      breaks: .staleRows,
      machine: .amended { action, before, after, _ in
        guard case .typed(let query?) = action, before.asked != nil else { return }
        after.lastQuery = query
      }),
    SearchFault(
      "all rows before are marked", says: "Rows that are shown again for their query stay marked.",
      breaks: .staleRows,
      machine: .amended { action, _, after, _ in
        if action == .submitted { after.stale?.query = 99 }
      }),
    SearchFault(
      "the reader is lost", says: "After the first page there is no reader.", breaks: .staleRows,
      machine: .amended { action, before, after, _ in
        guard case .feed(action: .pageLoaded) = action, before.stale != nil else { return }
        after.current.visibleRows = nil
      }),
  ]
}
