import FeedReducer
import Testing
import TestWatch

/// Feeds by key: a closed one loads nothing, and loses no edit.
@Suite("Feeds that come and go", .watched)
struct FeedsTests {
  private typealias Chats = Feeds<Int, Row, String>

  private static let feed = Letters(
    pageSize: 2, prefetchDistance: 1, retry: .init(attempts: 2), edits: .optimistic)

  private static func loop(maxClosed: Int = 2) -> Loop<Chats> {
    Loop(Chats(feed, maxClosed: maxClosed), state: .init(seed: 1, identity: 2))
  }

  /// Chat 7 with rows ab, more of which load.
  private static var open: Loop<Chats> {
    var loop = loop()
    loop.send(.opened(key: 7))
    loop.send(7, .pageLoaded(ticket: 1, page: .init("ab", next: "b")))
    loop.send(7, .itemAppeared(index: 1))
    return loop
  }

  @Test func aFeedLoadsWhenItOpens() {
    var loop = Self.loop()
    let request = Letters.Request(ticket: 1, kind: .refresh, position: .start, size: 2)
    #expect(loop.send(.opened(key: 7)).effects == [.feed(key: 7, effect: .load(request: request))])
    #expect(loop.send(.opened(key: 7)).refusal == .alreadyStarted)
    #expect(loop.state.openKeys == [7] && loop.state[7]?.isLoading == true)
    #expect(loop.state[8] == nil)
  }

