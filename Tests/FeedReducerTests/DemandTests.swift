import FeedReducer
import Testing

@Suite("Where the reader is")
struct DemandTests {
  /// A feed of one page of ten, distance 5, next c1.
  static func ten() -> Loop<Letters> {
    var loop = Loop(Letters(pageSize: 10, prefetchDistance: 5), state: .init(seed: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("abcdefghij", next: "c1")))
    return loop
  }

  @Test(arguments: 0...4) func rowsFarFromTheEndAreIgnored(index: Int) {
    var loop = Self.ten()
    let before = loop.state
    #expect(
      loop.send(.itemAppeared(index: index))
        == .ignored(.farFromEnd(index: index, count: 10, distance: 5)))
    #expect(loop.state == before)
  }

  @Test func nobodyWaitsBeforeARowOfAShortPageHasAppeared() {
    var loop = Loop(Letters(pageSize: 10, prefetchDistance: 5), state: .init(seed: 1))
    loop.send(.started)
    #expect(loop.send(.pageLoaded(ticket: 1, page: .init("abc", next: "c1"))) == .accepted([]))
    #expect(loop.state.anchor == nil)
    #expect(loop.machine.explain(loop.state, .append) == .noReader)
    #expect(loop.send(.itemAppeared(index: 0)).effects.count == 1)
  }

  @Test func scrollingInsideAPageInTheMiddleIsFree() {
    var loop = Self.ten()
    loop.send(.loadMore)
    loop.send(
      .pageLoaded(ticket: 2, page: .init("klmnopqrst", next: "c2")), .itemAppeared(index: 12))
    #expect(loop.state.anchor == 10..<15)
    let before = loop.state
    for index in 10...14 { #expect(loop.send(.itemAppeared(index: index)).refusal != nil) }
    #expect(loop.state == before)
  }

  @Test func leavingTheEdgeIsAMove() {
    var loop = Given.oneLoading
    #expect(loop.state.anchor == 2..<3)
    #expect(loop.send(.itemAppeared(index: 0)) == .accepted([]))
    #expect(loop.state.anchor == 0..<1)
    #expect(
      loop.send(.pageLoaded(ticket: 2, page: .init("", next: "c2"))) == .accepted([]),
      "a reader who left the edge no longer waits")
  }

  @Test func nearTheEdgeTheAnchorIsARow() {
    var loop = Self.ten()
    loop.send(.itemAppeared(index: 7))
    #expect(loop.state.anchor == 7..<8)
    #expect(loop.send(.itemAppeared(index: 8)) == .accepted([]))
    #expect(loop.state.anchor == 8..<9)
  }

  @Test func aFlingEndsInThePageOfItsLastRow() {
    var loop = Self.ten()
    loop.send(.loadMore)
    loop.send(.pageLoaded(ticket: 2, page: .init("klmnopqrst", next: "c2")))
    var loads = 0
    for index in (0..<20).reversed() {
      loads += loop.send(.itemAppeared(index: index)).effects.count
    }
    #expect(loads == 1)
    #expect(loop.state.anchor == 0..<10)
  }

  @Test func configurationIsRaisedToWhatIsPossible() {
    let feed = Letters(pageSize: 0, prefetchDistance: -3, progressTries: -1)
    #expect(feed.pageSize == 1)
    #expect(feed.prefetchDistance == 1)
    #expect(feed.progressTries == 0)
  }
}
