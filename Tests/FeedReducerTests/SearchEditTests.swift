import FeedReducer
import Testing
import TestWatch

fileprivate typealias Words = Search<String, Row, String>

private let search = Words(
  Letters(pageSize: 3, prefetchDistance: 1, retry: RetryPolicy(attempts: 1), edits: .optimistic),
  pause: .zero)

/// Edits of rows that a search found.
@Suite("Edits in a search", .watched)
struct SearchEditTests {
  /// A search that shows the rows a, b and c of "rust". The next ticket is 2.
  private static var rust: Loop<Words> {
    var loop = Loop(search, state: .init(query: "rust", seed: 1, identity: 1))
    loop.send(.submitted)
    loop.send(.feed(action: .pageLoaded(ticket: 1, page: .init("abc", next: "c1"))))
    return loop
  }

  private static func send(_ edit: Letters.Edit, for query: String) -> Words.Effect {
    .feed(query: query, effect: .send(edit: edit))
  }

  @Test func anotherQueryKeepsThem() {
    var loop = Self.rust
    loop.send(.feed(action: .edit(change: Given.like.change)))
    loop.send(.typed(query: "go"))
    let asked = loop.send(.submitted)
    #expect(
      asked.effects.count == 2, "the pause ends and the page is asked for; no edit is cancelled")
    loop.send(.feed(action: .editFailed(ticket: 2, failure: .refused)))
    #expect(loop.state.failedEdits.map(\.edit) == [Given.like])
    #expect(
      loop.send(.feed(action: .editRetried(id: "a")))
        == .accepted([Self.send(Given.like, for: "go")]))
    loop.send(.feed(action: .pageLoaded(ticket: 4, page: .init("xa", next: nil))))
    #expect(
      loop.state.items.map(\.text) == ["x", "liked"], "it shows where the row is found again")
  }

  @Test(arguments: [true, false]) func aNewRowIsSentAndDoesNotShowInAnotherQuery(isFirst: Bool) {
    var loop = Self.rust
    loop.send(.feed(action: .edit(change: .insert(item: Row("s"), before: nil))))
    loop.send(.typed(query: "go"))
    loop.send(.submitted)
    if isFirst { loop.send(.feed(action: .editCommitted(ticket: 2, item: nil))) }
    loop.send(.feed(action: .pageLoaded(ticket: 4, page: .init("xyz", next: nil))))
    #expect(loop.state.items.map(\.id) == ["x", "y", "z"])
    if !isFirst { loop.send(.feed(action: .editCommitted(ticket: 2, item: nil))) }
    #expect(loop.state.items.map(\.id) == ["x", "y", "z"])
    #expect(loop.state.feed.pendingEdits.isEmpty)
    loop.send(.feed(action: .edit(change: .insert(item: Row("t"), before: nil))))
    #expect(loop.state.items.map(\.id) == ["x", "y", "z", "t"], "one that is made here does")
  }

  @Test func theAnswerCountsForANewRowThatAnotherQueryHasFound() {
    var loop = Self.rust
    loop.send(.feed(action: .edit(change: .insert(item: Row("s"), before: nil))))
    loop.send(.typed(query: "go"))
    loop.send(.submitted)
    loop.send(
      .feed(action: .pageLoaded(ticket: 4, page: .init(items: [Row("n", "page")], next: nil))))
    loop.send(.feed(action: .editCommitted(ticket: 2, item: Row("n", "answer"))))
    #expect(loop.state.items.map(\.text) == ["answer"])
  }

  @Test func theyAreSentWithoutAQueryToo() {
    var loop = Self.rust
    loop.send(.feed(action: .connectivityChanged(isOnline: false)))
    for id in ["a", "b", "c"] {
      loop.send(.feed(action: .edit(change: .update(item: Row(id, "liked")))))
    }
    #expect(loop.send(.typed(query: nil)) == .accepted([]))
    #expect(loop.state.feed.pendingEdits.count == 3 && loop.state.items.isEmpty)
    let online = loop.send(.feed(action: .connectivityChanged(isOnline: true)))
    #expect(online.effects.count == 3)
    #expect(online.effects.first == Self.send(Given.like, for: "rust"))
    for ticket in 2...4 {
      #expect(
        loop.send(.feed(action: .editCommitted(ticket: Ticket(rawValue: ticket), item: nil)))
          == .accepted([]))
    }
    #expect(loop.state.feed.pendingEdits.isEmpty)
  }

  @Test func thoseThatFailedStayWithoutAQuery() {
    var loop = Self.rust
    loop.send(.feed(action: .edit(change: Given.like.change)))
    loop.send(.typed(query: nil))
    loop.send(.feed(action: .editFailed(ticket: 2, failure: .refused)))
    #expect(loop.state.failure(of: "a") == .refused)
    #expect(loop.send(.feed(action: .editDismissed(id: "a"))) == .accepted([]))
    #expect(loop.state.failedEdits.isEmpty)
  }

  @Test func aResetKeepsThem() {
    var loop = Self.rust
    loop.send(.feed(action: .edit(change: Given.like.change)))
    loop.send(.feed(action: .reset))
    #expect(loop.state.feed.pendingEdits.map(\.edit) == [Given.like])
  }

  @Test(arguments: [true, false]) func aLogOutDropsAndNamesThem(isCleared: Bool) {
    var loop = Self.rust
    loop.send(.feed(action: .edit(change: Given.like.change)))
    if isCleared { loop.send(.typed(query: nil)) }
    #expect(
      loop.send(.feed(action: .stopped))
        == .accepted([
          .feed(query: "rust", effect: .cancel(ticket: 2)),
          .feed(query: "rust", effect: .drop(edit: Given.like)),
        ]))
    #expect(loop.state.query == nil && loop.state.feed.pendingEdits.isEmpty)
    #expect(loop.send(.feed(action: .stopped)) == .ignored(.noQuery))
    loop.send(.typed(query: "go"))
    #expect(loop.send(.submitted).effects.count == 2, "the next user searches")
  }

  // MARK: Rows of a query before

  /// Edits a row of "rust" and asks for "go", whose first page has not come; then for "zig" if `isTwice`. The edit has
  /// ticket 2.
  private static func stale(_ change: Letters.Change, isTwice: Bool = false) -> Loop<Words> {
    var loop = rust
    loop.send(.feed(action: .edit(change: change)))
    for query in isTwice ? ["go", "zig"] : ["go"] {
      loop.send(.typed(query: query))
      loop.send(.submitted)
    }
    return loop
  }

  private func texts(_ loop: Loop<Words>) -> [String] { loop.state.items.map(\.text) }

  @Test(arguments: [true, false]) func staleRowsShowWhatTheServerMadeOfThem(isTwice: Bool) {
    var loop = Self.stale(Given.like.change, isTwice: isTwice)
    #expect(texts(loop) == ["liked", "b", "c"])
    loop.send(.feed(action: .editCommitted(ticket: 2, item: Row("a", "liked by 7"))))
    #expect(texts(loop) == ["liked by 7", "b", "c"] && loop.state.isStale)
  }

  @Test(arguments: [true, false]) func staleRowsShowNothingThatTheServerRefused(isTwice: Bool) {
    var loop = Self.stale(Given.like.change, isTwice: isTwice)
    loop.send(.feed(action: .editFailed(ticket: 2, failure: .refused)))
    #expect(texts(loop) == ["a", "b", "c"])
    loop.send(.feed(action: .editRetried(id: "a")))
    #expect(texts(loop) == ["liked", "b", "c"])
    loop.send(.feed(action: .editFailed(ticket: 2, failure: .cancelledEdit)))
    loop.send(.feed(action: .editDismissed(id: "a")))
    #expect(texts(loop) == ["a", "b", "c"])
  }

  @Test func aStaleRowWhoseRemovalIsRefusedComesBackAboveTheReader() {
    var loop = Self.rust
    loop.send(.feed(action: .edit(change: .remove(id: "a"))))
    loop.send(.feed(action: .visible(range: 1..<2)))
    let first = loop.state.items.revision
    loop.send(.typed(query: "go"))
    loop.send(.submitted)
    loop.send(.feed(action: .editFailed(ticket: 2, failure: .refused)))
    #expect(texts(loop) == ["a", "b", "c"] && loop.state.reader == 2..<3)
    let again = loop.state.items.revision
    #expect(again > first)
    let page = loop.state.feed.refresh.request ?? 0
    loop.send(.feed(action: .pageLoaded(ticket: page, page: .init("xc", next: nil))))
    #expect(texts(loop) == ["x", "c"] && loop.state.reader == 1..<2)
    #expect(loop.state.items.revision > again, "a list that shows another revision draws again")
  }

  @Test func aNewRowStaysAmongStaleRowsUntilItIsRefused() {
    let new = Letters.Change.insert(item: Row("s"), before: "b")
    var loop = Self.stale(new)
    #expect(texts(loop) == ["a", "s", "b", "c"])
    loop.send(.feed(action: .editFailed(ticket: 2, failure: .refused)))
    #expect(texts(loop) == ["a", "b", "c"])

    loop = Self.stale(new)
    loop.send(.feed(action: .editCommitted(ticket: 2, item: Row("n", "new"))))
    #expect(texts(loop) == ["a", "new", "b", "c"])
  }

  @Test func theOnlyRowOfAListGoesIfItIsRefused() {
    var loop = Loop(search, state: .init(query: "rust", seed: 1, identity: 1))
    loop.send(.submitted)
    loop.send(.feed(action: .pageLoaded(ticket: 1, page: .init("", next: nil))))
    loop.send(.feed(action: .edit(change: .insert(item: Row("s"), before: nil))))
    loop.send(.typed(query: "go"))
    loop.send(.submitted)
    #expect(texts(loop) == ["s"] && loop.state.isStale)
    loop.send(.feed(action: .editFailed(ticket: 2, failure: .refused)))
    #expect(texts(loop) == [] && !loop.state.isStale && loop.state.isLoading)
  }

  /// The timer of a retry has a ticket of its own, and the network takes timers away.
  @Test(arguments: [true, false]) func staleRowsFollowAnEditThroughARetry(isOnline: Bool) {
    var loop = Self.stale(Given.like.change)
    let failed = loop.send(.feed(action: .editFailed(ticket: 2, failure: .server)))
    guard case .feed(_, .schedule(let timer, _)) = failed.effects.first else {
      Issue.record("no timer: \(failed)")
      return
    }
    if isOnline {
      loop.send(.feed(action: .timerFired(ticket: timer)))
    } else {
      loop.send(.feed(action: .connectivityChanged(isOnline: false)))
      loop.send(.feed(action: .connectivityChanged(isOnline: true)))
    }
    #expect(texts(loop) == ["liked", "b", "c"])
    loop.send(.feed(action: .editCommitted(ticket: 2, item: Row("a", "liked by 7"))))
    #expect(texts(loop) == ["liked by 7", "b", "c"])
  }
}
