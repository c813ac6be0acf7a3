import FeedEffects
import FeedHTTP
import FeedReducer

/// A running feed: a `FeedStore` or a `FeedActor`.
protocol SoakedFeed: AnyObject, Sendable {
  /// Returns the current state.
  func look() async -> Rows.State

  var states: AsyncStream<Rows.State> { get async }

  func send(_ action: Rows.Action) async -> Sent
  func refresh() async
  func settle() async
  func stop() async
  func follow(connectivity: AsyncStream<Bool>) async

  /// Adds every step to `log`. The engine retains the witness.
  func record(in log: StepLog, _ witness: Witness) async

  /// Replays `log` and checks that it leads to the current state.
  func check(_ log: StepLog, _ tally: SharedTally) async
}

extension StoreActor: SoakedFeed where Machine == Rows {
  func record(in log: StepLog, _ witness: Witness) {
    onStep { step in withExtendedLifetime(witness) { log.add(step) } }
  }

  func look() async -> Rows.State { await state }

  func check(_ log: StepLog, _ tally: SharedTally) async {
    log.replay(to: await state, tally)
  }
}

extension Store: SoakedFeed where Machine == Rows {
  func record(in log: StepLog, _ witness: Witness) {
    onStep { step in withExtendedLifetime(witness) { log.add(step) } }
  }

  func look() -> Rows.State { state }

  func check(_ log: StepLog, _ tally: SharedTally) {
    log.replay(to: state, tally)
  }
}
