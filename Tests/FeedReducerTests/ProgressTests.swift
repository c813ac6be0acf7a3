import FeedReducer
import Testing
import TestWatch

@Suite("Progress decides the end", .watched)
struct ProgressTests {
  @Test func aCursorThatComesBackWithNewRowsIsAskedOnceMore() {
    var loop = Given.oneLoading
    let again = loop.send(.pageLoaded(ticket: 2, page: .init("d", next: "c1")))
    #expect(again == .accepted([load(3, after: "c1")]))
    #expect(loop.letters == "abcd")
    #expect(loop.send(.pageLoaded(ticket: 3, page: .init("d", next: "c1"))) == .accepted([]))
    #expect(loop.state.append == .ended(reason: .cycle))
    #expect(!loop.state.canLoadNextPage)
  }

  @Test func aServerThatKeepsThePositionItselfIsReadToItsEnd() {
    var loop = Given.oneLoading
    for (ticket, letter) in zip(2..., "defgh") {
      loop.send(
        .pageLoaded(
          ticket: Ticket(rawValue: ticket), page: .init(String(letter), next: "c1")),
        .itemAppeared(index: ticket + 1))
    }
    loop.send(.pageLoaded(ticket: 7, page: .init("i", next: nil)))
    #expect(loop.letters == "abcdefghi")
    #expect(loop.state.append == .ended(reason: .exhausted))
  }

  @Test func anEmptyPageWithTheSameCursorEndsAtOnce() {
    var loop = Given.oneLoading
    #expect(loop.send(.pageLoaded(ticket: 2, page: .init("", next: "c1"))) == .accepted([]))
    #expect(loop.state.append == .ended(reason: .cycle))
  }

  @Test func aLongerCycleWithoutNewRowsEnds() {
    var loop = Given.two
    loop.send(.itemAppeared(index: 5))
    loop.send(.pageLoaded(ticket: 3, page: .init("", next: "c1")))
    #expect(loop.state.append == .ended(reason: .cycle))
  }

