import FeedReducer
import Testing
import TestWatch

@Suite("What the server took holds over older answers", .watched)
struct ConfirmedTests {
  private func texts(_ loop: Loop<Letters>) -> String {
    loop.state.items.map(\.text).joined(separator: " ")
  }

  @Test func anUpdateHoldsOverARefreshThatWasSentBefore() {
    var loop = Given.one
    loop.send(.refreshPulled, .edit(change: .update(item: Row("a", "liked"))))
    loop.send(.editCommitted(ticket: 3, item: nil))
    loop.send(.pageLoaded(ticket: 2, page: .init("abc", next: "c1")))
    #expect(texts(loop) == "liked b c")
    loop.send(.refreshPulled, .pageLoaded(ticket: 4, page: .init("abc", next: "c1")))
    #expect(texts(loop) == "a b c", "what is asked for later is the server's word")
  }

  @Test func anUpdateHoldsOverAnAppendThatWasSentBefore() {
    var loop = Given.oneLoading
    loop.send(.edit(change: .update(item: Row("a", "liked"))))
    loop.send(.editCommitted(ticket: 3, item: Row("a", "liked by 2")))
    loop.send(.pageLoaded(ticket: 2, page: .init("ade", next: "c2")))
    #expect(texts(loop) == "liked by 2 b c d e")
  }

  @Test func anUpdateHoldsAlsoForARowThatIsNotInTheListAtThatMoment() {
    var loop = Given.two
    loop.send(.edit(change: .update(item: Row("d", "liked"))), .refreshPulled)
    loop.send(.pageLoaded(ticket: 4, page: .init("abc", next: "c1")), .itemAppeared(index: 2))
    #expect(loop.state.append.request == 5)
    loop.send(.editCommitted(ticket: 3, item: nil))
    #expect(loop.letters == "abc")
    loop.send(.pageLoaded(ticket: 5, page: .init("def", next: nil)))
    #expect(texts(loop) == "a b c liked e f")
  }

  @Test func anUpdateDoesNotBringARemovedRowBack() {
    var loop = Given.two
    loop.send(.edit(change: .update(item: Row("d", "liked"))), .edit(change: .remove(id: "d")))
    loop.send(.refreshPulled, .editCommitted(ticket: 3, item: nil))
    loop.send(.editCommitted(ticket: 4, item: nil))
    loop.send(.pageLoaded(ticket: 5, page: .init("abcd", next: nil)))
    #expect(loop.letters == "abc")
  }

