import FeedReducer
import Testing
import TestWatch

fileprivate typealias Words = Search<String, Row, String>

private let search = Words(
  Letters(pageSize: 3, prefetchDistance: 1, retry: RetryPolicy(attempts: 1)),
  pause: .milliseconds(300))

extension Words.Effect {
  fileprivate static func load(
    _ ticket: Ticket, for query: String, kind: LoadKind = .refresh,
    at position: Letters.Position = .start
  ) -> Self {
    .feed(
      query: query,
      effect: .load(
        request: .init(ticket: ticket, kind: kind, position: position, size: 3)))
  }

  fileprivate static func cancel(_ ticket: Ticket, of query: String) -> Self {
    .feed(query: query, effect: .cancel(ticket: ticket))
  }

  fileprivate static func pause(_ ticket: Ticket) -> Self {
    .schedule(ticket: ticket, after: .milliseconds(300))
  }
}

extension Words.Action {
  fileprivate static func loaded(
    _ ticket: Ticket, _ letters: String, next: String? = nil
  ) -> Self {
    .feed(action: .pageLoaded(ticket: ticket, page: .init(letters, next: next)))
  }

  fileprivate static func failed(_ ticket: Ticket, _ failure: FeedFailure = .refused) -> Self {
    .feed(action: .failed(ticket: ticket, failure: failure))
  }
}

@Suite("Search", .watched)
struct SearchTests {
  /// A search that shows the rows a, b and c of "rust". The next ticket is 2.
  private static func rust(next: String? = "c1") -> Loop<Words> {
    var loop = Loop(search, state: .init(query: "rust", seed: 1, identity: 1))
    loop.send(.submitted)
    loop.send(.loaded(1, "abc", next: next))
    return loop
  }

  /// The same, with the first page of "go" in flight as request 2.
  private static func go() -> Loop<Words> {
    var loop = rust()
    loop.send(.typed(query: "go"))
    loop.send(.submitted)
    return loop
  }

  private func letters(_ loop: Loop<Words>) -> String { loop.state.items.map(\.id).joined() }

  // MARK: Typing

  @Test func onlyTheLastQueryIsAskedAfterThePause() {
    var loop = Loop(search, state: .init(seed: 1, identity: 1))
    #expect(loop.send(.typed(query: "r")) == .accepted([.pause(1)]))
    #expect(loop.send(.typed(query: "ru")) == .accepted([.cancel(ticket: 1), .pause(2)]))
    #expect(loop.send(.typed(query: "rust")) == .accepted([.cancel(ticket: 2), .pause(3)]))
    #expect(loop.state.isTyping && !loop.state.isLoading && !loop.state.isStale)
    #expect(loop.send(.timerFired(ticket: 2)) == .ignored(.unknownTicket(ticket: 2)))
    #expect(loop.send(.timerFired(ticket: 3)) == .accepted([.load(4, for: "rust")]))
    #expect(loop.state.isLoading && !loop.state.isTyping)
  }

