import FeedReducer
import Testing
import TestWatch

@Suite("Refused edits", .watched)
struct RefusedEditTests {
  @Test func aRefusedEditIsRetriedBeforeANewerOneThatHasFailed() {
    var loop = Given.oneEnded
    loop.send(.edit(change: Given.like.change), .edit(change: .update(item: Row("a", "newer"))))
    loop.send(.editFailed(ticket: 2, failure: .refused), .editFailed(ticket: 3, failure: .server))
    #expect(loop.send(.editRetried(id: "a")) == .accepted([.send(edit: Given.like)]))
    #expect(loop.texts == "newer b c")
    let newer = Letters.Edit(feed: 1, ticket: 3, change: .update(item: Row("a", "newer")))
    #expect(loop.send(.editCommitted(ticket: 2, item: nil)) == .accepted([.send(edit: newer)]))
  }

  @Test func aRefusedEditIsUndoneAndKeptWithItsFailure() {
    var loop = Given.oneEndedWithRetry
    loop.send(.edit(change: Given.like.change), .editFailed(ticket: 2, failure: .refused))
    #expect(loop.texts == "a b c")
    #expect(loop.state.failedEdits == [.init(edit: Given.like, failure: .refused)])
    #expect(loop.state.failedEdits.map(\.isUndone) == [true])
    #expect(loop.state.failure(of: "a") == .refused)
    #expect(loop.send(.editRetried(id: "a")) == .accepted([.send(edit: Given.like)]))
    #expect(loop.texts == "liked b c")
    #expect(loop.state.failedEdits.isEmpty)
  }

  @Test func aRetryNeverBringsBackAnOlderValueThanTheServerHas() {
    var loop = Given.oneEnded
    loop.send(
      .edit(change: .update(item: Row("a", "bad"))), .editFailed(ticket: 2, failure: .refused))
    loop.send(
      .edit(change: .update(item: Row("b", "other"))), .editFailed(ticket: 3, failure: .refused))
    loop.send(.edit(change: .update(item: Row("a", "good"))), .editCommitted(ticket: 4, item: nil))
    #expect(loop.state.failure(of: "a") == nil)
    #expect(loop.send(.editRetried(id: "a")) == .ignored(.noFailedEdit))
    #expect(loop.texts == "good b c")
    #expect(loop.state.failedEdits.map(\.edit.ticket) == [3], "that of another row stays")
  }

  @Test func aRetryThatWaitsBehindANewerValueIsReplacedByIt() {
    var loop = Given.oneEnded
    loop.send(
      .edit(change: .update(item: Row("a", "bad"))), .editFailed(ticket: 2, failure: .refused))
    loop.send(.edit(change: .update(item: Row("a", "good"))), .editRetried(id: "a"))
    #expect(loop.state.pendingEdits.map(\.edit.ticket) == [3, 2])
    #expect(loop.send(.editCommitted(ticket: 3, item: nil)) == .accepted([]))
    #expect(loop.texts == "good b c" && loop.state.pendingEdits.isEmpty)
  }

