import FeedReducer
import FeedSpec
import FeedTesting

// The action that each step sends to the machine.
extension SimulatedFeed {
  /// The action that a step sends; nil if it sends none or does not apply to the state.
  func action(for step: SimulationStep, at state: SimulationState) -> ModelFeed.Action? {
    switch step {
    case .start: .started
    case .appear(let index): .itemAppeared(index: index)
    case .show(let rows): .visible(range: rows)
    case .loadMore: .loadMore
    case .pull: .refreshPulled
    case .invalidate: .invalidated
    case .reset: .reset
    case .logOut: .stopped
    case .retry(let kind): .retryTapped(kind: kind)
    case .dismissErrors: .errorDismissed(kind: nil)
    case .retryEdits(let id): .editRetried(id: id)
    case .dismissEdits(let id): .editDismissed(id: id)
    case .connect(let isOnline): .connectivityChanged(isOnline: isOnline)
    case .warn: scenario.memoryWarning.map { .memoryWarning(keep: $0) }
    case .restore(let isOld):
      state.kept.map {
        .restored(snapshot: $0, age: isOld ? .seconds(86_400) : .zero)
      }
    case .answer, .fail, .stop, .fire, .answerLate, .failLate, .commit, .reject:
      endAction(for: step, at: state)
    case .add, .change, .delete: editChange(for: step, at: state).map { .edit(change: $0) }
    case .serve, .restart, .insert, .remove, .update: nil
    }
  }

  /// The action that ends work in flight, or answers ended work late.
  private func endAction(for step: SimulationStep, at state: SimulationState) -> ModelFeed.Action? {
    switch step {
    case .answer(let index, let answer):
      state.inFlight.at(index).flatMap { answerAction(for: $0, with: answer, at: state) }
    case .answerLate(let index):
      state.ended.at(index).flatMap { answerAction(for: $0, with: .whole, at: state) }
    case .fail(let index, let failure):
      state.inFlight.at(index).map { failAction(for: $0, with: failure) }
    case .failLate(let index):
      state.ended.at(index).map { failAction(for: $0, with: .unavailable) }
    case .stop(let index): state.inFlight.at(index).map { .cancelled(ticket: $0.ticket) }
    case .fire(let index): state.inFlight.at(index).map { .timerFired(ticket: $0.ticket) }
    case .commit(let index):
      state.inFlight.at(index).flatMap { commitAction(for: $0, by: state.server) }
    case .reject(let index):
      state.inFlight.at(index).map { failAction(for: $0, with: .refused) }
    default: nil
    }
  }

  private func failAction(
    for work: SimulationState.Work, with failure: ServerFailure
  ) -> ModelFeed.Action {
    work.isEdit
      ? .editFailed(ticket: work.ticket, failure: failure.failure)
      : .failed(ticket: work.ticket, failure: failure.failure)
  }

  private func answerAction(
    for work: SimulationState.Work, with answer: ServerAnswer, at state: SimulationState
  ) -> ModelFeed.Action? {
    switch work.task {
    case .load(_, let position, let sent):
      state.server.page(at: position, as: answer, sent: sent, in: scenario).map {
        .pageLoaded(ticket: work.ticket, page: $0)
      }
    case .timer: .timerFired(ticket: work.ticket)
    case .edit: .editCommitted(ticket: work.ticket, item: nil)
    }
  }

  /// The server's confirmation of an edit, with the server's version and id of the row.
  private func commitAction(
    for work: SimulationState.Work, by server: ModelServer
  ) -> ModelFeed.Action? {
    guard case .edit(let change, _) = work.task else { return nil }
    let id = server.assignedID(for: change.id)
    switch change {
    case .insert: return .editCommitted(ticket: work.ticket, item: ModelRow(id: id))
    case .update: return .editCommitted(ticket: work.ticket, item: ModelRow(id: id, value: 1))
    default: return .editCommitted(ticket: work.ticket, item: nil)
    }
  }

  /// The change that the user makes. A new row gets an id that the server never assigns.
  private func editChange(for step: SimulationStep, at state: SimulationState) -> ModelFeed.Change?
  {
    let items = state.feed.items
    switch step {
    case .add:
      // Not while a removal hides the server's first row: if that row comes back, the order of the
      // two is ambiguous.
      guard let first = items.first, let top = state.serverRows.first, items.contains(id: top.id)
      else { return nil }
      return .insert(item: ModelRow(id: state.server.idOnTop), before: first.id)
    case .change(let index) where index < items.count:
      return .update(item: ModelRow(id: items[index].id, value: 1))
    case .delete(let index) where index < items.count: return .remove(id: items[index].id)
    default: return nil
    }
  }
}

extension SimulationState {
  /// The work in flight that `action` ends; nil if there is none.
  ///
  /// Restored edits keep the tickets of an earlier run, so an edit and a late answer may share a
  /// ticket. The kind of the action decides.
  func awaited(by action: ModelFeed.Action) -> Work? {
    switch action {
    case .pageLoaded(let ticket, _), .failed(let ticket, _):
      inFlight.first { $0.ticket == ticket && $0.kind != nil }
    case .cancelled(let ticket): work(ticket)
    case .timerFired(let ticket): inFlight.first { $0.ticket == ticket && $0.task == .timer }
    case .editCommitted(let ticket, _), .editFailed(let ticket, _):
      inFlight.first { $0.ticket == ticket && $0.isEdit }
    default: nil
    }
  }
}
