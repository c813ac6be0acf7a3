import FeedReducer
import FeedTesting

// Whether what a refusal says is so: what it names is there, and what it advises is accepted.
extension World {
  /// What is wrong with a refusal of an action, or an explanation without one; nil if all of it is true.
  func falsehood(
    in refusal: SearchRefusal, of action: WorldSearch.Action?, at state: State, list: Int
  ) -> String? {
    let judge = RefusalJudge(
      machine: machine, list: state.lists[list], facts: state.outside[list].facts, action: action)
    return judge.falsehood(in: refusal)
  }
}

/// Judges refusals in one state of a list.
private struct RefusalJudge {
  let machine: WorldMachine
  let list: WorldMachine.List
  let facts: World.Facts
  let action: WorldSearch.Action?

  var feed: WorldFeed.State { list.feed }

  var inner: WorldFeed.Action? { if case .feed(let action)? = action { action } else { nil } }

  func accepts(_ action: WorldSearch.Action) -> Bool {
    var copy = list
    return machine.reduce(into: &copy, action).refusal == nil
  }

  func accepts(_ action: WorldFeed.Action) -> Bool { accepts(.feed(action: action)) }

  func falsehood(in refusal: SearchRefusal) -> String? {
    guard case .feed(let reason) = refusal else {
      guard let search = list.search else { return nil }
      return isTrue(refusal, in: search) ? nil : "not so, or of no use: \(refusal)"
    }
    if !isTrue(reason) { return "not so: \(reason)" }
    let sentence = "\(reason)"
    guard let end = sentence.utf8.lastIndex(of: UInt8(ascii: ";")) else { return nil }
    let advice = String(sentence[end...].dropFirst(2))
    if !isOfUse(advice, for: reason) { return "refused, too, or of no use: \(sentence)" }
    return fits(reason.numbers.remedy, to: advice) ? nil : "the remedy is another: \(sentence)"
  }

  private func isTrue(_ refusal: SearchRefusal, in search: WorldSearch.State) -> Bool {
    let typed: Int?? = if case .typed(let query)? = action { .some(query) } else { nil }
    return switch refusal {
    case .sameQuery:
      (typed.map { $0 == search.query } ?? (search.query == search.asked))
        && accepts(.typed(query: -1))
        && (action != .submitted || LoadKind.allCases.allSatisfy { !feed[$0].isToBeRetried })
    case .noQuery: search.query == nil && accepts(.typed(query: -1))
    case .notAsked:
      search.query != nil && search.asked == nil && search.timer == nil && accepts(.submitted)
    case .typing(let ticket): search.timer == ticket && accepts(.submitted)
    case .staleRows:
      list.isOfAnotherQuery(facts)
        && (feed.refresh.request ?? feed.refresh.timer != nil || !feed.isOnline)
    case .noSnapshots:
      if case .restored(let kept, _)? = inner {
        search.asked == nil || !kept.pages.isEmpty || kept.next != .start
      } else {
        false
      }
    case .unknownTicket(let ticket): search.timer != ticket
    default: false
    }
  }

  private func isTrue(_ reason: FeedRefusal) -> Bool {
    switch reason {
    case .alreadyStarted: feed.generation > 0 && feed.refresh == .idle
    case .noSuchRow(let index, let count):
      count == list.items.count && !list.items.indices.contains(index)
    case .nothingVisible: if case .visible(let rows)? = inner { rows.isEmpty } else { false }
    case .farFromEnd(let index, let count, let distance):
      feed.reader?.upperBound == index + 1 && count == feed.items.count
        && count - 1 - index >= distance && distance == machine.feed.prefetchDistance
    case .farFromStart(let index, let distance):
      feed.reader?.lowerBound == index && index >= distance
        && distance == machine.feed.prefetchDistance
    case .noReader: feed.reader == nil
    case .demandPaused: facts.mayPause
    case .noFirstPage: feed.generation == 0 && feed.refresh == .idle && !feed.isStopped
    case .stopped: feed.isStopped
    case .loading(let kind, let ticket): feed[kind].request == ticket
    case .waiting(let kind, let ticket): feed[kind].timer == ticket
    case .offline(let kind): feed[kind].isOffline && !feed.isOnline
    case .failed(let kind): if case .failed = feed[kind] { true } else { false }
    case .ended(let kind, let reason): feed[kind].end == reason
    case .refreshing(let ticket): feed.refresh.request == ticket
    case .nothingFailed(let kind):
      LoadKind.allCases.allSatisfy { kind != nil && kind != $0 || !feed[$0].isToBeRetried }
    case .unknownTicket(let ticket): !isAwaited(ticket)
    case .connectivityUnchanged(let isOnline): isOnline == feed.isOnline
    case .nothingToDrop(let count, let keep):
      count <= feed.items.count + feed.pendingEdits.count && (count <= keep || feed.generation > 0)
    case .readOnly: machine.feed.edits == nil
    case .noSuchItem: edited.map { !feed.items.contains(id: $0) } ?? false
    case .itemExists: edited.map { feed.items.contains(id: $0) } ?? false
    case .noFailedEdit: edited.map { feed.failure(of: $0) == nil && !isWaiting($0) } ?? false
    case .tooLateToRestore: feed.generation > 0
    case .snapshotVersion(let found, let known): found != known
    case .snapshotInvalid: if case .restored? = inner { true } else { false }
    case .ambiguousEdits:
      if case .restored(let kept, _)? = inner {
        !kept.edits.isEmpty || !kept.refusedEdits.isEmpty
      } else {
        false
      }
    case .noGap:
      if case .gapTapped(let id, _)? = inner {
        !feed.gaps.contains { $0.id == id }
      } else {
        feed.gaps.isEmpty
      }
    case .gapByHand: machine.feed.gaps == .manual && !feed.gaps.isEmpty
    case .farFromGap(let distance):
      distance == machine.feed.prefetchDistance && feed.gapsNearReader(within: distance).isEmpty
    // Of feeds by key, which the world does not have.
    case .closed: false
    @unknown default: false
    }
  }

