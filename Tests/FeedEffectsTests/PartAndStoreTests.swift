import FeedReducer
import FeedTesting
import TestWatch
import Testing

@testable import FeedEffects

/// A feed in a machine of two.
private struct Pair: StateMachine {
  struct State: Equatable, Sendable {
    var left = Rows.State(seed: 1, identity: 1), right = Rows.State(seed: 2, identity: 2)
  }
  enum Action: Equatable, Sendable { case left(Rows.Action), right(Rows.Action) }
  enum Effect: Equatable, Sendable { case left(Rows.Effect), right(Rows.Effect) }

  let feed: Rows

  func reduce(into state: inout State, _ action: Action) -> Reaction<Effect, FeedRefusal> {
    switch action {
    case .left(let action):
      feed.reduce(into: &state.left, action).map(effect: Effect.left) { $0 }
    case .right(let action):
      feed.reduce(into: &state.right, action).map(effect: Effect.right) { $0 }
    }
  }
}

/// Notes the requests; a test gives the answers by hand.
private struct Noted: EffectHandler {
  let requests: Log<Rows.Request>

  func work(for effect: Rows.Effect) -> Work<Rows.Action> {
    if case .load(let request) = effect { requests.add(request) }
    return FeedHandler(Endless(), sink: Yes(), timeout: nil).work(for: effect)
  }
}

private struct NotedPair: EffectHandler {
  let left: Noted, right: Noted

  func work(for effect: Pair.Effect) -> Work<Pair.Action> {
    switch effect {
    case .left(let effect): left.work(for: effect).map(scope: 1, Pair.Action.left)
    case .right(let effect): right.work(for: effect).map(scope: 2, Pair.Action.right)
    }
  }
}

/// An engine whose work ends when a test says so.
@MainActor private final class Hand<Machine: StateMachine> {
  let engine: Engine<Machine>
  private let requests: Log<Rows.Request>
  private let action: (Rows.Action) -> Machine.Action
  private var open: [Engine<Machine>.WorkItem] = []

  init(
    _ engine: Engine<Machine>, requests: Log<Rows.Request>,
    action: @escaping (Rows.Action) -> Machine.Action
  ) {
    (self.engine, self.requests, self.action) = (engine, requests, action)
    engine.launch = { [unowned self] item in
      open.append(item)
      return Task {}
    }
  }

  /// How many operations and timers have not ended. Some were cancelled.
  var openCount: Int { open.count }

  /// Ends one of them: with a page of 20 rows by offset, or a failure.
  func end(_ index: Int, isFailure: Bool) {
    let item = open.remove(at: index)
    let ticket = item.handle.id.ticket
    if case .sleep = item.kind { return engine.wake(item.handle) }
    guard let request = requests.entries.last(where: { $0.ticket == ticket }) else {
      return engine.receive(action(.editCommitted(ticket: ticket, item: nil)), for: item.handle)
    }
    let start = request.position.cursor ?? 0, end = min(start + 3, 20)
    let failure = FeedFailure(.http, message: "503", isRetryable: ticket.rawValue % 2 == 0)
    engine.receive(
      action(
        isFailure
          ? .failed(ticket: ticket, failure: failure)
          : .pageLoaded(ticket: ticket, page: .init(start..<end, next: end < 20 ? end : nil))),
      for: item.handle)
  }
}

@MainActor @Suite("A part and a store", .watched)
struct PartAndStoreTests {
  /// What a view may call.
  private static let calls: [@MainActor (FeedStore<Row, Int>) -> Sent?] = [
    { $0.loadMore() }, { $0.loadMore() }, { $0.retry() }, { $0.invalidate() },
    { $0.dismissError() }, { $0.send(.refreshPulled) }, { $0.edit(.remove(id: 1)) },
    { $0.edit(7) { _ in } }, { $0.retryEdits(of: 1) },
    { $0.send(.connectivityChanged(isOnline: false)) },
    { $0.send(.connectivityChanged(isOnline: true)) }, { $0.send(.reset) },
    {
      $0.appeared($0.items.last?.id ?? 0)
      return nil
    },
    {
      $0.visible(0..<2)
      return nil
    },
    {
      $0.cancelLoads()
      return nil
    },
  ]

  /// Whatever is called in whichever order: a store of its own, and the same feed in a bigger machine, show the same,
  /// refuse the same, and wait for the same.
  @Test(arguments: 0..<200)
  func doTheSame(seed: UInt64) async {
    var random = SplitMix64(seed: seed)
    let feed = Rows(
      pageSize: 3, prefetchDistance: 2, retry: RetryPolicy(attempts: 1), edits: .optimistic)
    let own = Log<Rows.Request>(), left = Log<Rows.Request>()
    let alone = Hand(
      Engine(feed, state: Pair.State().left, handler: Noted(requests: own)), requests: own,
      action: { $0 })
    let pair = Hand(
      Engine(
        Pair(feed: feed), state: Pair.State(),
        handler: NotedPair(left: Noted(requests: left), right: Noted(requests: Log()))),
      requests: left, action: Pair.Action.left)
    let store = FeedStore(alone.engine, clock: nil, starts: true)
    let whole = Store(pair.engine, clock: nil)
    let part = whole.feed(feed, state: \.left, scope: [1], action: Pair.Action.left)
    var sent: [(store: Sent, part: Sent)] = []
    func compare(_ what: String) {
      #expect(part.state == store.state, "\(what)")
      #expect(part.footer == store.footer && pair.openCount == alone.openCount, "\(what)")
    }
    compare("the start")
    for _ in 0..<80 {
      if alone.openCount > 0, random.next() % 3 == 0 {
        let index = Int(random.next() % UInt64(alone.openCount)), isFailure = random.next() % 4 == 0
        alone.end(index, isFailure: isFailure)
        pair.end(index, isFailure: isFailure)
        compare("an answer")
      } else {
        let number = Int(random.next() % UInt64(Self.calls.count))
        if let one = Self.calls[number](store), let other = Self.calls[number](part) {
          #expect(one.refusal == other.refusal, "call \(number)")
          sent.append((one, other))
        } else {
          _ = Self.calls[number](part)
        }
        compare("call \(number)")
      }
    }
    while alone.openCount > 0, pair.openCount > 0 {
      alone.end(0, isFailure: false)
      pair.end(0, isFailure: false)
      compare("the end")
    }
    for (number, sent) in sent.enumerated() {
      let (one, other) = (await sent.store.finish(), await sent.part.finish())
      #expect(one == other && sent.store.refusal == sent.part.refusal, "action \(number)")
    }
    #expect(pair.engine.groups.isEmpty && alone.engine.groups.isEmpty)
  }

  @Test func aPartWithoutWorkIsToldByItsScope() {
    #expect(
      (["home", 2] as WorkScope).sentenceOfNoWork == """
        FeedEffects: a part loads, and no work of the scope ["home", 2] is running. Make the store of the part with the \
        scope that its handler gives, or its waits end early. (Debug builds say this once.)
        """)
  }
}
