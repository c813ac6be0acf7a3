import FeedReducer
import FeedTesting
import TestWatch
import Testing

/// A shop: a list of goods, and a cart that can be filled and emptied.
private struct Shop: StateMachine {
  typealias Goods = Feed<Good, Int>

  struct State: Equatable { var goods = Goods.State(seed: 1, identity: 1), cart = 0 }
  enum Action: Equatable { case goods(Goods.Action), add, clear }
  enum Refusal: Equatable { case goods(FeedRefusal), isFull, isEmpty }

  var attempts = 0
  var goods: Goods {
    Goods(pageSize: 1, prefetchDistance: 1, retry: RetryPolicy(attempts: attempts))
  }

  func reduce(into state: inout State, _ action: Action) -> Reaction<Goods.Effect, Refusal> {
    switch action {
    case .goods(let action):
      return goods.reduce(into: &state.goods, action).map(
        effect: { $0 }, refusal: Refusal.goods)
    case .add:
      if state.cart == 3 { return .ignored(.isFull) }
      state.cart += 1
    case .clear:
      if state.cart == 0 { return .ignored(.isEmpty) }
      state.cart = 0
    }
    return .accepted([])
  }
}

private struct Good: Identifiable, Hashable { let id: Int }

private struct ShopModel: Model {
  struct State { var shop = Shop.State(), work = FeedWork<Good, Int>() }
  enum Step: Equatable { case goods(FeedStep), add, clear }
  enum Part { case goods, cart }

  var mixed: [Part] = [.goods, .cart]
  var leftOut: [String] = []
  let start = State()
  var shop = Shop()
  let goods = FeedPart<ShopModel, Good, Int>(
    "goods", feed: Shop().goods, state: \.shop.goods, work: \.work, action: Shop.Action.goods,
    effect: { $0 }, unwrap: { if case .goods(let action) = $0 { action } else { nil } }
  ) { request, _ in
    let next = (request.position.cursor ?? 0) + 1
    return .init(items: [Good(id: next)], next: next < 2 ? next : nil)
  }

  func steps(at state: State) -> [Step] {
    goods.steps(at: state).map(Step.goods) + [.add, .clear]
  }

  func make(_ step: Step, at state: inout State) -> Exchange<Shop>? {
    let action: Shop.Action? =
      switch step {
      case .goods(let step): goods.action(for: step, at: state)
      case .add: .add
      case .clear: .clear
      }
    guard let action else { return nil }
    let reaction = shop.reduce(into: &state.shop, action)
    goods.note(action, reaction: reaction, in: &state)
    return Exchange(action, reaction: reaction)
  }

  func fingerprint(of state: State) -> UInt64 {
    var fingerprint = Fingerprint()
    if mixed.contains(.goods) { goods.mix(state, into: &fingerprint) }
    if mixed.contains(.cart) { fingerprint.mix(state.shop.cart) }
    return fingerprint.value
  }

  func leavesOut(_ field: String) -> Bool { leftOut.contains(field) }
}

/// A ticket in many places.
private struct TimerState: Equatable {
  var last: Ticket = 0
  var names: [String: Ticket] = ["a": 0]
  var all: Set<Ticket> = [0]
  var phase = 0
}

/// A machine that gives tickets and is told a phase.
private struct Timers: StateMachine, Sendable {
  enum Effect: Equatable {}
  enum Refusal: Equatable {}

  func reduce(into state: inout TimerState, _ phase: Int) -> Reaction<Effect, Refusal> {
    state.last = Ticket(rawValue: state.last.rawValue + 1)
    state.names = ["a": state.last]
    state.all = [state.last]
    state.phase = phase
    return .accepted([])
  }
}

private struct TimerModel: Model {
  let start = TimerState()
  func steps(at state: TimerState) -> [Int] { [0, 0, 0, 0, 0, 1] }
  func make(_ step: Int, at state: inout TimerState) -> Exchange<Timers>? {
    Exchange(step, reaction: Timers().reduce(into: &state, step))
  }
  func fingerprint(of state: TimerState) -> UInt64 { UInt64(state.phase) }
}

