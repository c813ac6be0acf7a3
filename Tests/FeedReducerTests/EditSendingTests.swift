import FeedReducer
import Testing
import TestWatch

@Suite("Edits get to the server", .watched)
struct EditSendingTests {
  /// Rows abc, no more, and one automatic retry.
  private static var feed: Loop<Letters> {
    var loop = Loop(
      Letters(pageSize: 3, prefetchDistance: 2, retry: RetryPolicy(attempts: 1)),
      state: .init(seed: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("abc", next: nil)))
    return loop
  }

  private func texts(_ loop: Loop<Letters>) -> String {
    loop.state.items.map(\.text).joined(separator: " ")
  }

  private let like = Letters.Edit(feed: 1, ticket: 2, change: .update(item: Row("a", "liked")))

  // MARK: - A bad network

  @Test func anEditThatDoesNotGetThroughStillShowsAndIsSentAgainUnderTheSameTicket() throws {
    var loop = Self.feed
    #expect(loop.send(.edit(change: like.change)) == .accepted([.send(edit: like)]))
    let reaction = loop.send(.editFailed(ticket: 2, failure: .server))
    guard case .accepted(let effects) = reaction, case .schedule(3, _)? = effects.first else {
      Issue.record("\(reaction)")
      return
    }
    #expect(texts(loop) == "liked b c")
    #expect(loop.state.pendingEdits.map(\.state) == [.waiting(timer: 3, attempt: 1)])
    #expect(loop.send(.timerFired(ticket: 3)) == .accepted([.send(edit: like)]))
    #expect(loop.state.pendingEdits.map(\.state) == [.sending(attempt: 1)])
    loop.send(.editCommitted(ticket: 2, item: nil))
    #expect(texts(loop) == "liked b c")
    #expect(loop.state.pendingEdits.isEmpty)
  }

  @Test func anEditThatIsGivenUpStillShowsAndSaysWhy() {
    var loop = Self.feed
    loop.send(.edit(change: like.change), .editFailed(ticket: 2, failure: .server))
    loop.send(.timerFired(ticket: 3), .editFailed(ticket: 2, failure: .server))
    var failure = FeedFailure.server
    failure.attempts = 2
    #expect(texts(loop) == "liked b c")
    #expect(loop.state.failedEdits == [.init(edit: like, failure: failure)])
    #expect(loop.state.failedEdits.map(\.isUndone) == [false])
    #expect(loop.state.failure(of: "a") == failure)
    #expect(loop.state.failure(of: "b") == nil)
    #expect(loop.send(.editRetried(id: "a")) == .accepted([.send(edit: like)]))
    #expect(loop.state.failedEdits.isEmpty)
  }

