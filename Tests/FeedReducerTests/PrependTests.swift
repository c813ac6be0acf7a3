import FeedReducer
import Testing
import TestWatch

@Suite("The previous page", .watched)
struct PrependTests {
  @Test func bothDirectionsStartInOneStepAppendFirst() {
    var loop = Given.both
    #expect(
      loop.send(.itemAppeared(index: 1))
        == .accepted([load(2, after: "c1"), load(3, before: "p1")]))
  }

  @Test func askingForMoreResumesDemandAtBothEnds() {
    var loop = Given.both
    loop.send(.itemAppeared(index: 1), .cancelled(ticket: 2), .cancelled(ticket: 3))
    #expect(loop.send(.loadMore) == .accepted([load(4, after: "c1"), load(5, before: "p1")]))
  }

  @Test func aForwardFeedHasNothingBefore() {
    let loop = Given.one
    #expect(loop.state.prepend == .ended(reason: .exhausted))
    #expect(
      letters.explain(.prepend, in: loop.state) == .ended(kind: .prepend, reason: .exhausted))
  }

  @Test func rowsArriveAboveAndTheReaderStaysWithItsRow() {
    var loop = Given.both
    loop.send(.itemAppeared(index: 1))
    #expect(
      loop.send(.pageLoaded(ticket: 3, page: .init("jkl", next: nil, previous: "p0")))
        == .accepted([]))
    #expect(loop.letters == "jklmno")
    #expect(loop.state.reader == 4..<5)
    #expect(loop.state.previousPosition == .before(cursor: "p0"))
    #expect(loop.state.append == .loading(ticket: 2, attempt: 0))
    #expect(loop.state.pages.map(\.position) == [.before(cursor: "p1"), .start])
  }

  @Test func answersInEitherOrderGiveTheSameRows() {
    let next = Letters.Action.pageLoaded(ticket: 2, page: .init("pqr", next: nil))
    let previous = Letters.Action.pageLoaded(ticket: 3, page: .init("jkl", next: "m"))
    var one = Given.both
    one.send(.itemAppeared(index: 1), next, previous)
    var other = Given.both
    other.send(.itemAppeared(index: 1), previous, next)
    #expect(one.letters == "jklmnopqr")
    #expect(one.state == other.state)
    #expect(one.state.prepend == .ended(reason: .exhausted))
  }

  /// A row that others move comes on both pages.
  @Test(arguments: [true, false])
  func aRowHasTheValueOfThePageThatWasAskedForLater(isFirst: Bool) {
    let previous = Letters.Page(items: [Row("k"), Row("n", "newer")], next: "m", previous: "p0")
    let next = Letters.Page(items: [Row("n", "older"), Row("p")], next: "c2")
    var loop = Given.both
    loop.send(.itemAppeared(index: 1))
    let (above, below) = (
      Letters.Action.pageLoaded(ticket: 3, page: previous),
      Letters.Action.pageLoaded(ticket: 2, page: next)
    )
    loop.send(isFirst ? above : below, isFirst ? below : above)
    #expect(loop.state.items[id: "n"]?.text == "newer")
  }

  @Test func aShortPageAboveLoadsOn() {
    var loop = Given.both
    loop.send(.itemAppeared(index: 1), .pageLoaded(ticket: 2, page: .init("pqr", next: "c2")))
    #expect(
      loop.send(.pageLoaded(ticket: 3, page: .init("", next: nil, previous: "p0")))
        == .accepted([load(4, before: "p0")]))
  }

  @Test func aPreviousCursorThatComesBackWithoutRowsEndsIt() {
    var loop = Given.both
    loop.send(.itemAppeared(index: 1))
    loop.send(.pageLoaded(ticket: 3, page: .init("m", next: nil, previous: "p1")))
    #expect(loop.state.prepend == .ended(reason: .cycle))
  }

  @Test func aFailureOfOneEndLeavesTheOtherAlone() {
    var loop = Given.both
    loop.send(.itemAppeared(index: 1), .failed(ticket: 3, failure: .server))
    #expect(loop.state.prepend == .failed(failure: .server))
    #expect(loop.state.append == .loading(ticket: 2, attempt: 0))
    #expect(loop.state.error == .server)
  }

  private static var bothFailed: Loop<Letters> {
    var loop = Given.both
    loop.send(
      .itemAppeared(index: 1), .failed(ticket: 2, failure: .server),
      .failed(ticket: 3, failure: .server))
    return loop
  }

  @Test func retryRestartsBothAppendFirst() {
    var loop = Self.bothFailed
    #expect(
      loop.send(.retryTapped(kind: nil))
        == .accepted([load(4, after: "c1"), load(5, before: "p1")]))
  }

  @Test func retryOfOneRestartsOnlyIt() {
    var loop = Self.bothFailed
    #expect(loop.send(.retryTapped(kind: .prepend)) == .accepted([load(4, before: "p1")]))
    #expect(loop.state.append == .failed(failure: .server))
  }

  @Test func aRefreshCancelsBoth() {
    var loop = Given.both
    loop.send(.itemAppeared(index: 1))
    #expect(
      loop.send(.refreshPulled) == .accepted([.cancel(ticket: 2), .cancel(ticket: 3), load(4)]))
  }

  @Test func theReasonIsThatOfTheNearerEnd() {
    var loop = Loop(Letters(pageSize: 9, prefetchDistance: 2), state: .init(seed: 1, identity: 1))
    loop.send(.started)
    loop.send(.pageLoaded(ticket: 1, page: .init("abcdefghi", next: "c1", previous: "p1")))
    #expect(loop.state.reader == nil, "no reader is known at an end that can grow")
    loop.send(.itemAppeared(index: 1))
    #expect(
      loop.send(.itemAppeared(index: 1)) == .ignored(.loading(kind: .prepend, ticket: 2)))
    loop.send(.itemAppeared(index: 4))
    #expect(loop.state.reader == 4..<5)
    #expect(
      loop.machine.explain(.prepend, in: loop.state) == .loading(kind: .prepend, ticket: 2))
    loop.send(.pageLoaded(ticket: 2, page: .init("", next: nil, previous: "p2")))
    #expect(
      loop.machine.explain(.prepend, in: loop.state) == .farFromStart(index: 4, distance: 2))
  }
}
