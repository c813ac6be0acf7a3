import FeedReducer
import Testing
import TestWatch

@Suite("Where the reader is", .watched)
struct ReaderTests {
  /// A feed of one page of ten, distance 5, next c1.
  static func ten() -> Loop<Letters> {
    var loop = Loop(
      Letters(pageSize: 10, prefetchDistance: 5, edits: .optimistic),
      state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("abcdefghij", next: "c1")))
    return loop
  }

  /// Forty rows in two pages, as the default configuration has them, next c2.
  static func forty() -> Loop<Letters> {
    var loop = Loop(Letters(), state: .init(seed: 1, identity: 1))
    func page(_ first: Int) -> [Row] { (first..<first + 20).map { Row("\($0)") } }
    loop.send(.started)
    loop.send(.pageLoaded(ticket: 1, page: .init(items: page(0), next: "c1")))
    loop.send(.itemAppeared(index: 19))
    loop.send(.pageLoaded(ticket: 2, page: .init(items: page(20), next: "c2")))
    return loop
  }

  @Test(arguments: 0...4) func aRowFarFromTheEndMovesTheReaderAndLoadsNothing(index: Int) {
    var loop = Self.ten()
    #expect(loop.send(.itemAppeared(index: index)) == .accepted([]))
    #expect(loop.state.reader == index..<index + 1)
    #expect(
      loop.machine.explain(.append, in: loop.state)
        == .farFromEnd(index: index, count: 10, distance: 5))
    let before = loop.state
    #expect(
      loop.send(.itemAppeared(index: index))
        == .ignored(.farFromEnd(index: index, count: 10, distance: 5)))
    #expect(loop.state == before)
  }

  @Test func aShortPageLoadsMoreBeforeARowHasAppeared() {
    var loop = Loop(
      Letters(pageSize: 10, prefetchDistance: 5, edits: .optimistic),
      state: .init(seed: 1, identity: 1))
    loop.send(.started)
    #expect(loop.send(.pageLoaded(ticket: 1, page: .init("abc", next: "c1"))) == .accepted([]))
    #expect(loop.state.reader == nil)
    #expect(loop.machine.explain(.append, in: loop.state) == .noReader)
    #expect(loop.send(.itemAppeared(index: 0)).effects.count == 1)
  }

  @Test func aReaderWhoLeftTheEdgeNoLongerWaits() {
    var loop = Given.oneLoading
    #expect(loop.state.reader == 2..<3)
    #expect(loop.send(.itemAppeared(index: 0)) == .accepted([]))
    #expect(loop.state.reader == 0..<1)
    #expect(loop.send(.pageLoaded(ticket: 2, page: .init("", next: "c2"))) == .accepted([]))
  }

  @Test func aFlingEndsAtItsLastRow() {
    var loop = Self.ten()
    loop.send(.loadMore)
    loop.send(.pageLoaded(ticket: 2, page: .init("klmnopqrst", next: "c2")))
    var loads = 0
    for index in (0..<20).reversed() {
      loads += loop.send(.itemAppeared(index: index)).effects.count
    }
    #expect(loads == 1)
    #expect(loop.state.reader == 0..<1)
  }

  @Test func aPullAtTheTopIsOneRequest() {
    var loop = Self.forty()
    for index in (0..<40).reversed() { loop.send(.itemAppeared(index: index)) }
    loop.send(.cancelled(ticket: 3))
    loop.send(.itemAppeared(index: 1), .itemAppeared(index: 0))
    let pull = loop.send(.refreshPulled).effects
    #expect(pull.count == 1)
    let page = (0..<20).map { Row("\($0)") }
    #expect(
      loop.send(.pageLoaded(ticket: 4, page: .init(items: page, next: "c1"))) == .accepted([]))
    #expect(loop.state.append == .idle)
  }

  @Test func removalsBehindAReaderWhoWasFarLoadOn() {
    var loop = Given.one
    #expect(loop.send(.itemAppeared(index: 0)) == .accepted([]))
    let removal = Letters.Change.remove(id: "b")
    #expect(
      loop.send(.edit(change: removal))
        == .accepted([
          .send(edit: .init(feed: 1, ticket: 2, change: removal)), load(3, after: "c1"),
        ]))
  }

  // MARK: - Ranges

  @Test func theSameRangeAgainIsIgnored() {
    var loop = Self.forty()
    #expect(loop.send(.visible(range: 2..<14)) == .accepted([]))
    #expect(loop.state.reader == 2..<14)
    let before = loop.state
    #expect(
      loop.send(.visible(range: 2..<14)) == .ignored(.farFromEnd(index: 13, count: 40, distance: 5))
    )
    #expect(loop.state == before)
  }

  /// The report in the middle of the list takes a shorter way. It says what the long one says.
  @Test func theSameReportAgainTellsWhyNothingLoadsAtTheEnd() {
    func refusal(_ actions: [Letters.Action]) -> FeedRefusal? {
      var loop = Given.two
      for action in actions { loop.send(action) }
      loop.send(.itemAppeared(index: 1))
      let before = loop.state
      let refusal = loop.send(.itemAppeared(index: 1)).refusal
      #expect(refusal == loop.send(.visible(range: 1..<2)).refusal)
      #expect(refusal == letters.explain(.append, in: loop.state))
      #expect(loop.state == before)
      return refusal
    }
    #expect(refusal([]) == .farFromEnd(index: 1, count: 6, distance: 2))
    #expect(refusal([.loadMore]) == .loading(kind: .append, ticket: 3))
    #expect(
      refusal([.loadMore, .failed(ticket: 3, failure: .server)]) == .failed(kind: .append))
    #expect(
      refusal([.loadMore, .pageLoaded(ticket: 3, page: .init("ghi", next: nil))])
        == .ended(kind: .append, reason: .exhausted))
    #expect(refusal([.refreshPulled]) == .refreshing(ticket: 3))
    #expect(
      refusal([.connectivityChanged(isOnline: false), .loadMore]) == .offline(kind: .append))
  }

  @Test func aRangeNearBothEndsLoadsAtBoth() {
    var loop = Given.both
    #expect(
      loop.send(.visible(range: 0..<3))
        == .accepted([load(2, after: "c1"), load(3, before: "p1")]))
  }

  @Test func aRangeAboveBringsThePreviousPage() {
    var loop = Given.both
    loop.send(.visible(range: 1..<3), .pageLoaded(ticket: 2, page: .init("pqr", next: "c2")))
    #expect(loop.state.prepend.request != nil)
  }

  @Test(arguments: [
    (5..<5, FeedRefusal.nothingVisible), (0..<0, .nothingVisible),
    (3..<9, .noSuchRow(index: 3, count: 3)), (900..<910, .noSuchRow(index: 900, count: 3)),
    (-9 ..< -2, .noSuchRow(index: -9, count: 3)),
    (Int.max - 1..<Int.max, .noSuchRow(index: .max - 1, count: 3)),
  ]) func aRangeWithoutRowsIsRefused(range: Range<Int>, refusal: FeedRefusal) {
    var loop = Given.one
    let before = loop.state
    #expect(loop.send(.visible(range: range)) == .ignored(refusal))
    #expect(loop.state == before)
  }

  @Test func aRangeIsCutToTheRows() {
    var loop = Given.oneEnded
    loop.send(.visible(range: -3..<2))
    #expect(loop.state.reader == 0..<2)
    loop.send(.visible(range: 1 ..< .max))
    #expect(loop.state.reader == 1..<3)
    loop.send(.visible(range: .min ..< .max))
    #expect(loop.state.reader == 0..<3)
  }

  @Test func aRowThatAppearsIsARangeOfOne() {
    for given in [
      Given.fresh, Given.started, Given.one, Given.oneEnded, Given.oneLoading, Given.oneFailed,
      Given.two, Given.twoRefreshing, Given.both,
    ] {
      for index in -1...7 {
        var (byRow, byRange) = (given, given)
        #expect(
          byRow.send(.itemAppeared(index: index))
            == byRange.send(.visible(range: index..<index + 1)))
        #expect(byRow.state == byRange.state)
      }
    }
    var loop = Given.one
    #expect(
      loop.send(.itemAppeared(index: .max)) == .ignored(.noSuchRow(index: .max, count: 3)))
  }

  @Test func aRangeStaysOnItsRows() {
    var loop = Given.both
    loop.send(.visible(range: 1..<3))
    let ticket = loop.state.prepend.request ?? 0
    loop.send(.pageLoaded(ticket: ticket, page: .init("ijkl", next: nil, previous: nil)))
    #expect(loop.state.reader == 5..<7)
    loop.send(.edit(change: .remove(id: "n")))
    #expect(loop.state.reader == 5..<6)
    loop.send(.edit(change: .remove(id: "o")))
    #expect(loop.state.reader == 4..<5, "the rows went, the reader is where they were")
  }

  @Test func afterARefreshWithoutItsRowsThereIsNoReader() {
    var loop = Given.twoRefreshing
    loop.send(.pageLoaded(ticket: 3, page: .init("xyz", next: "n1")))
    #expect(loop.state.reader == nil)
  }

  @Test func configurationIsRaisedToWhatIsPossible() {
    let feed = Letters(pageSize: 0, prefetchDistance: -3, maxEmptyPages: -1, edits: .optimistic)
    #expect(feed.pageSize == 1)
    #expect(feed.prefetchDistance == 1)
    #expect(feed.maxEmptyPages == 0)
  }
}