  @Test func aClosedOneLoadsNothingAndKeepsItsRows() {
    var loop = Self.open
    #expect(loop.send(.closed(key: 7)).effects == [.feed(key: 7, effect: .cancel(ticket: 2))])
    #expect(loop.send(.closed(key: 7)).refusal == .closed)
    #expect(loop.state.closedKeys == [7] && loop.state[7]?.items.count == 2)
    let asking: [Letters.Action] = [
      .started, .itemAppeared(index: 0), .visible(range: 0..<1), .loadMore, .refreshPulled,
      .invalidated, .reset, .retryTapped(kind: nil), .gapTapped(id: 1, from: .above),
    ]
    for action in asking { #expect(loop.send(7, action).refusal == .closed) }
    #expect(loop.send(8, .loadMore).refusal == .closed)
    #expect(loop.send(7, .pageLoaded(ticket: 2, page: .init("cd", next: nil))).refusal != nil)
  }

  @Test func itGoesOnWhenItOpensAgain() {
    var loop = Self.open
    loop.send(.closed(key: 7))
    #expect(loop.send(.opened(key: 7)).effects == [])
    #expect(loop.state[7]?.items.count == 2)
    #expect(loop.send(7, .itemAppeared(index: 0)).effects.isEmpty)
    let request = Letters.Request(ticket: 3, kind: .append, position: .after(cursor: "b"), size: 2)
    let effects = loop.send(7, .itemAppeared(index: 1)).effects
    #expect(effects == [.feed(key: 7, effect: .load(request: request))])
  }

  @Test func aFirstPageThatDidNotComeLoadsAgain() {
    var loop = Self.loop()
    loop.send(.opened(key: 7))
    loop.send(.closed(key: 7))
    #expect(loop.send(.opened(key: 7)).effects.count == 1)
    loop.send(7, .failed(ticket: 2, failure: FeedFailure(.http, message: "500", status: 500)))
    loop.send(.closed(key: 7))
    #expect(loop.state[7]?.error == nil)
    #expect(loop.send(.opened(key: 7)).effects.count == 1)
  }

  @Test func aListWithoutRowsGoesOnWhenItOpensAgain() {
    var loop = Self.loop()
    loop.send(.opened(key: 7))
    loop.send(7, .pageLoaded(ticket: 1, page: .init("", next: "x")))
    loop.send(.closed(key: 7))
    #expect(loop.state[7]?.append == .idle)
    let request = Letters.Request(ticket: 3, kind: .append, position: .after(cursor: "x"), size: 2)
    #expect(loop.send(.opened(key: 7)).effects == [.feed(key: 7, effect: .load(request: request))])
  }

  @Test func ofTooManyClosedOnesTheFirstGoes() {
    var loop = Self.loop(maxClosed: 2)
    for key in 1...4 { loop.send(.opened(key: key)) }
    for key in [2, 1, 3] { loop.send(.closed(key: key)) }
    #expect(loop.state.closedKeys == [1, 3] && loop.state.openKeys == [4])
    // Its tickets are not given again.
    loop.send(.opened(key: 2))
    #expect(loop.state[2]?.refresh.request == 2)
    #expect(loop.send(2, .pageLoaded(ticket: 1, page: .init("xy", next: nil))).refusal != nil)
  }

  @Test func editsGoOnAndTheirFeedStaysUntilTheyAreAnswered() {
    var loop = Self.loop(maxClosed: 0)
    loop.send(.opened(key: 7))
    loop.send(7, .pageLoaded(ticket: 1, page: .init("ab", next: "b")))
    loop.send(7, .edit(change: .remove(id: "a")))
    loop.send(7, .edit(change: .remove(id: "b")))
    loop.send(.closed(key: 7))
    #expect(loop.state.closedKeys == [7])
    // The list is short now, and would load.
    #expect(loop.send(7, .editCommitted(ticket: 2, item: nil)).effects.isEmpty)
    let failure = FeedFailure(.http, message: "no", status: 403)
    loop.send(7, .editFailed(ticket: 3, failure: failure))
    #expect(loop.state[7]?.failedEdits.count == 1)
    loop.send(7, .editDismissed(id: "b"))
    #expect(loop.state[7] == nil)
  }

  @Test func theDeviceGoesOnlineForAll() {
    var loop = Self.loop()
    loop.send(.connectivityChanged(isOnline: false))
    loop.send(.opened(key: 1))
    loop.send(.opened(key: 2))
    #expect(loop.state[1]?.refresh == .offline(attempt: 0))
    loop.send(.closed(key: 2))
    let effects = loop.send(.connectivityChanged(isOnline: true)).effects
    let request = Letters.Request(ticket: 1, kind: .refresh, position: .start, size: 2)
    #expect(effects == [.feed(key: 1, effect: .load(request: request))])
    let again = loop.send(.connectivityChanged(isOnline: true)).refusal
    #expect(again == .connectivityUnchanged(isOnline: true))
  }

  @Test func aLogOutDropsAll() {
    var loop = Self.open
    loop.send(7, .edit(change: .remove(id: "a")))
    loop.send(.opened(key: 8))
    let effects = loop.send(.stopped).effects
    #expect(effects.contains { if case .feed(7, .drop) = $0 { true } else { false } })
    #expect(effects.contains(.feed(key: 8, effect: .cancel(ticket: 1))))
    #expect(loop.state.openKeys.isEmpty && loop.state.closedKeys.isEmpty)
    #expect(loop.send(.stopped).refusal == .stopped)
  }

  /// Two hundred chats that open and close: no request is live for one that is closed, and no more are kept than may be.
  @Test(arguments: UInt64(1)...5) func noneLoadsThatNothingShows(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var loop = Self.loop(maxClosed: 10)
    var live: [Int: Set<Ticket>] = [:]
    for _ in 0..<20_000 {
      let key = Int.random(in: 0..<200, using: &random)
      let tickets = (live[key] ?? []).sorted()
      let action: Chats.Action =
        switch Int.random(in: 0..<7, using: &random) {
        case 0, 1: .opened(key: key)
        case 2: .closed(key: key)
        case 3: .feed(key: key, action: .itemAppeared(index: 1))
        case 4: .connectivityChanged(isOnline: Bool.random(using: &random))
        case 5 where !tickets.isEmpty:
          .feed(
            key: key,
            action: .failed(
              ticket: tickets[0], failure: .init(.timeout, message: "late", isRetryable: true)))
        default:
          .feed(
            key: key,
            action: .pageLoaded(ticket: tickets.first ?? 0, page: .init("ab", next: "b")))
        }
      if case .feed(_, .pageLoaded(let ticket, _)) = action { live[key]?.remove(ticket) }
      if case .feed(_, .failed(let ticket, _)) = action { live[key]?.remove(ticket) }
      for case .feed(let key, let effect) in loop.send(action).effects {
        switch effect {
        case .load(let request): live[key, default: []].insert(request.ticket)
        case .schedule(let ticket, _): live[key, default: []].insert(ticket)
        case .cancel(let ticket): live[key]?.remove(ticket)
        default: break
        }
      }
      let open = Set(loop.state.openKeys)
      #expect(live.allSatisfy { open.contains($0.key) || $0.value.isEmpty })
      #expect(loop.state.closedKeys.count <= 10)
    }
  }
}

extension Loop<Feeds<Int, Row, String>> {
  @discardableResult
  fileprivate mutating func send(
    _ key: Int, _ action: Letters.Action
  ) -> Reaction<Feeds<Int, Row, String>.Effect, FeedRefusal> {
    send(.feed(key: key, action: action))
  }
}
