import FeedReducer
package import FeedTesting

// What a move changes: the machine's state, and what is around it.
extension FeedWorld {
  /// Carries out a move.
  package func make(_ move: FeedMove, at moment: inout FeedMoment) -> Exchange<ModelMachine>? {
    guard let action = action(for: move, at: moment) else {
      change(move, false, &moment)
      return nil
    }
    change(move, true, &moment)
    let answered = move.isAnswer ? moment.awaited(by: action) : nil
    let past = Past(moment.feed)
    let reaction = machine.reduce(into: &moment.state, action)
    if let answered {
      // The server does not do it again when it comes again.
      if answered.isServed, !move.isCommit { moment.served.append(answered) }
      end(answered.ticket, &moment)
    }
    if case .accepted(let effects) = reaction {
      if move.isEdit { moment.left.edits -= 1 }
      for effect in effects { begin(effect, by: move, &moment) }
      note(action, answered, past, &moment)
    }
    noteReader(move, action, reaction.refusal == nil ? answered : nil, past, &moment)
    return Exchange(action, reaction)
  }

  /// Changes what is around the machine before it hears of it.
  func change(_ move: FeedMove, _ isSent: Bool, _ moment: inout FeedMoment) {
    switch move {
    case .insert(let index):
      moment.server.insert(at: index)
      noteMove(&moment)
    case .remove(let index):
      moment.server.remove(at: index)
      noteMove(&moment)
    case .update(let index): moment.server.update(at: index)
    case .serve(let place), .commit(let place): serve(place, &moment)
    case .answer(_, let answer) where isSent && answer.takesFreshCursor:
      moment.server.useFreshCursor()
    case .add where isSent:
      moment.server.draft(moment.server.idOnTop)
    case .restart: restart(&moment)
    default: break
    }
  }

  /// Lets the server carry out the edit at `place`.
  private func serve(_ place: Int, _ moment: inout FeedMoment) {
    guard place < moment.live.count, case .edit(let change, nil) = moment.live[place].task
    else { return }
    let id = moment.server.ownID(change.id)
    switch change {
    case .insert: moment.server.add(id)
    case .update: moment.server.change(id)
    case .remove: moment.server.remove(id: id)
    @unknown default: return
    }
    moment.live[place].task = .edit(change: change, served: id)
  }

  private func restart(_ moment: inout FeedMoment) {
    guard moment.left.restarts > 0, let snapshot = moment.feed.snapshot else { return }
    moment.left.restarts -= 1
    moment.kept = snapshot
    moment.served += moment.live.filter { $0.isServed }
    moment.state = fresh
    moment.live = []
    moment.ended = []
    (moment.reader, moment.seen) = (nil, 0)
    moment.isResting = false
    moment.owesRefresh = false
    moment.hasLostCursor = false
  }

  /// Takes up what the machine wants done, or stops it.
  private func begin(
    _ effect: ModelFeed.Effect, by move: FeedMove, _ moment: inout FeedMoment
  ) {
    switch effect {
    case .load(let request):
      let sent = scenario.answers.contains(.early) ? moment.server.rows : 0
      moment.live.append(
        .init(
          ticket: request.ticket,
          task: .load(kind: request.kind, position: request.position, rows: sent)))
    case .schedule(let ticket, _): moment.live.append(.init(ticket: ticket, task: .timer))
    case .send(let edit):
      // The ticket tells the server that it has had the edit before: that of the feed that is
      // restored, and not that of another one which counts from 1 as well.
      let before = move.isEdit ? nil : moment.served.firstIndex { $0.ticket == edit.ticket }
      let again = before.map { moment.served.remove(at: $0) }
      moment.live.append(
        again ?? .init(ticket: edit.ticket, task: .edit(change: edit.change, served: nil)))
    case .cancel(let ticket): end(ticket, &moment)
    @unknown default: break
    }
  }

  /// Takes what has `ticket` from what is under way, and keeps it as something that has ended.
  private func end(_ ticket: Ticket, _ moment: inout FeedMoment) {
    guard let place = moment.live.firstIndex(where: { $0.ticket == ticket }) else { return }
    let work = moment.live.remove(at: place)
    guard scenario.lateAnswers > 0 else { return }
    let later = moment.ended.firstIndex { $0.ticket > work.ticket } ?? moment.ended.count
    moment.ended.insert(work, at: later)
    if moment.ended.count > scenario.lateAnswers { moment.ended.removeFirst() }
  }
}
