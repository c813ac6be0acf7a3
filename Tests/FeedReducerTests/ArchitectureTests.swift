import FeedReducer
import Testing
import TestWatch

/// A machine that counts to a limit.
private struct Counter: StateMachine {
  enum Effect: Equatable { case ring(at: Int) }
  enum Refusal: Equatable { case full }

  let limit: Int

  func reduce(into count: inout Int, _ step: Int) -> Reaction<Effect, Refusal> {
    guard count + step <= limit else { return .ignored(.full) }
    count += step
    return .accepted(count == limit ? [.ring(at: count)] : [])
  }
}

/// A machine that owns two feeds.
private struct Tabs: StateMachine {
  struct State: Equatable {
    var home = Letters.State(seed: 1, identity: 1)
    var search = Letters.State(seed: 2, identity: 2)
  }
  enum Action: Equatable { case home(Letters.Action), search(Letters.Action) }
  enum Effect: Equatable { case home(Letters.Effect), search(Letters.Effect) }
  enum Refusal: Equatable { case home(FeedRefusal), search(FeedRefusal) }

  let feed = letters

  func reduce(into state: inout State, _ action: Action) -> Reaction<Effect, Refusal> {
    switch action {
    case .home(let action):
      feed.reduce(into: &state.home, action).map(effect: Effect.home, refusal: Refusal.home)
    case .search(let action):
      feed.reduce(into: &state.search, action).map(effect: Effect.search, refusal: Refusal.search)
    }
  }
}

/// A machine without refusals.
private struct Echo: StateMachine {
  func reduce(into state: inout String, _ action: String) -> Reaction<String, Never> {
    state = action
    return .accepted([action])
  }
}

@Suite("The architecture", .watched)
struct ArchitectureTests {
  @Test func theReturningFormIsTheSameStep() {
    let feed = letters
    let before = Letters.State(seed: 1, identity: 1)
    var after = before
    let reaction = feed.reduce(into: &after, .started)
    #expect(feed.reduce(before, .started).state == after)
    #expect(feed.reduce(before, .started).reaction == reaction)
    #expect(feed.reduce(before, .started).effects == [load(1)])
    #expect(feed.reduce(before, .loadMore).refusal == .noFirstPage)
    #expect(before == Letters.State(seed: 1, identity: 1))
  }

  @Test func aLoopKeepsTheState() {
    var loop = Loop(Counter(limit: 3), state: 1)
    #expect(loop.send(1) == .accepted([]))
    #expect(loop.send(1) == .accepted([.ring(at: 3)]))
    #expect(loop.send(1) == .ignored(.full))
    #expect(loop.state == 3)
  }

  @Test func aReactionSaysEffectsOrRefusal() {
    #expect(Counter(limit: 1).reduce(0, 1).reaction.effects == [.ring(at: 1)])
    #expect(Counter(limit: 1).reduce(0, 1).reaction.refusal == nil)
    #expect(Counter(limit: 1).reduce(1, 1).reaction.effects == [])
    #expect(Counter(limit: 1).reduce(1, 1).reaction.refusal == .full)
  }

  @Test func aMachineNeedsNoRefusals() {
    #expect(Echo().reduce("", "a").reaction == .accepted(["a"]))
  }

  @Test func compositionIsAPlainCall() {
    var loop = Loop(Tabs(), state: .init())
    #expect(loop.send(.search(.started)) == .accepted([.search(load(1))]))
    #expect(loop.send(.search(.loadMore)) == .ignored(.search(.refreshing(ticket: 1))))
    #expect(loop.state.home == Letters.State(seed: 1, identity: 1))
    #expect(loop.state.search.isLoading)
  }
}
