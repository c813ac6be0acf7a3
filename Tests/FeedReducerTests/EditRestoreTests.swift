import FeedReducer
import Testing
import TestWatch

@Suite("Edits across a restart", .watched)
struct EditRestoreTests {
  @Test func everyEditSurvivesARestart() throws {
    var old = Given.oneEndedWithRetry
    old.send(.edit(change: .insert(item: Row("t", "1"), before: nil)))
    old.send(.edit(change: .update(item: Row("t", "2"))))
    old.send(.editCommitted(ticket: 2, item: Row("s", "1")))
    old.send(.edit(change: .remove(id: "c")), .editFailed(ticket: 4, failure: .refused))
    old.send(.edit(change: .remove(id: "b")), .cancelled(ticket: 5))
    let snapshot = try #require(old.state.snapshot)
    var loop = Loop(old.machine, state: .init(seed: 2, identity: 2))
    let update = Letters.Edit(feed: 1, ticket: 3, change: .update(item: Row("t", "2")), id: "s")
    #expect(
      loop.send(.restored(snapshot: snapshot, age: .zero))
        == .accepted([
          .send(edit: update), .send(edit: .init(feed: 1, ticket: 5, change: .remove(id: "b"))),
        ]))
    #expect(loop.texts == "a c 2")
    #expect(loop.state.failure(of: "c") == .refused)
    loop.send(.editCommitted(ticket: 3, item: Row("s", "2")))
    #expect(loop.letters == "acs")
  }

  @Test func editsThatAreRestoredLeaveTheFailureOfTheFirstPage() throws {
    var old = Given.oneEndedWithRetry
    old.send(.edit(change: Given.like.change), .reset)
    let snapshot = try #require(old.state.snapshot)
    var loop = Loop(old.machine, state: .init(seed: 2, identity: 2))
    loop.send(.started, .failed(ticket: 1, failure: .refused))
    loop.send(.restored(snapshot: snapshot, age: .zero))
    #expect(loop.state.error == .refused)
    #expect(loop.send(.retryTapped(kind: nil)).refusal == nil)
  }

  @Test func aRowThatWasChangedAndRemovedBeforeItGotItsIdStaysAwayAfterARestart() throws {
    var old = Given.oneEndedWithRetry
    old.send(.edit(change: .insert(item: Row("t", "1"), before: nil)))
    old.send(.edit(change: .update(item: Row("t", "2"))), .edit(change: .remove(id: "t")))
    old.send(.editCommitted(ticket: 2, item: Row("s", "1")))
    #expect(old.letters == "abc")
    let snapshot = try #require(old.state.snapshot)
    var loop = Loop(old.machine, state: .init(seed: 2, identity: 2))
    loop.send(.restored(snapshot: snapshot, age: .zero))
    #expect(loop.letters == "abc")
  }

  @Test func anEditIsNamedByTheFeedInWhichItWasMade() throws {
    let old = Given.oneEndedWithRetry
    let snapshot = try #require(old.state.snapshot)
    var keys: [UInt64] = []
    // Two runs that begin with the same snapshot count from the same ticket.
    for seed in [2, 3] as [UInt64] {
      var loop = Loop(old.machine, state: .init(seed: seed, identity: seed))
      loop.send(.restored(snapshot: snapshot, age: .zero), .edit(change: Given.like.change))
      #expect(loop.state.pendingEdits.map(\.edit.ticket) == [2])
      keys += loop.state.pendingEdits.map(\.edit.feed)
    }
    #expect(keys == [2, 3])
  }

  @Test func ofEachRowOneEditIsSentAfterARestart() throws {
    var old = Given.oneEndedWithRetry
    old.send(.connectivityChanged(isOnline: false), .edit(change: Given.like.change))
    old.send(.edit(change: .remove(id: "a")))
    let snapshot = try #require(old.state.snapshot)
    var loop = Loop(old.machine, state: .init(seed: 2, identity: 2))
    #expect(
      loop.send(.restored(snapshot: snapshot, age: .zero)) == .accepted([.send(edit: Given.like)]))
    loop = Loop(old.machine, state: .init(seed: 2, identity: 2))
    loop.send(.connectivityChanged(isOnline: false))
    #expect(loop.send(.restored(snapshot: snapshot, age: .zero)) == .accepted([]))
    #expect(loop.send(.connectivityChanged(isOnline: true)) == .accepted([.send(edit: Given.like)]))
  }
}
