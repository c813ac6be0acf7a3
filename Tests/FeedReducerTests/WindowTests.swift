import FeedReducer
import Testing
import TestWatch

@Suite("A bound on the rows", .watched)
struct WindowTests {
  /// Rows abc and def, next c2, at most six rows, the reader at f, the next page on its way as 3.
  private static var full: Loop<Letters> {
    let feed = Letters(pageSize: 3, prefetchDistance: 2, maxItems: 6)
    var loop = Loop(feed, state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("abc", next: "c1")))
    loop.send(.itemAppeared(index: 2), .pageLoaded(ticket: 2, page: .init("def", next: "c2")))
    loop.send(.itemAppeared(index: 5))
    return loop
  }

  /// The same after the third page: rows defghi.
  private static var dropped: Loop<Letters> {
    var loop = full
    loop.send(.pageLoaded(ticket: 3, page: .init("ghi", next: "c3")))
    return loop
  }

  @Test func thePageFarFromTheReaderGoes() {
    let loop = Self.dropped
    #expect(loop.letters == "defghi")
    #expect(loop.state.pages.map(\.position) == [.after(cursor: "c1"), .after(cursor: "c2")])
    #expect(loop.state.previousPosition == .start)
    #expect(loop.state.reader == 2..<3)
  }

  @Test func withoutAReaderTheEndGoesFirst() {
    var loop = Loop(Letters(pageSize: 3, prefetchDistance: 2), state: .init(seed: 1, identity: 1))
    loop.send(
      .started, .pageLoaded(ticket: 1, page: .init("def", next: "c1", previous: "p1")), .loadMore)
    loop.send(.pageLoaded(ticket: 2, page: .init("ghi", next: "c2", previous: "p2")), .loadMore)
    loop.send(.pageLoaded(ticket: 3, page: .init("jkl", next: "c3", previous: "p3")))
    #expect(loop.state.reader == nil)
    loop.send(.memoryWarning(keep: 3))
    #expect(loop.letters == "defghi")
    #expect(loop.state.nextPosition == .after(cursor: "c2"))
  }

  @Test func droppingOpensThatEndAgain() {
    #expect(Self.full.state.prepend == .ended(reason: .exhausted))
    #expect(Self.dropped.state.prepend == .idle)
  }

  @Test func aForwardFeedIsScrolledBack() {
    var loop = Self.dropped
    let request = Letters.Request(ticket: 4, kind: .prepend, position: .start, size: 3)
    #expect(loop.send(.itemAppeared(index: 0)) == .accepted([.load(request: request)]))
    loop.send(.pageLoaded(ticket: 4, page: .init("abc", next: "c1")))
    #expect(loop.letters == "abcdef", "the other end went in turn")
    #expect(loop.state.prepend == .ended(reason: .exhausted))
    #expect(loop.state.nextPosition == .after(cursor: "c2"))
    #expect(loop.state.append == .idle)
    loop.send(.itemAppeared(index: 5))
    loop.send(.pageLoaded(ticket: 5, page: .init("ghi", next: "c3")))
    #expect(loop.letters == "defghi")
    #expect(loop.state.nextPosition == .after(cursor: "c3"))
  }

  @Test func whatWasDroppedIsKnownAfterARestart() throws {
    var loop = Self.dropped
    loop.send(.itemAppeared(index: 5), .pageLoaded(ticket: 4, page: .init("jkl", next: "c4")))
    let snapshot = try #require(loop.state.snapshot)
    var restarted = Loop(loop.machine, state: .init(seed: 2, identity: 2))
    restarted.send(.restored(snapshot: snapshot, age: .zero))
    let request = Letters.Request(
      ticket: 5, kind: .prepend, position: .after(cursor: "c1"), size: 3)
    #expect(restarted.send(.itemAppeared(index: 0)) == .accepted([.load(request: request)]))
  }

  @Test func aRefreshThatMergesDropsPagesAtTheTop() {
    let feed = Letters(pageSize: 3, prefetchDistance: 1, refreshMode: .merge, maxItems: 6)
    var loop = Loop(feed, state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("abc", next: "c1")), .loadMore)
    loop.send(.pageLoaded(ticket: 2, page: .init("def", next: "c2")), .itemAppeared(index: 4))
    loop.send(.refreshPulled)
    loop.send(.pageLoaded(ticket: loop.state.lastTicket, page: .init("nab", next: "k1")))
    #expect(loop.letters == "cdef" && loop.state.reader == 2..<3)
  }

  /// Of a server that begins in the middle: rows ghijkl above its first page mno, which was dropped.
  private static func begunInTheMiddle(_ gaps: Letters.GapRules?) -> Loop<Letters> {
    let feed = Letters(
      pageSize: 3, prefetchDistance: 1, refreshMode: .merge, maxItems: 6, gaps: gaps)
    var loop = Loop(feed, state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("mno", next: "o", previous: "m")))
    loop.send(.itemAppeared(index: 0))
    loop.send(.pageLoaded(ticket: 2, page: .init("jkl", next: "l", previous: "j")))
    loop.send(.itemAppeared(index: 0))
    loop.send(.pageLoaded(ticket: 3, page: .init("ghi", next: "i", previous: "g")))
    return loop
  }

  @Test(arguments: [nil, Letters.GapRules.manual])
  func aFirstPageThatWasDroppedBelowLeavesTheRowsAboveIt(gaps: Letters.GapRules?) {
    for page in ["mno", "xno", "lmn", ""] {
      var loop = Self.begunInTheMiddle(gaps)
      #expect(loop.letters == "ghijkl" && loop.state.nextPosition == .start)
      loop.send(.invalidated)
      let next = page.last.map(String.init)
      loop.send(.pageLoaded(ticket: 4, page: .init(page, next: next, previous: "m")))
      #expect(loop.letters == "ghijkl" && loop.state.gaps.isEmpty)
      #expect(loop.state.nextPosition == .start && loop.state.previousPosition != nil)
    }
    var loop = Self.begunInTheMiddle(gaps)
    loop.send(.refreshPulled)
    loop.send(.pageLoaded(ticket: 4, page: .init("mno", next: "o", previous: "m")))
    #expect(loop.letters == "mno", "a pull shows the first page")
  }

  @Test func aRowThatLedOnLeadsNowhereOnceWhatFollowedItWasDropped() {
    var loop = Loop(Letters(pageSize: 3, prefetchDistance: 1), state: .init(seed: 1, identity: 1))
    func load(_ page: String, next: String) {
      loop.send(.pageLoaded(ticket: loop.state.lastTicket, page: .init(page, next: next)))
    }
    loop.send(.started)
    load("abc", next: "1")
    for (page, next) in [("def", "2"), ("ghi", "3"), ("jkl", "4")] {
      loop.send(.itemAppeared(index: loop.state.items.count - 1))
      load(page, next: next)
    }
    loop.send(.memoryWarning(keep: 6), .itemAppeared(index: 0))
    load("def", next: "5")
    load("ghx", next: "6")
    loop.send(.itemAppeared(index: 5))
    load("mno", next: "7")
    #expect(loop.letters == "ghijklmno")
    loop.send(.memoryWarning(keep: 6), .itemAppeared(index: 0))
    load("ghx", next: "8")
    #expect(loop.letters == "jklmno", "i was never read behind x")
    load("ijk", next: "9")
    #expect(loop.letters == "ijklmno")
    loop.send(.itemAppeared(index: 0))
    load("ghx", next: "10")
    #expect(loop.letters == "ghxijklmno")
  }

  @Test func emptyPagesAreReadOnceOnTheWayBack() {
    let feed = Letters(pageSize: 2, prefetchDistance: 1, maxEmptyPages: 9)
    var loop = Loop(feed, state: .init(seed: 1, identity: 1))
    func load(_ page: String, next: String) {
      loop.send(.pageLoaded(ticket: loop.state.lastTicket, page: .init(page, next: next)))
    }
    loop.send(.started, .itemAppeared(index: 0))
    load("ab", next: "1")
    loop.send(.itemAppeared(index: 1))
    for (page, next) in [("", "2"), ("", "3"), ("cd", "4")] { load(page, next: next) }
    loop.send(.itemAppeared(index: 3))
    load("ef", next: "5")
    loop.send(.memoryWarning(keep: 4), .itemAppeared(index: 0))
    #expect(loop.letters == "cdef")
    for (page, next) in [("ab", "1"), ("", "2"), ("", "3"), ("ab", "1")] {
      load(page, next: next)
    }
    #expect(loop.letters == "abcdef")
  }

  /// Rows abcdefgh, of which abcd were dropped; then cdef go, and x comes before h.
  private static func passed(most: Int, pages: [(String, String)]) -> Loop<Letters> {
    let feed = Letters(
      pageSize: 2, prefetchDistance: 1, refreshMode: .merge, maxEmptyPages: most, gaps: .manual)
    var loop = Loop(feed, state: .init(seed: 1, identity: 1))
    loop.send(.started)
    for (row, (page, next)) in [("ab", "b"), ("cd", "d"), ("ef", "f"), ("gh", "h")].enumerated() {
      loop.send(.pageLoaded(ticket: loop.state.lastTicket, page: .init(page, next: next)))
      loop.send(.itemAppeared(index: row * 2 + 1))
    }
    loop.send(.memoryWarning(keep: 4), .itemAppeared(index: 0))
    for (page, next) in pages {
      loop.send(.pageLoaded(ticket: loop.state.lastTicket, page: .init(page, next: next)))
    }
    return loop
  }

  @Test func aPageIsAddedFromWhichTheWayBackBegan() {
    let pages = [("gx", "x"), ("hi", "i"), ("jk", "k"), ("lm", "m")]
    var loop = Self.passed(most: 2, pages: pages)
    // The page beyond the list says nothing of the rows before it.
    #expect(loop.letters == "efgh" && loop.state.previousPosition == .after(cursor: "b"))
    loop.send(.pageLoaded(ticket: loop.state.lastTicket, page: .init("gx", next: "x")))
    #expect(loop.letters == "gx" && loop.state.nextPosition == .after(cursor: "x"))
  }

  @Test func aPageIsAddedAboveAGapFromWhichTheWayBackBegan() {
    let pages = [("", "p"), ("xy", "y"), ("zu", "u"), ("vw", "w"), ("rs", "s")]
    var loop = Self.passed(most: 3, pages: pages)
    #expect(loop.state.previousPosition == .after(cursor: "p"))
    #expect(loop.state.snapshot?.droppedBefore == [.after(cursor: "p")])
    loop.send(.pageLoaded(ticket: loop.state.lastTicket, page: .init("xy", next: "y")))
    #expect(loop.letters == "xyefgh" && loop.state.gaps.map(\.index) == [2])
    for (page, next) in [("ab", "b"), ("", "p"), ("ab", "b")] {
      loop.send(.itemAppeared(index: 0))
      loop.send(.pageLoaded(ticket: loop.state.lastTicket, page: .init(page, next: next)))
    }
    #expect(loop.letters == "abxyefgh" && loop.state.prepend.end == .exhausted)
  }

  @Test func aPageIsTheListWhereNoRowIsLeft() {
    var loop = Loop(
      Letters(pageSize: 2, prefetchDistance: 1), state: .init(seed: 1, identity: 1))
    func load(_ page: String, next: String?) {
      loop.send(.pageLoaded(ticket: loop.state.lastTicket, page: .init(page, next: next)))
    }
    loop.send(.started)
    for (row, (page, next)) in [("ab", "b"), ("cd", "d"), ("ef", "f")].enumerated() {
      load(page, next: next)
      if row < 2 { loop.send(.itemAppeared(index: row * 2 + 1)) }
    }
    loop.send(.memoryWarning(keep: 2), .itemAppeared(index: 0))
    load("gh", next: "h")
    load("", next: nil)
    #expect(loop.letters == "" && !loop.state.isEmpty)
    load("g", next: "g")
    #expect(loop.letters == "g" && loop.state.nextPosition == .after(cursor: "g"))
    #expect(loop.state.completeness != .complete)
  }

  @Test func whatWasReadOnTheWayBackGoesWithThePageThatIsDroppedAfterIt() throws {
    var loop = Self.passed(most: 9, pages: [("gx", "x"), ("hi", "i")])
    #expect(loop.state.previousPosition == .after(cursor: "i"))
    loop.send(.cancelled(ticket: loop.state.lastTicket), .itemAppeared(index: 3))
    for (page, next) in [("yz", "z"), ("uv", "v")] {
      let ticket = try #require(loop.state.append.request)
      loop.send(.pageLoaded(ticket: ticket, page: .init(page, next: next)))
      loop.send(.itemAppeared(index: loop.state.items.count - 1))
    }
    loop.send(.memoryWarning(keep: 4))
    // The pages that are dropped, and above them the one from which the way back began.
    let positions: [Letters.Position] = ["b", "d", "f"].map { .after(cursor: $0) }
    #expect(loop.state.snapshot?.droppedBefore == positions)
    #expect(loop.state.previousPosition == positions[2])
  }

  @Test func aPageWhoseRowsAreAllInTheListLiesInIt() {
    for (page, rows) in [("eg", "egh"), ("f", "efgh"), ("gf", "efgh")] {
      let loop = Self.passed(most: 2, pages: [(page, "x")])
      #expect(loop.letters == rows)
      let isInside = page != "gf"
      #expect(loop.state.previousPosition == (isInside ? .start : .after(cursor: "x")))
    }
  }

  @Test func emptyPagesOnTheWayBackStall() {
    let pages = [("", "p"), ("", "q"), ("", "r"), ("", "s")]
    var loop = Self.passed(most: 2, pages: pages)
    #expect(loop.state.prepend.end == .stalled && loop.letters == "efgh")
    loop.send(.retryTapped(kind: .prepend))
    for (page, next) in [("", "s"), ("de", "e")] {
      loop.send(.pageLoaded(ticket: loop.state.lastTicket, page: .init(page, next: next)))
    }
    #expect(loop.letters == "defgh")
  }

  @Test func aPageThatNothingLiesBeyondIsTheList() {
    for (page, rows) in [("abde", "abde"), ("xy", "xy"), ("", "")] {
      var loop = Self.dropped
      loop.send(.itemAppeared(index: 0), .pageLoaded(ticket: 4, page: .init(page, next: nil)))
      #expect(loop.letters == rows)
      #expect(loop.state.completeness == .complete)
    }
  }

  @Test func aPageThatIsNotFoundAnyMoreIsALostPlace() {
    var loop = Self.dropped
    loop.send(.itemAppeared(index: 5), .pageLoaded(ticket: 4, page: .init("jkl", next: "c4")))
    loop.send(.itemAppeared(index: 0))
    let gone = FeedFailure(.http, message: "not found", status: 404)
    loop.send(.failed(ticket: 5, failure: gone))
    #expect(loop.state.refreshing)
  }

  /// The same scrolled back to the top: rows abcdef, the pages ghi and jkl dropped.
  private static var scrolledBack: Loop<Letters> {
    var loop = dropped
    loop.send(.itemAppeared(index: 5), .pageLoaded(ticket: 4, page: .init("jkl", next: "c4")))
    loop.send(.itemAppeared(index: 0), .pageLoaded(ticket: 5, page: .init("def", next: "c2")))
    loop.send(.itemAppeared(index: 0), .pageLoaded(ticket: 6, page: .init("abc", next: "c1")))
    return loop
  }

  @Test func aPageReadAgainUpdatesWhatFollows() {
    var loop = Self.scrolledBack
    #expect(loop.letters == "abcdef")
    #expect(loop.send(.itemAppeared(index: 5)) == .accepted([load(7, after: "c2")]))
    loop.send(.pageLoaded(ticket: 7, page: .init("ghx", next: "cx")))
    #expect(loop.letters == "defghx", "x came while the page was away")
    #expect(loop.send(.itemAppeared(index: 5)) == .accepted([load(8, after: "cx")]))
  }

  @Test func aPageReadAgainUpdatesThatItIsTheLast() {
    var loop = Self.scrolledBack
    loop.send(.itemAppeared(index: 5), .pageLoaded(ticket: 7, page: .init("gh", next: nil)))
    #expect(loop.state.append == .ended(reason: .exhausted))
  }

  @Test func aLastPageReadAgainMayBeTheLastNoMore() {
    var loop = Given.two
    loop.send(.loadMore, .pageLoaded(ticket: 3, page: .init("ghi", next: nil)))
    loop.send(.itemAppeared(index: 1), .memoryWarning(keep: 6), .loadMore)
    loop.send(.pageLoaded(ticket: 4, page: .init("ghi", next: "c3")))
    #expect(loop.letters == "abcdefghi")
    #expect(loop.state.nextPosition == .after(cursor: "c3"))
  }

  @Test func emptyPagesAreCountedFromZeroForADroppedEnd() {
    var loop = Loop(
      Letters(pageSize: 3, prefetchDistance: 2, maxItems: 6), state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("abc", next: "c1")))
    loop.send(.loadMore, .pageLoaded(ticket: 2, page: .init("def", next: "c2")))
    loop.send(.loadMore, .pageLoaded(ticket: 3, page: .init("ghi", next: "c3")))
    loop.send(.loadMore, .pageLoaded(ticket: 4, page: .init("", next: "c4")))
    loop.send(.itemAppeared(index: 1), .memoryWarning(keep: 6), .loadMore)
    loop.send(.pageLoaded(ticket: 5, page: .init("ghi", next: "c3")), .loadMore)
    loop.send(.pageLoaded(ticket: 6, page: .init("", next: "c3x")))
    #expect(loop.state.append == .idle)
    #expect(loop.state.nextPosition == .after(cursor: "c3x"))
  }

  @Test func pagesReadFromBelowAreReadAgainInTheirOrder() {
    var loop = Given.both
    loop.send(.itemAppeared(index: 1), .pageLoaded(ticket: 2, page: .init("pqr", next: "c2")))
    loop.send(.pageLoaded(ticket: 3, page: .init("jkl", next: nil, previous: "p2")))
    loop.send(.itemAppeared(index: 0), .pageLoaded(ticket: 4, page: .init("ghi", next: nil)))
    loop.send(.itemAppeared(index: 0))
    #expect(loop.letters == "ghijklmnopqr")
    #expect(loop.send(.memoryWarning(keep: 6)) == .accepted([]))
    #expect(loop.letters == "ghijkl")
    #expect(loop.state.nextPosition == .start)
    loop.send(.loadMore, .pageLoaded(ticket: 5, page: .init("mno", next: "c1", previous: "p1")))
    #expect(loop.letters == "ghijklmno")
    #expect(loop.state.nextPosition == .after(cursor: "c1"))
  }

  @Test func aPageThatComesBackShorterLeavesNoGap() {
    var loop = Self.dropped
    loop.send(.itemAppeared(index: 0))
    let reaction = loop.send(.pageLoaded(ticket: 4, page: .init("a", next: "x1")))
    let request = Letters.Request(
      ticket: 5, kind: .prepend, position: .after(cursor: "x1"), size: 3)
    #expect(reaction == .accepted([.load(request: request)]))
    #expect(loop.letters == "defghi", "b and c would be missing")
    loop.send(.pageLoaded(ticket: 5, page: .init("bc", next: "c1")), .itemAppeared(index: 0))
    #expect(loop.letters == "bcdef")
    loop.send(.pageLoaded(ticket: 6, page: .init("a", next: "x1")))
    #expect(loop.letters == "abcdef")
    #expect(loop.state.prepend == .ended(reason: .exhausted))
  }

  @Test func cursorsThatAlwaysDifferAreNoGapForEver() {
    var loop = Self.dropped
    loop.send(.itemAppeared(index: 0))
    loop.send(.pageLoaded(ticket: 4, page: .init("abc", next: "n4")))
    loop.send(.pageLoaded(ticket: 5, page: .init("def", next: "n5")))
    #expect(loop.letters == "defghi")
    loop.send(.pageLoaded(ticket: 6, page: .init("abc", next: "n6")))
    #expect(loop.letters == "abcdef")
  }

  @Test func aPageThatEndsElsewhereNowIsAskedForWhatFollows() {
    var loop = Self.dropped
    loop.send(.itemAppeared(index: 0))
    loop.send(.pageLoaded(ticket: 4, page: .init("abc", next: "n4")))
    loop.send(.pageLoaded(ticket: 5, page: .init("def", next: "n5")))
    loop.send(.pageLoaded(ticket: 6, page: .init("xab", next: "n6")))
    #expect(loop.letters == "defghi", "c would be missing")
    loop.send(.pageLoaded(ticket: 7, page: .init("cde", next: "n7")))
    loop.send(.itemAppeared(index: 0), .pageLoaded(ticket: 8, page: .init("xab", next: "n8")))
    #expect(loop.letters.hasPrefix("xabcde"))
  }

  @Test func pagesThatLeadNowhereStall() {
    var loop = Self.dropped
    loop.send(.itemAppeared(index: 0))
    loop.send(.pageLoaded(ticket: 4, page: .init("a", next: "n4")))
    loop.send(.pageLoaded(ticket: 5, page: .init("", next: "n5")))
    loop.send(.pageLoaded(ticket: 6, page: .init("", next: "n6")))
    #expect(loop.state.prepend.request == 7)
    loop.send(.pageLoaded(ticket: 7, page: .init("", next: "n7")))
    #expect(loop.letters == "defghi", "b and c would be missing")
    #expect(loop.state.prepend == .ended(reason: .stalled))
    loop.send(.retryTapped(kind: .prepend), .pageLoaded(ticket: 8, page: .init("bc", next: "c1")))
    loop.send(.itemAppeared(index: 0))
    #expect(loop.letters == "bcdef")
  }

  @Test func aReaderWhoHasNotBeenHeardOfIsTakenToBeAtTheTop() {
    var loop = Loop(Letters(pageSize: 3, prefetchDistance: 1), state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("a", next: "c1")))
    loop.send(.loadMore, .pageLoaded(ticket: 2, page: .init("b", next: "c2")))
    loop.send(.loadMore, .pageLoaded(ticket: 3, page: .init("cde", next: nil)))
    #expect(loop.state.reader == nil)
    #expect(loop.send(.memoryWarning(keep: 2)) == .accepted([]))
    #expect(loop.letters == "ab")
  }

  @Test func aReaderAmongRowsThatMovedIsNotLost() {
    var loop = Loop(Letters(pageSize: 3, prefetchDistance: 1), state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("a", next: "c1")))
    loop.send(.itemAppeared(index: 0), .pageLoaded(ticket: 2, page: .init("b", next: "c2")))
    loop.send(.itemAppeared(index: 1), .pageLoaded(ticket: 3, page: .init("c", next: "c3")))
    loop.send(.itemAppeared(index: 2), .memoryWarning(keep: 2))
    loop.send(.pageLoaded(ticket: 4, page: .init("de", next: nil)), .itemAppeared(index: 0))
    loop.send(.visible(range: 1..<3))
    #expect(loop.letters == "bcde")
    #expect(loop.state.reader == 1..<3)
    loop.send(.pageLoaded(ticket: 5, page: .init("abc", next: "c3")))
    #expect(loop.letters == "abcde")
    #expect(loop.state.reader == 2..<4, "still at c and d")
    #expect(loop.state.pages.map(\.count) == [3, 2], "a has brought its neighbours")
  }

  @Test func neverTheLastTwoPages() {
    var loop = Given.two
    loop.send(.itemAppeared(index: 5))
    let before = loop.state
    #expect(
      loop.send(.memoryWarning(keep: 1)) == .ignored(.nothingToDrop(count: 6, keep: 1)))
    #expect(loop.state == before)
  }

  @Test func neverAPageThatTheReaderIsNear() {
    let feed = Letters(pageSize: 3, prefetchDistance: 2, maxItems: 6)
    var loop = Loop(feed, state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("abc", next: "c1")))
    loop.send(.loadMore, .pageLoaded(ticket: 2, page: .init("def", next: "c2")))
    loop.send(.loadMore, .pageLoaded(ticket: 3, page: .init("ghi", next: "c3")))
    #expect(loop.letters == "abcdefghi")
    #expect(loop.state.prepend == .ended(reason: .exhausted))
  }

  @Test func aMemoryWarningDropsTheFarEnd() {
    var loop = Given.two
    loop.send(.loadMore, .pageLoaded(ticket: 3, page: .init("ghi", next: nil)))
    loop.send(.itemAppeared(index: 1))
    #expect(loop.state.append == .ended(reason: .exhausted))
    #expect(loop.send(.memoryWarning(keep: 6)) == .accepted([]))
    #expect(loop.letters == "abcdef")
    #expect(loop.state.page == "c2")
    #expect(loop.state.append == .idle)
    #expect(
      loop.send(.memoryWarning(keep: 6)) == .ignored(.nothingToDrop(count: 6, keep: 6)))
  }

  @Test func theDroppedEndsLoadIsCancelledAndItsFailureForgotten() {
    var loop = Given.two
    loop.send(.loadMore, .pageLoaded(ticket: 3, page: .init("ghi", next: "c3")), .loadMore)
    loop.send(.itemAppeared(index: 1))
    #expect(loop.send(.memoryWarning(keep: 6)) == .accepted([.cancel(ticket: 4)]))
    loop.send(.loadMore, .pageLoaded(ticket: 5, page: .init("ghi", next: "c3")), .loadMore)
    loop.send(.failed(ticket: 6, failure: .server))
    #expect(loop.send(.memoryWarning(keep: 6)) == .accepted([]))
    #expect(loop.state.error == nil)
  }

  @Test func theBoundIsRaisedToWhatIsPossible() {
    #expect(Letters(pageSize: 20, maxItems: 1).maxItems == 40)
    #expect(Letters(pageSize: 3, prefetchDistance: 9, maxItems: 1).maxItems == 19)
    #expect(Letters(pageSize: 3, prefetchDistance: 2, maxItems: 50).maxItems == 50)
  }

  @Test func aRefreshForgetsWhatWasDropped() {
    var loop = Self.dropped
    loop.send(.refreshPulled, .pageLoaded(ticket: 4, page: .init("xyz", next: "n1")))
    #expect(loop.state.prepend == .ended(reason: .exhausted))
    #expect(loop.state.previousPosition == nil)
  }
}
