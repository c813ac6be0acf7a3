import FeedReducer
import Testing
import TestWatch

@Suite("Edits get to the server", .watched)
struct EditSendingTests {
  // MARK: - A bad network

  @Test func anEditThatDoesNotGetThroughStillShowsAndIsSentAgainUnderTheSameTicket() throws {
    var loop = Given.oneEndedWithRetry
    #expect(loop.send(.edit(change: Given.like.change)) == .accepted([.send(edit: Given.like)]))
    let reaction = loop.send(.editFailed(ticket: 2, failure: .server))
    guard case .accepted(let effects) = reaction, case .schedule(3, _)? = effects.first else {
      Issue.record("\(reaction)")
      return
    }
    #expect(loop.texts == "liked b c")
    #expect(loop.state.pendingEdits.map(\.state) == [.waiting(timer: 3, attempt: 1)])
    #expect(loop.send(.timerFired(ticket: 3)) == .accepted([.send(edit: Given.like)]))
    #expect(loop.state.pendingEdits.map(\.state) == [.sending(attempt: 1)])
    loop.send(.editCommitted(ticket: 2, item: nil))
    #expect(loop.texts == "liked b c")
    #expect(loop.state.pendingEdits.isEmpty)
  }

  @Test func anEditThatIsGivenUpStillShowsAndSaysWhy() {
    var loop = Given.oneEndedWithRetry
    loop.send(.edit(change: Given.like.change), .editFailed(ticket: 2, failure: .server))
    loop.send(.timerFired(ticket: 3), .editFailed(ticket: 2, failure: .server))
    var failure = FeedFailure.server
    failure.attempts = 2
    #expect(loop.texts == "liked b c")
    #expect(loop.state.failedEdits == [.init(edit: Given.like, failure: failure)])
    #expect(loop.state.failedEdits.map(\.isUndone) == [false])
    #expect(loop.state.failure(of: "a") == failure)
    #expect(loop.state.failure(of: "b") == nil)
    #expect(loop.send(.editRetried(id: "a")) == .accepted([.send(edit: Given.like)]))
    #expect(loop.state.failedEdits.isEmpty)
  }