  @Test func submittingAsksAtOnceAndLateAnswersAreIgnored() {
    var loop = Loop(search, state: .init(query: "rust", seed: 1, identity: 1))
    #expect(loop.send(.submitted) == .accepted([.load(1, for: "rust")]))
    #expect(loop.send(.typed(query: "go")) == .accepted([.pause(2)]))
    #expect(
      loop.send(.submitted)
        == .accepted([.cancel(ticket: 2), .cancel(1, of: "rust"), .load(3, for: "go")]))
    let before = loop.state
    #expect(loop.send(.loaded(1, "abc")) == .ignored(.feed(reason: .unknownTicket(ticket: 1))))
    #expect(loop.state == before)
  }

  @Test func typingBackLoadsNothing() {
    var loop = Self.rust()
    loop.send(.typed(query: "rus"))
    #expect(loop.state.isStale)
    #expect(loop.send(.typed(query: "rust")) == .accepted([.cancel(ticket: 2)]))
    #expect(!loop.state.isStale && !loop.state.isTyping && letters(loop) == "abc")
  }

  @Test func theSameQueryIsIgnored() {
    var loop = Self.rust()
    #expect(loop.send(.typed(query: "rust")) == .ignored(.sameQuery))
    #expect(loop.send(.submitted) == .ignored(.sameQuery))
    loop.send(.typed(query: "go"))
    #expect(loop.send(.typed(query: "go")) == .ignored(.sameQuery))
  }

  @Test func submittingAgainTriesAFailedFirstPageAgain() {
    var loop = Loop(search, state: .init(query: "rust", seed: 1, identity: 1))
    loop.send(.submitted)
    loop.send(.failed(1))
    #expect(loop.send(.submitted) == .accepted([.load(2, for: "rust")]))
    loop.send(.failed(2, .server))
    #expect(
      loop.send(.submitted) == .accepted([.cancel(3, of: "rust"), .load(4, for: "rust")]))
  }

  @Test func submittingAgainTriesAFailedNextPageAgain() {
    var loop = Self.rust()
    loop.send(.feed(action: .itemAppeared(index: 2)))
    loop.send(.failed(2))
    #expect(
      loop.send(.submitted)
        == .accepted([.load(3, for: "rust", kind: .append, at: .after(cursor: "c1"))]))
  }

  // MARK: Stale rows

  @Test func rowsAreNotStaleForTheirOwnQuery() {
    var loop = Self.go()
    loop.send(.failed(3))
    loop.send(.typed(query: "rust"))
    #expect(!loop.state.isStale)
    loop.send(.submitted)
    #expect(!loop.state.isStale && loop.state.refreshing && letters(loop) == "abc")
  }

  @Test func nothingIsStaleWhereNoRowShows() {
    var loop = Loop(search, state: .init(query: "rust", seed: 1, identity: 1))
    loop.send(.submitted)
    loop.send(.loaded(1, ""))
    #expect(loop.state.isEmpty)
    loop.send(.typed(query: "go"))
    #expect(!loop.state.isStale && !loop.state.isEmpty)
    loop.send(.typed(query: "rust"))
    #expect(loop.state.isEmpty)
  }

  @Test func theTotalIsThatOfTheRowsThatShow() {
    var loop = Loop(search, state: .init(query: "rust", seed: 1, identity: 1))
    loop.send(.submitted)
    loop.send(.feed(action: .pageLoaded(ticket: 1, page: .init("ab", next: nil, total: 2))))
    loop.send(.typed(query: "go"))
    loop.send(.submitted)
    #expect(loop.state.total == 2)
    loop.send(.loaded(3, "x"))
    #expect(loop.state.total == nil)
  }

  @Test func rowsStayUntilTheFirstPageAndAreNotAppendedTo() {
    var loop = Self.rust()
    loop.send(.typed(query: "go"))
    loop.send(.timerFired(ticket: 2))
    #expect(loop.state.isStale && loop.state.refreshing && !loop.state.isLoading)
    #expect(loop.send(.feed(action: .itemAppeared(index: 2))) == .accepted([]))
    #expect(loop.send(.feed(action: .itemAppeared(index: 2))) == .ignored(.staleRows))
    #expect(loop.send(.feed(action: .loadMore)) == .ignored(.staleRows))
    #expect(search.explain(.append, in: loop.state) == .staleRows)
    #expect(letters(loop) == "abc")
    loop.send(.loaded(3, "xyz"))
    #expect(letters(loop) == "xyz" && !loop.state.isStale && !loop.state.refreshing)
  }

  @Test func aFailedFirstPageKeepsThem() {
    var loop = Self.go()
    loop.send(.failed(3))
    #expect(letters(loop) == "abc" && loop.state.isStale)
    #expect(loop.state.error == .refused)
    #expect(
      loop.send(.feed(action: .retryTapped(kind: nil))) == .accepted([.load(4, for: "go")]))
  }

  @Test func aFailureAboveThemCanBeDismissed() {
    var loop = Self.go()
    loop.send(.failed(3))
    #expect(loop.send(.feed(action: .errorDismissed(kind: nil))) == .accepted([]))
    #expect(loop.state.error == nil)
    #expect(loop.state.isStale && !loop.state.items.isEmpty)
    let again = loop.send(.feed(action: .errorDismissed(kind: nil)))
    #expect(again == .ignored(.feed(reason: .nothingFailed(kind: nil))))
    #expect(
      loop.send(.feed(action: .loadMore)) == .ignored(.feed(reason: .noFirstPage)),
      "it does not say that a page comes")
    #expect(loop.send(.feed(action: .refreshPulled)).refusal == nil)
  }

  @Test func theyStayThroughSeveralQueries() {
    var loop = Self.go()
    loop.send(.typed(query: "zig"))
    loop.send(.submitted)
    #expect(letters(loop) == "abc" && loop.state.isStale)
    loop.send(.loaded(5, ""))
    #expect(letters(loop) == "" && loop.state.isEmpty && !loop.state.isStale)
  }

  /// A user interface reports no row again that is in both lists.
  @Test func theReaderStaysOnRowsThatAreInBothLists() {
    var loop = Self.go()
    loop.send(.feed(action: .visible(range: 0..<2)))
    #expect(loop.state.reader == 0..<2)
    #expect(
      loop.send(.loaded(3, "xba", next: "c2"))
        == .accepted([.load(4, for: "go", kind: .append, at: .after(cursor: "c2"))]))
    #expect(loop.state.reader == 1..<3)
  }

  @Test(arguments: [Int.min, -1, 3, Int.max]) func aRowThatIsNotThereIsRefused(index: Int) {
    var loop = Self.go()
    let before = loop.state
    #expect(loop.send(.feed(action: .itemAppeared(index: index))).refusal != nil)
    #expect(loop.state == before)
    #expect(
      loop.send(.feed(action: .visible(range: 1..<1))) == .ignored(.feed(reason: .nothingVisible)))
  }

  @Test func aResetEmptiesTheListAtOnce() {
    var loop = Self.go()
    #expect(
      loop.send(.feed(action: .reset)) == .accepted([.cancel(3, of: "go"), .load(4, for: "go")]))
    #expect(letters(loop) == "" && loop.state.isLoading && !loop.state.isStale)
  }

  // MARK: No query

  private static let endings: [Words.Action] = [.typed(query: nil), .feed(action: .stopped)]

  @Test(arguments: endings)
  fileprivate func noQueryEmptiesAndLoadsNothing(_ ending: Words.Action) {
    var loop = Self.rust()
    loop.send(.feed(action: .itemAppeared(index: 2)))
    #expect(loop.send(ending) == .accepted([.cancel(2, of: "rust")]))
    #expect(letters(loop) == "" && loop.state.query == nil && loop.state.asked == nil)
    #expect(!loop.state.isLoading && !loop.state.isStale && !loop.state.canLoadNextPage)
    for action in [Letters.Action.refreshPulled, .started, .loadMore, .reset] {
      #expect(loop.send(.feed(action: action)) == .ignored(.noQuery))
    }
    #expect(loop.send(.submitted) == .ignored(.noQuery))
    #expect(search.explain(.refresh, in: loop.state) == .noQuery)
  }

  /// To start the feed again, as it would say, is refused, too.
  @Test func aStoppedSearchAsksForAQuery() {
    var loop = Self.rust()
    loop.send(.feed(action: .stopped))
    #expect(loop.send(.feed(action: .errorDismissed(kind: nil))) == .ignored(.noQuery))
    loop.send(.typed(query: "go"))
    let typing = SearchRefusal.typing(ticket: loop.state.timer ?? 0)
    #expect(loop.send(.feed(action: .errorDismissed(kind: nil))) == .ignored(typing))
  }

  @Test func clearingWhileTypingStopsTheTimer() {
    var loop = Loop(search, state: .init(seed: 1, identity: 1))
    loop.send(.typed(query: "r"))
    #expect(loop.send(.typed(query: nil)) == .accepted([.cancel(ticket: 1)]))
    #expect(loop.send(.typed(query: nil)) == .ignored(.noQuery))
    #expect(loop.send(.feed(action: .stopped)) == .ignored(.noQuery))
  }

  @Test func connectivityIsRememberedWithoutAQuery() {
    var loop = Loop(search, state: .init(seed: 1, identity: 1))
    #expect(loop.send(.feed(action: .connectivityChanged(isOnline: false))) == .accepted([]))
    #expect(loop.send(.feed(action: .connectivityChanged(isOnline: false))).refusal != nil)
    loop.send(.typed(query: "r"))
    #expect(loop.send(.submitted) == .accepted([.cancel(ticket: 1)]))
    #expect(loop.state.error?.code == .offline)
    #expect(
      loop.send(.feed(action: .connectivityChanged(isOnline: true)))
        == .accepted([.load(2, for: "r")]))
  }

  @Test func aQueryAtTheStartIsAskedHoweverItIsUsed() {
    let fresh = Loop(search, state: .init(query: "rust", seed: 1, identity: 1))
    var typed = fresh
    #expect(typed.send(.typed(query: "rust")) == .accepted([.pause(1)]))
    for action in [Letters.Action.refreshPulled, .started, .retryTapped(kind: nil)] {
      var loop = fresh
      #expect(loop.send(.feed(action: action)) == .accepted([.load(1, for: "rust")]))
    }
    #expect(typed.send(.feed(action: .loadMore)) == .ignored(.typing(ticket: 1)))
    #expect(
      typed.send(.feed(action: .refreshPulled))
        == .accepted([.cancel(ticket: 1), .load(2, for: "rust")]))
  }

  @Test func rowsOfASnapshotAreRefused() {
    var loop = Self.rust()
    let snapshot = CodableTests.snapshot
    #expect(
      loop.send(.feed(action: .restored(snapshot: snapshot, age: .zero)))
        == .ignored(.noSnapshots))
  }

  @Test func editsOfASnapshotComeBackOnceAQueryIsAsked() {
    let like = Letters.Change.update(item: Row("c", "liked"))
    let kept = Letters.Snapshot(
      version: Letters.State.snapshotVersion, identity: 7, items: [], pages: [], next: .start,
      previous: nil, edits: [.init(feed: 7, ticket: 1, change: like)], lastTicket: 1)
    let restored = Words.Action.feed(action: .restored(snapshot: kept, age: .zero))
    var feed = search.feed
    feed.edits = .optimistic
    var loop = Loop(Words(feed), state: .init(query: "rust", seed: 1, identity: 1))
    #expect(loop.send(restored) == .ignored(.noSnapshots))
    loop.send(.submitted)
    // The ticket of the load may be that of an edit, so it is asked for again.
    #expect(
      loop.send(restored)
        == .accepted([
          .cancel(1, of: "rust"), .load(2, for: "rust"),
          .feed(
            query: "rust", effect: .send(edit: .init(feed: 7, ticket: 1, change: like))),
        ]))
    loop.send(.loaded(2, "abc"))
    #expect(loop.state.items.map(\.text) == ["a", "b", "liked"])
    #expect(loop.send(restored) == .ignored(.feed(reason: .tooLateToRestore)))
  }

  @Test func thePauseStartsAgainWhenEditsComeBackSinceOneMayHaveItsTicket() {
    let like = Letters.Change.update(item: Row("c", "liked"))
    let kept = Letters.Snapshot(
      version: Letters.State.snapshotVersion, identity: 7, items: [], pages: [], next: .start,
      previous: nil, edits: [.init(feed: 7, ticket: 2, change: like)], lastTicket: 2)
    var feed = search.feed
    feed.edits = .optimistic
    var loop = Loop(Words(feed), state: .init(query: "rust", seed: 1, identity: 1))
    loop.send(.submitted)
    #expect(
      loop.send(.typed(query: "go")).effects.last == .schedule(ticket: 2, after: .milliseconds(300))
    )
    let effects = loop.send(.feed(action: .restored(snapshot: kept, age: .zero))).effects
    #expect(effects.first == .cancel(ticket: 2))
    #expect(effects.last == .schedule(ticket: 4, after: .milliseconds(300)))
    #expect(loop.send(.timerFired(ticket: 2)) == .ignored(.unknownTicket(ticket: 2)))
  }

  // MARK: Nothing loads while the user types

  @Test func aLoadWaitsUntilTheQueryIsTypedBack() {
    var loop = Self.rust()
    loop.send(.typed(query: "go"))
    #expect(loop.send(.feed(action: .itemAppeared(index: 2))) == .accepted([]))
    #expect(search.explain(.append, in: loop.state) == .typing(ticket: 2))
    let unsent = Words.Action.loaded(3, "def")
    #expect(loop.send(unsent) == .ignored(.unknownTicket(ticket: 3)))
    #expect(
      loop.send(.typed(query: "rust"))
        == .accepted([
          .cancel(ticket: 2), .load(3, for: "rust", kind: .append, at: .after(cursor: "c1")),
        ]))
    loop.send(.loaded(3, "def"))
    #expect(letters(loop) == "abcdef")
  }

  @Test func aLoadThatWaitsIsForgottenWithItsQuery() {
    var loop = Self.rust()
    loop.send(.typed(query: "go"))
    loop.send(.feed(action: .itemAppeared(index: 2)))
    #expect(loop.send(.timerFired(ticket: 2)) == .accepted([.load(4, for: "go")]))
  }

  @Test func aPullReplacesALoadThatWaits() {
    var loop = Self.rust()
    loop.send(.typed(query: "go"))
    loop.send(.feed(action: .itemAppeared(index: 2)))
    #expect(loop.send(.feed(action: .refreshPulled)) == .accepted([]))
    #expect(
      loop.send(.typed(query: "rust")) == .accepted([.cancel(ticket: 2), .load(4, for: "rust")]))
  }

  @Test func everyRefusalIsASentence() {
    let refusals: [SearchRefusal] = [
      .sameQuery, .noQuery, .notAsked, .typing(ticket: 3), .staleRows, .noSnapshots,
      .unknownTicket(ticket: 3),
    ]
    for refusal in refusals {
      #expect("\(refusal)".contains(" ") && !"\(refusal)".hasSuffix("."))
    }
    #expect("\(SearchRefusal.feed(reason: .noReader))" == "\(FeedRefusal.noReader)")
    let numbers = (refusals + [.feed(reason: .noReader)]).map(\.numbers)
    #expect(numbers.map(\.code) == [28, 29, 30, 31, 32, 33, 17, 6])
    #expect(numbers.map(\.values) == [[], [], [], [3], [], [], [3], []])
    #expect(
      numbers.map(\.remedy) == [.nothing, .act, .act, .wait, .wait, .nothing, .nothing, .act])
  }
}
