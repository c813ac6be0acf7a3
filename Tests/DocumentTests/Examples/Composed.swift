import FeedEffects
import FeedReducer
import FeedTesting

nonisolated struct Memo: Identifiable, Hashable { let id: String }

nonisolated struct App: StateMachine {
  typealias Memos = Feed<Memo, Int>
  typealias MemoSearch = Search<String, Memo, Int>

  struct State: Equatable {
    var home = Memos.State(), saved = Memos.State()
    var search = MemoSearch.State()
  }
  enum Action: Equatable {
    case home(Memos.Action), saved(Memos.Action), search(MemoSearch.Action), loggedOut
  }
  enum Effect: Equatable {
    case home(Memos.Effect), saved(Memos.Effect), search(MemoSearch.Effect)
  }
  static let feed = Memos(pageSize: 2, prefetchDistance: 1)

  func reduce(into state: inout State, _ action: Action) -> Reaction<Effect, SearchRefusal> {
    switch action {
    case .home(let action):
      Self.feed.reduce(into: &state.home, action)
        .map(effect: Effect.home, refusal: SearchRefusal.feed)
    case .saved(let action):
      Self.feed.reduce(into: &state.saved, action)
        .map(effect: Effect.saved, refusal: SearchRefusal.feed)
    case .search(let action):
      Search(Self.feed).reduce(into: &state.search, action).map(effect: Effect.search) { $0 }
    case .loggedOut:
      reduce(into: &state, .home(.stopped)).joined(with: reduce(into: &state, .saved(.stopped)))
        .joined(with: reduce(into: &state, .search(.feed(action: .stopped))))
    }
  }
}

nonisolated struct AppHandler: EffectHandler {
  let home: FeedHandler<App.Memos>, saved: FeedHandler<App.Memos>
  let search: FeedHandler<App.MemoSearch>

  func work(for effect: App.Effect) -> Work<App.Action> {
    switch effect {
    case .home(let effect): home.work(for: effect).map(scope: 1, App.Action.home)
    case .saved(let effect): saved.work(for: effect).map(scope: 2, App.Action.saved)
    case .search(let effect): search.work(for: effect).map(scope: 3, App.Action.search)
    }
  }
}

nonisolated struct AppModel: Model {
  struct State {
    var app = App.State()
    var home = FeedWork<Memo, Int>(), saved = FeedWork<Memo, Int>(), search = FeedWork<Memo, Int>()
  }
  enum Step: Equatable {
    case home(FeedStep), saved(FeedStep), found(FeedStep), pause, user(App.Action)
  }

  let start = State()
  let home = FeedPart<AppModel, Memo, Int>(
    "home", feed: App.feed, state: \.app.home, work: \.home, action: { .home($0) },
    effect: { if case .home(let effect) = $0 { effect } else { nil } },
    unwrap: { if case .home(let action) = $0 { action } else { nil } }, page: page)
  let saved = FeedPart<AppModel, Memo, Int>(
    "saved", feed: App.feed, state: \.app.saved, work: \.saved, action: { .saved($0) },
    effect: { if case .saved(let effect) = $0 { effect } else { nil } },
    unwrap: { if case .saved(let action) = $0 { action } else { nil } }, page: page)
  let found = FeedPart<AppModel, Memo, Int>(
    "search", feed: App.feed, search: \.app.search, work: \.search, action: { .search($0) },
    effect: { if case .search(let effect) = $0 { effect } else { nil } },
    unwrap: { if case .search(let action) = $0 { action } else { nil } }, page: page)

  static func page(_ request: App.Memos.Request, _ state: State) -> App.Memos.Page {
    let rows = request.position == .start ? ["a", "b"] : ["c"]
    return .init(items: rows.map(Memo.init), next: rows.count > 1 ? 2 : nil)
  }

  func steps(at state: State) -> [Step] {
    let pause = state.app.search.isTyping ? [Step.pause] : []
    let typing = ["x", nil].map { Step.user(.search(.typed(query: $0))) }
    return home.steps(at: state).map(Step.home) + saved.steps(at: state).map(Step.saved)
      + found.steps(at: state).map(Step.found) + pause + typing + [.user(.loggedOut)]
  }

  func make(_ step: Step, at state: inout State) -> Exchange<App>? {
    let action: App.Action? =
      switch step {
      case .home(let step): home.action(for: step, at: state)
      case .saved(let step): saved.action(for: step, at: state)
      case .found(let step): found.action(for: step, at: state)
      case .pause: state.app.search.timer.map { .search(.timerFired(ticket: $0)) }
      case .user(let action): action
      }
    guard let action else { return nil }
    let reaction = App().reduce(into: &state.app, action)
    for part in [home, saved, found] { part.note(action, reaction: reaction, in: &state) }
    return Exchange(action, reaction: reaction)
  }

  func fingerprint(of state: State) -> UInt64 {
    var fingerprint = Fingerprint()
    for part in [home, saved, found] { part.mix(state, into: &fingerprint) }
    fingerprint.mix(besideFeedOf: state.app.search)
    return fingerprint.value
  }
}
