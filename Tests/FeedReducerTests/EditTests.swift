import FeedReducer
import Testing
import TestWatch

@Suite("Edits", .watched)
struct EditTests {
  private func texts(_ loop: Loop<Letters>) -> String {
    loop.state.items.map(\.text).joined(separator: " ")
  }

  @Test func aRemovalShowsAtOnceAndIsSent() {
    var loop = Given.one
    #expect(
      loop.send(.edit(change: .remove(id: "b")))
        == .accepted([.send(edit: .init(feed: 1, ticket: 2, change: .remove(id: "b")))]))
    #expect(loop.letters == "ac")
    let edit = Letters.Edit(feed: 1, ticket: 2, change: .remove(id: "b"))
    #expect(loop.state.pendingEdits == [.init(edit: edit, state: .sending(attempt: 0))])
  }

  @Test func onlyWhatChangesARowIsAChange() {
    let lost = FeedFailure(.timeout, message: "no answer", isRetryable: true)
    var loop = Given.one
    loop.send(.edit(change: .update(item: Row("b", "liked"))))
    let revision = loop.state.items.revision
    loop.send(.editFailed(ticket: 2, failure: lost))
    loop.send(.editRetried(id: "b"), .refreshPulled)
    loop.send(.pageLoaded(ticket: loop.state.lastTicket, page: .init("abc", next: "c1")))
    loop.send(.editCommitted(ticket: 2, item: nil))
    #expect(loop.state.pendingEdits.isEmpty && texts(loop) == "a liked c")
    #expect(loop.state.items.revision == revision)
    loop.send(.edit(change: .update(item: Row("b", "liked"))))
    #expect(loop.state.items.revision == revision, "as it was")
    loop.send(.edit(change: .remove(id: "b")))
    #expect(loop.state.items.revision > revision)
  }

  @Test func aRejectionRestoresWhatWasThereInItsPlace() {
    var loop = Given.one
    loop.send(.edit(change: .remove(id: "b")))
    #expect(loop.send(.editFailed(ticket: 2, failure: .refused)) == .accepted([]))
    #expect(loop.letters == "abc")
    #expect(loop.state.pendingEdits.isEmpty)
  }

  @Test func aRejectionDoesNotUndoNewerEdits() {
    var loop = Given.one
    loop.send(
      .edit(change: .update(item: Row("a", "1"))), .edit(change: .update(item: Row("a", "2"))),
      .edit(change: .remove(id: "b")))
    loop.send(.editFailed(ticket: 2, failure: .refused))
    #expect(texts(loop) == "2 c")
    loop.send(.editFailed(ticket: 4, failure: .refused))
    #expect(texts(loop) == "2 b c")
    loop.send(.editFailed(ticket: 3, failure: .refused))
    #expect(texts(loop) == "a b c")
  }

  @Test func anUpdateHoldsOverAPageThatArrives() {
    var loop = Given.oneLoading
    loop.send(.edit(change: .update(item: Row("a", "A*"))))
    loop.send(.pageLoaded(ticket: 2, page: .init("ade", next: "c2")))
    #expect(texts(loop) == "A* b c d e")
    loop.send(.editCommitted(ticket: 3, item: nil))
    #expect(texts(loop) == "A* b c d e")
  }

  @Test func anUpdateHoldsOverAFailure() {
    var loop = Given.oneLoading
    loop.send(.edit(change: .update(item: Row("a", "A*"))), .failed(ticket: 2, failure: .server))
    #expect(texts(loop) == "A* b c")
    #expect(loop.state.append == .failed(failure: .server))
  }

  @Test func aRemovedRowStaysHiddenOverARefresh() {
    var loop = Given.one
    loop.send(.edit(change: .remove(id: "b")), .refreshPulled)
    loop.send(.pageLoaded(ticket: 3, page: .init("abc", next: "c1")))
    #expect(loop.letters == "ac")
    loop.send(.editFailed(ticket: 2, failure: .refused))
    #expect(loop.letters == "abc")
  }

  @Test func aRowWhoseRemovalWasConfirmedStaysAwayFromOlderAnswers() {
    var loop = Given.one
    loop.send(.edit(change: .remove(id: "b")), .refreshPulled)
    loop.send(.editCommitted(ticket: 2, item: nil))
    loop.send(.pageLoaded(ticket: 3, page: .init("abc", next: "c1")))
    #expect(loop.letters == "ac", "the answer was on its way when the removal was confirmed")
    loop.send(.refreshPulled, .pageLoaded(ticket: 4, page: .init("abc", next: "c1")))
    #expect(loop.letters == "abc", "the server has it again")
  }

  @Test func aNewRowThatWasRemovedMeanwhileDoesNotReturnWithItsAnswer() {
    var loop = Given.one
    loop.send(.edit(change: .insert(item: Row("t"), before: "a")), .refreshPulled)
    loop.send(.pageLoaded(ticket: 3, page: .init("sab", next: "c1")))
    #expect(loop.letters == "stab", "the server has taken t as s and has not said so")
    loop.send(.edit(change: .remove(id: "s")), .editCommitted(ticket: 4, item: nil))
    loop.send(.editCommitted(ticket: 2, item: Row("s")))
    #expect(loop.letters == "ab")
  }

  @Test func aTemporaryIdBecomesTheServersInTheSamePlace() {
    var loop = Given.one
    loop.send(.edit(change: .insert(item: Row("t", "new"), before: "a")))
    #expect(loop.letters == "tabc")
    loop.send(.editCommitted(ticket: 2, item: Row("s", "new")))
    #expect(loop.letters == "sabc")
    #expect(loop.state.pages.map(\.count) == [4])
  }

  @Test func aRowThatTheServerSentAlreadyIsNotDoubled() {
    var loop = Given.one
    loop.send(.edit(change: .insert(item: Row("t"), before: "a")), .refreshPulled)
    loop.send(.pageLoaded(ticket: 3, page: .init("sab", next: "c1")))
    #expect(loop.letters == "stab")
    loop.send(.editCommitted(ticket: 2, item: Row("s")))
    #expect(loop.letters == "sab")
  }

  @Test func editsOfARowWhoseIdChangesHold() {
    var loop = Given.one
    loop.send(.edit(change: .insert(item: Row("t", "1"), before: nil)))
    loop.send(
      .edit(change: .update(item: Row("t", "2"))), .editCommitted(ticket: 2, item: Row("s", "1")))
    #expect(texts(loop) == "a b c 2")
    loop.send(.editCommitted(ticket: 3, item: Row("s", "2")))
    #expect(loop.letters == "abcs")
    loop.send(.edit(change: .insert(item: Row("u"), before: nil)), .edit(change: .remove(id: "u")))
    loop.send(.editCommitted(ticket: 4, item: Row("v")))
    #expect(loop.letters == "abcs")
    loop.send(.editCommitted(ticket: 5, item: nil))
    #expect(loop.letters == "abcs")
  }

  @Test func anInsertWithoutAPlaceGoesToTheEnd() {
    var loop = Given.oneEnded
    loop.send(.edit(change: .insert(item: Row("z"), before: nil)))
    #expect(loop.letters == "abcz")
  }

  @Test func anInsertWhoseNeighbourIsGoneGoesToTheStart() {
    var loop = Given.one
    loop.send(.edit(change: .insert(item: Row("t"), before: "b")), .refreshPulled)
    loop.send(.pageLoaded(ticket: 3, page: .init("xyz", next: nil)))
    #expect(loop.letters == "txyz")
  }

  static let impossible: [(Letters.Change, FeedRefusal)] = [
    (.remove(id: "x"), .noSuchItem), (.update(item: Row("x")), .noSuchItem),
    (.insert(item: Row("a"), before: nil), .itemExists),
  ]

  @Test(arguments: impossible.indices) func whatIsImpossibleChangesNothing(row: Int) {
    let (change, refusal) = Self.impossible[row]
    var loop = Given.one
    let before = loop.state
    #expect(loop.send(.edit(change: change)) == .ignored(refusal))
    #expect(loop.state == before)
  }

  @Test func answersToUnknownEditsChangeNothing() {
    var loop = Given.one
    let before = loop.state
    #expect(
      loop.send(.editCommitted(ticket: 9, item: Row("a", "x")))
        == .ignored(.unknownTicket(ticket: 9)))
    #expect(
      loop.send(.editFailed(ticket: 9, failure: .refused)) == .ignored(.unknownTicket(ticket: 9)))
    #expect(loop.state == before)
  }

  @Test func aFeedWithoutASinkIsReadOnly() {
    var loop = Loop(Letters(pageSize: 3, edits: nil), state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("abc", next: nil)))
    #expect(loop.send(.edit(change: .remove(id: "a"))) == .ignored(.readOnly))
  }

  @Test func aRemovalThatBringsTheReaderToTheEndLoadsOn() {
    var loop = Given.two
    #expect(loop.send(.itemAppeared(index: 3)) == .accepted([]))
    #expect(
      loop.send(.edit(change: .remove(id: "f")))
        == .accepted([
          .send(edit: .init(feed: 1, ticket: 3, change: .remove(id: "f"))), load(4, after: "c2"),
        ]))
  }

  @Test func aRemovalWhileNoRowHasAppearedLoadsNothing() {
    var loop = Given.one
    #expect(
      loop.send(.edit(change: .remove(id: "c")))
        == .accepted([.send(edit: .init(feed: 1, ticket: 2, change: .remove(id: "c")))]))
  }

  @Test func theReaderStaysAtTheRowWhenRowsComeAbove() {
    var loop = Given.oneLoading
    #expect(loop.state.reader == 2..<3)
    loop.send(.edit(change: .insert(item: Row("t"), before: "a")))
    #expect(loop.state.reader == 3..<4)
  }

  @Test func whenTheReadersRowGoesTheNextOneTakesItsPlace() {
    var loop = Given.two
    loop.send(.itemAppeared(index: 4), .edit(change: .remove(id: "e")))
    #expect(loop.letters == "abcdf")
    #expect(loop.state.reader == 4..<5)
  }

  /// Rows abc and def, no more, and the reader at d, e and f.
  private var twoEnded: Loop<Letters> {
    var loop = Given.oneLoading
    loop.send(.pageLoaded(ticket: 2, page: .init("def", next: nil)), .visible(range: 3..<6))
    return loop
  }

  @Test func theReaderIsAmongTheSameRowsWhenOneComesOnTop() {
    var loop = twoEnded
    #expect(loop.state.reader == 3..<6)
    loop.send(.edit(change: .insert(item: Row("x"), before: "a")))
    #expect(loop.state.reader == 4..<7)
    loop.send(.itemAppeared(index: 4))
    #expect(loop.state.reader == 4..<5)
  }

  @Test func theReaderStaysAtARowThatGetsTheServersId() {
    var loop = twoEnded
    loop.send(.edit(change: .insert(item: Row("x"), before: "d")), .visible(range: 3..<6))
    loop.send(.edit(change: .insert(item: Row("y"), before: "a")))
    #expect(loop.state.reader == 4..<7)
    loop.send(.editCommitted(ticket: 3, item: Row("s9")))
    #expect(loop.letters == "yabcs9def")
    #expect(loop.state.reader == 4..<7)
  }

  @Test func aConfirmedRemovalIsCountedInItsPage() {
    var loop = Given.two
    loop.send(.edit(change: .remove(id: "e")), .editCommitted(ticket: 3, item: nil))
    #expect(loop.letters == "abcdf")
    #expect(loop.state.pages.map(\.count) == [3, 2])
  }

  /// Row t before c, and row u before t, both pending.
  private static var twoInserts: Loop<Letters> {
    var loop = Given.oneEnded
    loop.send(
      .edit(change: .insert(item: Row("t"), before: "c")),
      .edit(change: .insert(item: Row("u"), before: "t")))
    return loop
  }

  @Test func insertsKeepTheirPlacesInWhateverOrderTheyAreCommitted() {
    var loop = Self.twoInserts
    #expect(loop.letters == "abutc")
    loop.send(.editCommitted(ticket: 3, item: Row("U")))
    #expect(loop.letters == "abUtc")
    loop.send(.editCommitted(ticket: 2, item: Row("T")))
    #expect(loop.letters == "abUTc")
  }

  @Test func anInsertStaysWhereItShowsWhenItsNeighbourGoes() {
    var loop = Self.twoInserts
    loop.send(.editFailed(ticket: 2, failure: .refused))
    #expect(loop.letters == "abuc")
    loop = Self.twoInserts
    loop.send(.edit(change: .remove(id: "c")), .editCommitted(ticket: 4, item: nil))
    #expect(loop.letters == "abut")
  }

  @Test func anUpdateMayGiveTheRowAnotherId() {
    var loop = Given.oneEnded
    loop.send(.edit(change: .update(item: Row("b", "2"))))
    loop.send(.editCommitted(ticket: 2, item: Row("B", "2")))
    #expect(texts(loop) == "a 2 c")
    #expect(loop.letters == "aBc")
  }

  /// A server that takes an edit for a repetition answers as it did before, with whatever row that was.
  @Test(arguments: [
    Letters.Change.update(item: Row("b", "2")), .remove(id: "b"),
  ])
  func anAnswerWithAnotherRowOfTheListRefusesTheEdit(change: Letters.Change) {
    for other in ["a", "c"] {
      var loop = Given.oneEnded
      loop.send(.edit(change: change))
      loop.send(.editCommitted(ticket: 2, item: Row(other, "3")))
      #expect(texts(loop) == "a b c")
      #expect(
        loop.state.failedEdits == [
          .init(edit: .init(feed: 1, ticket: 2, change: change), failure: .anotherRow)
        ])
      #expect(loop.state.failedEdits.first?.isUndone == true)
    }
  }

  @Test func anotherRowMayBeNewOrHiddenByAnEdit() {
    var loop = Given.one
    loop.send(.edit(change: .insert(item: Row("t"), before: nil)))
    loop.send(.editCommitted(ticket: 2, item: Row("s")))
    loop.send(.edit(change: .remove(id: "a")), .edit(change: .update(item: Row("b", "2"))))
    for other in ["s", "a"] {
      var loop = loop
      loop.send(.editCommitted(ticket: 4, item: Row(other)))
      #expect(loop.state.failedEdits.map(\.edit.id) == ["b"])
      #expect(loop.letters == "bcs")
    }
  }

  /// It can't be told from any other row, and the edits that wait behind would go to that: a removal, too.
  @Test func aRowThatAPageBroughtUnderItsNewIdRefusesTheEdit() {
    var loop = Given.oneEnded
    loop.send(.edit(change: .update(item: Row("b", "2"))), .edit(change: .remove(id: "b")))
    loop.send(.refreshPulled)
    loop.send(.pageLoaded(ticket: 4, page: .init(items: [Row("a"), Row("c")], next: nil)))
    let reaction = loop.send(.editCommitted(ticket: 2, item: Row("c", "2")))
    #expect(loop.letters == "ac")
    #expect(loop.state.failedEdits.map(\.failure) == [.anotherRow])
    for case .send(let edit) in reaction.effects { #expect(edit.id == "b") }
  }

  @Test func aNewRowMayBeInTheListAlready() {
    var loop = Given.oneEnded
    loop.send(.edit(change: .insert(item: Row("t"), before: "c")), .refreshPulled)
    let rows = [Row("a"), Row("b"), Row("T"), Row("c")]
    loop.send(.pageLoaded(ticket: 3, page: .init(items: rows, next: nil)))
    loop.send(.editCommitted(ticket: 2, item: Row("T")))
    #expect(loop.letters == "abTc" && loop.state.failedEdits.isEmpty)
  }

  @Test func aRowThatTheServerRenamedIsNotRenamedBack() {
    var loop = Given.oneEnded
    loop.send(.edit(change: .insert(item: Row("t", "1"), before: nil)))
    loop.send(.edit(change: .update(item: Row("t", "2"))))
    loop.send(.editCommitted(ticket: 2, item: Row("s", "1")))
    loop.send(.editCommitted(ticket: 3, item: nil))
    #expect(loop.letters == "abcs")
  }
}
