import FeedReducer
import FeedTesting
import Foundation
import World

/// A feed as a model of a user's machine has it: pages of two rows that end after a hundred.
private struct OneFeed: Model {
  struct State {
    var feed = WorldFeed.State(seed: 1, identity: 1)
    var work = FeedWork<WorldRow, Int>()
  }

  private static let feed = WorldFeed(
    pageSize: 2, prefetchDistance: 1, retry: RetryPolicy(attempts: 1), edits: .optimistic)

  let start = State()
  let part = FeedPart<OneFeed, WorldRow, Int>(
    "feed", feed: feed, state: \.feed, work: \.work, action: { $0 }, effect: { $0 },
    unwrap: { $0 }
  ) { request, _ in
    let start = request.position.cursor ?? 0
    return .init(
      items: (start..<start + 2).map { WorldRow(id: $0, value: 0) },
      next: start < 98 ? start + 2 : nil)
  }

  func steps(at state: State) -> [FeedStep] { part.steps(at: state) }

  func make(_ step: FeedStep, at state: inout State) -> Exchange<WorldFeed>? {
    guard let action = part.action(for: step, at: state) else { return nil }
    let reaction = Self.feed.reduce(into: &state.feed, action)
    part.note(action, reaction: reaction, in: &state)
    return Exchange(action, reaction: reaction)
  }

  func fingerprint(of state: State) -> UInt64 {
    var fingerprint = Fingerprint()
    part.mix(state, into: &fingerprint)
    return fingerprint.value
  }

  func machineState(of state: State) -> WorldFeed.State? { state.feed }
}

/// Explores a feed with the laws that each feed of a user's machine has, and prints a line, and the cost.
///
/// - Returns: Whether every law holds.
func explorePart(states: Int) -> Bool {
  let model = OneFeed()
  let visited = visit("feed", model: model, laws: model.part.laws, states: states)
  print(visited.meter)
  return visited.isSound
}

/// Explores a model up to a number of states, and prints a line.
func visit<M: Model>(
  _ name: String, model: M, laws: [Law<M>], states: Int
) -> (meter: Meter, isSound: Bool) {
  var meter = Meter()
  let result = meter.measure { Explorer(model, laws: laws, maxStates: states).run() }
  print("\(name): \(result), \(meter.speed) transitions a second")
  fflush(nil)
  return (meter, result.failure == nil)
}
