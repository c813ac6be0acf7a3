import FeedReducer
import FeedTesting

// What can happen at a moment.
extension FeedWorld {
  /// Returns what can happen: to what is under way, by the reader, and to the server's rows.
  package func moves(at moment: FeedMoment) -> [FeedMove] {
    var moves: [FeedMove] = [.start]
    for place in moment.live.indices { addEnds(of: place, moment, to: &moves) }
    // An edit that was sent again has one answer.
    for place in moment.ended.indices where moment.work(moment.ended[place].ticket) == nil {
      moves.append(.answerLate(place))
      if moment.ended[place].task != .timer { moves.append(.failLate(place)) }
    }
    addReader(moment, to: &moves)
    addDevice(moment, to: &moves)
    if moment.server.insertions > 0 {
      for index in 0...moment.server.count where moment.server.newID(at: index) != nil {
        moves.append(.insert(index))
      }
    }
    if moment.server.removals > 0 {
      for index in 0..<moment.server.count { moves.append(.remove(index)) }
    }
    if moment.server.updates > 0 {
      for index in 0..<moment.server.count { moves.append(.update(index)) }
    }
    return moves
  }

  private func addEnds(of place: Int, _ moment: FeedMoment, to moves: inout [FeedMove]) {
    switch moment.live[place].task {
    case .load(_, let position, let sent):
      for answer in scenario.answers
      where moment.server.page(at: position, answer, sent: sent, scenario) != nil {
        moves.append(.answer(place, answer))
      }
      for failure in scenario.failures { moves.append(.fail(place, failure)) }
      moves.append(.stop(place))
    case .timer:
      moves += [.fire(place), .stop(place)]
    case .edit(_, let served):
      if served == nil { moves += [.serve(place), .reject(place)] }
      for failure in scenario.failures where failure.failure.isRetryable {
        moves.append(.fail(place, failure))
      }
      moves += [.stop(place), .commit(place)]
    }
  }

  private func addReader(_ moment: FeedMoment, to moves: inout [FeedMove]) {
    // One more than there are rows: user interfaces do report rows that are gone.
    let count = moment.feed.items.count
    for index in 0...count { moves.append(.appear(index)) }
    if scenario.screen > 1 {
      for first in -1...count { moves.append(.show(first..<first + scenario.screen)) }
      moves.append(.show(0..<0))
    }
    moves += [.loadMore, .pull, .retry(nil), .retry(.append), .reset]
    if scenario.hasHead { moves.append(.retry(.prepend)) }
    addEdits(moment, to: &moves)
  }

  private func addEdits(_ moment: FeedMoment, to moves: inout [FeedMove]) {
    for id in moment.stuckRows {
      moves.append(.retryEdits(id))
      // What was given up though the server did it shows with the next refresh.
      if moment.served.isEmpty { moves.append(.dismissEdits(id)) }
    }
    guard moment.left.edits > 0 else { return }
    if action(for: .add, at: moment) != nil { moves.append(.add) }
    for index in moment.feed.items.indices { moves += [.change(index), .delete(index)] }
  }

  private func addDevice(_ moment: FeedMoment, to moves: inout [FeedMove]) {
    if scenario.isInvalidated { moves.append(.invalidate) }
    if scenario.goesOffline { moves += [.connect(true), .connect(false)] }
    if scenario.memoryWarning != nil { moves.append(.warn) }
    if moment.left.restarts > 0, moment.feed.generation > 0 { moves.append(.restart) }
    if moment.kept != nil { moves += [.restore(isOld: false), .restore(isOld: true)] }
  }
}
