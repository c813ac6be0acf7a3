import FeedReducer
import Testing

@Suite("A bound on the rows")
struct WindowTests {
  /// Rows abc and def, next c2, at most six rows, the reader at f, the next page on its way as 3.
  private static var full: Loop<Letters> {
    let feed = Letters(pageSize: 3, prefetchDistance: 2, maxItems: 6)
    var loop = Loop(feed, state: .init(seed: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("abc", next: "c1")))
    loop.send(.itemAppeared(index: 2), .pageLoaded(ticket: 2, page: .init("def", next: "c2")))
    loop.send(.itemAppeared(index: 5))
    return loop
  }

  /// The same after the third page: rows defghi.
  private static var dropped: Loop<Letters> {
    var loop = full
    loop.send(.pageLoaded(ticket: 3, page: .init("ghi", next: "c3")))
    return loop
  }

  @Test func thePageFarFromTheReaderGoes() {
    let loop = Self.dropped
    #expect(loop.letters == "defghi")
    #expect(loop.state.pages.map(\.position) == [.after(cursor: "c1"), .after(cursor: "c2")])
    #expect(loop.state.previousPosition == .start)
    #expect(loop.state.anchor == 2..<3)
  }

  @Test func droppingOpensThatEndAgain() {
    #expect(Self.full.state.prepend == .ended(reason: .exhausted))
    #expect(Self.dropped.state.prepend == .idle)
  }

  @Test func aForwardFeedIsScrolledBack() {
    var loop = Self.dropped
    let request = Letters.Request(ticket: 4, kind: .prepend, position: .start, size: 3)
    #expect(loop.send(.itemAppeared(index: 0)) == .accepted([.load(request: request)]))
    loop.send(.pageLoaded(ticket: 4, page: .init("abc", next: "c1")))
    #expect(loop.letters == "abcdef", "the other end went in turn")
    #expect(loop.state.prepend == .ended(reason: .exhausted))
    #expect(loop.state.nextPosition == .after(cursor: "c2"))
    #expect(loop.state.append == .idle)
    loop.send(.itemAppeared(index: 5))
    loop.send(.pageLoaded(ticket: 5, page: .init("ghi", next: "c3")))
    #expect(loop.letters == "defghi")
    #expect(loop.state.nextPosition == .after(cursor: "c3"))
  }

  @Test func neverTheLastTwoPages() {
    var loop = Given.two
    loop.send(.itemAppeared(index: 5))
    let before = loop.state
    #expect(
      loop.send(.memoryWarning(keep: 1)) == .ignored(.nothingToDrop(count: 6, keep: 1)))
    #expect(loop.state == before)
  }

  @Test func neverAPageThatTheReaderIsNear() {
    let feed = Letters(pageSize: 3, prefetchDistance: 2, maxItems: 6)
    var loop = Loop(feed, state: .init(seed: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("abc", next: "c1")))
    loop.send(.loadMore, .pageLoaded(ticket: 2, page: .init("def", next: "c2")))
    loop.send(.loadMore, .pageLoaded(ticket: 3, page: .init("ghi", next: "c3")))
    #expect(loop.letters == "abcdefghi")
    #expect(loop.state.prepend == .ended(reason: .exhausted))
  }

  @Test func aMemoryWarningDropsTheFarEnd() {
    var loop = Given.two
    loop.send(.loadMore, .pageLoaded(ticket: 3, page: .init("ghi", next: nil)))
    loop.send(.itemAppeared(index: 1))
    #expect(loop.state.append == .ended(reason: .exhausted))
    #expect(loop.send(.memoryWarning(keep: 6)) == .accepted([]))
    #expect(loop.letters == "abcdef")
    #expect(loop.state.page == "c2")
    #expect(loop.state.append == .idle)
    #expect(
      loop.send(.memoryWarning(keep: 6)) == .ignored(.nothingToDrop(count: 6, keep: 6)))
  }

  @Test func theDroppedEndsLoadIsCancelledAndItsFailureForgotten() {
    var loop = Given.two
    loop.send(.loadMore, .pageLoaded(ticket: 3, page: .init("ghi", next: "c3")), .loadMore)
    loop.send(.itemAppeared(index: 1))
    #expect(loop.send(.memoryWarning(keep: 6)) == .accepted([.cancel(ticket: 4)]))
    loop.send(.loadMore, .pageLoaded(ticket: 5, page: .init("ghi", next: "c3")), .loadMore)
    loop.send(.failed(ticket: 6, failure: .server))
    #expect(loop.send(.memoryWarning(keep: 6)) == .accepted([]))
    #expect(loop.state.error == nil)
  }

  @Test func theBoundIsRaisedToWhatIsPossible() {
    #expect(Letters(pageSize: 20, maxItems: 1).maxItems == 40)
    #expect(Letters(pageSize: 3, prefetchDistance: 9, maxItems: 1).maxItems == 19)
    #expect(Letters(pageSize: 3, prefetchDistance: 2, maxItems: 50).maxItems == 50)
  }

  @Test func aRefreshForgetsWhatWasDropped() {
    var loop = Self.dropped
    loop.send(.refreshPulled, .pageLoaded(ticket: 4, page: .init("xyz", next: "n1")))
    #expect(loop.state.prepend == .ended(reason: .exhausted))
    #expect(loop.state.previousPosition == nil)
  }
}
