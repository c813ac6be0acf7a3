import FeedReducer
import Testing
import TestWatch

/// Rule 17: where rows may be missing, a gap says so.
@Suite("Gaps between rows", .watched)
struct GapTests {
  private static func feed(_ gaps: Letters.GapRules? = .manual, most: Int? = nil) -> Letters {
    Letters(
      pageSize: 3, prefetchDistance: 1, refreshMode: .merge, maxItems: most, edits: .optimistic,
      gaps: gaps)
  }

  /// Rows mno, and a pull whose page is `page`.
  private static func pulled(
    _ page: Letters.Page, by feed: Letters = feed(),
    over rows: Letters.Page = .init("mno", next: "o")
  ) -> Loop<Letters> {
    var loop = Loop(feed, state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: rows), .refreshPulled)
    loop.send(.pageLoaded(ticket: 2, page: page))
    return loop
  }

  /// Rows abc, and below a gap mno.
  private static func gapped(_ feed: Letters = feed()) -> Loop<Letters> {
    pulled(.init("abc", next: "c"), by: feed)
  }

  /// Rows abc, below a gap mno, and a position on each side.
  private static var gappedBothWays: Loop<Letters> {
    pulled(.init("abc", next: "c", previous: "a"), over: .init("mno", next: "o", previous: "m"))
  }

  // MARK: - A gap opens

  @Test func aPageWithoutAnOverlapLeavesTheOldRowsBelowAGap() throws {
    let loop = Self.gapped()
    #expect(loop.shown == "abc|mno")
    let gap = try #require(loop.state.gaps.first)
    #expect(gap.index == 3)
    #expect(gap.load == .idle)
    #expect(loop.state.nextPosition == .after(cursor: "o"))
    #expect(loop.state.completeness == .unread(kind: .append))
  }

  @Test(arguments: [
    ("abm", "abmno"),  // It leads to the rows.
    ("amb", "amb|no"),  // It leads on from there.
    ("abo", "abo"),  // The last row has moved up: what went on behind it is not known any more.
    ("abn", "abn|mo"),  // A lone row may have moved.
    ("abnx", "abnx|mo"),
    ("mnox", "mnox"),
  ])
  func whatThePageLeadsToStays(page: String, shown: String) {
    #expect(Self.pulled(.init(page, next: "x")).shown == shown)
  }

  @Test func withoutGapsItTakesThePlaceOfAll() {
    #expect(Self.gapped(Self.feed(nil)).shown == "abc")
  }

  @Test func theServerEndsBehindThePage() {
    #expect(Self.pulled(.init("abc", next: nil)).shown == "abc")
  }

  @Test func aNewGapInPlaceOfAnOldOneGoesOnFromTheNewRow() {
    var loop = Self.gapped()
    loop.pull(.init("xabcy", next: "y"))
    #expect(loop.shown == "xabcy|mno")
    #expect(loop.tap(.above) == .after(cursor: "y"))
  }

  @Test func rowsThatCameAboveTheFirstPageStay() {
    var loop = Loop(Self.feed(), state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("mno", next: "o", previous: "m")))
    loop.send(.itemAppeared(index: 0))
    loop.send(.pageLoaded(ticket: 2, page: .init("jkl", next: "l", previous: "j")))
    loop.send(.refreshPulled, .pageLoaded(ticket: 3, page: .init("abc", next: "c")))
    #expect(loop.shown == "abc|jklmno")
    #expect(loop.tap(.below) == .before(cursor: "j"))
  }

  @Test func ofTooManyGapsTheLowestGoesWithItsRows() {
    var loop = Self.gapped()
    for letter in "defghijk" { loop.pull(.init("\(letter)", next: "\(letter)")) }
    #expect(loop.state.gaps.count == Letters.maxGaps)
    #expect(loop.shown == "k|j|i|h|g|f|e|d|abc")
    #expect(loop.state.nextPosition == .after(cursor: "c"))
  }

  // MARK: - A gap is filled

  @Test func fromAboveUntilAPageLeadsToTheRowsBelow() {
    var loop = Self.gapped()
    #expect(loop.tap(.above) == .after(cursor: "c"))
    #expect(loop.state.gaps[0].load.request == loop.next)
    loop.send(.pageLoaded(ticket: loop.next, page: .init("def", next: "f")))
    #expect(loop.shown == "abcdef|mno")
    #expect(loop.state.gaps[0].load == .idle)
    #expect(loop.tap(.above) == .after(cursor: "f"))
    loop.send(.pageLoaded(ticket: loop.next, page: .init("klm", next: "m")))
    #expect(loop.shown == "abcdefklmno")
    #expect(loop.state.nextPosition == .after(cursor: "o"))
  }

  @Test func fromBelowTheReaderStays() {
    var loop = Self.gappedBothWays
    loop.send(.itemAppeared(index: 4))
    #expect(loop.tap(.below) == .before(cursor: "m"))
    loop.send(.pageLoaded(ticket: loop.next, page: .init("jkl", next: "l", previous: "j")))
    #expect(loop.shown == "abc|jklmno")
    #expect(loop.state.reader == 7..<8)
    #expect(loop.tap(.above) == .after(cursor: "c"))
    loop.send(.pageLoaded(ticket: loop.next, page: .init("dej", next: "j", previous: "d")))
    #expect(loop.shown == "abcdejklmno")
  }

  @Test func fromBelowUntilAPageLeadsToTheRowsAbove() {
    var loop = Self.gappedBothWays
    _ = loop.tap(.below)
    loop.send(.pageLoaded(ticket: loop.next, page: .init("cjk", next: "k", previous: "c")))
    #expect(loop.shown == "abcjkmno")
  }

  @Test func aPageThatNothingComesBeforeLeavesTheUsersNewRow() {
    var loop = Self.gappedBothWays
    loop.send(.edit(change: .insert(item: Row("s"), before: nil)))
    loop.send(.editCommitted(ticket: loop.next, item: nil))
    _ = loop.tap(.below)
    loop.send(.pageLoaded(ticket: loop.next, page: .init("jkl", next: "l")))
    #expect(loop.shown == "jklmnos")
  }

  @Test func thePageThatWasFirstIsOneOfThemOnceTheGapHasClosed() {
    var loop = Self.gapped()
    _ = loop.tap(.above)
    loop.send(.pageLoaded(ticket: loop.next, page: .init("lmn", next: "n")))
    #expect(loop.shown == "abclmno")
    #expect(
      loop.state.pages.map(\.position) == [.start, .after(cursor: "c"), .after(cursor: "n")])
  }

  @Test func nothingIsReadAsTheFirstPageOnceThatWasDroppedAboveAGap() {
    var loop = Self.gapped(Self.feed(most: 6))
    loop.send(.itemAppeared(index: 5))
    _ = loop.tap(.above)
    loop.send(.pageLoaded(ticket: loop.next, page: .init("def", next: "f")))
    #expect(loop.shown == "def|mno")
    _ = loop.tap(.above)
    loop.send(.pageLoaded(ticket: loop.next, page: .init("klm", next: "m")))
    #expect(loop.shown == "klmno")
    for (page, rows) in [("def", "defklm"), ("abc", "abcdef")] {
      loop.send(.itemAppeared(index: 0))
      loop.send(.pageLoaded(ticket: loop.next, page: .init(page, next: "\(page.last!)")))
      #expect(loop.shown == rows)
    }
    #expect(loop.state.nextPosition == .after(cursor: "f"))
  }

  @Test func anEndIsAskedByThePageThatIsItsLastOneNow() {
    var loop = Loop(Self.feed(), state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("cd", next: "d")), .loadMore)
    loop.send(.pageLoaded(ticket: 2, page: .init("ef", next: nil)), .visible(range: 3..<4))
    loop.pull(.init("cx", next: "x"))
    #expect(loop.shown == "cx|def" && loop.tap(.above) == .after(cursor: "x"))
    loop.send(.pageLoaded(ticket: loop.next, page: .init("de", next: "e")))
    #expect(loop.shown == "cxdef")
    #expect(loop.state.nextPosition == .after(cursor: "e"))
    #expect(loop.state.append.request == loop.next)
    loop.send(.pageLoaded(ticket: loop.next, page: .init("g", next: nil)))
    #expect(loop.shown == "cxdeg")
  }

  @Test func anEndThatWasReadIsNotAskedOnceMore() {
    var loop = Loop(Self.feed(), state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("kl", next: "l")), .loadMore)
    loop.send(.pageLoaded(ticket: 2, page: .init("mno", next: nil)))
    loop.pull(.init("abc", next: "c"))
    loop.send(.loadMore)
    loop.send(.pageLoaded(ticket: loop.next, page: .init("mno", next: nil)))
    #expect(loop.shown == "abc|klmno" && loop.state.append.end == .exhausted)
    _ = loop.tap(.above)
    loop.send(.pageLoaded(ticket: loop.next, page: .init("de", next: "e")))
    #expect(loop.shown == "abcde|klmno" && loop.state.append.end == .exhausted)
  }

  @Test func whereOnlyOneSideHasAPositionThePageComesFromThere() {
    var loop = Self.gapped()
    #expect(loop.tap(.below) == .after(cursor: "c"))
  }

  @Test func whatTheServerDoesNotHaveGoes() {
    var loop = Self.gapped()
    _ = loop.tap(.above)
    loop.send(.pageLoaded(ticket: loop.next, page: .init("de", next: nil)))
    #expect(loop.shown == "abcde")
    #expect(loop.state.completeness == .complete)
  }

  @Test(arguments: [
    ("cdm", "abcdmno"), ("cdmx", "abcdmx|no"), ("bm", "abcmno"), ("dmn", "abcdmno"),
    ("bxcd", "abxcd|mno"),
  ])
  func aPageMayHaveRowsOfBothSides(page: String, shown: String) {
    var loop = Self.gapped()
    _ = loop.tap(.above)
    loop.send(.pageLoaded(ticket: loop.next, page: .init(page, next: "z")))
    #expect(loop.shown == shown)
  }

  @Test func aNewRowHoldsOverAPageThatWasAskedForBefore() {
    var loop = Self.gapped()
    _ = loop.tap(.above)
    let ticket = loop.next
    loop.send(.edit(change: .insert(item: Row("s"), before: "n")))
    loop.send(.editCommitted(ticket: loop.next, item: nil))
    loop.send(.pageLoaded(ticket: ticket, page: .init("dmn", next: "n")))
    #expect(loop.shown == "abcdmsno")
  }

  @Test func aRowFromBelowMovesIntoThePage() {
    var loop = Self.gapped()
    _ = loop.tap(.above)
    loop.send(.pageLoaded(ticket: loop.next, page: .init("dne", next: "e")))
    #expect(loop.shown == "abcdne|mo")
  }

  @Test func aFailedOneIsRetriedFromTheSameSide() {
    var loop = Self.gapped()
    _ = loop.tap(.above)
    loop.send(.failed(ticket: loop.next, failure: .server))
    #expect(loop.state.gaps[0].load == .failed(failure: .server))
    #expect(loop.state.error == nil, "the list stays readable: the gap shows it")
    loop.send(.retryTapped(kind: .gap))
    #expect(loop.state.gaps[0].load.request == loop.next)
    loop.send(.pageLoaded(ticket: loop.next, page: .init("dm", next: "m")))
    #expect(loop.shown == "abcdmno")
  }

  @Test func severalPagesWithoutANewRowStall() {
    var loop = Self.gapped(Self.feed(.automatic))
    loop.send(.itemAppeared(index: 3))
    for _ in 0...2 {
      loop.send(.pageLoaded(ticket: loop.next, page: .init("", next: "z")))
    }
    #expect(loop.state.gaps[0].load == .ended(reason: .stalled))
    #expect(loop.tap(.above) == .after(cursor: "z"))
    loop.send(.pageLoaded(ticket: loop.next, page: .init("", next: "y")))
    #expect(loop.state.gaps[0].load.request == loop.next, "the user asked: counting starts again")
  }

  @Test func aTapTakesThePlaceOfATimer() throws {
    let feed = Letters(
      pageSize: 3, refreshMode: .merge, retry: RetryPolicy(attempts: 2), gaps: .manual)
    var loop = Self.gapped(feed)
    _ = loop.tap(.above)
    let lost = FeedFailure(.timeout, message: "no answer", isRetryable: true)
    loop.send(.failed(ticket: loop.next, failure: lost))
    let timer = try #require(loop.state[.gap].timer)
    let effects = loop.send(.gapTapped(id: loop.state.gaps[0].id, from: .above)).effects
    #expect(effects.first == .cancel(ticket: timer) && effects.count == 2)
  }

  @Test func aTapAsksAlsoWhereTheDeviceIsSaidToBeOffline() {
    var loop = Self.gapped()
    loop.send(.connectivityChanged(isOnline: false))
    #expect(loop.tap(.above) == .after(cursor: "c"))
  }

  // MARK: - When it loads

  @Test func aGapNearTheReaderLoadsByItself() {
    var loop = Self.gapped(Self.feed(.automatic))
    #expect(loop.send(.itemAppeared(index: 1)).effects == [])
    #expect(loop.machine.explain(.gap, in: loop.state) == .farFromGap(distance: 1))
    loop.send(.itemAppeared(index: 2))
    #expect(loop.state[.gap].request == loop.next)
  }

  @Test func theNearestOneLoads() {
    let feed = Letters(
      pageSize: 3, prefetchDistance: 4, refreshMode: .merge, gaps: .automatic)
    var loop = Loop(feed, state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("mno", next: "o")))
    loop.pull(.init("abc", next: "c"))
    loop.pull(.init("xyz", next: "z"))
    #expect(loop.shown == "xyz|abc|mno")
    let effects = loop.send(.itemAppeared(index: 3)).effects
    #expect(
      effects.contains {
        if case .load(let request) = $0 { request.position == .after(cursor: "z") } else { false }
      })
  }

  @Test func byHandItDoesNot() {
    var loop = Self.gapped()
    loop.send(.itemAppeared(index: 2))
    #expect(loop.state[.gap] == .idle)
    #expect(loop.machine.explain(.gap, in: loop.state) == .gapByHand)
  }

  @Test func oneGapLoadsAtATime() {
    var loop = Self.gapped()
    loop.pull(.init("xyz", next: "z"))
    #expect(loop.shown == "xyz|abc|mno")
    let ids = loop.state.gaps.map(\.id)
    loop.send(.gapTapped(id: ids[0], from: .above))
    let ticket = loop.next
    #expect(
      loop.send(.gapTapped(id: ids[1], from: .above)).refusal
        == .loading(kind: .gap, ticket: ticket))
    loop.send(.failed(ticket: ticket, failure: .refused))
    #expect(loop.state.error(of: .gap) != nil)
    loop.send(.gapTapped(id: ids[1], from: .above))
    #expect(loop.state.gaps.map(\.load) == [.idle, .loading(ticket: loop.next, attempt: 0)])
  }

  @Test func aGapThatIsNotThereIsRefused() {
    var loop = Self.gapped()
    #expect(loop.send(.gapTapped(id: 99, from: .above)).refusal == .noGap)
    var without = Self.gapped(Self.feed(nil))
    #expect(without.send(.gapTapped(id: 3, from: .above)).refusal == .noGap)
  }

  @Test func aPullCancelsTheLoadOfAGap() {
    var loop = Self.gapped()
    _ = loop.tap(.above)
    let ticket = loop.next
    #expect(loop.send(.refreshPulled).effects.first == .cancel(ticket: ticket))
    #expect(loop.send(.gapTapped(id: loop.state.gaps[0].id, from: .above)).refusal != nil)
  }

  @Test func whereTheGapGoesItsLoadIsCancelled() {
    var loop = Self.gapped()
    _ = loop.tap(.above)
    let ticket = loop.next
    loop.send(.invalidated)
    let effects = loop.send(.pageLoaded(ticket: loop.next, page: .init("abcm", next: "m"))).effects
    #expect(loop.shown == "abcmno")
    #expect(effects == [.cancel(ticket: ticket)])
  }

  // MARK: - Rows around it

  @Test func rowsThatComeAndGoMoveIt() {
    var loop = Self.gapped()
    loop.send(.edit(change: .remove(id: "b")), .edit(change: .insert(item: Row("x"), before: "m")))
    #expect(loop.shown == "ac|xmno")
    loop.send(.edit(change: .remove(id: "m")))
    #expect(loop.shown == "ac|xno")
  }

  @Test func aGapWithNoRowAboveItOpensTheStart() {
    var loop = Self.pulled(.init("a", next: "a"))
    loop.send(.edit(change: .remove(id: "a")))
    loop.send(.editCommitted(ticket: loop.next, item: nil))
    #expect(loop.shown == "mno")
    #expect(loop.state.previousPosition == .after(cursor: "a"))
    loop = Self.gappedBothWays
    for row in ["a", "b", "c"] {
      loop.send(.edit(change: .remove(id: row)))
      loop.send(.editCommitted(ticket: loop.next, item: nil))
    }
    #expect(loop.shown == "mno")
    #expect(loop.state.previousPosition == .before(cursor: "m"))
    #expect(loop.state.nextPosition == .after(cursor: "o"))
  }

  @Test func aWindowThatReachesAGapGoesOnThere() {
    var loop = Self.gapped(Self.feed(most: 6))
    loop.send(.itemAppeared(index: 0), .memoryWarning(keep: 3))
    #expect(loop.shown == "abc|mno", "two pages stay")
    _ = loop.tap(.above)
    loop.send(.pageLoaded(ticket: loop.next, page: .init("def", next: "f")))
    #expect(loop.shown == "abcdef")
    #expect(loop.state.nextPosition == .after(cursor: "f"))
  }

  @Test func aPositionThatTheNewPageNamesTooIsNotThatOfTheGap() {
    var loop = Self.pulled(
      .init("abc", next: "c", previous: "p"), over: .init("mno", next: "o", previous: "p"))
    #expect(loop.tap(.below) == .after(cursor: "c"))
    #expect(loop.state.previousPosition == .before(cursor: "p"))
  }

  // MARK: - Restarts

  @Test func aGapIsStoredAndComesBack() throws {
    let snapshot = try #require(Self.gapped().state.snapshot)
    #expect(snapshot.version == 2)
    var loop = Loop(Self.feed(), state: .init(seed: 2, identity: 2))
    loop.send(.restored(snapshot: snapshot, age: .zero))
    #expect(loop.shown == "abc|mno")
    #expect(loop.tap(.above) == .after(cursor: "c"))
  }

  @Test func twoGapsComeBack() throws {
    var loop = Self.gapped()
    loop.pull(.init("xyz", next: "z"))
    let snapshot = try #require(loop.state.snapshot)
    var restarted = Loop(Self.feed(), state: .init(seed: 2, identity: 2))
    restarted.send(.restored(snapshot: snapshot, age: .zero))
    #expect(restarted.shown == "xyz|abc|mno")
  }

  @Test func withoutGapsAFileIsOfTheOldFormat() throws {
    let loop = Self.pulled(.init("abm", next: "x"))
    #expect(try #require(loop.state.snapshot).version == 1)
  }

  @Test func aFeedWithoutGapsKeepsTheRowsAboveTheFirst() throws {
    let snapshot = try #require(Self.gapped().state.snapshot)
    var loop = Loop(Self.feed(nil), state: .init(seed: 2, identity: 2))
    loop.send(.restored(snapshot: snapshot, age: .zero))
    #expect(loop.shown == "abc")
    #expect(loop.state.nextPosition == .after(cursor: "c"))
  }

  @Test(arguments: [0, 1, 6, 7, -1])
  func aGapInAFileStandsBetweenTwoPages(row: Int) throws {
    var snapshot = try #require(Self.gapped().state.snapshot)
    snapshot.gaps[0].row = row
    var loop = Loop(Self.feed(), state: .init(seed: 2, identity: 2))
    let refusal = loop.send(.restored(snapshot: snapshot, age: .zero)).refusal
    #expect(refusal == .snapshotInvalid(reason: .gaps))
  }

  @Test func aGapInAFileHasAPositionAndATicketOfItsOwn() throws {
    let snapshot = try #require(Self.gapped().state.snapshot)
    var (nowhere, early, late) = (snapshot, snapshot, snapshot)
    nowhere.gaps[0].next = nil
    early.gaps[0].id = 0
    late.gaps[0].id = 99
    for wrong in [nowhere, early, late] {
      var loop = Loop(Self.feed(), state: .init(seed: 2, identity: 2))
      let refusal = loop.send(.restored(snapshot: wrong, age: .zero)).refusal
      #expect(refusal == .snapshotInvalid(reason: .gaps))
    }
  }
}

extension Loop<Letters> {
  /// The last ticket, which is that of the last request.
  fileprivate var next: Ticket { state.lastTicket }

  /// The rows, with a bar for each gap.
  fileprivate var shown: String {
    let gaps = Set(state.gaps.map(\.index))
    return letters.enumerated().map { (gaps.contains($0.offset) ? "|" : "") + String($0.element) }
      .joined()
  }

  /// Pulls, and answers with a page.
  fileprivate mutating func pull(_ page: Letters.Page) {
    send(.refreshPulled)
    send(.pageLoaded(ticket: next, page: page))
  }

  /// Taps the first gap. Returns the position that is asked for.
  fileprivate mutating func tap(_ side: GapSide) -> Letters.Position? {
    guard let gap = state.gaps.first else { return nil }
    let effects = send(.gapTapped(id: gap.id, from: side)).effects
    guard case .load(let request)? = effects.last, request.kind == .gap else { return nil }
    return request.position
  }
}
