import FeedReducer

// What a move changes: the machine's state, and what is around it.
extension FeedWorld {
  /// Carries out a move.
  public func make(_ move: FeedMove, at moment: inout FeedMoment) -> Exchange<ModelMachine>? {
    let action = action(for: move, at: moment)
    change(move, action != nil, &moment)
    guard let action else { return nil }
    let before = moment.feed
    let reaction = machine.reduce(into: &moment.state, action)
    let answered = keepAccount(action, reaction, &moment)
    if reaction.refusal == nil { note(action, answered, before, &moment) }
    noteReader(action, answered, &moment)
    return Exchange(action, reaction)
  }

  /// Changes what is around the machine before it hears of it.
  func change(_ move: FeedMove, _ isSent: Bool, _ moment: inout FeedMoment) {
    switch move {
    case .insert(let index):
      moment.server.insert(at: index)
      moment.isUnmoved = false
    case .remove(let index):
      moment.server.remove(at: index)
      moment.isUnmoved = false
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
    let id = moment.server.ownID(change.row)
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
    moment.served = moment.live.filter { $0.isServed }
    moment.state = fresh
    moment.live = []
    moment.ended = []
    moment.reader = nil
    moment.isResting = false
    moment.owesRefresh = false
  }

  /// Keeps the account of what is under way, and returns what was answered.
  private func keepAccount(
    _ action: ModelFeed.Action, _ reaction: Reaction<ModelFeed.Effect, FeedRefusal>,
    _ moment: inout FeedMoment
  ) -> FeedMoment.Work? {
    let answered = moment.awaited(by: action).flatMap { end($0.ticket, &moment) }
    for effect in reaction.effects {
      switch effect {
      case .load(let request):
        let sent = scenario.answers.contains(.early) ? moment.server.rows : 0
        moment.live.append(
          .init(
            ticket: request.ticket,
            task: .load(kind: request.kind, position: request.position, rows: sent)))
      case .schedule(let ticket, _): moment.live.append(.init(ticket: ticket, task: .timer))
      case .send(let ticket, let change):
        if case .edit = action { moment.left.edits -= 1 }
        // The ticket tells the server that it has had the edit before.
        let again = moment.served.first { $0.ticket == ticket }
        moment.live.append(again ?? .init(ticket: ticket, task: .edit(change: change, served: nil)))
      case .cancel(let ticket): _ = end(ticket, &moment)
      @unknown default: break
      }
    }
    return answered
  }

  /// Takes what has `ticket` from what is under way, and keeps it as something that has ended.
  private func end(_ ticket: Ticket, _ moment: inout FeedMoment) -> FeedMoment.Work? {
    guard let place = moment.live.firstIndex(where: { $0.ticket == ticket }) else { return nil }
    let work = moment.live.remove(at: place)
    if scenario.lateAnswers > 0 {
      moment.ended.append(work)
      moment.ended.sort { $0.ticket < $1.ticket }
      if moment.ended.count > scenario.lateAnswers { moment.ended.removeFirst() }
    }
    return work
  }
}