@Suite("What a fingerprint forgets", .watched)
struct FingerprintTests {
  private func explorer(
    _ model: ShopModel, laws: [Law<ShopModel>] = []
  ) -> Explorer<ShopModel> {
    var explorer = Explorer(model, laws: laws)
    explorer.comparesStates = true
    return explorer
  }

  @Test func aFingerprintOfEverythingForgetsNothing() {
    let whole = explorer(ShopModel()).run()
    #expect(whole.leftOut == [])
    #expect(whole.isComplete)
    #expect(whole.failure == nil)
  }

  @Test func whatIsChanceOrATicketIsNotTold() {
    var timers = Explorer(TimerModel(), laws: [])
    timers.comparesStates = true
    #expect(timers.run().leftOut == [])
    let retrying = explorer(ShopModel(shop: Shop(attempts: 2))).run()
    #expect(retrying.states > 1_000)
    #expect(retrying.leftOut == [])
  }

  @Test func aForgottenCountIsTold() {
    let whole = explorer(ShopModel()).run()
    let part = explorer(ShopModel(mixed: [.goods])).run()
    #expect(part.states * 4 == whole.states)
    #expect(part.leftOut == ["shop.cart"])
    #expect(!part.isComplete)
    #expect(
      part.failure
        == "the fingerprint forgets shop.cart: states that differ in it count as one, and what they lead "
        + "to is not visited; mix it in")
    #expect("\(part)".contains(", a part visited\nthe fingerprint forgets shop.cart"))
  }

  @Test func aForgottenFeedIsTold() {
    let part = explorer(ShopModel(mixed: [.cart])).run()
    #expect(part.leftOut.contains { $0.hasPrefix("shop.goods.") })
    #expect(part.leftOut.allSatisfy { !$0.contains("generation") && $0 != "shop.cart" })
  }

  @Test func whatIsLeftOutOnPurposeIsNotTold() {
    let part = explorer(ShopModel(mixed: [.goods], leftOut: ["shop.cart"])).run()
    #expect(part.leftOut == [])
    #expect(part.isComplete)
  }

  @Test func statesAreComparedOnDemand() {
    var explorer = explorer(ShopModel(mixed: [.goods]))
    explorer.comparesStates = false
    #expect(explorer.run().leftOut == [])
  }

  @Test func aModelOfHashableStatesNeedsNoFingerprint() {
    struct Counter: StateMachine, Sendable {
      func reduce(into count: inout Int, _ step: Int) -> Reaction<Never, Never> {
        count += step
        return .accepted([])
      }
    }
    struct CounterModel: Model {
      let start = 0
      func steps(at count: Int) -> [Int] { count < 5 ? [1, 2] : [] }
      func make(_ step: Int, at count: inout Int) -> Exchange<Counter>? {
        Exchange(step, reaction: Counter().reduce(into: &count, step))
      }
    }
    #expect(Explorer(CounterModel(), laws: []).run().states == 7)
  }

  @Test func aCounterexampleShowsNoBookkeepingOfAFeed() throws {
    let law = Law<ShopModel>.invariant("no pages", says: "No page comes.") {
      $0.shop.goods.items.isEmpty
    }
    let found = try #require(explorer(ShopModel(), laws: [law]).run().counterexample)
    #expect(
      "\(found)" == """
        broken after 2 steps: no pages
        No page comes.
          # at first:
          #   shop.goods.items           []
          #   shop.goods.next            .start
          #   shop.goods.reader          nil
          #   shop.goods.refresh         .idle
          #   shop.goods.append          .idle
          #   shop.goods.prepend         .idle
          #   shop.goods.isOnline        true
          #   shop.goods.isStopped       false
          #   shop.goods.isDemandPaused  false
          #   shop.goods.edits           []
          #   shop.cart                  0
          #   work                       []
          .goods(.start)
          #   shop.goods.refresh  .idle → .loading(ticket: 1, attempt: 0)
          #   work                [] → [1 refresh]
          .goods(.answer(0))
          #   shop.goods.items    [] → [Good(id: 1)]
          #   shop.goods.next     .start → .after(cursor: 1)
          #   shop.goods.refresh  .loading(ticket: 1, attempt: 0) → .idle
          #   shop.goods.prepend  .idle → .ended(reason: .exhausted)
          #   work                [1 refresh] → []

        """)
  }
}