  @Test func aCycleOfFruitlessCursorsEnds() {
    var loop = Loop(
      Letters(pageSize: 3, prefetchDistance: 2, maxEmptyPages: 9),
      state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("a", next: "c1")))
    loop.send(.itemAppeared(index: 0))
    loop.send(.pageLoaded(ticket: 2, page: .init("", next: "c2")))
    loop.send(.pageLoaded(ticket: 3, page: .init("", next: "c3")))
    #expect(loop.send(.pageLoaded(ticket: 4, page: .init("", next: "c2"))) == .accepted([]))
    #expect(loop.state.append == .ended(reason: .cycle))
  }

  @Test func aCursorThatBroughtNothingBeforeProgressIsRemembered() {
    var loop = Given.oneLoading
    loop.send(.pageLoaded(ticket: 2, page: .init("", next: "c2")))
    loop.send(.pageLoaded(ticket: 3, page: .init("d", next: "c3")))
    #expect(loop.state.append == .loading(ticket: 4, attempt: 0))
    loop.send(.pageLoaded(ticket: 4, page: .init("d", next: "c1")))
    #expect(loop.state.append == .ended(reason: .cycle))
  }

  @Test func askingForMoreGoesOnAtAPreviousPageThatStalled() {
    var loop = Loop(
      Letters(pageSize: 3, prefetchDistance: 1, maxEmptyPages: 0),
      state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("abc", next: nil, previous: "p1")))
    loop.send(.itemAppeared(index: 0))
    loop.send(.pageLoaded(ticket: 2, page: .init("", next: nil, previous: "p2")))
    #expect(loop.state.prepend == .ended(reason: .stalled))
    #expect(loop.state.append == .ended(reason: .exhausted))
    #expect(loop.send(.loadMore) == .accepted([load(3, before: "p2")]))
  }

  @Test func anEmptyFirstPageCountsAsATry() {
    var loop = Given.started
    loop.send(.pageLoaded(ticket: 1, page: .init("", next: "c1")))
    loop.send(.pageLoaded(ticket: 2, page: .init("", next: "c2")))
    #expect(loop.send(.pageLoaded(ticket: 3, page: .init("", next: "c3"))) == .accepted([]))
    #expect(loop.state.append == .ended(reason: .stalled))
    #expect(!loop.state.isEmpty, "more may come")
    #expect(loop.state.isStalled)
  }

  @Test func moreGoesOnWhereItStalled() {
    var loop = Given.started
    for ticket in 1...3 {
      loop.send(
        .pageLoaded(ticket: Ticket(rawValue: ticket), page: .init("", next: "c\(ticket)")))
    }
    #expect(loop.send(.itemAppeared(index: 0)) == .ignored(.noSuchRow(index: 0, count: 0)))
    #expect(loop.send(.loadMore) == .accepted([load(4, after: "c3")]))
    #expect(!loop.state.isStalled)
    loop.send(.pageLoaded(ticket: 4, page: .init("", next: "c4")))
    #expect(loop.state.append == .loading(ticket: 5, attempt: 0), "the budget is full again")
    loop.send(.pageLoaded(ticket: 5, page: .init("a", next: nil)))
    #expect(loop.letters == "a")
  }

  @Test func aListIsEmptyWhenNothingMoreCanCome() {
    var loop = Given.started
    loop.send(.pageLoaded(ticket: 1, page: .init("", next: nil, previous: "p1")))
    #expect(!loop.state.isEmpty, "the previous page is on its way")
    loop.send(.failed(ticket: 2, failure: .server))
    #expect(!loop.state.isEmpty)
    loop.send(.retryTapped(kind: nil), .pageLoaded(ticket: 3, page: .init("", next: nil)))
    #expect(loop.state.isEmpty)
  }

  @Test func progressGivesTheFullBudgetAgain() {
    var loop = Given.oneLoading
    loop.send(.pageLoaded(ticket: 2, page: .init("", next: "c2")))
    loop.send(.pageLoaded(ticket: 3, page: .init("", next: "c3")))
    loop.send(.pageLoaded(ticket: 4, page: .init("d", next: "c4")))
    loop.send(.pageLoaded(ticket: 5, page: .init("", next: "c5")))
    loop.send(.pageLoaded(ticket: 6, page: .init("", next: "c6")))
    #expect(loop.state.append == .loading(ticket: 7, attempt: 0))
  }

  @Test func aCycleIsResumedByRefreshOnly() {
    var loop = Given.oneLoading
    loop.send(.pageLoaded(ticket: 2, page: .init("", next: "c1")))
    for action: Letters.Action in [
      .retryTapped(kind: nil), .retryTapped(kind: .append), .loadMore, .itemAppeared(index: 2),
    ] {
      #expect(loop.send(action).refusal != nil)
    }
    loop.send(.refreshPulled)
    #expect(loop.state.refreshing)
  }

  @Test func freshCursorsWithoutNewRowsStallAfterABoundedNumberOfTries() {
    var loop = Given.oneLoading
    #expect(
      loop.send(.pageLoaded(ticket: 2, page: .init("ab", next: "k1")))
        == .accepted([load(3, after: "k1")]))
    #expect(
      loop.send(.pageLoaded(ticket: 3, page: .init("c", next: "k2")))
        == .accepted([load(4, after: "k2")]))
    #expect(loop.send(.pageLoaded(ticket: 4, page: .init("a", next: "k3"))) == .accepted([]))
    #expect(loop.state.append == .ended(reason: .stalled))
    #expect(loop.send(.itemAppeared(index: 1)).effects == [])
    #expect(loop.state.canLoadNextPage)
    #expect(loop.state.page == "k3")
  }

  @Test(arguments: [nil, LoadKind.append]) func retryResumesAStalledFeed(kind: LoadKind?) {
    var loop = Given.oneLoading
    loop.send(.pageLoaded(ticket: 2, page: .init("", next: "k1")))
    loop.send(.pageLoaded(ticket: 3, page: .init("", next: "k2")))
    loop.send(.pageLoaded(ticket: 4, page: .init("", next: "k3")))
    #expect(loop.send(.retryTapped(kind: kind)) == .accepted([load(5, after: "k3")]))
    #expect(
      loop.send(.pageLoaded(ticket: 5, page: .init("", next: "k4")))
        == .accepted([load(6, after: "k4")]))
    loop.send(.pageLoaded(ticket: 6, page: .init("def", next: "k5")))
    #expect(loop.letters == "abcdef")
    #expect(loop.state.append == .idle)
  }

  @Test func anEmptyPageIsNotStoredAndLoadsOnAtOnce() {
    var loop = Given.oneLoading
    let reaction = loop.send(.pageLoaded(ticket: 2, page: .init("", next: "k1")))
    #expect(reaction == .accepted([load(3, after: "k1")]))
    #expect(loop.state.page == "k1")
    #expect(loop.state.pages.count == 1)
  }

  @Test func anEmptyPageWithoutNextEndsTheFeed() {
    var loop = Given.oneLoading
    loop.send(.pageLoaded(ticket: 2, page: .init("", next: nil)))
    #expect(loop.state.append == .ended(reason: .exhausted))
    #expect(loop.letters == "abc")
  }

  @Test func aRepeatedRowKeepsItsPlaceAndTakesTheNewerValue() {
    var loop = Given.oneLoading
    loop.send(
      .pageLoaded(ticket: 2, page: .init(items: [Row("c", "newer"), Row("d")], next: "c2")))
    #expect(loop.state.items.map(\.text) == ["a", "b", "newer", "d"])
    #expect(loop.state.pages.map(\.count) == [2, 2])
  }

  @Test func aRowTwiceInOnePageIsOneRow() {
    var loop = Given.started
    loop.send(
      .pageLoaded(ticket: 1, page: .init(items: [Row("a"), Row("b"), Row("a", "2")], next: nil)))
    #expect(loop.state.items.map(\.text) == ["2", "b"])
    #expect(loop.state.pages.map(\.count) == [2])
  }
}