  @Test func aRefusedEditThatIsNewerThanWhatTheServerTookStays() {
    var loop = Given.oneEnded
    loop.send(.edit(change: .update(item: Row("a", "good"))), .edit(change: .remove(id: "a")))
    loop.send(.editFailed(ticket: 2, failure: .refused), .editFailed(ticket: 3, failure: .refused))
    loop.send(.editRetried(id: "a"), .editCommitted(ticket: 2, item: nil))
    loop.send(.editFailed(ticket: 3, failure: .refused))
    #expect(loop.state.failedEdits.map(\.edit.ticket) == [3])
    loop.send(.edit(change: .update(item: Row("a", "newer"))), .editCommitted(ticket: 4, item: nil))
    #expect(
      loop.state.failedEdits.map(\.edit.ticket) == [3], "a removal that was refused is no value")
    loop.send(.edit(change: .remove(id: "a")), .editCommitted(ticket: 5, item: nil))
    #expect(loop.state.failedEdits.isEmpty)
  }

  @Test func aNewValueEndsRefusedValuesOfTheRowUnderItsOldId() {
    var loop = Given.oneEnded
    loop.send(.refreshPulled, .edit(change: .insert(item: Row("t"), before: "a")))
    loop.send(.edit(change: .update(item: Row("t", "bad"))))
    loop.send(.editCommitted(ticket: 3, item: Row("s")), .editFailed(ticket: 4, failure: .refused))
    #expect(loop.state.failedEdits.map(\.edit.id) == ["s"])
    loop.send(.edit(change: .update(item: Row("s", "good"))), .editCommitted(ticket: 5, item: nil))
    #expect(loop.state.failedEdits.isEmpty)
  }

  @Test func aRefusedEditIsSentOnceThoughTheDeviceIsSaidToBeOffline() {
    var loop = Given.oneEndedWithRetry
    loop.send(.edit(change: Given.like.change), .editFailed(ticket: 2, failure: .refused))
    loop.send(.connectivityChanged(isOnline: false))
    #expect(loop.send(.editRetried(id: "a")) == .accepted([.send(edit: Given.like)]))
    #expect(loop.state.pendingEdits.map(\.state) == [.sending(attempt: 0)])
  }

  @Test func ofTwoFailuresOfARowTheNewerOnesIsSaid() {
    var loop = Given.oneEndedWithRetry
    loop.send(.edit(change: Given.like.change), .editFailed(ticket: 2, failure: .refused))
    let gone = FeedFailure(.http, message: "410", status: 410)
    loop.send(.edit(change: .remove(id: "a")), .editFailed(ticket: 3, failure: gone))
    #expect(loop.state.failure(of: "a") == gone)
  }

  @Test func aRefusedEditIsForgottenWhenItIsDismissed() {
    var loop = Given.oneEndedWithRetry
    loop.send(.edit(change: Given.like.change), .editFailed(ticket: 2, failure: .refused))
    #expect(loop.send(.editDismissed(id: "a")) == .accepted([]))
    #expect(loop.state.failedEdits.isEmpty)
    #expect(loop.send(.editDismissed(id: "a")) == .ignored(.noFailedEdit))
    #expect(loop.send(.editRetried(id: "a")) == .ignored(.noFailedEdit))
  }

  @Test func whatIsDismissedNoLongerShows() {
    var loop = Given.oneEndedWithRetry
    loop.send(.edit(change: Given.like.change), .edit(change: .update(item: Row("a", "again"))))
    #expect(loop.send(.editDismissed(id: "a")) == .ignored(.noFailedEdit), "it is on its way")
    loop.send(.editFailed(ticket: 2, failure: .server))
    #expect(loop.texts == "again b c")
    #expect(loop.send(.editDismissed(id: "a")) == .accepted([.cancel(ticket: 4)]))
    #expect(loop.texts == "a b c")
    #expect(loop.state.pendingEdits.isEmpty)
  }

  @Test func whatWasChangedInANewRowGoesWithIt() {
    var loop = Given.oneEndedWithRetry
    loop.send(.edit(change: .insert(item: Row("t", "1"), before: "a")))
    loop.send(.edit(change: .update(item: Row("t", "2"))))
    #expect(loop.send(.editFailed(ticket: 2, failure: .refused)) == .accepted([]))
    #expect(loop.letters == "abc")
    #expect(loop.state.failedEdits.map(\.edit.ticket) == [2, 3])
    let insertion = Letters.Edit(
      feed: 1, ticket: 2, change: .insert(item: Row("t", "1"), before: "a"))
    #expect(loop.send(.editRetried(id: "t")) == .accepted([.send(edit: insertion)]))
    #expect(loop.texts == "2 a b c")
  }

  @Test func aRefusedNewRowIsRetriedInFrontOfTheRowThatItWasPutBefore() {
    var loop = Given.oneEnded
    loop.send(.edit(change: .insert(item: Row("x"), before: "b")))
    loop.send(.edit(change: .insert(item: Row("y"), before: "x")))
    loop.send(.editFailed(ticket: 3, failure: .refused))
    loop.send(.editCommitted(ticket: 2, item: Row("9")), .editRetried(id: "y"))
    #expect(loop.letters == "ay9bc", "x has another id by then")
  }

  @Test func theNewestEditThatFailedIsTheLast() {
    var loop = Given.oneEndedWithRetry
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
    var loop = Given.oneEndedWithRetry
    let limit = Letters.maxRefusedEdits
    for number in 0...limit + 1 {
      loop.send(.edit(change: .update(item: Row("a", "\(number)"))))
      let answer = loop.send(.editFailed(ticket: loop.state.lastTicket, failure: .refused))
      var dropped: [Ticket] = []
      for case .drop(let edit) in answer.effects { dropped.append(edit.ticket) }
      #expect(dropped == (number < limit ? [] : [Ticket(rawValue: number - limit + 2)]))
    }
    #expect(loop.state.failedEdits.count == limit)
    #expect(loop.state.failedEdits.first?.edit.ticket == 4, "the oldest went")
  }
}
