import FeedReducer
import Testing
import TestWatch

@Suite("The next page", .watched)
struct AppendTests {
  @Test func enoughRowsAfterTheReaderMeansNoLoad() {
    var loop = Given.one
    #expect(loop.send(.itemAppeared(index: 0)) == .accepted([]))
    #expect(
      loop.machine.explain(.append, in: loop.state) == .farFromEnd(index: 0, count: 3, distance: 2))
  }

  @Test(arguments: [1, 2]) func fewRowsAfterTheReaderLoadTheNextPage(index: Int) {
    var loop = Given.one
    #expect(loop.send(.itemAppeared(index: index)) == .accepted([load(2, after: "c1")]))
    #expect(loop.state.append == .loading(ticket: 2, attempt: 0))
    #expect(loop.state.isLoadingMore)
  }

  @Test func oneRequestAtATime() {
    var loop = Given.oneLoading
    for action: Letters.Action in [
      .itemAppeared(index: 1), .itemAppeared(index: 2), .itemAppeared(index: 2), .loadMore,
    ] {
      #expect(loop.send(action).effects == [])
    }
    #expect(loop.send(.loadMore) == .ignored(.loading(kind: .append, ticket: 2)))
    #expect(
      loop.send(.itemAppeared(index: 2)) == .ignored(.loading(kind: .append, ticket: 2)))
  }

  @Test(arguments: [-1, 3, 999, Int.min, Int.max])
  func aRowThatIsNotThereIsIgnored(index: Int) {
    var loop = Given.one
    let before = loop.state
    #expect(loop.send(.itemAppeared(index: index)) == .ignored(.noSuchRow(index: index, count: 3)))
    #expect(loop.state == before)
  }

  @Test func aPageThatSatisfiesTheReaderLoadsNoFurther() {
    var loop = Given.oneLoading
    let reaction = loop.send(.pageLoaded(ticket: 2, page: .init("def", next: "c2")))
    #expect(reaction == .accepted([]))
    #expect(loop.state.append == .idle)
    #expect(loop.letters == "abcdef")
    #expect(loop.state.page == "c2")
  }

  @Test func aShortPageLoadsOnWhileTheReaderWaits() {
    var loop = Given.oneLoading
    let reaction = loop.send(.pageLoaded(ticket: 2, page: .init("d", next: "c2")))
    #expect(reaction == .accepted([load(3, after: "c2")]))
  }

  @Test func afterTheEndNothingIsAskedFor() {
    var loop = Given.oneEnded
    #expect(loop.send(.itemAppeared(index: 2)) == .accepted([]))
    for action: Letters.Action in [.itemAppeared(index: 2), .loadMore] {
      #expect(loop.send(action) == .ignored(.ended(kind: .append, reason: .exhausted)))
    }
    #expect(!loop.state.canLoadNextPage)
  }

  @Test func aPageWithoutNextEndsTheFeed() {
    var loop = Given.oneLoading
    loop.send(.pageLoaded(ticket: 2, page: .init("def", next: nil)))
    #expect(loop.state.append == .ended(reason: .exhausted))
    #expect(loop.letters == "abcdef")
    #expect(loop.state.page == nil)
  }

  @Test func zeroIsACursorLikeAnyOther() {
    let feed = Feed<Row, Int>(pageSize: 3, prefetchDistance: 2)
    var loop = Loop(feed, state: .init(seed: 1, identity: 1))
    loop.send(.started)
    loop.send(.pageLoaded(ticket: 1, page: .init(items: [Row("a")], next: 0)))
    #expect(
      loop.send(.itemAppeared(index: 0))
        == .accepted([
          .load(
            request: .init(ticket: 2, kind: .append, position: .after(cursor: 0), size: 3))
        ]))
  }

  @Test func theEmptyTextIsACursorLikeAnyOther() {
    var loop = Given.started
    loop.send(.pageLoaded(ticket: 1, page: .init("a", next: "")))
    #expect(loop.send(.itemAppeared(index: 0)) == .accepted([load(2, after: "")]))
  }

  @Test func loadMoreAsksWhereverTheReaderIs() {
    var loop = Given.one
    #expect(loop.send(.loadMore) == .accepted([load(2, after: "c1")]))
  }

  @Test func distanceOneAsksWhenTheLastRowAppears() {
    let feed = Letters(pageSize: 3, prefetchDistance: 1)
    var loop = Loop(feed, state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("abc", next: "c1")))
    #expect(loop.send(.itemAppeared(index: 1)) == .accepted([]))
    #expect(loop.send(.itemAppeared(index: 2)) == .accepted([load(2, after: "c1")]))
  }

  @Test func theTotalIsWhatTheLastAnswerSaid() {
    var loop = Given.started
    loop.send(.pageLoaded(ticket: 1, page: .init("abc", next: "c1", total: 9)))
    #expect(loop.state.total == 9)
    loop.send(.loadMore, .pageLoaded(ticket: 2, page: .init("def", next: "c2")))
    #expect(loop.state.total == 9)
    loop.send(.loadMore, .pageLoaded(ticket: 3, page: .init("ghi", next: nil, total: 2)))
    #expect(loop.state.total == 2)
    #expect(loop.state.items.count == 9)
  }
}