  @Test func aPersonOutranksTheTimerOfAnEdit() {
    var loop = Self.feed
    loop.send(.edit(change: like.change), .editFailed(ticket: 2, failure: .server))
    #expect(
      loop.send(.editRetried(id: "a"))
        == .accepted([.cancel(ticket: 3), .send(edit: like)]))
    #expect(loop.state.pendingEdits.map(\.state) == [.sending(attempt: 1)])
  }

  @Test func anEditWaitsForTheNetworkAndIsSentWhenItIsBack() {
    var loop = Self.feed
    loop.send(.edit(change: like.change), .editFailed(ticket: 2, failure: .server))
    #expect(
      loop.send(.connectivityChanged(isOnline: false)) == .accepted([.cancel(ticket: 3)]))
    let removal = Letters.Edit(feed: 1, ticket: 4, change: .remove(id: "c"))
    #expect(loop.send(.edit(change: removal.change)) == .accepted([]))
    #expect(texts(loop) == "liked b")
    #expect(
      loop.state.pendingEdits.map(\.state) == [.offline(attempt: 1), .offline(attempt: 0)])
    #expect(
      loop.send(.connectivityChanged(isOnline: true))
        == .accepted([.send(edit: like), .send(edit: removal)]))
  }

  @Test func anEditThatFailsOfflineWaitsForTheNetwork() {
    var loop = Self.feed
    loop.send(.edit(change: like.change), .connectivityChanged(isOnline: false))
    loop.send(.editFailed(ticket: 2, failure: .server))
    #expect(loop.state.pendingEdits.map(\.state) == [.offline(attempt: 0)])
    #expect(loop.send(.editRetried(id: "a")) == .accepted([.send(edit: like)]), "sent once")
  }

  @Test func anEditThatFailedBeforeTheDeviceWasSaidToBeOfflineComesBackToo() {
    var loop = Given.oneEnded
    let failure = FeedFailure(.unreachable, "no route", isRetryable: true)
    loop.send(.edit(change: like.change), .editFailed(ticket: 2, failure: failure))
    #expect(loop.state.failure(of: "a") == failure)
    loop.send(.connectivityChanged(isOnline: false))
    #expect(loop.send(.connectivityChanged(isOnline: true)) == .accepted([.send(edit: like)]))
  }

  @Test func anEditThatIsStoppedFromOutsideWaitsForAPerson() {
    for actions in [[], [Letters.Action.editFailed(ticket: 2, failure: .server)]] {
      var loop = Self.feed
      loop.send(.edit(change: like.change))
      for action in actions { loop.send(action) }
      #expect(loop.send(.cancelled(ticket: actions.isEmpty ? 2 : 3)) == .accepted([]))
      #expect(texts(loop) == "liked b c")
      #expect(loop.state.failure(of: "a")?.isRetryable == true)
    }
  }

  // MARK: - In order

  @Test func theEditsOfARowAreSentOneAfterTheOther() {
    var loop = Self.feed
    loop.send(.edit(change: like.change))
    let unlike = Letters.Edit(feed: 1, ticket: 3, change: .update(item: Row("a", "a")))
    let other = Letters.Edit(feed: 1, ticket: 4, change: .remove(id: "b"))
    #expect(loop.send(.edit(change: unlike.change)) == .accepted([]))
    #expect(loop.send(.edit(change: other.change)) == .accepted([.send(edit: other)]))
    #expect(
      loop.send(.editCommitted(ticket: 3, item: nil)) == .ignored(.unknownTicket(ticket: 3)),
      "it was not sent")
    #expect(
      loop.send(.editCommitted(ticket: 2, item: nil)) == .accepted([.send(edit: unlike)]))
    #expect(texts(loop) == "a c")
  }

  @Test func theNextEditOfARowIsSentWhenOneIsRefused() {
    var loop = Self.feed
    loop.send(.edit(change: like.change))
    let removal = Letters.Edit(feed: 1, ticket: 3, change: .remove(id: "a"))
    loop.send(.edit(change: removal.change))
    #expect(
      loop.send(.editFailed(ticket: 2, failure: .refused)) == .accepted([.send(edit: removal)]))
    #expect(loop.letters == "bc")
  }

  @Test func anEditOfARowWhoseEditHasFailedSendsThatOneAgain() {
    var loop = Given.oneEnded
    loop.send(.edit(change: like.change), .editFailed(ticket: 2, failure: .server))
    let removal = Letters.Edit(feed: 1, ticket: 3, change: .remove(id: "a"))
    #expect(loop.send(.edit(change: removal.change)) == .accepted([.send(edit: like)]))
    #expect(
      loop.send(.editCommitted(ticket: 2, item: nil)) == .accepted([.send(edit: removal)]))
  }

  @Test func aRowThatIsRemovedAndMadeAgainIsThere() {
    var loop = Self.feed
    loop.send(.edit(change: .remove(id: "b")))
    loop.send(.edit(change: .insert(item: Row("b", "again"), before: "c")))
    #expect(texts(loop) == "a again c")
    loop.send(.editCommitted(ticket: 2, item: nil), .editCommitted(ticket: 3, item: nil))
    #expect(texts(loop) == "a again c")
  }

  @Test func anEditOfARowThatGotItsIdIsSentUnderIt() {
    var loop = Self.feed
    loop.send(.edit(change: .insert(item: Row("t", "1"), before: nil)))
    loop.send(.edit(change: .update(item: Row("t", "2"))), .edit(change: .remove(id: "t")))
    let update = Letters.Edit(feed: 1, ticket: 3, change: .update(item: Row("t", "2")), id: "s")
    #expect(
      loop.send(.editCommitted(ticket: 2, item: Row("s", "1")))
        == .accepted([.send(edit: update)]))
    #expect(
      loop.send(.editCommitted(ticket: 3, item: nil))
        == .accepted([.send(edit: .init(feed: 1, ticket: 4, change: .remove(id: "s")))]))
  }

  // MARK: - Ids

  @Test func anIdThatIsUsedAgainIsAnotherRow() {
    var loop = Given.oneEnded
    loop.send(.refreshPulled, .edit(change: .insert(item: Row("t", "1"), before: nil)))
    loop.send(.editCommitted(ticket: 3, item: Row("s", "1")))
    let again = Letters.Edit(feed: 1, ticket: 4, change: .insert(item: Row("t", "2"), before: nil))
    #expect(loop.send(.edit(change: again.change)) == .accepted([.send(edit: again)]))
    loop.send(.editCommitted(ticket: 4, item: Row("u", "2")))
    #expect(
      loop.send(.edit(change: .remove(id: "s")))
        == .accepted([.send(edit: .init(feed: 1, ticket: 5, change: .remove(id: "s")))]))
  }

  @Test func aFailureIsFoundByTheIdThatTheRowHadThen() {
    var loop = Given.oneEnded
    loop.send(.refreshPulled, .edit(change: .insert(item: Row("t"), before: nil)))
    loop.send(.editFailed(ticket: 3, failure: .refused))
    loop.send(.edit(change: .insert(item: Row("t"), before: nil)))
    loop.send(.editCommitted(ticket: 4, item: Row("s")))
    #expect(loop.state.failure(of: "t") == .refused)
    #expect(loop.send(.editDismissed(id: "t")).refusal == nil)
  }

  @Test func anEditOfARowThatWasRemovedUnderItsNewIdIsSent() {
    var loop = Given.oneEnded
    loop.send(.edit(change: .insert(item: Row("t"), before: "a")))
    loop.send(.edit(change: .update(item: Row("t", "2"))), .refreshPulled)
    loop.send(.pageLoaded(ticket: 4, page: .init("sabc", next: nil)))
    loop.send(.edit(change: .remove(id: "s")), .editCommitted(ticket: 5, item: nil))
    let update = Letters.Edit(feed: 1, ticket: 3, change: .update(item: Row("t", "2")), id: "s")
    #expect(
      loop.send(.editCommitted(ticket: 2, item: Row("s"))) == .accepted([.send(edit: update)]))
    loop.send(.editFailed(ticket: 3, failure: .refused))
    #expect(loop.letters == "abc")
    #expect(loop.state.failure(of: "s") == .refused)
  }

  @Test func editsOfARowThatShowsTwiceAreSentOneAfterTheOtherWhenItIsOne() {
    var loop = Given.oneEnded
    loop.send(.edit(change: .insert(item: Row("t"), before: "a")))
    loop.send(.edit(change: .update(item: Row("t", "2"))), .refreshPulled)
    loop.send(.pageLoaded(ticket: 4, page: .init("sabc", next: nil)))
    loop.send(.edit(change: .update(item: Row("s", "9"))))
    #expect(loop.send(.editCommitted(ticket: 2, item: Row("s"))) == .accepted([]))
    #expect(texts(loop) == "9 a b c", "the newer value shows")
    let update = Letters.Edit(feed: 1, ticket: 3, change: .update(item: Row("t", "2")), id: "s")
    #expect(loop.send(.editCommitted(ticket: 5, item: nil)) == .accepted([.send(edit: update)]))
  }

  @Test func anUpdateOfARowThatHasGoneDoesNotBringItBack() {
    var loop = Given.one
    loop.send(.refreshPulled, .edit(change: .update(item: Row("a", "1"))))
    loop.send(.editFailed(ticket: 3, failure: .refused), .edit(change: .remove(id: "a")))
    loop.send(.editCommitted(ticket: 4, item: nil), .editRetried(id: "a"))
    loop.send(.editCommitted(ticket: 3, item: Row("a", "1")))
    loop.send(.pageLoaded(ticket: 2, page: .init("abc", next: "c1")))
    #expect(loop.letters == "bc")
  }

  // MARK: - Refused

  @Test func aRefusedEditIsRetriedBeforeANewerOneThatHasFailed() {
    var loop = Given.oneEnded
    loop.send(.edit(change: like.change), .edit(change: .update(item: Row("a", "newer"))))
    loop.send(.editFailed(ticket: 2, failure: .refused), .editFailed(ticket: 3, failure: .server))
    #expect(loop.send(.editRetried(id: "a")) == .accepted([.send(edit: like)]))
    #expect(texts(loop) == "newer b c")
    let newer = Letters.Edit(feed: 1, ticket: 3, change: .update(item: Row("a", "newer")))
    #expect(loop.send(.editCommitted(ticket: 2, item: nil)) == .accepted([.send(edit: newer)]))
  }

  @Test func aRefusedEditIsUndoneAndKeptWithItsFailure() {
    var loop = Self.feed
    loop.send(.edit(change: like.change), .editFailed(ticket: 2, failure: .refused))
    #expect(texts(loop) == "a b c")
    #expect(loop.state.failedEdits == [.init(edit: like, failure: .refused)])
    #expect(loop.state.failedEdits.map(\.isUndone) == [true])
    #expect(loop.state.failure(of: "a") == .refused)
    #expect(loop.send(.editRetried(id: "a")) == .accepted([.send(edit: like)]))
    #expect(texts(loop) == "liked b c")
    #expect(loop.state.failedEdits.isEmpty)
  }

  @Test func aRefusedEditIsSentOnceThoughTheDeviceIsSaidToBeOffline() {
    var loop = Self.feed
    loop.send(.edit(change: like.change), .editFailed(ticket: 2, failure: .refused))
    loop.send(.connectivityChanged(isOnline: false))
    #expect(loop.send(.editRetried(id: "a")) == .accepted([.send(edit: like)]))
    #expect(loop.state.pendingEdits.map(\.state) == [.sending(attempt: 0)])
  }

  @Test func ofTwoFailuresOfARowTheNewerOnesIsSaid() {
    var loop = Self.feed
    loop.send(.edit(change: like.change), .editFailed(ticket: 2, failure: .refused))
    let gone = FeedFailure(.http, "410", status: 410)
    loop.send(.edit(change: .remove(id: "a")), .editFailed(ticket: 3, failure: gone))
    #expect(loop.state.failure(of: "a") == gone)
  }

  @Test func aRefusedEditIsForgottenWhenItIsDismissed() {
    var loop = Self.feed
    loop.send(.edit(change: like.change), .editFailed(ticket: 2, failure: .refused))
    #expect(loop.send(.editDismissed(id: "a")) == .accepted([]))
    #expect(loop.state.failedEdits.isEmpty)
    #expect(loop.send(.editDismissed(id: "a")) == .ignored(.noFailedEdit))
    #expect(loop.send(.editRetried(id: "a")) == .ignored(.noFailedEdit))
  }

  @Test func whatIsDismissedNoLongerShows() {
    var loop = Self.feed
    loop.send(.edit(change: like.change), .edit(change: .update(item: Row("a", "again"))))
    #expect(loop.send(.editDismissed(id: "a")) == .ignored(.noFailedEdit), "it is on its way")
    loop.send(.editFailed(ticket: 2, failure: .server))
    #expect(texts(loop) == "again b c")
    #expect(loop.send(.editDismissed(id: "a")) == .accepted([.cancel(ticket: 4)]))
    #expect(texts(loop) == "a b c")
    #expect(loop.state.pendingEdits.isEmpty)
  }

  @Test func whatWasChangedInANewRowGoesWithIt() {
    var loop = Self.feed
    loop.send(.edit(change: .insert(item: Row("t", "1"), before: "a")))
    loop.send(.edit(change: .update(item: Row("t", "2"))))
    #expect(loop.send(.editFailed(ticket: 2, failure: .refused)) == .accepted([]))
    #expect(loop.letters == "abc")
    #expect(loop.state.failedEdits.map(\.edit.ticket) == [2, 3])
    let insertion = Letters.Edit(
      feed: 1, ticket: 2, change: .insert(item: Row("t", "1"), before: "a"))
    #expect(loop.send(.editRetried(id: "t")) == .accepted([.send(edit: insertion)]))
    #expect(texts(loop) == "2 a b c")
  }

  @Test func theNewestEditThatFailedIsTheLast() {
    var loop = Self.feed
    for (index, id) in ["a", "b", "c"].enumerated() {
      loop.send(.edit(change: .update(item: Row(id, "\(index)"))))
    }
    loop.send(.cancelled(ticket: 4), .editFailed(ticket: 3, failure: .refused))
    loop.send(.cancelled(ticket: 2))
    #expect(loop.state.failedEdits.map(\.edit.ticket) == [2, 3, 4])
    loop.send(.editRetried(id: "c"), .editFailed(ticket: 4, failure: .refused))
    #expect(loop.state.failedEdits.map(\.edit.ticket) == [2, 3, 4])
  }

  @Test func refusedEditsAreBounded() {
    var loop = Self.feed
    let limit = Letters.maxRefusedEdits
    for number in 0...limit + 1 {
      loop.send(.edit(change: .update(item: Row("a", "\(number)"))))
      loop.send(.editFailed(ticket: loop.state.lastTicket, failure: .refused))
    }
    #expect(loop.state.failedEdits.count == limit)
    #expect(loop.state.failedEdits.first?.edit.ticket == 4, "the oldest went")
  }

  @Test func aResetCancelsEditsAndTheirTimersAndForgetsTheRefused() {
    var loop = Self.feed
    loop.send(.edit(change: like.change), .editFailed(ticket: 2, failure: .server))
    loop.send(.edit(change: .remove(id: "b")), .edit(change: .remove(id: "c")))
    loop.send(.editFailed(ticket: 4, failure: .refused))
    #expect(
      loop.send(.reset) == .accepted([.cancel(ticket: 3), .cancel(ticket: 5), load(6)]))
    #expect(loop.state.failedEdits.isEmpty && loop.state.pendingEdits.isEmpty)
  }

  // MARK: - Across a restart

  @Test func everyEditSurvivesARestart() throws {
    var old = Self.feed
    old.send(.edit(change: .insert(item: Row("t", "1"), before: nil)))
    old.send(.edit(change: .update(item: Row("t", "2"))))
    old.send(.editCommitted(ticket: 2, item: Row("s", "1")))
    old.send(.edit(change: .remove(id: "c")), .editFailed(ticket: 4, failure: .refused))
    old.send(.edit(change: .remove(id: "b")), .cancelled(ticket: 5))
    let snapshot = try #require(old.state.snapshot)
    var loop = Loop(old.machine, state: .init(seed: 2))
    let update = Letters.Edit(feed: 1, ticket: 3, change: .update(item: Row("t", "2")), id: "s")
    #expect(
      loop.send(.restored(snapshot: snapshot, age: .zero))
        == .accepted([
          .send(edit: update), .send(edit: .init(feed: 1, ticket: 5, change: .remove(id: "b"))),
        ]))
    #expect(texts(loop) == "a c 2")
    #expect(loop.state.failure(of: "c") == .refused)
    loop.send(.editCommitted(ticket: 3, item: Row("s", "2")))
    #expect(loop.letters == "acs")
  }

  @Test func aRowThatWasChangedAndRemovedBeforeItGotItsIdStaysAwayAfterARestart() throws {
    var old = Self.feed
    old.send(.edit(change: .insert(item: Row("t", "1"), before: nil)))
    old.send(.edit(change: .update(item: Row("t", "2"))), .edit(change: .remove(id: "t")))
    old.send(.editCommitted(ticket: 2, item: Row("s", "1")))
    #expect(old.letters == "abc")
    let snapshot = try #require(old.state.snapshot)
    var loop = Loop(old.machine, state: .init(seed: 2))
    loop.send(.restored(snapshot: snapshot, age: .zero))
    #expect(loop.letters == "abc")
  }

  @Test func anEditIsNamedByTheFeedInWhichItWasMade() throws {
    let old = Self.feed
    let snapshot = try #require(old.state.snapshot)
    var keys: [UInt64] = []
    // Two runs that begin with the same snapshot count from the same ticket.
    for seed in [2, 3] as [UInt64] {
      var loop = Loop(old.machine, state: .init(seed: seed))
      loop.send(.restored(snapshot: snapshot, age: .zero), .edit(change: like.change))
      #expect(loop.state.pendingEdits.map(\.edit.ticket) == [2])
      keys += loop.state.pendingEdits.map(\.edit.feed)
    }
    #expect(keys == [2, 3])
  }

  @Test func ofEachRowOneEditIsSentAfterARestart() throws {
    var old = Self.feed
    old.send(.connectivityChanged(isOnline: false), .edit(change: like.change))
    old.send(.edit(change: .remove(id: "a")))
    let snapshot = try #require(old.state.snapshot)
    var loop = Loop(old.machine, state: .init(seed: 2))
    #expect(
      loop.send(.restored(snapshot: snapshot, age: .zero)) == .accepted([.send(edit: like)]))
    loop = Loop(old.machine, state: .init(seed: 2))
    loop.send(.connectivityChanged(isOnline: false))
    #expect(loop.send(.restored(snapshot: snapshot, age: .zero)) == .accepted([]))
    #expect(loop.send(.connectivityChanged(isOnline: true)) == .accepted([.send(edit: like)]))
  }
}
