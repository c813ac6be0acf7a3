import FeedReducer
import Testing
import TestWatch

/// Rows that are out of date load again, and the reader keeps their place.
@Suite("Invalidation", .watched)
struct InvalidationTests {
  /// Rows abcdef, next c2, the reader at d. The next ticket is 3.
  private static var reading: Loop<Letters> {
    var loop = Given.two
    loop.send(.itemAppeared(index: 3))
    return loop
  }

  private func expectPlace(_ loop: Loop<Letters>, of row: String) {
    #expect(loop.state.reader.map { loop.state.items[$0].map(\.id) } == [row])
  }

  @Test func theRowsThatThePageDoesNotOverlapStay() {
    var loop = Self.reading
    #expect(loop.send(.invalidated) == .accepted([load(3)]))
    loop.send(.pageLoaded(ticket: 3, page: .init("nab", next: "k1")))
    #expect(loop.letters == "nabcdef" && loop.state.page == "c2")
    expectPlace(loop, of: "d")
  }

  @Test func whereTheServerHasNoRowsTheListIsEmpty() {
    var loop = Given.started
    loop.send(.pageLoaded(ticket: 1, page: .init("", next: "c1")))
    loop.send(.pageLoaded(ticket: 2, page: .init("de", next: nil)), .invalidated)
    loop.send(.pageLoaded(ticket: 3, page: .init("", next: nil)))
    #expect(loop.letters == "" && loop.state.isEmpty)
  }

  @Test func aPullStillReplacesAllRows() {
    var loop = Self.reading
    loop.send(.refreshPulled, .pageLoaded(ticket: 3, page: .init("nab", next: "k1")))
    #expect(loop.letters == "nab")
  }

  @Test func whereThePageDoesNotOverlapTheReaderIsAtTheTop() {
    var loop = Self.reading
    loop.send(.invalidated, .pageLoaded(ticket: 3, page: .init("xyz", next: "k1")))
    #expect(loop.letters == "xyz" && loop.state.page == "k1")
    #expect(loop.state.reader == nil, "before a report the reader counts as being at the top")
  }

  @Test func aThousandRowsStay() {
    var loop = Loop(
      Letters(pageSize: 20, refreshMode: .firstPage), state: .init(seed: 1, identity: 1))
    func page(_ number: Int) -> Letters.Page {
      let rows = (number * 20..<number * 20 + 20).map { Row("\($0)") }
      return .init(items: rows, next: "c\(number + 1)")
    }
    loop.send(.started, .pageLoaded(ticket: 1, page: page(0)))
    for number in 1..<50 {
      loop.send(.loadMore)
      loop.send(.pageLoaded(ticket: loop.state.lastTicket, page: page(number)))
    }
    loop.send(.itemAppeared(index: 500), .invalidated)
    loop.send(.pageLoaded(ticket: loop.state.lastTicket, page: page(0)))
    #expect(loop.state.items.count == 1_000 && loop.state.reader == 500..<501)
  }

  @Test func thePageOnItsWayIsNotStarved() {
    var loop = Given.oneLoading
    for round in 1...20 {
      #expect(loop.send(.invalidated).effects.count == 1, "no cancel in round \(round)")
      let refresh = loop.state.lastTicket
      loop.send(.pageLoaded(ticket: refresh, page: .init("abc", next: "other \(round)")))
      #expect(loop.state.append == .loading(ticket: 2, attempt: 0))
    }
    loop.send(.pageLoaded(ticket: 2, page: .init("def", next: "c2")))
    #expect(loop.letters == "abcdef" && loop.state.page == "c2")
  }

  @Test func furtherPagesLoadBesideIt() {
    var loop = Self.reading
    loop.send(.invalidated)
    #expect(loop.send(.itemAppeared(index: 5)) == .accepted([load(4, after: "c2")]))
    #expect(loop.state.refreshing && loop.state.isLoadingMore)
    loop.send(.pageLoaded(ticket: 4, page: .init("ghi", next: "c3")))
    loop.send(.pageLoaded(ticket: 3, page: .init("nab", next: "k1")))
    #expect(loop.letters == "nabcdefghi")
    expectPlace(loop, of: "f")
  }