  /// Whether an answer of the action's kind to this ticket is awaited.
  private func isAwaited(_ ticket: Ticket) -> Bool {
    if let search = list.search, search.timer != nil,
      LoadKind.allCases.contains(where: { feed[$0].request == ticket })
    {
      return false  // It is held back.
    }
    let isRequest = LoadKind.allCases.contains { feed[$0].request == ticket }
    let isTimer =
      LoadKind.allCases.contains { feed[$0].timer == ticket }
      || feed.pendingEdits.contains { $0.state.timer == ticket }
    let isEdit = feed.pendingEdits.contains { $0.edit.ticket == ticket && $0.state.isSending }
    return switch inner {
    case .pageLoaded, .failed: isRequest
    case .editCommitted, .editFailed: isEdit
    case .timerFired: isTimer
    default: isRequest || isTimer || isEdit
    }
  }

  private var edited: Int? {
    switch inner {
    case .edit(let change): change.id
    case .editRetried(let id), .editDismissed(let id): id
    default: nil
    }
  }

  private func isWaiting(_ id: Int) -> Bool {
    feed.pendingEdits.contains { pending in
      guard pending.edit.id == id else { return false }
      switch pending.state {
      case .waiting, .offline, .failed: return true
      default: return false
      }
    }
  }

  // MARK: - What it advises

  private func isOfUse(_ advice: String, for reason: FeedRefusal) -> Bool {
    switch advice {
    case "start the feed", "start it again": accepts(.started)
    case "a pull looks for new rows", "a pull starts again", "refresh to load it again":
      accepts(.refreshPulled)
    case "restore before it loads, or reset it first": accepts(.reset)
    case "scroll to go on":
      [0, feed.items.count - 1].allSatisfy { accepts(.itemAppeared(index: $0)) }
    case "tap the gap": feed.gaps.allSatisfy { accepts(.gapTapped(id: $0.id, from: .above)) }
    case "report them": accepts(.itemAppeared(index: 0))
    case "retry it", "retry to go on", "wait, or retry now",
      "it goes on when the device is online, or retry now":
      accepts(.retryTapped(kind: reason.kind))
    case "update it, or insert one with another id":
      if case .edit(.insert(let row, _))? = inner {
        accepts(.edit(change: .update(item: row)))
      } else {
        false
      }
    case "restore it without edits": withoutEdits.map { accepts($0) } ?? false
    default: Self.facts.contains(advice)
    }
  }

  private var withoutEdits: WorldFeed.Action? {
    guard case .restored(var snapshot, let age)? = inner else { return nil }
    (snapshot.edits, snapshot.refusedEdits) = ([], [])
    return .restored(snapshot: snapshot, age: age)
  }

  /// What advises nothing that a list could refuse.
  private static let facts = [
    "wait for its answer", "wait for its page", "nothing is to be done", "it changes nothing",
    "use one of them", "report the rows from the first to the last on the screen",
    "edits are, by their rows", "give its store a sink, or make it with edits: .optimistic",
    "drop it",
  ]

  /// Whether what a program is told to do is what the sentence says: to wait only for what comes by itself.
  private func fits(_ remedy: Remedy, to advice: String) -> Bool {
    switch remedy {
    case .act:
      !advice.hasPrefix("wait")
        && !["nothing is to be done", "it changes nothing"].contains(advice)
    case .wait:
      LoadKind.allCases.contains { feed[$0].isPending }
    case .nothing: !advice.hasPrefix("wait")
    }
  }
}

extension FeedRefusal {
  /// The kind of load that it is about.
  fileprivate var kind: LoadKind? {
    switch self {
    case .loading(let kind, _), .waiting(let kind, _), .offline(let kind), .failed(let kind),
      .ended(let kind, _):
      kind
    default: nil
    }
  }
}
