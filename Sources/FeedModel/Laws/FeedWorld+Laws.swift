import FeedReducer
package import FeedTesting

// What has to hold whatever happens.
extension FeedWorld {
  /// Every law of a feed.
  package var laws: [Law<FeedWorld>] {
    rowLaws + wayOnLaws + trackingLaws + readerLaws + answerLaws + loadLaws + failureLaws
      + retryLaws + endLaws + landingLaws + refreshLaws + windowLaws + editLaws + finishingLaws
  }

  /// Laws of the rows in the list.
  private var rowLaws: [Law<FeedWorld>] {
    [
      .always("unique ids", "No two rows have the same id.", rule: .uniqueRows) { moment in
        Set(moment.ids).count == moment.feed.items.count
      },
      .always("in order", "Rows that the server has stand in its order.", rule: .uniqueRows) {
        moment in
        var last = Int.min
        let server = moment.server
        for row in moment.feed.items where server.has(row.id) && !server.isOwn(row.id) {
          if row.id <= last { return false }
          last = row.id
        }
        return true
      },
      .always(
        "no row skipped",
        "Between rows that were read since the server's rows last changed none is missing.",
        rule: .progress
      ) { moment in
        guard moment.feed.pendingEdits.isEmpty else { return true }
        guard moment.isUnmoved else { return !hasGap(moment) }
        let server = moment.server
        if server.drafts == 0 { return isStretch(moment.ids, of: server.ids) }
        return isStretch(
          moment.ids.filter { !server.isOwn($0) }, of: server.ids.filter { !server.isOwn($0) })
      },
      .always(
        "pages count the rows", "The pages in the list have as many rows as the server's in it.",
        rule: .window
      ) { moment in
        moment.feed.pages.reduce(0) { $0 + $1.count } == moment.base.count
      },
      .onEveryChange(
        "rows change with pages",
        "What shows changes when a page lands, by an edit, a reset or a restore, and never else.",
        rule: .steadyRefresh
      ) { step in
        switch step.move {
        case .answer, .answerLate, .reset, .add, .change, .delete, .commit, .reject, .retryEdits,
          .dismissEdits, .warn, .restart, .restore:
          true
        default: step.before.feed.items == step.after.feed.items
        }
      },
      .onEveryChange(
        "every row of a page shows", "All rows of a page that landed are in the list, as sent.",
        rule: .uniqueRows
      ) { step in
        guard let page = step.landed, !scenario.hasHead, scenario.edits == 0 else { return true }
        return page.items.allSatisfy { step.after.feed.items[id: $0.id] == $0 }
      },
    ]
  }

  /// Whether `ids` are neighbours in the server's list; its first ones where no head can be away.
  private func isStretch(_ ids: [Int], of server: [Int]) -> Bool {
    guard let first = ids.first else { return true }
    guard let start = server.firstIndex(of: first), scenario.hasHead || start == 0 else {
      return false
    }
    return server[start...].starts(with: ids)
  }

  /// Whether the server has a row between two neighbours that were read since its rows changed.
  private func hasGap(_ moment: FeedMoment) -> Bool {
    guard moment.fresh != 0 else { return false }
    let ids = moment.ids.filter { !moment.server.isOwn($0) }
    return zip(ids, ids.dropFirst()).contains { first, second in
      moment.fresh & ModelServer.bit(first) != 0 && moment.fresh & ModelServer.bit(second) != 0
        && moment.server.rows(between: first, and: second) != 0
    }
  }

  /// Laws of what is under way.
  private var trackingLaws: [Law<FeedWorld>] {
    [
      .always(
        "one request of a kind", "Each kind has at most one request under way.", rule: .oneRequest
      ) { moment in
        let kinds = moment.live.compactMap(\.kind)
        return Set(kinds).count == kinds.count
      },
      .always(
        "tracked is live", "What the state waits for is under way, so its answer will come.",
        rule: .tickets
      ) { moment in
        moment.tracked.allSatisfy { moment.work($0) != nil }
      },
      .always(
        "nothing leaks", "What is under way is waited for, or was cancelled.", rule: .tickets
      ) { moment in
        let tracked = moment.tracked
        return moment.live.allSatisfy { tracked.contains($0.ticket) }
      },
      .always(
        "refresh comes first", "No other load is under way beside a refresh.", rule: .oneRequest
      ) { moment in
        !moment.feed.refresh.isUnderWay
          || !moment.feed.append.isUnderWay && !moment.feed.prepend.isUnderWay
      },
      .always(
        "the wish is not forgotten",
        "A reader near an end that can grow is not left without a load, a failure or a rest.",
        rule: .demand
      ) { !isForgotten($0) },
    ]
  }

  /// Whether the reader waits for a further page that nobody asks for.
  private func isForgotten(_ moment: FeedMoment) -> Bool {
    let feed = moment.feed
    if moment.isResting || feed.isRefreshWanted || feed.generation == 0 { return false }
    return feed.append == .idle && feed.nextPosition != nil && isWanted(.append, moment)
      || feed.prepend == .idle && feed.previousPosition != nil && isWanted(.prepend, moment)
  }
}