  @Test func whereAllRowsAreReplacedThePageOnItsWayIsCancelled() {
    var loop = Given.oneLoading
    loop.send(.invalidated)
    #expect(
      loop.send(.pageLoaded(ticket: 3, page: .init("xyz", next: nil)))
        == .accepted([.cancel(ticket: 2)]))
    #expect(loop.letters == "xyz")
  }

  @Test func aPullTakesItsPlace() {
    var loop = Given.oneLoading
    loop.send(.invalidated)
    #expect(
      loop.send(.refreshPulled) == .accepted([.cancel(ticket: 3), .cancel(ticket: 2), load(4)]))
    #expect(loop.send(.refreshPulled).refusal != nil, "the first page is on its way")
    loop.send(.pageLoaded(ticket: 4, page: .init("nab", next: "k1")))
    #expect(loop.letters == "nab")
  }

  @Test func aRetryKeepsThePlaceToo() {
    var loop = Self.reading
    loop.send(.invalidated, .failed(ticket: 3, failure: .refused))
    #expect(loop.send(.retryTapped(kind: nil)) == .accepted([load(4)]))
    loop.send(.pageLoaded(ticket: 4, page: .init("nab", next: "k1")))
    #expect(loop.letters == "nabcdef")
  }

  @Test(arguments: [nil, "c1"]) func aListThatHasEndedStays(next: String?) {
    var loop = Given.one
    // Without a next page, and in a cycle.
    loop.send(.loadMore, .pageLoaded(ticket: 2, page: .init(next == nil ? "d" : "", next: next)))
    let letters = loop.letters
    loop.send(.invalidated, .pageLoaded(ticket: 3, page: .init("na", next: "k1")))
    #expect(loop.letters == "n" + letters)
  }

  @Test func anEmptyFirstPageStarvesNothing() {
    var loop = Given.started
    loop.send(.pageLoaded(ticket: 1, page: .init("", next: "c1")))
    for round in 1...9 {
      loop.send(.invalidated)
      loop.send(
        .pageLoaded(ticket: loop.state.lastTicket, page: .init("", next: "other \(round)")))
      #expect(loop.state.append == .loading(ticket: 2, attempt: 0))
    }
    loop.send(.pageLoaded(ticket: 2, page: .init("abc", next: "c2")))
    #expect(loop.letters == "abc" && loop.state.page == "c2")
  }

  @Test func aChatThatWasReadBackwardsStays() {
    var loop = Given.started
    loop.send(.pageLoaded(ticket: 1, page: .init("xyz", next: nil, previous: "p1")))
    loop.send(.itemAppeared(index: 0))
    loop.send(.pageLoaded(ticket: 2, page: .init("uvw", next: nil, previous: nil)))
    loop.send(.invalidated, .pageLoaded(ticket: 3, page: .init("xyz", next: nil, previous: "p1")))
    #expect(loop.letters == "uvwxyz")
  }

  @Test func rowsWhoseFirstPageWasDroppedStay() {
    var loop = Loop(
      Letters(pageSize: 3, prefetchDistance: 1, maxItems: 6), state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("abc", next: "c1")))
    for (ticket, letters) in [(2, "def"), (3, "ghi")] {
      loop.send(.itemAppeared(index: loop.state.items.count - 1))
      loop.send(
        .pageLoaded(ticket: Ticket(rawValue: ticket), page: .init(letters, next: "c\(ticket)")))
    }
    #expect(loop.letters == "defghi")
    loop.send(.itemAppeared(index: 3), .invalidated)
    loop.send(.pageLoaded(ticket: loop.state.lastTicket, page: .init("nab", next: "k1")))
    #expect(loop.letters == "defghi")
    expectPlace(loop, of: "g")
  }

  @Test func anOlderPageDoesNotReplaceWhatItBroughtUpToDate() {
    var loop = Given.oneLoading
    loop.send(.invalidated)
    let page = Letters.Page(items: [Row("d", "new"), Row("a"), Row("b")], next: "k1")
    loop.send(.pageLoaded(ticket: 3, page: page))
    loop.send(.pageLoaded(ticket: 2, page: .init("def", next: "c2")))
    #expect(loop.texts == "new a b c e f")
  }

  @Test func itDoesNotHoldOverAPageThatWasAskedForAfterIt() {
    var loop = Given.one
    loop.send(.invalidated, .itemAppeared(index: 2))
    let page = Letters.Page(items: [Row("d", "old"), Row("a"), Row("b")], next: "k1")
    loop.send(.pageLoaded(ticket: 2, page: page))
    let newer = Letters.Page(items: [Row("d", "new"), Row("e")], next: "c2")
    loop.send(.pageLoaded(ticket: 3, page: newer))
    #expect(loop.texts.contains("new") && !loop.texts.contains("old"))
  }

  /// Row a moved below c, so the page below c, of a alone, brought nothing new; then the row above goes.
  @Test func aPageOnItsWayBehindARowThatGoesIsReadAgain() {
    var loop = Given.one
    loop.send(.loadMore, .pageLoaded(ticket: 2, page: .init("a", next: "c2")))
    loop.send(.invalidated, .loadMore)
    #expect(loop.state.append == .loading(ticket: 4, attempt: 0))
    #expect(
      loop.send(.pageLoaded(ticket: 3, page: .init("bc", next: "c1")))
        == .accepted([.cancel(ticket: 4)]))
    #expect(loop.letters == "bc" && loop.state.page == "c1")
    loop.send(.loadMore, .pageLoaded(ticket: 5, page: .init("ad", next: nil)))
    #expect(loop.letters == "bcad")
  }

  @Test func aPageOnItsWayBehindPagesWithoutRowsGoesOnIfNoRowGoes() {
    var loop = Given.one
    loop.send(.loadMore, .pageLoaded(ticket: 2, page: .init("", next: "c2")))
    loop.send(.invalidated, .loadMore)
    #expect(
      loop.send(.pageLoaded(ticket: 3, page: .init("abc", next: "c1"))) == .accepted([]))
    #expect(loop.state.append == .loading(ticket: 4, attempt: 0))
  }

  @Test func aFailurePausesNothing() {
    var loop = Given.oneLoading
    loop.send(.invalidated, .failed(ticket: 3, failure: .refused))
    #expect(
      loop.send(.pageLoaded(ticket: 2, page: .init("", next: "c2")))
        == .accepted([load(4, after: "c2")]))
  }

  @Test func offlineItWaitsAndEndsNothing() {
    var loop = Given.oneLoading
    loop.send(.connectivityChanged(isOnline: false))
    #expect(loop.send(.invalidated) == .accepted([]))
    #expect(loop.state.refresh == .offline(attempt: 0))
    #expect(loop.state.append == .loading(ticket: 2, attempt: 0))
  }

  @Test func comingOnlineSendsItBesideTheOthers() {
    var loop = Given.one
    loop.send(.connectivityChanged(isOnline: false), .itemAppeared(index: 2), .invalidated)
    #expect(
      loop.send(.connectivityChanged(isOnline: true))
        == .accepted([load(2), load(3, after: "c1")]))
  }
}
