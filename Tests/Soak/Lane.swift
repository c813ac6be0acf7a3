import FeedEffects
import FeedReducer
import FeedTesting

/// A share of the feeds. One task sends random actions to them.
struct Lane {
  let environment: Environment
  var random: SplitMix64
  var slots: [Slot] = []

  /// How many feeds share the clock. The more they are, the more rarely an action advances it.
  private let waiterCount: Int

  var count: Int { slots.count }

  init(feeds: Int, of waiterCount: Int, seed: UInt64, in environment: Environment) async {
    self.environment = environment
    self.waiterCount = waiterCount
    random = SplitMix64(seed: seed)
    for _ in 0..<feeds { slots.append(await Slot(in: environment, &random)) }
  }

  /// Sends `actions` actions to random feeds.
  mutating func run(actions: Int) async throws {
    for _ in 0..<actions {
      let place = Int.random(in: 0..<slots.count, using: &random)
      await act(on: place)
      if slots[place].log.count >= 300 { await check(place) }
      if Int.random(in: 0..<300, using: &random) == 0 { await replace(place) }
      if Int.random(in: 0..<max(1, waiterCount / 10), using: &random) == 0 {
        environment.clock.advance(by: .milliseconds(Int.random(in: 0...60, using: &random)))
      }
      try await environment.web?.turn(&random)
    }
  }

  private func check(_ place: Int) async {
    await slots[place].feed.check(slots[place].log, environment.tally)
  }

  /// Replaces a running feed with a new one, which may restore the snapshot of the old one.
  private mutating func replace(_ place: Int) async {
    await check(place)
    environment.tally.use { $0.replaced += 1 }
    let kept = slots[place].kept
    if Bool.random(using: &random) { slots[place].beAlone() }
    if Int.random(in: 0..<4, using: &random) == 0 { await slots[place].feed.stop() }
    var slot = await Slot(in: environment, &random)
    slot.kept = kept
    slots[place].beAlone()
    slots[place] = slot
    if Bool.random(using: &random) { await restore(place) }
  }

  /// Settles every second feed, then drops all feeds.
  mutating func finish() async {
    for place in slots.indices {
      slots[place].beAlone()
      if place.isMultiple(of: 2) {
        // A log out drops the edits. The server may never answer them, and nothing else would end
        // them.
        await send(.stopped, to: place)
        await send(.started, to: place)
        await slots[place].feed.settle()
      }
      await check(place)
    }
    slots = []
  }
}
