import FeedHTTP
import FeedReducer

/// What sets the list of a feed apart from the rows of its server.
struct Drift {
  /// Rows of the server that the list lacks although it has rows on both sides of them, or ends
  /// there.
  struct Gap {
    let rows: [JSONRow]

    /// The index of the row of the list before them; nil if they come first.
    let after: Int?

    /// The index of the row of the list behind them; nil if they come last.
    let before: Int?
  }

  /// What the list lacks, in the order of the server.
  var missing: [Gap] = []

  /// The rows that the server does not have.
  var extra: [JSONRow] = []

  /// The rows that are different on the server.
  var outdated: [JSONRow] = []
}

extension Session.State {
  /// What sets the list apart from the server. Nil without a server, and before the first page.
  ///
  /// Rows of pages that can still load are not missing.
  ///
  /// - Complexity: O(*n*) in the rows of both.
  var drift: Drift? {
    guard let server, feed.generation > 0, !isStale else { return nil }
    var drift = Drift()
    var run: [JSONRow] = []
    var last: Int?
    let rows = server.rows(for: search?.asked ?? [:])
    for row in rows {
      guard let index = feed.items.index(id: row.id) else {
        run.append(row)
        continue
      }
      if feed.items[index] != row { drift.outdated.append(feed.items[index]) }
      if !run.isEmpty, last != nil || feed.previousPosition == nil {
        drift.missing.append(Drift.Gap(rows: run, after: last, before: index))
      }
      run = []
      last = index
    }
    if !run.isEmpty, feed.append.end == .exhausted {
      drift.missing.append(Drift.Gap(rows: run, after: last, before: nil))
    }
    let ids = Set(rows.map(\.id))
    drift.extra = feed.items.filter { !ids.contains($0.id) }
    return drift
  }
}

extension StepReport {
  /// The rows that the page of this step has passed over; empty if the pages of the server never
  /// moved.
  ///
  /// - Complexity: O(*n*) in the rows, once the pages have moved.
  var skipped: [Drift.Gap] {
    guard entry.reaction.refusal == nil, case .action(.pageLoaded) = entry.event,
      entry.state.server?.hasShifted == true, let drift = entry.state.drift
    else { return [] }
    let known = Set(before.state.drift?.missing.flatMap(\.rows).map(\.id) ?? [])
    return drift.missing.compactMap { gap in
      let rows = gap.rows.filter { !known.contains($0.id) }
      return rows.isEmpty ? nil : Drift.Gap(rows: rows, after: gap.after, before: gap.before)
    }
  }
}

// MARK: - As text

extension Drift.Gap {
  /// `3 rows of the server are missing between rows 9 and 10: 11 Anakin Skywalker … 13 Chewbacca`.
  var text: String {
    rows.sentence(of: "server", "missing\(place)")
  }

  private var place: String {
    switch (after, before) {
    case (let after?, let before?): " between rows \(after) and \(before)"
    case (let after?, nil): " after row \(after)"
    case (nil, let before?): " before row \(before)"
    case (nil, nil): ""
    }
  }
}

extension Drift {
  /// A line for each gap, and for the rows that are too much or out of date; empty if there is
  /// none.
  var lines: [String] {
    let wrong = [(extra, "not on the server"), (outdated, "out of date")]
    return missing.map(\.text)
      + wrong.filter { !$0.0.isEmpty }.map { rows, what in rows.sentence(of: "list", what) }
  }
}

extension [JSONRow] {
  /// What is the matter with rows of the list or the server.
  fileprivate func sentence(of owner: String, _ what: String) -> String {
    "\(count.counted("row")) of the \(owner) \(count == 1 ? "is" : "are") \(what): \(endsText)"
  }

  /// The first and the last row: `11 Anakin Skywalker … 20 Yoda`.
  var endsText: String {
    let ends = count > 1 ? [self[0], self[count - 1]] : self
    return ends.map(\.text).joined(separator: count > 2 ? " … " : ", ")
  }
}

/// An early end of a load: the server repeats its cursors or brings no new row.
struct EarlyEnd: Equatable {
  let kind: LoadKind

  /// The reason, never `exhausted`.
  let reason: LoadState.End

  /// The cursor that came with the last page.
  let cursor: PageCursor?

  /// The reason, what to do about it, and the cursor.
  var text: String {
    "\(message)" + (cursor.map { " — the cursor is \($0.text.shortened(to: 60))" } ?? "")
  }

  private var message: FeedRefusal { .ended(kind: kind, reason: reason) }

  /// The same as JSON, with the cursor in full.
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "kind": .string(kind.rawValue), "reason": .string(reason.rawValue),
      "message": .string("\(message)"),
    ]
    if let cursor { members["cursor"] = JSONText.value(cursor) }
    return .object(members)
  }
}

extension StepReport {
  /// The loads that this step ended although the server did not report an end.
  var endings: [EarlyEnd] {
    LoadKind.allCases.compactMap { kind in
      guard let reason = entry.state.feed[kind].end, reason != .exhausted,
        before.state.feed[kind].end != reason
      else { return nil }
      return EarlyEnd(kind: kind, reason: reason, cursor: entry.cursor(for: kind))
    }
  }
}

extension Entry {
  /// The cursor with which a load of `kind` would continue after the page of this step.
  fileprivate func cursor(for kind: LoadKind) -> PageCursor? {
    guard case .action(.pageLoaded(_, let page)) = event else { return nil }
    return kind == .prepend ? page.previous : page.next
  }
}
