package import FeedReducer
import FeedSpec
import FeedTesting

/// A state of a ``SimulatedFeed``: the machine's state, its environment, and notes for the laws.
package struct SimulationState: Sendable {
  /// A request, timer or edit that the machine started.
  struct Work: Equatable, Sendable {
    /// What the machine asked for.
    enum Task: Equatable, Sendable {
      /// A page. `rows` are the server's rows when the request was sent, as bits. They are 0 if the
      /// scenario has no ``ServerAnswer/early`` answers.
      case load(kind: LoadKind, position: ModelFeed.Position, rows: UInt64)

      /// The timer of an automatic retry.
      case timer

      /// An edit sent to the server. `served` is the server's id of the row once it is applied.
      case edit(change: ModelFeed.Change, served: Int?)
    }

    /// The ticket that the answer carries.
    let ticket: Ticket

    /// What the machine asked for. An edit changes here when the server applies it.
    var task: Task

    /// The kind of a page request; nil for a timer or an edit.
    var kind: LoadKind? {
      if case .load(let kind, _, _) = task { kind } else { nil }
    }
  }

  /// The feed's state. The seed of a new feed is always 1.
  package internal(set) var feed = ModelFeed.State(seed: 1, identity: 1)

  /// What the specification says that `feed` is.
  var spec: Specified

  /// Work in flight, in the order in which it started.
  var inFlight: [Work] = []

  /// The last ended work, which may still get a late answer, ascending by ticket.
  var ended: [Work] = []

  /// The rows last reported as visible, at their present indices; nil if no report came.
  var reader: Range<Int>?

  /// The rows of ``reader``, as bits.
  var readerRows: UInt64 = 0

  /// Whether demand is paused: a load was cancelled, a refresh failed or a snapshot was restored,
  /// and the reader has not acted since.
  var isDemandPaused = false

  /// Whether all rows in the list were read after the server last inserted or removed a row.
  var isCurrent = true

  /// The rows in the list that were read after the server last inserted or removed a row, as bits.
  /// Not used, and 0, while ``isCurrent`` is true.
  var currentRows: UInt64 = 0

  /// Whether the rows were reported as out of date while a refresh was in flight.
  var owesRefresh = false

  /// Whether a further page failed for a lost cursor, and the reader has not acted since.
  var hasLostCursor = false

  /// How many pages without a new row arrived in succession. A retry resets it, and so does
  /// `loadMore` at a stalled end.
  var emptyPages = 0

  /// The snapshot that the program kept when it quit, until it is restored.
  var kept: ModelFeed.Snapshot?

  /// Whether a feed without rows accepts ``kept``. If it has sent edits, it refuses a snapshot with
  /// edits.
  var canRestore: Bool {
    kept.map { $0.edits.isEmpty && $0.refusedEdits.isEmpty || !feed.hasSentEdits } ?? false
  }

  /// Edits that the server applied without the feed's knowledge: their answer was lost, or the
  /// program quit before it.
  var served: [Work] = []

  /// How many edits and restarts the scenario still allows.
  var remaining: Remaining

  var server: ModelServer

  /// The remaining counts of bounded events.
  struct Remaining: Equatable {
    var edits: Int
    var restarts: Int
  }
}

/// What the specification says, and whether the machine did the same in the last step.
///
/// It is a class, so that a copy of a state does not copy it.
final class Specified: Sendable {
  let feed: SpecFeed
  let agrees: Bool

  init(_ feed: SpecFeed, agrees: Bool = true) {
    self.feed = feed
    self.agrees = agrees
  }
}

extension SimulationState {
  /// The rows as the server sent them, without pending edits.
  var serverRows: ItemList<ModelRow> { feed.edits.log?.serverRows ?? feed.items }

  /// The ids of the rows in the list, from top to bottom.
  var ids: [Int] { feed.items.map(\.id) }

  /// The tickets for which the feed's state expects an answer.
  var tracked: [Ticket] {
    [feed.refresh, feed.append, feed.prepend].compactMap { $0.request ?? $0.timer }
      + feed.pendingEdits.compactMap { $0.state.isSending ? $0.edit.ticket : $0.state.timer }
  }

  /// The ids of the rows with an edit that has failed or waits for a retry.
  var stuckRows: Set<Int> {
    let log = feed.edits.log
    if log == nil, feed.refusedEdits.isEmpty { return [] }
    let stuck = log?.pending.filter { !$0.state.isSending && $0.state != .queued } ?? []
    return Set(stuck.map(\.edit.id) + feed.refusedEdits.map(\.edit.id))
  }

  /// The work in flight with `ticket`.
  func work(_ ticket: Ticket) -> Work? {
    inFlight.first { $0.ticket == ticket }
  }
}
