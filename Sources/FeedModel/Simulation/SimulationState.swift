package import FeedReducer
import FeedTesting

/// Everything there is in a ``SimulatedFeed`` at one state.
package struct SimulationState: Sendable {
  /// Something that was asked for and will be answered, or was.
  package struct Work: Equatable, Sendable {
    /// What was asked for.
    package enum Task: Equatable, Sendable {
      /// A page. `rows` are the bits of the server's rows at the time, where that matters.
      case load(kind: LoadKind, position: ModelFeed.Position, rows: UInt64)

      /// To be called back after a while, for a load of `kind`.
      case timer

      /// To tell the server of an edit; `served` is the row's id once it is carried out.
      case edit(change: ModelFeed.Change, served: Int?)
    }

    /// The number that the answer bears.
    package let ticket: Ticket

    /// What was asked for.
    package internal(set) var task: Task

    /// The kind of page that was asked for, if one was.
    var kind: LoadKind? {
      if case .load(let kind, _, _) = task { kind } else { nil }
    }
  }

  /// The machine's state.
  package internal(set) var state: ModelMachine.State

  /// What is under way, in the order in which it was begun.
  package internal(set) var live: [Work] = []

  /// What was answered or cancelled last but may be answered yet, in the order of tickets.
  package internal(set) var ended: [Work] = []

  /// The rows that the reader was last said to see, where they are now; nil if nothing was said.
  package internal(set) var reader: Range<Int>?

  /// The rows of ``reader``, as bits.
  var seen: UInt64 = 0

  /// Whether a load was stopped or a refresh failed, and the reader has done nothing since.
  package internal(set) var isResting = false

  /// Whether the rows in the list were all read since the server's rows last changed.
  package internal(set) var isUnmoved = true

  /// The rows that were read since the server's rows last changed, as bits; none while that is so
  /// of all rows.
  var fresh: UInt64 = 0

  /// Whether the rows were said to be out of date while a refresh was under way.
  package internal(set) var owesRefresh = false

  /// Whether a lost cursor has led to a refresh, and nobody has asked for anything since.
  package internal(set) var hasLostCursor = false

  /// How many pages without a new row landed in a row, without a sign of the reader.
  package internal(set) var emptyPages = 0

  /// The feed as it was kept when the program was quit, until it is restored.
  package internal(set) var kept: ModelFeed.Snapshot?

  /// Whether what was kept can be restored into a feed that has no rows.
  var canRestore: Bool {
    kept.map { $0.edits.isEmpty && $0.refusedEdits.isEmpty || !feed.hasSentEdits } ?? false
  }

  /// Edits that the server carried out, of which the feed does not know: the answer was lost, or
  /// the program was quit before.
  var served: [Work] = []

  /// What of the scenario's bounded things is left.
  var left: Left

  /// The server.
  var server: ModelServer

  /// How often bounded things may still happen.
  struct Left: Equatable {
    var edits: Int
    var restarts: Int
  }

  /// The feed's state.
  package var feed: ModelFeed.State {
    // Lent: a copy would retain every list in it, for each law.
    _read { yield state.feed }
  }
}

extension SimulationState {
  /// The ids of the server's rows, in order.
  package var serverIDs: [Int] { server.ids }

  /// The rows as the server sent them, without what a person changed.
  var base: ItemList<ModelRow> { feed.edits.log?.serverRows ?? feed.items }

  /// The ids of the rows in the list, in order.
  var ids: [Int] { feed.items.map(\.id) }

  /// The tickets that the feed's state waits for.
  var tracked: [Ticket] {
    [feed.refresh, feed.append, feed.prepend].compactMap { $0.request ?? $0.timer }
      + feed.pendingEdits.compactMap { $0.state.isSending ? $0.edit.ticket : $0.state.timer }
  }

  /// The ids of the rows with an edit that failed or waits.
  var stuckRows: Set<Int> {
    let log = feed.edits.log
    if log == nil, feed.refusedEdits.isEmpty { return [] }
    let stuck = log?.pending.filter { !$0.state.isSending && $0.state != .queued } ?? []
    return Set(stuck.map(\.edit.id) + feed.refusedEdits.map(\.edit.id))
  }

  /// What is under way with `ticket`.
  func work(_ ticket: Ticket) -> Work? {
    live.first { $0.ticket == ticket }
  }
}
