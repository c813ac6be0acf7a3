package import FeedReducer

// How the machine is compared with the specification.
extension SpecFeed {
  /// The specification's view of a machine's state: all of it but the seed of its random numbers.
  package init(of state: Machine.State, settings: Machine) {
    self.init(settings, identity: state.identity)
    shown = Array(state.items)
    rows = state.edits.log.map { Array($0.serverRows) } ?? shown
    pages = Array(state.pages)
    reader = state.reader
    refresh = state.refresh
    tail = End(state.tail)
    head = End(state.head)
    generation = state.generation
    total = state.total
    isOnline = state.isOnline
    isStopped = state.isStopped
    isReaderRestored = state.isReaderRestored
    isPaused = state.isDemandPaused
    keepsPlace = state.keepsPlace
    isInvalidated = state.firstPageLoad.isFollowed
    hasLostCursor = state.hasLostCursor
    startsOver = state.startsOver
    lastTicket = state.lastTicket
    edits.wereSent = state.hasSentEdits
    edits.refused = state.refusedEdits
    edits.held = state.confirmed.map { Held(id: $0.id, change: $0.change, until: $0.lastTicket) }
    guard let log = state.edits.log else { return }
    edits.pending = log.pending
    edits.newRows = log.newRows.map { NewRow(row: $0.row, before: $0.before, until: $0.lastTicket) }
    edits.hidden = log.hiddenInsertions
    edits.renamed = log.remappedIDs.map { Renamed(old: $0.old, new: $0.new) }
  }

  /// Whether the machine, now in `state`, gave the same answer, and shows the same.
  package func agrees(
    with state: Machine.State, answer: [Effect]?,
    reaction: Reaction<Effect, FeedRefusal>
  ) -> Bool {
    guard let answer else { return reaction.refusal != nil }
    return reaction.refusal == nil
      && answer.count == reaction.effects.count
      && zip(answer, reaction.effects).allSatisfy(Self.allows)
      && self == SpecFeed(of: state, settings: settings)
      && showsTheSame(as: state)
  }

  /// Whether an effect of the machine is one that the specification names. A delay may be half as long.
  static func allows(wanted: Effect, effect: Effect) -> Bool {
    if case .schedule(let ticket, let longest) = wanted,
      case .schedule(ticket, let delay) = effect
    {
      return delay <= longest && delay + delay >= longest
    }
    return wanted == effect
  }

  /// What failed, the oldest first.
  private var failedEdits: [Machine.FailedEdit] {
    let stuck = edits.pending.compactMap { pending in
      pending.state.failure.map { Machine.FailedEdit(edit: withNewIDs(pending.edit), failure: $0) }
    }
    let all = edits.refused + stuck
    return all.enumerated().sorted {
      ($0.element.edit.ticket, $0.offset) < ($1.element.edit.ticket, $1.offset)
    }
    .map(\.element)
  }

  private func showsTheSame(as state: Machine.State) -> Bool {
    words == state.words && error == state.error && page == state.page
      && footer == state.footer && header == state.header && restoredRow == state.restoredRow
      && failedEdits == state.failedEdits
      && (shown.map(\.id) + edits.pending.map(\.edit.change.id)).allSatisfy {
        isPending($0) == state.isPending($0)
      }
  }
}

extension SpecFeed.End {
  init(_ edge: SpecFeed.Machine.Edge) {
    load = edge.load
    position = edge.position
    dropped = edge.dropped
    emptyPages = Int(edge.emptyPages)
    emptyCursors = edge.emptyCursors
    again = edge.again
  }
}

extension SpecFeed {
  /// All that it knows in short texts, to be shown.
  package var texts: [(name: String, text: String)] {
    let flags = [
      (isOnline, "online"), (isStopped, "stopped"), (isPaused, "paused"),
      (isReaderRestored, "restored"),
      (keepsPlace, "keeps the place"), (isInvalidated, "invalidated"),
      (hasLostCursor, "lost a cursor"), (startsOver, "starts over"), (edits.wereSent, "edited"),
    ]
    let pending = edits.pending.map {
      "\($0.edit.ticket) \($0.edit.id) \(Self.text(of: $0.edit.change)) \($0.state)"
    }
    return [
      ("rows", Self.text(of: rows)), ("shown", Self.text(of: shown)),
      ("pages", pages.map { "\($0.count) at \($0.position)" }.joined(separator: ", ")),
      ("reader", reader.map { "\($0)" } ?? "unknown"), ("refresh", "\(refresh)"),
      ("append", tail.text), ("prepend", head.text),
      ("state", flags.filter(\.0).map(\.1).joined(separator: ", ")),
      ("pending", pending.joined(separator: ", ")),
      (
        "held",
        edits.held.map { "\(Self.text(of: $0.change)) of \($0.id) until \($0.until)" }.joined(
          separator: ", ")
      ),
      (
        "new",
        edits.newRows.map { "\(Self.text(of: [$0.row])) until \($0.until)" }.joined(separator: ", ")
      ),
      ("hidden", "\(edits.hidden)"),
      ("refused", edits.refused.map { "\($0.edit.ticket) \($0.edit.id)" }.joined(separator: ", ")),
      ("renamed", edits.renamed.map { "\($0.old) to \($0.new)" }.joined(separator: ", ")),
      (
        "count",
        "ticket \(lastTicket), first page \(generation), total \(total.map { "\($0)" } ?? "unknown")"
      ),
    ]
  }

  private static func text(of change: Machine.Change) -> String {
    switch change {
    case .insert(let row, let before):
      "insert \(text(of: [row])) before \(before.map { "\($0)" } ?? "the end")"
    case .update(let row): "update \(text(of: [row]))"
    case .remove: "remove"
    }
  }

  private static func text(of rows: [Row]) -> String {
    rows.map { $0.value == 0 ? "\($0.id)" : "\($0.id)=\($0.value)" }.joined(separator: " ")
  }
}

extension SpecFeed.End {
  fileprivate var text: String {
    var parts = ["\(load)"]
    if let next { parts.append("next \(next)") }
    if !dropped.isEmpty { parts.append("dropped \(dropped)") }
    if emptyPages > 0 { parts.append("\(emptyPages) empty") }
    if again != .no { parts.append(again == .yes ? "again" : "again, by an old position") }
    if !emptyCursors.isEmpty { parts.append("empty at \(emptyCursors)") }
    return parts.joined(separator: ", ")
  }
}
