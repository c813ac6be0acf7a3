import FeedReducer
import Testing
import TestWatch

/// A new row at the end of a list that goes on.
@Suite("New rows at the end", .watched)
struct NewRowTests {
  /// "abc" with more to come, and behind it the new row "s", which the server took.
  private var listThatGoesOn: Loop<Letters> {
    var loop = Given.one
    loop.send(.edit(change: .insert(item: Row("s"), before: nil)))
    loop.send(.editCommitted(ticket: 2, item: nil))
    return loop
  }

  @Test func theyStandBehindThePagesThatCome() {
    var loop = listThatGoesOn
    #expect(loop.letters == "abcs")
    loop.send(.loadMore, .pageLoaded(ticket: 3, page: .init("def", next: "c2")))
    #expect(loop.letters == "abcdefs")
    loop.send(.loadMore, .pageLoaded(ticket: 4, page: .init("gs", next: nil)))
    #expect(loop.letters == "abcdefgs")
    #expect(
      loop.state.snapshot?.items.map(\.id).joined() == "abcdefgs", "one of the server's rows now")
  }

  @Test func theyAreNotAmongTheServersRowsBeforeAPageBringsThem() {
    #expect(listThatGoesOn.state.snapshot?.items.map(\.id).joined() == "abc")
  }

  @Test func inAListThatHasEndedTheyAreTheLastRows() {
    var loop = Given.oneEnded
    loop.send(.edit(change: .insert(item: Row("s"), before: nil)))
    loop.send(.editCommitted(ticket: 2, item: nil))
    #expect(loop.state.snapshot?.items.map(\.id).joined() == "abcs")
  }

  @Test func theyKeepTheirOrder() {
    var loop = listThatGoesOn
    loop.send(.edit(change: .insert(item: Row("t"), before: "s")))
    loop.send(.edit(change: .insert(item: Row("u"), before: nil)))
    loop.send(.editCommitted(ticket: 4, item: nil), .editCommitted(ticket: 3, item: nil))
    #expect(loop.letters == "abctsu")
    loop.send(.loadMore, .pageLoaded(ticket: 5, page: .init("def", next: "c2")))
    #expect(loop.letters == "abcdeftsu")
  }

  @Test func theyKeepTheirOrderWhicheverIsTakenFirst() {
    var loop = Given.one
    loop.send(.edit(change: .insert(item: Row("s"), before: nil)))
    loop.send(.edit(change: .insert(item: Row("u"), before: nil)))
    #expect(loop.letters == "abcsu")
    loop.send(.editCommitted(ticket: 3, item: nil))
    #expect(loop.letters == "abcsu")
    loop.send(.editCommitted(ticket: 2, item: nil))
    #expect(loop.letters == "abcsu")
  }

  @Test func whereTheListEndsTheyAreTheServersLastRows() {
    var loop = Given.one
    loop.send(.loadMore, .edit(change: .insert(item: Row("s"), before: nil)))
    loop.send(.editCommitted(ticket: 3, item: nil))
    loop.send(.pageLoaded(ticket: 2, page: .init("def", next: nil)))
    loop.send(.edit(change: .insert(item: Row("t"), before: nil)))
    loop.send(.editCommitted(ticket: 4, item: nil))
    #expect(loop.letters == "abcdefst")
    #expect(loop.state.snapshot?.items.map(\.id).joined() == "abcdefst")
  }

  @Test func withoutAPlaceTheyAreLast() {
    var loop = Given.two
    loop.send(.edit(change: .insert(item: Row("s"), before: "e")), .reset)
    loop.send(.pageLoaded(ticket: 4, page: .init("abc", next: "c1")))
    loop.send(.editCommitted(ticket: 3, item: nil))
    #expect(loop.letters == "abcs")
    loop.send(.loadMore, .pageLoaded(ticket: 5, page: .init("dsef", next: nil)))
    #expect(loop.letters == "abcdsef")
  }

  @Test func theyCanBeChangedAndRemoved() {
    var loop = listThatGoesOn
    loop.send(.edit(change: .update(item: Row("s", "new"))), .editCommitted(ticket: 3, item: nil))
    loop.send(.loadMore, .pageLoaded(ticket: 4, page: .init("def", next: "c2")))
    #expect(loop.texts == "a b c d e f new")
    loop.send(.edit(change: .remove(id: "s")), .editCommitted(ticket: 5, item: nil))
    #expect(loop.letters == "abcdef")
  }

  @Test func theyTakeTheIdOfTheServer() {
    var loop = Given.one
    loop.send(.edit(change: .insert(item: Row("draft"), before: nil)))
    loop.send(.editCommitted(ticket: 2, item: Row("s")))
    #expect(loop.letters == "abcs")
    loop.send(.loadMore, .pageLoaded(ticket: 3, page: .init("ds", next: nil)))
    #expect(loop.letters == "abcds")
  }

  @Test func anOlderResponseMayLackThem() {
    var loop = Given.one
    loop.send(.loadMore, .edit(change: .insert(item: Row("s"), before: nil)))
    loop.send(
      .editCommitted(ticket: 3, item: nil), .pageLoaded(ticket: 2, page: .init("def", next: nil)))
    #expect(loop.letters == "abcdefs")
  }

  @Test func aLaterResponseThatReachesTheEndWithoutThemDropsThem() {
    var loop = listThatGoesOn
    loop.send(.loadMore, .pageLoaded(ticket: 3, page: .init("def", next: nil)))
    #expect(loop.letters == "abcdef", "the server has removed it since")
  }

  @Test func anOlderRefreshKeepsThemAndALaterOneDropsThem() {
    var loop = Given.one
    loop.send(.refreshPulled, .edit(change: .insert(item: Row("s"), before: nil)))
    loop.send(.editCommitted(ticket: 3, item: nil))
    loop.send(.pageLoaded(ticket: 2, page: .init("abx", next: "c1")))
    #expect(loop.letters == "abxs")
    loop.send(.refreshPulled, .pageLoaded(ticket: 4, page: .init("abx", next: "c1")))
    #expect(loop.letters == "abx", "its own page brings it")
  }

  @Test func aMergeKeepsThem() {
    var loop = Loop(
      Letters(pageSize: 3, prefetchDistance: 2, refreshMode: .merge, edits: .optimistic),
      state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("abc", next: "c1")))
    loop.send(.edit(change: .insert(item: Row("s"), before: nil)))
    loop.send(.editCommitted(ticket: 2, item: nil), .refreshPulled)
    loop.send(.pageLoaded(ticket: 3, page: .init("xab", next: "c1")))
    #expect(loop.letters == "xabcs")
  }

  @Test func aResetForgetsThem() {
    var loop = listThatGoesOn
    loop.send(.reset)
    #expect(loop.state.edits == .none, "nothing is left to be kept")
    loop.send(.pageLoaded(ticket: 3, page: .init("abc", next: "c1")))
    #expect(loop.letters == "abc")
  }

  @Test(arguments: [("p1", "sxyz"), (nil, "xyzs")])
  func oneInFrontOfARowThatIsNotThereGoesToAnOpenEnd(previous: String?, rows: String) {
    var loop = Given.two
    loop.send(.edit(change: .insert(item: Row("s"), before: "e")), .reset)
    loop.send(.pageLoaded(ticket: 4, page: .init("xyz", next: nil, previous: previous)))
    #expect(loop.letters == rows)
  }

  @Test func oneInFrontOfAnotherNewRowBelongsWhereThatOneDoes() {
    var loop = Given.one
    loop.send(.edit(change: .insert(item: Row("s"), before: "a")))
    loop.send(.edit(change: .insert(item: Row("r"), before: "s")))
    #expect(loop.letters == "rsabc")
    loop.send(.reset, .editCommitted(ticket: 3, item: Row("q")))
    loop.send(.pageLoaded(ticket: 4, page: .init("abc", next: "c1")))
    #expect(loop.letters == "qsabc", "the page is older than q, which is not at the end")
  }
}
