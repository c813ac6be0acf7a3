import FeedReducer
import Testing

/// A server with a list of rows and pages by offset, for simulated readers.
private struct Server {
  let count: Int

  func page(for request: Feed<Number, Int>.Request) -> Feed<Number, Int>.Page {
    let start = request.position.cursor ?? 0
    let end = min(start + request.size, count)
    return .init(
      items: (start..<end).map(Number.init), next: end < count ? end : nil, total: count)
  }
}

private struct Number: Identifiable, Equatable, Sendable {
  let id: Int
}

@Suite("Laws, over random walks")
struct LawTests {
  @Test(arguments: UInt64(1)...60) func everyStepKeepsTheLaws(seed: UInt64) {
    var random = Random(seed: seed)
    let feed = Letters(
      pageSize: Int.random(in: 1...4, using: &random),
      prefetchDistance: Int.random(in: 1...4, using: &random))
    var state = Letters.State(seed: seed)
    var live: Set<Ticket> = []
    for step in 0..<400 {
      let action = Self.action(state, &random)
      let transition = feed.reduce(state, action)
      let broken = Self.brokenLaw(feed, state, action, transition, &live)
      #expect(broken == nil, "seed \(seed), step \(step), \(action)")
      if broken != nil { return }
      state = transition.state
    }
  }

  /// Any action, more often one that means something.
  private static func action(_ state: Letters.State, _ random: inout Random) -> Letters.Action {
    let ticket = Ticket(
      rawValue: max(0, state.lastTicket.rawValue - Int.random(in: 0...2, using: &random)))
    switch Int.random(in: 0..<16, using: &random) {
    case 0: return .started
    case 1: return .loadMore
    case 2: return .refreshPulled
    case 3:
      return .retryTapped(
        kind: [nil, .refresh, .append, .prepend].randomElement(using: &random) ?? nil)
    case 4: return .cancelled(ticket: ticket)
    case 5: return .failed(ticket: ticket, failure: .server)
    case 6: return Int.random(in: 0..<8, using: &random) == 0 ? .reset : .timerFired(ticket: ticket)
    case 7...10:
      return .itemAppeared(
        index: Int.random(in: -1...max(0, state.items.count), using: &random))
    default:
      let rows = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        Row("\(Int.random(in: 0..<40, using: &random))", "\(state.lastTicket)")
      }
      let next = ["c1", "c2", "c3", "c4", nil].randomElement(using: &random) ?? nil
      return .pageLoaded(ticket: ticket, page: .init(items: rows, next: next))
    }
  }

  /// The first law that the step breaks, in words, or nil.
  private static func brokenLaw(
    _ feed: Letters, _ before: Letters.State, _ action: Letters.Action,
    _ transition: Transition<Letters>, _ live: inout Set<Ticket>
  ) -> String? {
    let after = transition.state
    if feed.reduce(before, action) != transition { return "a step is deterministic" }
    if Set(after.items.map(\.id)).count != after.items.count || !after.items.isConsistent {
      return "ids are unique"
    }
    if after.pages.map(\.count).reduce(0, +) != after.items.count { return "pages count the rows" }
    if transition.refusal != nil, after != before { return "ignored means unchanged" }
    if after.lastTicket < before.lastTicket { return "the last ticket never falls" }
    if after.refresh.request != nil, after.append.request ?? after.prepend.request != nil {
      return "refresh excludes the others"
    }
    if case .failed = action, after.items != before.items { return "a failure keeps the rows" }
    if case .itemAppeared = action, before.append.failure != nil, !transition.effects.isEmpty {
      return "an error closes its kind to scrolling"
    }
    return brokenLawOfEffects(action, transition, &live)
  }

  private static func brokenLawOfEffects(
    _ action: Letters.Action, _ transition: Transition<Letters>, _ live: inout Set<Ticket>
  ) -> String? {
    switch action {
    case .pageLoaded(let ticket, _), .failed(let ticket, _), .cancelled(let ticket):
      let wasLive = live.remove(ticket) != nil
      if wasLive != (transition.refusal == nil) { return "exactly live tickets are answered" }
    default: break
    }
    var kinds: [LoadKind] = []
    for effect in transition.effects {
      switch effect {
      case .cancel(let ticket):
        if !kinds.isEmpty { return "cancels come before loads" }
        if live.remove(ticket) == nil { return "only what is live is cancelled" }
      case .load(let request):
        if kinds.contains(request.kind) { return "one load of a kind in a step" }
        kinds.append(request.kind)
        live.insert(request.ticket)
      default: return "no such effect is served"
      }
    }
    let state = transition.state
    let tracked = [state.refresh, state.append, state.prepend].compactMap(\.request)
    if Set(tracked) != live || tracked.count != live.count { return "what is live is tracked" }
    return nil
  }

  /// Reads a feed to its end and returns the loop and the number of loads.
  private static func read(
    _ feed: Feed<Number, Int>, _ server: Server, failures: Double, _ random: inout Random
  ) -> (Loop<Feed<Number, Int>>, loads: Int) {
    var loop = Loop(feed, state: .init(seed: 1))
    var pending = loop.send(.started).effects
    var loads = 0
    for _ in 0..<2_000 {
      if let effect = pending.first, case .load(let request) = effect {
        loads += 1
        pending.removeFirst()
        let fails = Double.random(in: 0..<1, using: &random) < failures
        pending +=
          loop.send(
            fails
              ? .failed(ticket: request.ticket, failure: .server)
              : .pageLoaded(ticket: request.ticket, page: server.page(for: request))
          ).effects
      } else if loop.state.error != nil {
        pending += loop.send(.retryTapped(kind: nil)).effects
      } else if loop.state.canLoadNextPage {
        pending += loop.send(.itemAppeared(index: loop.state.items.count - 1)).effects
      } else {
        break
      }
    }
    return (loop, loads)
  }

  @Test(arguments: 0...40, 1...7) func aReaderOfAHealthyServerSeesEveryRowOnceAndInOrder(
    count: Int, size: Int
  ) {
    for distance in 1...5 {
      var random = Random(seed: 1)
      let (loop, loads) = Self.read(
        Feed(pageSize: size, prefetchDistance: distance), Server(count: count), failures: 0,
        &random)
      #expect(loop.state.append == .ended(reason: .exhausted))
      #expect(loop.state.items.map(\.id) == Array(0..<count))
      #expect(loads == max(1, (count + size - 1) / size))
    }
  }

  @Test(arguments: UInt64(1)...100) func failuresAreInvisibleInTheResult(seed: UInt64) {
    var random = Random(seed: seed)
    let server = Server(count: Int.random(in: 0...40, using: &random))
    let feed = Feed<Number, Int>(
      pageSize: Int.random(in: 1...7, using: &random),
      prefetchDistance: Int.random(in: 1...5, using: &random))
    let (loop, _) = Self.read(feed, server, failures: 0.4, &random)
    #expect(loop.state.append == .ended(reason: .exhausted), "seed \(seed)")
    #expect(loop.state.items.map(\.id) == Array(0..<server.count), "seed \(seed)")
  }
}
