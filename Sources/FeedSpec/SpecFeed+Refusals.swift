package import FeedReducer

// Whether what a refusal says is so. The specification only says that an action is ignored; the machine
// says why, in a sentence, and that has to be true in every state.
extension SpecFeed {
  /// What is wrong with a refusal of an action, or an explanation without one; nil if all of it is true.
  ///
  /// What it names must be there, and what it advises must be accepted.
  package func falsehood(in refusal: FeedRefusal, of action: Action? = nil) -> String? {
    let sentence = "\(refusal)"
    if !isTrue(refusal, of: action) { return "not so: \(sentence)" }
    guard let end = sentence.utf8.lastIndex(of: UInt8(ascii: ";")) else { return nil }
    let remedy = String(sentence[end...].dropFirst(2))
    guard let isOfUse = Self.advices[remedy] else { return "unknown advice: \(sentence)" }
    if !isOfUse(self, refusal, action) { return "refused, too, or of no use: \(sentence)" }
    return fits(refusal.numbers.remedy, to: remedy) ? nil : "the remedy is another: \(sentence)"
  }

  /// Whether what a program is told to do is what the sentence says: to wait only for what comes by itself.
  private func fits(_ remedy: Remedy, to advice: String) -> Bool {
    switch remedy {
    case .act: !advice.hasPrefix("wait") && !Self.comforts.contains(advice)
    case .wait: LoadKind.allCases.contains { self[$0].isUnderWay || self[$0].isOffline }
    case .nothing: !advice.hasPrefix("wait")
    }
  }

  private static let comforts = ["nothing is to be done", "it changes nothing"]

  // MARK: - What it says

  private func isTrue(_ refusal: FeedRefusal, of action: Action?) -> Bool {
    switch refusal {
    case .alreadyStarted: generation > 0 && refresh == .idle
    case .noSuchRow(let index, let count): count == shown.count && !shown.indices.contains(index)
    case .nothingVisible: if case .visible(let rows)? = action { rows.isEmpty } else { false }
    case .farFromEnd(let index, let count, let distance):
      reader?.upperBound == index + 1 && count == shown.count && !isReaderNear(.append)
        && distance == settings.prefetchDistance
    case .farFromStart(let index, let distance):
      reader?.lowerBound == index && !isReaderNear(.prepend)
        && distance == settings.prefetchDistance
    case .noReader: reader == nil
    case .demandPaused: isPaused
    case .noFirstPage: generation == 0 && refresh == .idle && !isStopped
    case .stopped: isStopped
    case .loading(let kind, let ticket): self[kind].request == ticket
    case .waiting(let kind, let ticket): self[kind].timer == ticket
    case .offline(let kind): self[kind].isOffline && !isOnline
    case .failed(let kind): self[kind].hasFailed
    case .ended(let kind, let reason): self[kind] == .ended(reason: reason)
    case .refreshing(let ticket): refresh.request == ticket && (!keepsPlace || generation == 0)
    case .nothingFailed(let kind):
      LoadKind.allCases.allSatisfy { kind != nil && kind != $0 || self[$0].attemptToRetry == nil }
    case .unknownTicket(let ticket): action.map { !isAwaited($0, ticket: ticket) } ?? false
    case .connectivityUnchanged(let isOnline): isOnline == self.isOnline
    case .nothingToDrop(let count, let keep):
      count == rows.count && (count <= keep || pages.count < 3 || reader != nil)
    case .readOnly: !settings.isEditable
    case .noSuchItem: edited(by: action).map { id in !shown.contains { $0.id == id } } ?? false
    case .itemExists: edited(by: action).map { id in shown.contains { $0.id == id } } ?? false
    case .noFailedEdit: edited(by: action).map { !hasFailedEdit(of: $0) } ?? false
    case .tooLateToRestore: generation > 0
    case .snapshotVersion(let found, let known): found != known
    case .snapshotInvalid:
      if case .restored(let kept, _)? = action { !isValid(kept) } else { false }
    case .ambiguousEdits: edits.wereSent
    }
  }

  /// Whether an answer of this kind to this ticket is awaited.
  private func isAwaited(_ action: Action, ticket: Ticket) -> Bool {
    let isRequest = kind { $0.request == ticket } != nil
    let isTimer = kind { $0.timer == ticket } != nil || waiting(ticket) != nil
    return switch action {
    case .pageLoaded, .failed: isRequest
    case .editCommitted, .editFailed: sending(ticket) != nil
    case .timerFired: isTimer
    default: isRequest || isTimer || sending(ticket) != nil
    }
  }

  private func edited(by action: Action?) -> Int? {
    switch action {
    case .edit(let change): change.id
    case .editRetried(let id), .editDismissed(let id): id
    default: nil
    }
  }

  private func hasFailedEdit(of id: Int) -> Bool {
    edits.refused.contains { [id, newID(of: id)].contains($0.edit.id) }
      || firstEdit(of: newID(of: id)).map { edits.pending[$0].state.attempt != nil } ?? false
  }

  // MARK: - What it advises

  /// Whether an advice helps who follows it.
  private typealias Advice = @Sendable (SpecFeed, FeedRefusal, Action?) -> Bool

  private func accepts(_ action: Action) -> Bool {
    var copy = self
    return copy.reduce(action) != nil
  }

  /// Each advice, by the words behind the last semicolon of a sentence.
  private static let advices: [String: Advice] = {
    var advices = actions
    for words in ["retry it", "retry to go on", "wait, or retry now", onlineOrRetry] {
      advices[words] = { feed, refusal, _ in feed.accepts(.retryTapped(kind: refusal.kind)) }
    }
    for words in facts { advices[words] = { _, _, _ in true } }
    return advices
  }()

  private static let onlineOrRetry = "it goes on when the device is online, or retry now"

  private static let actions: [String: Advice] = [
    "start the feed": { feed, _, _ in feed.accepts(.started) },
    "a pull looks for new rows": { feed, _, _ in feed.accepts(.refreshPulled) },
    "a pull starts again": { feed, _, _ in feed.accepts(.refreshPulled) },
    "refresh to load it again": { feed, _, _ in feed.accepts(.refreshPulled) },
    "start it again": { feed, _, _ in feed.accepts(.started) },
    "restore before it loads, or reset it first": { feed, _, _ in feed.accepts(.reset) },
    "scroll to go on": { feed, _, _ in
      [0, feed.shown.count - 1].allSatisfy { feed.accepts(.itemAppeared(index: $0)) }
    },
    "report them": { feed, _, _ in feed.accepts(.itemAppeared(index: 0)) },
    "update it, or insert one with another id": { feed, _, action in
      guard case .edit(.insert(let row, _))? = action else { return false }
      return feed.accepts(.edit(change: .update(item: row)))
    },
    "restore it without edits": { feed, _, action in
      guard case .restored(var snapshot, let age)? = action else { return false }
      (snapshot.edits, snapshot.refusedEdits) = ([], [])
      return feed.accepts(.restored(snapshot: snapshot, age: age))
    },
  ]

  /// What advises nothing that a feed could refuse.
  private static let facts = [
    "wait for its answer", "wait for its page", "nothing is to be done",
    "it changes nothing", "use one of them",
    "report the rows from the first to the last on the screen", "edits are, by their rows",
    "give its store a sink, or make it with edits: .optimistic", "drop it",
  ]
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

extension LoadState {
  fileprivate var isOffline: Bool { if case .offline = self { true } else { false } }
  fileprivate var hasFailed: Bool { if case .failed = self { true } else { false } }
}
