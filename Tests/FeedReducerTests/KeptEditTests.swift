import FeedReducer
import Testing
import TestWatch

/// Edits when the list starts over.
@Suite("Edits through a reset", .watched)
struct KeptEditTests {
  /// Rows abc, with a like of "a" on its way as 2, and then a reset, whose first page is asked for as 3.
  private var likedAndReset: Loop<Letters> {
    var loop = Given.one
    loop.send(.edit(change: Given.like.change), .reset)
    return loop
  }

  @Test func theyGoOnUnderTheirTickets() {
    var loop = Given.one
    loop.send(.edit(change: Given.like.change))
    #expect(loop.send(.reset) == .accepted([load(3)]), "the edit is not cancelled")
    #expect(loop.state.pendingEdits.map(\.edit) == [Given.like])
    #expect(loop.letters == "", "before the first page no row shows")
  }

  @Test func theyShowWithTheFirstPage() {
    var loop = likedAndReset
    loop.send(.pageLoaded(ticket: 3, page: .init("abc", next: "c1")))
    #expect(loop.texts == "liked b c")
    loop.send(.editCommitted(ticket: 2, item: nil))
    #expect(loop.texts == "liked b c" && loop.state.pendingEdits.isEmpty)
  }

  @Test func whatTheServerTakesBeforeTheFirstPageHoldsOverIt() {
    var loop = likedAndReset
    loop.send(.editCommitted(ticket: 2, item: nil))
    loop.send(.pageLoaded(ticket: 3, page: .init("abc", next: "c1")))
    #expect(loop.texts == "liked b c", "the page was asked for before")
  }

  @Test func aNewRowThatIsTakenBeforeTheFirstPageIsWhereItWas() {
    var loop = Given.one
    loop.send(.edit(change: .insert(item: Row("s"), before: "b")), .reset)
    loop.send(.editCommitted(ticket: 2, item: nil))
    #expect(loop.letters == "")
    loop.send(.pageLoaded(ticket: 3, page: .init("abc", next: "c1")))
    #expect(loop.letters == "asbc")
  }

  @Test func thoseOfARowAreSentInTheirOrder() {
    var loop = Given.one
    loop.send(.edit(change: Given.like.change), .edit(change: .update(item: Row("a", "newer"))))
    loop.send(.reset)
    let newer = Letters.Edit(feed: 1, ticket: 3, change: .update(item: Row("a", "newer")))
    #expect(loop.send(.editCommitted(ticket: 2, item: nil)) == .accepted([.send(edit: newer)]))
  }

  @Test func thoseThatWaitForTheNetworkAreSentWhenItIsBack() {
    var loop = Given.one
    loop.send(.connectivityChanged(isOnline: false), .edit(change: Given.like.change), .reset)
    #expect(
      loop.send(.connectivityChanged(isOnline: true))
        == .accepted([.send(edit: Given.like), load(3)]))
  }

  @Test func aRetryThatWaitsForItsTimerGoesOn() {
    var loop = Given.oneEndedWithRetry
    loop.send(.edit(change: Given.like.change), .editFailed(ticket: 2, failure: .server))
    #expect(loop.send(.reset) == .accepted([load(4)]), "timer 3 runs")
    #expect(loop.send(.timerFired(ticket: 3)) == .accepted([.send(edit: Given.like)]))
  }

  @Test func thoseThatFailedCanBeRetriedOrDismissed() {
    var loop = Given.one
    loop.send(.edit(change: Given.like.change), .edit(change: .remove(id: "b")))
    loop.send(.editFailed(ticket: 2, failure: .refused), .editFailed(ticket: 3, failure: .server))
    let failed = loop.state.failedEdits
    loop.send(.reset)
    #expect(loop.state.failedEdits == failed && failed.count == 2)
    #expect(loop.send(.editRetried(id: "a")) == .accepted([.send(edit: Given.like)]))
    loop.send(.editDismissed(id: "b"))
    #expect(loop.state.failedEdits.isEmpty)
    loop.send(.pageLoaded(ticket: 4, page: .init("abc", next: "c1")))
    #expect(loop.texts == "liked b c")
  }

  @Test func theyOutliveTheProgramThatEndsBeforeTheFirstPage() throws {
    var loop = likedAndReset
    let snapshot = try #require(loop.state.snapshot)
    #expect(snapshot.items.isEmpty && snapshot.edits == [Given.like])
    var next = Loop(letters, state: .init(seed: 2, identity: 2))
    #expect(
      next.send(.restored(snapshot: snapshot, age: .zero)) == .accepted([.send(edit: Given.like)]))
    #expect(next.send(.started) == .accepted([load(4)]), "no page was restored")
    next.send(.pageLoaded(ticket: 4, page: .init("abc", next: "c1")))
    #expect(next.texts == "liked b c")
    loop.send(.editCommitted(ticket: 2, item: nil))
    #expect(loop.state.snapshot == nil, "without edits there is nothing to keep")
  }

  @Test func aSnapshotWithoutEditsKeepsThoseThatFailed() throws {
    let snapshot = try #require(Given.one.state.snapshot)
    var loop = Given.one
    loop.send(.edit(change: Given.like.change), .editFailed(ticket: 2, failure: .refused), .reset)
    #expect(loop.send(.restored(snapshot: snapshot, age: .zero)).refusal == nil)
    #expect(loop.state.failedEdits.map(\.edit) == [Given.like])
  }

  @Test func aLogOutNamesEachThatItDrops() {
    var loop = Given.oneEndedWithRetry
    loop.send(.edit(change: Given.like.change), .edit(change: .update(item: Row("a", "newer"))))
    loop.send(.edit(change: .remove(id: "b")), .editFailed(ticket: 4, failure: .refused))
    loop.send(.reset)
    let edits = [
      Given.like, Letters.Edit(feed: 1, ticket: 3, change: .update(item: Row("a", "newer"))),
      Letters.Edit(feed: 1, ticket: 4, change: .remove(id: "b")),
    ]
    #expect(
      loop.send(.stopped)
        == .accepted(
          [.cancel(ticket: 5), .cancel(ticket: 2)] + edits.map { .drop(edit: $0) }))
    #expect(loop.state.failedEdits.isEmpty && loop.state.pendingEdits.isEmpty)
    #expect(loop.send(.editCommitted(ticket: 2, item: nil)).refusal != nil)
  }
}
