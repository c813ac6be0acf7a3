import FeedReducer
import Testing
import TestWatch

@Suite("Stop", .watched)
struct StopTests {
  @Test func itCancelsEverythingAndEmptiesTheList() {
    var loop = Given.oneLoading
    loop.send(.edit(change: .remove(id: "a")))
    let removal = Letters.Edit(feed: 1, ticket: 3, change: .remove(id: "a"))
    #expect(
      loop.send(.stopped)
        == .accepted([.cancel(ticket: 2), .cancel(ticket: 3), .drop(edit: removal)]))
    let state = loop.state
    #expect(state.isStopped && state.items.isEmpty && state.pendingEdits.isEmpty)
    #expect(!state.isLoading && !state.isLoadingMore && !state.refreshing && !state.isEmpty)
    #expect(state.error == nil && state.page == nil && state.total == nil)
    #expect(state.snapshot == nil)
  }

  private static let gestures: [Letters.Action] = [
    .refreshPulled, .reset, .invalidated, .loadMore, .retryTapped(kind: nil),
    .retryTapped(kind: .refresh), .stopped, .edit(change: .insert(item: Row("z"), before: nil)),
  ]

  @Test(arguments: gestures) func nothingButAStartLoads(action: Letters.Action) {
    var loop = Given.two
    loop.send(.stopped)
    let before = loop.state
    #expect(loop.send(action) == .ignored(.stopped))
    #expect(loop.state == before)
    #expect("\(FeedRefusal.stopped)".contains("start it again"))
  }

  @Test func aStartLoadsTheFirstPageUnderANewTicket() {
    var loop = Given.oneLoading
    loop.send(.stopped)
    #expect(loop.send(.started) == .accepted([load(3)]))
    #expect(!loop.state.isStopped && loop.state.isLoading)
    let late = Letters.Page("def", next: nil)
    #expect(loop.send(.pageLoaded(ticket: 2, page: late)) == .ignored(.unknownTicket(ticket: 2)))
    loop.send(.pageLoaded(ticket: 3, page: .init("xyz", next: nil)))
    #expect(loop.letters == "xyz")
  }

  @Test func aFeedThatNeverStartedCanBeStopped() {
    var loop = Loop(letters, state: .init(seed: 1, identity: 1))
    #expect(loop.send(.stopped) == .accepted([]))
    #expect(loop.send(.refreshPulled) == .ignored(.stopped))
    for kind in LoadKind.allCases { #expect(letters.explain(kind, in: loop.state) == .stopped) }
  }

  @Test func connectivityIsKeptAndLoadsNothing() {
    var loop = Given.two
    loop.send(.stopped)
    #expect(loop.send(.connectivityChanged(isOnline: false)) == .accepted([]))
    #expect(loop.send(.connectivityChanged(isOnline: true)) == .accepted([]))
    loop.send(.connectivityChanged(isOnline: false))
    #expect(loop.send(.started) == .accepted([]))
    #expect(loop.state.refresh == .offline(attempt: 0))
  }

  @Test func oldRowsAreNotRestored() throws {
    var loop = Given.two
    let snapshot = try #require(loop.state.snapshot)
    loop.send(.stopped)
    #expect(loop.send(.restored(snapshot: snapshot, age: .zero)) == .ignored(.stopped))
    #expect(loop.state.items.isEmpty)
  }
}