  @Test func aPersonOutranksTheTimerOfAnEdit() {
    var loop = Given.oneEndedWithRetry
    loop.send(.edit(change: Given.like.change), .editFailed(ticket: 2, failure: .server))
    #expect(
      loop.send(.editRetried(id: "a"))
        == .accepted([.cancel(ticket: 3), .send(edit: Given.like)]))
    #expect(loop.state.pendingEdits.map(\.state) == [.sending(attempt: 1)])
  }

  @Test func anEditWaitsForTheNetworkAndIsSentWhenItIsBack() {
    var loop = Given.oneEndedWithRetry
    loop.send(.edit(change: Given.like.change), .editFailed(ticket: 2, failure: .server))
    #expect(
      loop.send(.connectivityChanged(isOnline: false)) == .accepted([.cancel(ticket: 3)]))
    let removal = Letters.Edit(feed: 1, ticket: 4, change: .remove(id: "c"))
    #expect(loop.send(.edit(change: removal.change)) == .accepted([]))
    #expect(loop.texts == "liked b")
    #expect(
      loop.state.pendingEdits.map(\.state) == [.offline(attempt: 1), .offline(attempt: 0)])
    #expect(
      loop.send(.connectivityChanged(isOnline: true))
        == .accepted([.send(edit: Given.like), .send(edit: removal)]))
  }

  @Test func anEditThatFailsOfflineWaitsForTheNetwork() {
    var loop = Given.oneEndedWithRetry
    loop.send(.edit(change: Given.like.change), .connectivityChanged(isOnline: false))
    loop.send(.editFailed(ticket: 2, failure: .server))
    #expect(loop.state.pendingEdits.map(\.state) == [.offline(attempt: 0)])
    #expect(loop.send(.editRetried(id: "a")) == .accepted([.send(edit: Given.like)]), "sent once")
  }

  @Test func anEditThatFailedBeforeTheDeviceWasSaidToBeOfflineComesBackToo() {
    var loop = Given.oneEnded
    let failure = FeedFailure(.unreachable, message: "no route", isRetryable: true)
    loop.send(.edit(change: Given.like.change), .editFailed(ticket: 2, failure: failure))
    #expect(loop.state.failure(of: "a") == failure)
    loop.send(.connectivityChanged(isOnline: false))
    #expect(loop.send(.connectivityChanged(isOnline: true)) == .accepted([.send(edit: Given.like)]))
  }

  @Test func anEditThatIsStoppedFromOutsideWaitsForAPerson() {
    for actions in [[], [Letters.Action.editFailed(ticket: 2, failure: .server)]] {
      var loop = Given.oneEndedWithRetry
      loop.send(.edit(change: Given.like.change))
      for action in actions { loop.send(action) }
      #expect(loop.send(.cancelled(ticket: actions.isEmpty ? 2 : 3)) == .accepted([]))
      #expect(loop.texts == "liked b c")
      #expect(loop.state.failure(of: "a")?.isRetryable == true)
    }
  }

  // MARK: - In order

  @Test func theEditsOfARowAreSentOneAfterTheOther() {
    var loop = Given.oneEndedWithRetry
    loop.send(.edit(change: Given.like.change))
    let unlike = Letters.Edit(feed: 1, ticket: 3, change: .update(item: Row("a", "a")))
    let other = Letters.Edit(feed: 1, ticket: 4, change: .remove(id: "b"))
    #expect(loop.send(.edit(change: unlike.change)) == .accepted([]))
    #expect(loop.send(.edit(change: other.change)) == .accepted([.send(edit: other)]))
    #expect(
      loop.send(.editCommitted(ticket: 3, item: nil)) == .ignored(.unknownTicket(ticket: 3)),
      "it was not sent")
    #expect(
      loop.send(.editCommitted(ticket: 2, item: nil)) == .accepted([.send(edit: unlike)]))
    #expect(loop.texts == "a c")
  }

  @Test func theNextEditOfARowIsSentWhenOneIsRefused() {
    var loop = Given.oneEndedWithRetry
    loop.send(.edit(change: Given.like.change))
    let removal = Letters.Edit(feed: 1, ticket: 3, change: .remove(id: "a"))
    loop.send(.edit(change: removal.change))
    #expect(
      loop.send(.editFailed(ticket: 2, failure: .refused)) == .accepted([.send(edit: removal)]))
    #expect(loop.letters == "bc")
  }

  @Test func anEditOfARowWhoseEditHasFailedSendsThatOneAgain() {
    var loop = Given.oneEnded
    loop.send(.edit(change: Given.like.change), .editFailed(ticket: 2, failure: .server))
    let removal = Letters.Edit(feed: 1, ticket: 3, change: .remove(id: "a"))
    #expect(loop.send(.edit(change: removal.change)) == .accepted([.send(edit: Given.like)]))
    #expect(
      loop.send(.editCommitted(ticket: 2, item: nil)) == .accepted([.send(edit: removal)]))
  }

  @Test func aRowThatIsRemovedAndMadeAgainIsThere() {
    var loop = Given.oneEndedWithRetry
    loop.send(.edit(change: .remove(id: "b")))
    loop.send(.edit(change: .insert(item: Row("b", "again"), before: "c")))
    #expect(loop.texts == "a again c")
    loop.send(.editCommitted(ticket: 2, item: nil), .editCommitted(ticket: 3, item: nil))
    #expect(loop.texts == "a again c")
  }

  @Test func anEditOfARowThatGotItsIdIsSentUnderIt() {
    var loop = Given.oneEndedWithRetry
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

  @Test func ofARowThatShowedTwiceTheNewerValueIsSent() {
    var loop = Given.oneEnded
    loop.send(.edit(change: .insert(item: Row("t"), before: "a")))
    loop.send(.edit(change: .update(item: Row("t", "2"))), .refreshPulled)
    loop.send(.pageLoaded(ticket: 4, page: .init("sabc", next: nil)))
    loop.send(.edit(change: .update(item: Row("s", "9"))))
    #expect(loop.send(.editCommitted(ticket: 2, item: Row("s"))) == .accepted([]))
    #expect(loop.texts == "9 a b c", "the newer value shows")
    #expect(loop.send(.editCommitted(ticket: 5, item: nil)) == .accepted([]))
    #expect(loop.texts == "9 a b c" && loop.state.pendingEdits.isEmpty, "the older one is replaced")
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
}
