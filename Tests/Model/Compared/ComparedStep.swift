package import FeedReducer
import FeedTesting

/// A step of a ``ComparedFeed``. It names work by what it is for, so that it keeps its meaning when earlier
/// steps are left out.
package enum ComparedStep: Equatable, Sendable {
  /// An action that answers nothing.
  case action(ModelFeed.Action)

  /// An answer to some work, which may not be in flight, or not be of that kind.
  case answer(Work, ComparedAnswer)

  /// The kept snapshot is restored.
  case restoreKept(age: Duration)

  /// The program is quit and started again. The snapshot is kept.
  case restart

  /// What an answer is to.
  package enum Work: Equatable, Sendable {
    /// The request or timer of the load of this kind.
    case load(LoadKind)

    /// The pending edit at this index, or its timer.
    case edit(Int)

    /// Whatever had this ticket, counted back from the last one; below 0 nothing yet.
    case past(Int)
  }
}

/// What answers some work.
package enum ComparedAnswer: Equatable, Sendable {
  case page(ModelFeed.Page)
  case failure(FeedFailure)
  case cancel
  case timer
  case commit(ModelRow?)
  case editFailure(FeedFailure)
}

extension ComparedFeed {
  /// The action of a step; nil if the program starts again.
  func action(for step: ComparedStep, at state: State) -> ModelFeed.Action? {
    switch step {
    case .action(let action): action
    case .answer(let work, let answer):
      self.action(for: answer, to: ticket(of: work, in: state.feed))
    case .restoreKept(let age): .restored(snapshot: state.kept ?? Self.noSnapshot, age: age)
    case .restart: nil
    }
  }

  private func action(for answer: ComparedAnswer, to ticket: Ticket) -> ModelFeed.Action {
    switch answer {
    case .page(let page): .pageLoaded(ticket: ticket, page: page)
    case .failure(let failure): .failed(ticket: ticket, failure: failure)
    case .cancel: .cancelled(ticket: ticket)
    case .timer: .timerFired(ticket: ticket)
    case .commit(let row): .editCommitted(ticket: ticket, item: row)
    case .editFailure(let failure): .editFailed(ticket: ticket, failure: failure)
    }
  }

  private func ticket(of work: ComparedStep.Work, in feed: ModelFeed.State) -> Ticket {
    switch work {
    case .load(let kind): feed[kind].request ?? feed[kind].timer ?? 0
    case .edit(let index):
      feed.pendingEdits.at(index).map { $0.state.timer ?? $0.edit.ticket } ?? 0
    case .past(let count): Ticket(rawValue: feed.lastTicket.rawValue - count)
    }
  }

  /// A snapshot of another version, which is refused.
  private static var noSnapshot: ModelFeed.Snapshot {
    .init(version: 0, identity: 0, items: [], pages: [], next: nil, previous: nil, lastTicket: 0)
  }
}
