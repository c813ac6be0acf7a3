import FeedEffects
import FeedReducer
import FeedTesting

/// Some of the feeds, with one who does to them whatever comes to mind.
struct Lane {
  let surroundings: Surroundings
  var random: SplitMix64
  var slots: [Slot] = []

  /// How many feeds there are in all: time moves on by so much less with each action.
  private let waiterCount: Int

  var count: Int { slots.count }

  init(feeds: Int, of waiterCount: Int, seed: UInt64, in surroundings: Surroundings) async {
    self.surroundings = surroundings
    self.waiterCount = waiterCount
    random = SplitMix64(seed: seed)
    for _ in 0..<feeds { slots.append(await Slot(in: surroundings, &random)) }
  }

  /// Sends so many actions.
  mutating func run(actions: Int) async throws {
    for _ in 0..<actions {
      let place = Int.random(in: 0..<slots.count, using: &random)
      await act(on: place)
      if slots[place].log.count >= 300 { await check(place) }
      if Int.random(in: 0..<300, using: &random) == 0 { await replace(place) }
      if Int.random(in: 0..<max(1, waiterCount / 10), using: &random) == 0 {
        surroundings.clock.advance(by: .milliseconds(Int.random(in: 0...60, using: &random)))
      }
      try await surroundings.web?.turn(&random)
    }
  }

  private func check(_ place: Int) async {
    await slots[place].feed.check(slots[place].log, surroundings.tally)
  }

  /// Drops a feed in the midst of all and puts one in its place, which may know what it was.
  private mutating func replace(_ place: Int) async {
    await check(place)
    surroundings.tally.use { $0.replaced += 1 }
    let kept = slots[place].kept
    if Bool.random(using: &random) { slots[place].beAlone() }
    if Int.random(in: 0..<4, using: &random) == 0 { await slots[place].feed.stop() }
    var slot = await Slot(in: surroundings, &random)
    slot.kept = kept
    slots[place].beAlone()
    slots[place] = slot
    if Bool.random(using: &random) { await restore(place) }
  }

  /// Brings every other feed to rest, and drops the others as they are.
  mutating func finish() async {
    for place in slots.indices {
      slots[place].beAlone()
      if place.isMultiple(of: 2) {
        // A reset gives up the edits, which nothing else ends if the server never answers them.
        await send(.reset, to: place)
        await slots[place].feed.settle()
      }
      await check(place)
    }
    slots = []
  }
}
