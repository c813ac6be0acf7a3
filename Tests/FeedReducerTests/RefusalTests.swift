import FeedReducer
import Testing
import TestWatch

/// Refusals are true where they are given: the world judges each one in millions of random steps.
/// These are the states in which one was false.
@Suite("Refusals are true", .watched)
struct RefusalTests {
  @Test func aRefreshThatWaitsForItsTimerIsNoRequest() {
    var loop = Loop(Letters(retry: RetryPolicy(attempts: 1)), state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("abc", next: "c1")))
    loop.send(.refreshPulled, .failed(ticket: 2, failure: .server))
    #expect(loop.send(.loadMore) == .ignored(.waiting(kind: .refresh, ticket: 3)))
    #expect(loop.send(.retryTapped(kind: .refresh)).refusal == nil, "as the refusal advises")
  }

  @Test func aFailedLoadIsRepeatedByMoreThanARetry() {
    var loop = Given.oneLoading
    loop.send(.failed(ticket: 2, failure: .init(.unreachable, message: "")))
    let refusal = loop.send(.loadMore).refusal
    #expect(refusal.map { "\($0)" }?.contains("only") == false)
    loop.send(.connectivityChanged(isOnline: false))
    #expect(loop.send(.connectivityChanged(isOnline: true)).effects.count == 1)
  }

  @Test func aTicketMayBeAwaitedInAnotherWay() {
    var loop = Loop(Letters(retry: RetryPolicy(attempts: 1)), state: .init(seed: 1, identity: 1))
    loop.send(.started, .failed(ticket: 1, failure: .server))
    let answer = loop.send(.pageLoaded(ticket: 2, page: .init("abc", next: nil)))
    #expect(answer == .ignored(.unknownTicket(ticket: 2)))
    #expect("\(FeedRefusal.unknownTicket(ticket: 2))".contains("is of another kind"))
    #expect(loop.send(.timerFired(ticket: 2)).refusal == nil)
  }

  @Test func aFailedEditIsNoFailedLoad() {
    var loop = Given.oneEnded
    loop.send(.edit(change: .remove(id: "a")), .editFailed(ticket: 2, failure: .refused))
    #expect(loop.send(.retryTapped(kind: nil)) == .ignored(.nothingFailed(kind: nil)))
    #expect("\(FeedRefusal.nothingFailed(kind: nil))".hasPrefix("no load has failed"))
    #expect(loop.send(.editRetried(id: "a")).refusal == nil, "as the refusal advises")
  }

  @Test func aListMayBeRestoredInPlaceOfLoaded() throws {
    let snapshot = try #require(Given.one.state.snapshot)
    var loop = Given.fresh
    loop.send(.restored(snapshot: snapshot, age: .zero))
    #expect(loop.send(.restored(snapshot: snapshot, age: .zero)) == .ignored(.tooLateToRestore))
    #expect("\(FeedRefusal.tooLateToRestore)".hasPrefix("the list is there already"))
  }

  @Test func newRowsOfTheUserAreInNoPage() {
    var loop = Given.oneEnded
    loop.send(.edit(change: .insert(item: Row("n"), before: "a")))
    #expect(loop.letters == "nabc")
    #expect(loop.send(.memoryWarning(keep: 3)) == .ignored(.nothingToDrop(count: 3, keep: 3)))
  }

  @Test func aRowThatIsReportedTwiceIsKnown() {
    var loop = Given.one
    loop.send(.connectivityChanged(isOnline: false), .invalidated, .itemAppeared(index: 2))
    #expect(loop.send(.itemAppeared(index: 2)) == .ignored(.offline(kind: .append)))
  }

  @Test func anEmptyListWhoseRefreshFailedCannotBeScrolled() {
    var loop = Given.fresh
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("", next: "c1")))
    loop.send(.refreshPulled, .failed(ticket: 3, failure: .refused))
    #expect(letters.explain(.append, in: loop.state) == .failed(kind: .refresh))
  }
}

/// The same in a search, which says what happened.
@Suite("Refusals of a search are true", .watched)
struct SearchRefusalTests {
  private typealias Words = Search<String, Row, String>
  private static let search = Words(Letters(pageSize: 3, prefetchDistance: 1, edits: .optimistic))

  /// Rows of "rust" show while the first page of "go" loads.
  private static var stale: Loop<Words> {
    var loop = Loop(search, state: .init(query: "rust", seed: 1, identity: 1))
    loop.send(.submitted)
    loop.send(.feed(action: .pageLoaded(ticket: 1, page: .init("abc", next: "c1"))))
    loop.send(.typed(query: "go"))
    loop.send(.submitted)
    return loop
  }

  private static let actions: [Letters.Action] = [
    .memoryWarning(keep: 2), .edit(change: Given.like.change), .loadMore,
  ]

  @Test(arguments: actions) func staleRowsStayAsTheyAre(action: Letters.Action) {
    var loop = Self.stale
    #expect(loop.send(.feed(action: action)) == .ignored(.staleRows))
    #expect("\(SearchRefusal.staleRows)".contains("stay until the first page"))
  }

  /// A search has the short way of its feed, and says the same.
  @Test(arguments: [nil, "c1"]) func theSameRowAgainIsRefusedAsInAFeed(next: String?) {
    let page = Letters.Page("abcdef", next: next)
    var search = Loop(Self.search, state: .init(query: "rust", seed: 1, identity: 1))
    search.send(.submitted)
    search.send(.feed(action: .pageLoaded(ticket: 1, page: page)))
    var feed = Loop(Self.search.feed, state: .init(seed: 1, identity: 1))
    feed.send(.started, .pageLoaded(ticket: 1, page: page), .itemAppeared(index: 2))
    search.send(.feed(action: .itemAppeared(index: 2)))
    guard let refusal = feed.send(.itemAppeared(index: 2)).refusal else {
      Issue.record("the same row again is refused")
      return
    }
    #expect(
      search.send(.feed(action: .itemAppeared(index: 2))) == .ignored(.feed(reason: refusal)))
    var state = search.state
    let again = Words.Action.feed(action: .visible(range: 2..<3))
    #expect(Self.search.reportReader(&state, for: again) == .repeated(refusal: refusal))
    #expect(state == search.state)
  }

  @Test func aQueryThatWasNotAskedIsAQuery() {
    var loop = Loop(Self.search, state: .init(query: "swift", seed: 1, identity: 1))
    #expect(loop.send(.feed(action: .loadMore)) == .ignored(.notAsked))
    #expect(Self.search.explain(.append, in: loop.state) == .notAsked)
    #expect(loop.send(.submitted).refusal == nil, "as the refusal advises")
  }

  @Test func aLoadThatIsHeldBackDoesNotLoad() {
    var loop = Loop(Self.search, state: .init(query: "rust", seed: 1, identity: 1))
    loop.send(.submitted)
    loop.send(.feed(action: .pageLoaded(ticket: 1, page: .init("abc", next: "c1"))))
    loop.send(.typed(query: "go"))
    loop.send(.feed(action: .loadMore))
    #expect(loop.send(.feed(action: .loadMore)) == .ignored(.typing(ticket: 2)))
  }
}
