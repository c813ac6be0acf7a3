import FeedReducer
import Testing
import TestWatch

@Suite("Refusals", .watched)
struct ExplainTests {
  private static let table: [(String, Loop<Letters>, FeedRefusal?, FeedRefusal?)] = [
    ("fresh", Given.fresh, nil, .noFirstPage),
    ("loading", Given.started, .loading(kind: .refresh, ticket: 1), .refreshing(ticket: 1)),
    ("failed", Given.firstFailed, .failed(kind: .refresh), .failed(kind: .refresh)),
    ("one page", Given.one, .alreadyStarted, .noReader),
    (
      "next page loading", Given.oneLoading, .alreadyStarted, .loading(kind: .append, ticket: 2)
    ),
    ("next page failed", Given.oneFailed, .alreadyStarted, .failed(kind: .append)),
    ("ended", Given.oneEnded, .alreadyStarted, .ended(kind: .append, reason: .exhausted)),
    (
      "refreshing", Given.twoRefreshing, .loading(kind: .refresh, ticket: 3),
      .refreshing(ticket: 3)
    ),
  ]

  @Test(arguments: table.indices) func theOneReasonWhyAKindWouldNotLoad(row: Int) {
    let (situation, loop, refresh, append) = Self.table[row]
    #expect(letters.explain(.refresh, in: loop.state) == refresh, "\(situation)")
    #expect(letters.explain(.append, in: loop.state) == append, "\(situation)")
  }

  private static let sentences: [(FeedRefusal, String)] = [
    (.alreadyStarted, "the list is there already; refresh to load it again"),
    (
      .noSuchRow(index: 12, count: 10),
      "there is no row 12: the list has rows 0 to 9; use one of them"
    ),
    (
      .nothingVisible,
      "the range of visible rows is empty; report the rows from the first to the last on the screen"
    ),
    (
      .noSuchRow(index: 0, count: 0),
      "there is no row 0: the list is empty"
    ),
    (
      .farFromEnd(index: 4, count: 10, distance: 5),
      "row 4 of 10 is far from the end (5 rows follow, the next page loads when fewer than 5 do)"
    ),
    (
      .farFromEnd(index: 8, count: 10, distance: 1),
      "row 8 of 10 is far from the end (1 row follows, the next page loads when fewer than 1 does)"
    ),
    (
      .farFromStart(index: 4, distance: 2),
      "row 4 is far from the start (4 rows come before it, the previous page loads when fewer than 2 do)"
    ),
    (
      .farFromStart(index: 1, distance: 1),
      "row 1 is far from the start (1 row comes before it, the previous page loads when fewer than 1 does)"
    ),
    (.noReader, "it is not known which rows are visible, so no further page loads; report them"),
    (
      .demandPaused,
      "further pages are paused, since a load was cancelled, the refresh failed or a snapshot was restored; scroll to go on"
    ),
    (.noFirstPage, "there is no first page yet; start the feed"),
    (.stopped, "the feed was stopped, so it has no rows and loads nothing; start it again"),
    (
      .loading(kind: .append, ticket: 2),
      "append is loading already as request 2; wait for its answer"
    ),
    (
      .waiting(kind: .append, ticket: 3),
      "append waits for its automatic retry, timer 3; wait, or retry now"
    ),
    (
      .offline(kind: .refresh),
      "refresh waits for the network; it goes on when the device is online, or retry now"
    ),
    (
      .failed(kind: .append),
      "append has failed, and scrolling does not repeat it; retry it"
    ),
    (
      .ended(kind: .append, reason: .exhausted),
      "append has ended: no page follows the last one; a pull looks for new rows"
    ),
    (
      .ended(kind: .prepend, reason: .exhausted),
      "prepend has ended: the first page named no previous one; a pull looks for new rows"
    ),
    (
      .ended(kind: .append, reason: .cycle),
      "append has ended: a cursor came back without new rows; a pull starts again"
    ),
    (
      .ended(kind: .append, reason: .stalled),
      "append has ended: several pages added no row; retry to go on"
    ),
    (
      .refreshing(ticket: 3),
      "a refresh is loading as request 3; wait for its page"
    ),
    (
      .nothingFailed(kind: nil),
      "no load has failed or waits, so there is nothing to retry or dismiss; edits are, by their rows"
    ),
    (
      .nothingFailed(kind: .append),
      "append has not failed and waits for no retry, so there is nothing to retry or dismiss; edits are, by their rows"
    ),
    (
      .unknownTicket(ticket: 2),
      "no such answer to 2 is awaited: it was answered or cancelled, was never sent, or is of another kind; it changes nothing"
    ),
    (
      .connectivityUnchanged(isOnline: true),
      "the device was online already; nothing is to be done"
    ),
    (
      .connectivityUnchanged(isOnline: false),
      "the device was offline already; nothing is to be done"
    ),
    (
      .nothingToDrop(count: 6, keep: 9), "the pages have 6 rows and 9 may stay, so none is dropped"
    ),
    (
      .nothingToDrop(count: 6, keep: 1),
      "no page can be dropped: the last two and those near the reader stay"
    ),
    (
      .readOnly, "the feed is read only; give its store a sink, or make it with edits: .optimistic"
    ),
    (.noSuchItem, "no row has this id, so there is nothing to change"),
    (.itemExists, "a row has this id already; update it, or insert one with another id"),
    (
      .noFailedEdit,
      "no edit of this row has failed or waits for a retry, so there is none to retry or dismiss"
    ),
    (
      .tooLateToRestore,
      "the list is there already, and a snapshot may be older; restore before it loads, or reset it first"
    ),
    (
      .snapshotVersion(found: 2, known: 1),
      "the snapshot has format 2, this version reads 1; drop it"
    ),
    (
      .snapshotInvalid(reason: .tickets),
      "the snapshot is not valid: its tickets are not valid; drop it"
    ),
    (
      .ambiguousEdits,
      "edits were sent before, so a snapshot with edits is refused: their answers could not be told apart; restore it without edits"
    ),
    (.noGap, "the list has no gap, or none with this number; nothing is to be done"),
    (.gapByHand, "gaps do not load by themselves; tap the gap"),
    (.farFromGap(distance: 5), "at least 5 rows lie between the reader and each gap"),
    (.closed, "nothing shows this feed, so it loads nothing; open it first"),
  ]

  @Test(arguments: sentences.indices) func everyRefusalHasASentence(row: Int) {
    let (refusal, sentence) = Self.sentences[row]
    #expect(refusal.description == sentence)
    #expect(!sentence.contains(" only "), "something else may do it as well")
  }

  @Test func everyRefusalHasItsNumbers() {
    let numbers = Self.sentences.map(\.0.numbers)
    #expect(Set(numbers.map(\.code)) == Set(Array(1...27) + [34, 35, 36, 37]))
    #expect(Set(numbers.filter { $0.values.isEmpty }.map(\.code)).count == 16)
    #expect(FeedRefusal.farFromEnd(index: 1, count: 9, distance: 3).numbers.values == [1, 9, 3])
    #expect(FeedRefusal.ended(kind: .append, reason: .stalled).numbers.values == [1, 2])
    #expect(FeedRefusal.waiting(kind: .prepend, ticket: 7).numbers.values == [2, 7])
    #expect(FeedRefusal.connectivityUnchanged(isOnline: true).numbers.values == [1])
    #expect(LoadKind.allCases.map(\.number) == [0, 1, 2, 3])
    #expect((0...4).map { LoadKind(number: $0) } == LoadKind.allCases + [nil])
  }
}
