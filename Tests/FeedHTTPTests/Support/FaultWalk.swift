import FeedEffects
import FeedHTTP
import FeedReducer
import FeedTesting

/// A feed that repeats what failed, read to its end on a clock that never keeps it waiting.
struct FaultWalk<Item: Identifiable & Equatable & Sendable>: Sendable
where Item.ID: Sendable & CustomStringConvertible {
  private let feed: FeedActor<Item, PageCursor>
  private let clock = ManualClock()

  /// Reads `source` until it ends or fails for good.
  init(_ source: HTTPPageSource<Item>, pageSize: Int = 10, attempts: Int = 4) async {
    let retry = RetryPolicy(attempts: attempts, base: .seconds(1), cap: .seconds(30))
    feed = FeedActor(
      Feed(pageSize: pageSize, retry: retry), source: source, seed: 1, clock: clock, timeout: nil)
    await read(.started)
  }

  var state: Feed<Item, PageCursor>.State {
    get async { await feed.state }
  }

  /// The ids of the rows.
  var rows: [String] {
    get async { await feed.state.items.map { "\($0.id)" } }
  }

  /// How long the timers ran that ran out.
  var waited: Duration { clock.now.offset }

  /// Asks once more for what failed, and reads on.
  func retry() async {
    await read(.retryTapped(kind: nil))
  }

  private func read(_ action: Feed<Item, PageCursor>.Action) async {
    let timers = Task { [clock] in
      while !Task.isCancelled {
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
      }
    }
    await feed.send(action).finish()
    var count = -1
    while case let state = await feed.state, state.items.count > count, state.error == nil {
      count = state.items.count
      await feed.send(.itemAppeared(index: count - 1)).finish()
    }
    timers.cancel()
    // The timers wait for a sleeper if they have not seen that it is over.
    let sleeper = Task { [clock] in try? await clock.sleep(for: .seconds(1)) }
    await timers.value
    sleeper.cancel()
  }
}