  @Test func aPendingRowStaysAmongTheRowsThatAnOlderRefreshLacks() {
    var loop = Loop(Letters(pageSize: 3, edits: .optimistic), state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("abx", next: nil)), .refreshPulled)
    loop.send(.edit(change: .insert(item: Row("s"), before: nil)))
    loop.send(.editCommitted(ticket: 3, item: nil))
    loop.send(.edit(change: .insert(item: Row("t"), before: "x")))
    #expect(loop.letters == "abtxs")
    loop.send(.pageLoaded(ticket: 2, page: .init("abc", next: nil)))
    #expect(loop.letters == "abcts")
  }

  @Test func aNewRowComesBackWhoseOwnPageWasDropped() {
    var loop = Loop(
      Letters(pageSize: 1, prefetchDistance: 1, edits: .optimistic),
      state: .init(seed: 1, identity: 1))
    loop.send(
      .started, .pageLoaded(ticket: 1, page: .init("a", next: "1")), .itemAppeared(index: 0))
    loop.send(.pageLoaded(ticket: 2, page: .init("b", next: "2")), .loadMore)
    loop.send(.pageLoaded(ticket: 3, page: .init("c", next: nil)), .refreshPulled)
    loop.send(.edit(change: .insert(item: Row("s"), before: "c")))
    loop.send(.editCommitted(ticket: 5, item: nil), .memoryWarning(keep: 2))
    #expect(loop.letters == "ab")
    loop.send(.pageLoaded(ticket: 4, page: .init("abc", next: nil)))
    #expect(loop.letters == "absc")
  }

  @Test func aNewRowHoldsOverALastPageThatWasAskedForOnceMoreBefore() {
    let feed = Letters(
      pageSize: 2, prefetchDistance: 2, refreshMode: .merge, edits: .optimistic)
    var loop = Loop(feed, state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("ab", next: "b")), .loadMore)
    loop.send(.pageLoaded(ticket: 2, page: .init("cd", next: nil)), .itemAppeared(index: 3))
    loop.send(.refreshPulled, .pageLoaded(ticket: 3, page: .init("ab", next: "b")))
    #expect(loop.state.append.request == 4)
    loop.send(.edit(change: .insert(item: Row("s"), before: "d")))
    loop.send(.editCommitted(ticket: 5, item: nil))
    loop.send(.pageLoaded(ticket: 4, page: .init("cd", next: nil)))
    #expect(loop.letters == "abcsd")
  }

  @Test func aNewRowHoldsOverARefreshThatWasSentBefore() {
    for mode in [RefreshMode.firstPage, .merge] {
      var loop = Loop(
        Letters(pageSize: 3, refreshMode: mode, edits: .optimistic),
        state: .init(seed: 1, identity: 1))
      loop.send(.started, .pageLoaded(ticket: 1, page: .init("abc", next: "c1")))
      loop.send(.refreshPulled, .edit(change: .insert(item: Row("t"), before: "a")))
      loop.send(.editCommitted(ticket: 3, item: Row("s")))
      loop.send(.pageLoaded(ticket: 2, page: .init("abc", next: "c1")))
      #expect(loop.letters == "sabc")
      #expect(loop.state.pages.map(\.count) == [4])
    }
  }

  @Test func aNewRowHoldsOverAPullThatCameAfterItAndBeforeItsAnswer() {
    var loop = Given.one
    loop.send(.edit(change: .insert(item: Row("s"), before: "a")), .refreshPulled)
    loop.send(.editCommitted(ticket: 2, item: nil))
    loop.send(.pageLoaded(ticket: 3, page: .init("abc", next: "c1")))
    #expect(loop.letters == "sabc")
  }

  @Test func newRowsKeepTheirOrderWhenOneOfThemGetsAnotherId() {
    var loop = Given.one
    loop.send(.edit(change: .insert(item: Row("t"), before: "c")), .refreshPulled)
    loop.send(.edit(change: .insert(item: Row("u"), before: "t")))
    loop.send(.editCommitted(ticket: 4, item: nil), .editCommitted(ticket: 2, item: Row("s")))
    loop.send(.pageLoaded(ticket: 3, page: .init("abc", next: "c1")))
    #expect(loop.letters == "abusc")
  }

  @Test func aNewRowIsNextToItsNeighboursInAnOlderResponse() {
    var loop = Given.one
    loop.send(.refreshPulled, .edit(change: .insert(item: Row("s"), before: "b")))
    loop.send(.editCommitted(ticket: 3, item: nil))
    loop.send(.pageLoaded(ticket: 2, page: .init("xac", next: "c1")))
    #expect(loop.letters == "xasc")
  }

  @Test func aNewRowBeyondAnOlderFirstPageIsLastUntilItsOwnPageComes() {
    var loop = Given.two
    loop.send(.refreshPulled, .edit(change: .insert(item: Row("s"), before: "f")))
    loop.send(.editCommitted(ticket: 4, item: nil))
    #expect(loop.letters == "abcdesf")
    loop.send(.pageLoaded(ticket: 3, page: .init("abc", next: "c1")))
    #expect(loop.letters == "abcs")
    loop.send(.loadMore, .pageLoaded(ticket: 5, page: .init("desf", next: nil)))
    #expect(loop.letters == "abcdesf")
  }

  @Test func aNewRowThatWasChangedHoldsAsItIsNow() {
    var loop = Given.one
    loop.send(.refreshPulled, .edit(change: .insert(item: Row("s", "1"), before: "a")))
    loop.send(.editCommitted(ticket: 3, item: nil), .edit(change: .update(item: Row("s", "2"))))
    loop.send(.editCommitted(ticket: 4, item: nil))
    loop.send(.pageLoaded(ticket: 2, page: .init("abc", next: "c1")))
    #expect(texts(loop) == "2 a b c")
  }

  @Test func aNewRowThatWasRemovedIsNotPutBack() {
    var loop = Given.one
    loop.send(.refreshPulled, .edit(change: .insert(item: Row("s"), before: "a")))
    loop.send(.editCommitted(ticket: 3, item: nil), .edit(change: .remove(id: "s")))
    loop.send(.editCommitted(ticket: 4, item: nil))
    loop.send(.pageLoaded(ticket: 2, page: .init("sabc", next: "c1")))
    #expect(loop.letters == "abc")
  }

  @Test func aChangeOfIdHoldsOverAnOlderAnswer() {
    var loop = Given.one
    loop.send(.refreshPulled, .edit(change: .update(item: Row("b", "2"))))
    loop.send(.editCommitted(ticket: 3, item: Row("B", "2")))
    loop.send(.pageLoaded(ticket: 2, page: .init("abc", next: "c1")))
    #expect(loop.letters == "aBc")
  }

  @Test func aNewRowThatAPageBroughtAndAPersonChangedKeepsTheChange() {
    var loop = Given.one
    loop.send(.edit(change: .insert(item: Row("t"), before: "a")), .refreshPulled)
    loop.send(.pageLoaded(ticket: 3, page: .init("sab", next: "c1")))
    loop.send(.edit(change: .update(item: Row("s", "liked"))))
    loop.send(.editCommitted(ticket: 4, item: nil), .editCommitted(ticket: 2, item: Row("s")))
    #expect(texts(loop) == "liked a b")
  }

  @Test func whatTheServerTookIsForgottenWithTheLastOlderAnswer() throws {
    var loop = Given.oneLoading
    loop.send(.edit(change: .update(item: Row("a", "liked"))))
    loop.send(.editCommitted(ticket: 3, item: nil))
    loop.send(.failed(ticket: 2, failure: .server))
    loop.send(.retryTapped(kind: nil), .pageLoaded(ticket: 4, page: .init("ade", next: nil)))
    #expect(texts(loop) == "a b c d e", "it was asked for later")
  }
}
