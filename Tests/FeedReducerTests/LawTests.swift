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
  /// A feed with everything that can be configured, at random.
  private static func feed(_ random: inout Random) -> Letters {
    Letters(
      pageSize: Int.random(in: 1...4, using: &random),
      prefetchDistance: Int.random(in: 1...4, using: &random),
      refreshMode: Bool.random(using: &random) ? .merge : .firstPage,
      retry: RetryPolicy(attempts: Int.random(in: 0...2, using: &random)),
      maxItems: Bool.random(using: &random) ? 8 : nil)
  }

  @Test(arguments: UInt64(1)...100) func everyStepKeepsTheLaws(seed: UInt64) {
    var random = Random(seed: seed)
    let feed = Self.feed(&random)
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
      rawValue: max(0, state.lastTicket.rawValue - Int.random(in: 0...3, using: &random)))
    switch Int.random(in: 0..<24, using: &random) {
    case 0: return .started
    case 1: return .loadMore
    case 2: return .refreshPulled
    case 3: return .retryTapped(kind: LoadKind.allCases.randomElement(using: &random))
    case 4: return .cancelled(ticket: ticket)
    case 5, 6:
      return .failed(
        ticket: ticket,
        failure: Int.random(in: 0..<5, using: &random) == 0
          ? FeedFailure(.invalidCursor, "unknown cursor") : .server)
    case 7: return Int.random(in: 0..<8, using: &random) == 0 ? .reset : .retryTapped(kind: nil)
    case 8, 9: return .timerFired(ticket: ticket)
    case 10: return .connectivityChanged(isOnline: Int.random(in: 0..<3, using: &random) > 0)
    case 11: return .memoryWarning(keep: Int.random(in: 0...9, using: &random))
    case 12: return .invalidated
    case 13, 14: return edit(state, &random)
    case 15:
      return .editCommitted(ticket: ticket, item: Bool.random(using: &random) ? row(&random) : nil)
    case 16: return .editRejected(ticket: ticket, failure: .server)
    case 17...19:
      return .itemAppeared(
        index: Int.random(in: -1...max(0, state.items.count), using: &random))
    default: return .pageLoaded(ticket: ticket, page: page(&random))
    }
  }

  private static func row(_ random: inout Random) -> Row {
    Row("\(Int.random(in: 0..<40, using: &random))", "\(Int.random(in: 0..<4, using: &random))")
  }

  private static func page(_ random: inout Random) -> Letters.Page {
    let cursors = ["c1", "c2", "c3", "c4", nil]
    return .init(
      items: (0..<Int.random(in: 0...4, using: &random)).map { _ in row(&random) },
      next: cursors.randomElement(using: &random) ?? nil,
      previous: cursors.randomElement(using: &random) ?? nil)
  }

  private static func edit(_ state: Letters.State, _ random: inout Random) -> Letters.Action {
    let row = row(&random)
    let known = state.items.randomElement(using: &random)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return .edit(change: .insert(item: row, before: known?.id))
    case 1: return .edit(change: .update(item: Row(known?.id ?? "x", "edited")))
    default: return .edit(change: .remove(id: known?.id ?? "x"))
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
    if after.pendingEdits.isEmpty,
      after.pages.map(\.count).reduce(0, +) != after.snapshot?.items.count ?? 0
    {
      return "pages count the rows"
    }
    if transition.refusal != nil, after != before { return "ignored means unchanged" }
    if after.lastTicket < before.lastTicket { return "the last ticket never falls" }
    if after.refresh.isUnderWay, after.append.isUnderWay || after.prepend.isUnderWay {
      return "refresh excludes the others"
    }
    if let anchor = after.anchor, anchor.isEmpty || anchor.upperBound > after.items.count {
      return "the anchor is in the list"
    }
    if case .failed = action, after.items != before.items { return "a failure keeps the rows" }
    if case .itemAppeared = action, before.append.failure != nil,
      transition.effects.contains(where: { $0.isLoad(of: .append) })
    {
      return "an error closes its kind to scrolling"
    }
    return brokenLawOfEffects(action, transition, &live)
  }

  private static func brokenLawOfEffects(
    _ action: Letters.Action, _ transition: Transition<Letters>, _ live: inout Set<Ticket>
  ) -> String? {
    switch action {
    case .pageLoaded(let ticket, _), .failed(let ticket, _), .cancelled(let ticket),
      .timerFired(let ticket), .editCommitted(let ticket, _), .editRejected(let ticket, _):
      if transition.refusal == nil, live.remove(ticket) == nil {
        return "only live tickets are answered"
      }
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
      case .schedule(let ticket, _), .send(let ticket, _): live.insert(ticket)
      }
    }
    let state = transition.state
    let loads = LoadKind.allCases.compactMap { state[$0].request ?? state[$0].timer }
    let tracked = loads + state.pendingEdits.map(\.ticket)
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

  @Test(arguments: 1...4, 1...4) func aBoundedFeedIsScrolledToItsEndAndBack(
    size: Int, distance: Int
  ) {
    let server = Server(count: 40)
    let feed = Feed<Number, Int>(pageSize: size, prefetchDistance: distance, maxItems: 8)
    var loop = Loop(feed, state: .init(seed: 1))
    var pending = loop.send(.started).effects
    var seen: [Int] = []
    var most = 0
    func answer() {
      while !pending.isEmpty {
        guard case .load(let request) = pending.removeFirst() else { continue }
        pending +=
          loop.send(
            .pageLoaded(ticket: request.ticket, page: server.page(for: request))
          ).effects
        most = max(most, loop.state.items.count)
      }
    }
    answer()
    for id in Array(0..<40) + (0..<39).reversed() {
      guard let index = loop.state.items.index(id: id) else { break }
      seen.append(id)
      pending += loop.send(.itemAppeared(index: index)).effects
      answer()
    }
    #expect(seen == Array(0..<40) + (0..<39).reversed())
    #expect(most <= (feed.maxItems ?? 0) + 2 * size)
  }
}

extension Feed.Effect {
  fileprivate func isLoad(of kind: LoadKind) -> Bool {
    if case .load(let request) = self { request.kind == kind } else { false }
  }
}
