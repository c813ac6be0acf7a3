import FeedEffects
import FeedReducer

nonisolated struct Countdown: StateMachine {
  enum Action: Equatable {
    case start(seconds: Int), ticked
  }
  enum Effect: Equatable {
    case tick
  }

  func reduce(into left: inout Int, _ action: Action) -> Reaction<Effect, Never> {
    switch action {
    case .start(let seconds): left = seconds
    case .ticked: left -= 1
    }
    return .accepted(left > 0 ? [.tick] : [])
  }
}

nonisolated struct CountdownHandler: EffectHandler {
  func work(for effect: Countdown.Effect) -> Work<Countdown.Action> {
    switch effect {
    case .tick: .schedule(id: WorkID(1), after: .seconds(1), action: .ticked)
    }
  }
}

nonisolated struct Tabs: StateMachine {
  struct State: Equatable {
    var home = Feed<Number, Int>.State()
    var search = Feed<Number, Int>.State()
  }
  enum Action: Equatable {
    case home(Feed<Number, Int>.Action), search(Feed<Number, Int>.Action)
  }
  enum Effect: Equatable {
    case home(Feed<Number, Int>.Effect), search(Feed<Number, Int>.Effect)
  }

  let feed = Feed<Number, Int>()

  func reduce(into state: inout State, _ action: Action) -> Reaction<Effect, FeedRefusal> {
    switch action {
    case .home(let action):
      feed.reduce(into: &state.home, action).map(effect: Effect.home, refusal: { $0 })
    case .search(let action):
      feed.reduce(into: &state.search, action).map(effect: Effect.search, refusal: { $0 })
    }
  }
}

nonisolated struct TabsHandler: EffectHandler {
  let feed = FeedHandler(Numbers())

  func work(for effect: Tabs.Effect) -> Work<Tabs.Action> {
    switch effect {
    case .home(let effect): feed.work(for: effect).map(scope: 1, Tabs.Action.home)
    case .search(let effect): feed.work(for: effect).map(scope: 2, Tabs.Action.search)
    }
  }
}
