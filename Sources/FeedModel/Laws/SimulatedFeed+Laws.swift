import FeedReducer
import FeedSpec
package import FeedTesting

// The laws that hold after every sequence of steps.
extension SimulatedFeed {
  /// Every law of a feed, in the order of `Docs/Laws.md`.
  package var laws: [Law<SimulatedFeed>] {
    rowLaws + rowChangeLaws + wayOnLaws + trackingLaws + readerLaws + answerLaws + loadLaws
      + failureLaws + retryLaws + endLaws + pageLaws + refreshLaws + restoreLaws + windowLaws
      + editLaws + stopLaws + finishingLaws + [Self.specification]
  }

  /// The law that has all rules.
  package static let specification = Law<SimulatedFeed>.actionProperty(
    "the machine does what the specification says",
    says:
      "After each action both have the same rows, loads, reader and words, and the same effects."
  ) { $0.after.spec.agrees }

  /// Laws of the rows in the list.
  private var rowLaws: [Law<SimulatedFeed>] {
    [
      .invariant("unique ids", says: "No two rows have the same id.", rule: .uniqueRows) { state in
        Set(state.ids).count == state.feed.items.count
      },
      .invariant(
        "in order", says: "Rows that the server has are in its order.", rule: .uniqueRows
      ) {
        state in
        var last = Int.min
        let server = state.server
        for row in state.feed.items where server.has(row.id) && !server.isAddedByUser(row.id) {
          if row.id <= last { return false }
          last = row.id
        }
        return true
      },
      .invariant(
        "no row skipped",
        says:
          "No row is missing between rows that were read since the server last added or removed one.",
        rule: .progress
      ) { state in
        guard state.feed.pendingEdits.isEmpty else { return true }
        guard state.isCurrent else { return !hasGap(state) }
        let server = state.server
        if server.drafts == 0 { return isStretch(state.ids, of: server.ids) }
        return isStretch(
          state.ids.filter { !server.isAddedByUser($0) },
          of: server.ids.filter { !server.isAddedByUser($0) })
      },
      .invariant(
        "pages count the rows",
        says: "The row counts of the pages add up to the number of the server's rows in the list.",
        rule: .window
      ) { state in
        state.feed.pages.reduce(0) { $0 + $1.count } == state.serverRows.count
      },
    ]
  }

  /// Laws of what changes the rows.
  private var rowChangeLaws: [Law<SimulatedFeed>] {
    [
      .changeProperty(
        "rows change with pages",
        says: "Rows change only by a page, an edit, a reset, a stop, a restore or a memory "
          + "warning.",
        rule: .steadyRefresh
      ) { transition in
        switch transition.step {
        case .answer, .answerLate, .reset, .logOut, .add, .change, .delete, .commit, .reject,
          .retryEdits, .dismissEdits, .warn, .restart, .restore:
          true
        default: transition.before.feed.items == transition.after.feed.items
        }
      },
      .changeProperty(
        "every row of a page shows",
        says: "All rows of a page that arrived are in the list, as sent.",
        rule: .uniqueRows
      ) { transition in
        guard let page = transition.appliedPage, !scenario.hasHead, scenario.edits == 0 else {
          return true
        }
        return page.items.allSatisfy { transition.after.feed.items[id: $0.id] == $0 }
      },
    ]
  }

  /// Whether `ids` are contiguous in the server's list. They start at its first row unless the list
  /// may begin later.
  private func isStretch(_ ids: [Int], of server: [Int]) -> Bool {
    guard let first = ids.first else { return true }
    guard let start = server.firstIndex(of: first), scenario.hasHead || start == 0 else {
      return false
    }
    return server[start...].starts(with: ids)
  }

  /// Whether the server has a row between two neighbours in the list that are up to date.
  private func hasGap(_ state: SimulationState) -> Bool {
    guard state.currentRows != 0 else { return false }
    let ids = state.ids.filter { !state.server.isAddedByUser($0) }
    return zip(ids, ids.dropFirst()).contains { first, second in
      state.currentRows & ModelServer.bit(first) != 0
        && state.currentRows & ModelServer.bit(second) != 0
        && state.server.rows(between: first, and: second) != 0
    }
  }

  /// Laws of work in flight.
  private var trackingLaws: [Law<SimulatedFeed>] {
    [
      .invariant(
        "one request of a kind", says: "Each kind has at most one request in flight.",
        rule: .oneRequest
      ) { state in
        let kinds = state.inFlight.compactMap(\.kind)
        return Set(kinds).count == kinds.count
      },
      .invariant(
        "tracked is in flight",
        says: "Work that the state waits for is in flight, so its answer will come.",
        rule: .tickets
      ) { state in
        state.tracked.allSatisfy { state.work($0) != nil }
      },
      .invariant(
        "nothing leaks", says: "The state waits for all work in flight.", rule: .tickets
      ) { state in
        let tracked = state.tracked
        return state.inFlight.allSatisfy { tracked.contains($0.ticket) }
      },
      .invariant(
        "refresh comes first",
        says: "No other load is in flight beside a refresh that may replace the rows.",
        rule: .oneRequest
      ) { state in
        state.feed.keepsPlace || !state.feed.refresh.isUnderWay
          || !state.feed.append.isUnderWay && !state.feed.prepend.isUnderWay
      },
      .invariant(
        "demand is not forgotten",
        says: "Near an end that can grow there is a load or a failure, or demand is paused.",
        rule: .demand
      ) { !isForgotten($0) },
    ]
  }

  /// Whether the reader waits for a further page that the feed does not request.
  private func isForgotten(_ state: SimulationState) -> Bool {
    let feed = state.feed
    let isRefreshAlone = feed.isRefreshWanted && !feed.keepsPlace
    if state.isDemandPaused || isRefreshAlone || feed.generation == 0 { return false }
    return feed.append == .idle && feed.nextPosition != nil && isWanted(.append, at: state)
      || feed.prepend == .idle && feed.previousPosition != nil && isWanted(.prepend, at: state)
  }
}

// The rules of a feed, in the words of `Docs/Rules.md`.
extension Rule {
  /// Every rule of a feed, ascending by number.
  package static let ofFeeds: [Rule] = [
    .tickets, .demand, .oneRequest, .steadyRefresh, .closedByErrors, .retry, .progress, .uniqueRows,
    .window, .edits, .restore, .cancels, .ignoring, .determinism, .wayOn, .stop,
  ]

  package static let tickets = Rule(1, says: "Every answer carries the ticket of its request.")
  package static let demand = Rule(
    2, says: "The reader's position decides; a row that appears only updates it.")
  package static let oneRequest = Rule(3, says: "One request of a kind at a time.")
  package static let steadyRefresh = Rule(4, says: "A refresh keeps the rows.")
  package static let closedByErrors = Rule(5, says: "An error closes its kind to scrolling.")
  package static let retry = Rule(6, says: "Retries are part of the state.")
  package static let progress = Rule(7, says: "Progress decides the end.")
  package static let uniqueRows = Rule(8, says: "Rows are unique by id.")
  package static let window = Rule(9, says: "A window bounds memory.")
  package static let edits = Rule(10, says: "Edits survive.")
  package static let restore = Rule(11, says: "Restore brings rows, cursors and edits back.")
  package static let cancels = Rule(12, says: "A cancel is not an error.")
  package static let ignoring = Rule(13, says: "An ignored action changes nothing.")
  package static let determinism = Rule(14, says: "Every step is deterministic.")
  package static let wayOn = Rule(15, says: "Every state lets the user continue.")
  package static let stop = Rule(16, says: "A stopped feed is empty until it starts again.")
}
