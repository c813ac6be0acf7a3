import FeedReducer

// What is dropped, and what a person changed.
extension FeedWorld {
  /// Laws of the bound on rows.
  var windowLaws: [Law<FeedWorld>] {
    [
      .onEveryChange(
        "what is near stays", "Rows near the reader are not dropped.", rule: .window
      ) { step in
        guard let reader = step.before.reader, isDropping(step) else { return true }
        let items = step.before.feed.items
        let distance = scenario.feed.prefetchDistance
        let near =
          max(0, reader.lowerBound - distance)..<min(items.count, reader.upperBound + distance)
        return near.allSatisfy { step.after.feed.items.contains(id: items[$0].id) }
      },
      .onEveryChange(
        "memory is bounded", "A page far from the reader goes when there are too many rows.",
        rule: .window
      ) { step in
        guard let limit = scenario.feed.maxItems, isDropping(step), step.landed != nil,
          let kind = step.answered?.kind, let reader = step.after.reader
        else { return true }
        let feed = step.after.feed
        if feed.items.count <= limit || feed.pages.count <= 2 { return true }
        let page = (kind == .append ? feed.pages.first : feed.pages.last)?.count ?? 0
        let between = kind == .append ? reader.lowerBound : feed.items.count - reader.upperBound
        return between - page < scenario.feed.prefetchDistance
      },
      .onEveryChange("two pages stay", "The last two pages are never dropped.", rule: .window) {
        step in
        guard isDropping(step) else { return true }
        return step.after.feed.pages.count >= min(2, step.before.feed.pages.count)
      },
      .onEveryChange(
        "a dropped end opens",
        "An end whose page was dropped asks for that page next, and has not failed.",
        rule: .window
      ) { step in
        guard isDropping(step) else { return true }
        let feed = step.after.feed
        let tail = droppedNext(to: feed.pages.last, in: step.before.feed.pages)
        let head = droppedNext(to: feed.pages.first, in: step.before.feed.pages.reversed())
        return isOpen(feed.tail, at: tail) && isOpen(feed.head, at: head)
      },
    ]
  }

  /// The position of the page that came after `page`, which is now the last one.
  private func droppedNext(
    to page: ModelFeed.PageRecord?, in pages: some Sequence<ModelFeed.PageRecord>
  ) -> ModelFeed.Position? {
    pages.drop { $0.position != page?.position }.dropFirst().first { _ in true }?.position
  }

  /// Whether the page dropped at `edge`, if one was, can be read again.
  private func isOpen(_ edge: ModelFeed.Edge, at dropped: ModelFeed.Position?) -> Bool {
    dropped == nil || edge.next == dropped && edge.load.end == nil && !edge.load.hasFailed
  }

  /// Whether the only rows that a step may take away are those that it drops.
  private func isDropping(_ step: Step<FeedWorld>) -> Bool {
    switch step.move {
    case .answer, .answerLate: step.answered?.kind != .refresh
    case .warn: true
    default: false
    }
  }

  /// Laws of edits.
  var editLaws: [Law<FeedWorld>] {
    [
      .always(
        "edits hold", "What a person changed shows until the server has answered.", rule: .edits
      ) { moment in
        moment.feed.pendingEdits.isEmpty
          || moment.pendingByRow.allSatisfy { id, change in
            shows(change, id, moment.feed)
          }
      },
      .onEveryChange(
        "an edit is sent", "An edit that counts is sent to the server, once.", rule: .edits
      ) { step in
        guard step.move.isEdit else { return true }
        let sent = step.effects.count { if case .send = $0 { true } else { false } }
        return sent == (step.isCounted ? 1 : 0)
      },
      .onEveryChange(
        "a refusal changes nothing", "An edit that is refused has never changed the server's rows.",
        rule: .edits
      ) { step in
        guard case .reject = step.move else { return true }
        return step.before.base == step.after.base
      },
      .onEveryChange(
        "a new row takes the server's id", "A row that the server took is there once, as it says.",
        rule: .edits
      ) { step in
        guard case .commit = step.move, step.isCounted,
          case .editCommitted(_, let row?) = step.exchange?.action,
          case .edit(.insert(let draft, _), _) = step.answered?.task, draft.id != row.id
        else { return true }
        // A newer change of the row shows it as the person made it, under the person's id.
        return !step.after.ids.contains(draft.id)
          || step.after.feed.pendingEdits.contains { $0.change.row == draft.id }
      },
      .always(
        "what was removed stays away",
        "A row that the server removed for a person does not return.", rule: .edits
      ) { moment in
        guard scenario.edits > 0, scenario.removals == 0, moment.kept == nil else { return true }
        let edited = moment.feed.pendingEdits.map(\.change.row)
        let isServing = moment.live.contains { $0.isServed }
        return isServing || scenario.restarts > 0
          || moment.ids.allSatisfy {
            moment.server.has($0) || edited.contains($0)
          }
      },
    ]
  }

  private func shows(_ change: ModelFeed.Change, _ id: Int, _ feed: ModelFeed.State) -> Bool {
    switch change {
    case .insert: feed.items.contains(id: id)
    case .update(let row): feed.items[id: id].map { $0 == row } ?? true
    case .remove: !feed.items.contains(id: id)
    @unknown default: true
    }
  }
}

extension FeedMoment {
  /// The last pending change of each row.
  fileprivate var pendingByRow: [Int: ModelFeed.Change] {
    var changes: [Int: ModelFeed.Change] = [:]
    for edit in feed.pendingEdits { changes[edit.change.row] = edit.change }
    return changes
  }
}
