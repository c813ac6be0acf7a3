import FeedEffects
import FeedReducer

/// The steps of a feed since the last check, and the state at that check.
final class StepLog: Sendable {
  private struct Log {
    let machine: Rows
    var start: Rows.State
    var steps: [StoreStep<Rows>] = []
  }

  private let log: Locked<Log>

  init(_ machine: Rows, start: Rows.State) {
    log = Locked(Log(machine: machine, start: start))
  }

  /// How many steps the next check replays.
  var count: Int { log.use { $0.steps.count } }

  func add(_ step: StoreStep<Rows>) {
    log.use { $0.steps.append(step) }
  }

  /// Replays the steps, which must lead to `state`. Counts them and starts an empty log at `state`.
  func replay(to state: Rows.State, _ tally: SharedTally) {
    log.use { log in
      var loop = Loop(log.machine, state: log.start)
      let wrong = log.steps.first { loop.send($0.action) != $0.reaction }
      let isSame = loop.state == state
      let feed = "the feed with the identity \(log.start.identity)"
      tally.use { tally in
        tally.replays += 1
        for step in log.steps { tally.count(step) }
        if let wrong { tally.breach("\(feed) reacts otherwise to \(wrong.action)") }
        if !isSame { tally.breach("\(feed) does not replay to its state") }
      }
      log.start = state
      log.steps = []
    }
  }
}
