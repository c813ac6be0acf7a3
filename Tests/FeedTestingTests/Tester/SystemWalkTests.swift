import FeedReducer
import FeedTesting
import Testing
import TestWatch

private struct Row: Identifiable, Equatable {
  let id: Int
}

private func rows(_ ids: ClosedRange<Int>) -> [Row] {
  ids.map { Row(id: $0) }
}

extension Feed.Effect {
  fileprivate static func load(
    _ ticket: Ticket, kind: LoadKind, at position: Feed.Position, size: Int
  ) -> Self {
    .load(request: .init(ticket: ticket, kind: kind, position: position, size: size))
  }
}

extension Tester {
  /// Starts a feed whose first page is `page`.
  fileprivate func begin<Cursor>(
    _ page: Feed<Row, Cursor>.Page, size: Int, line: UInt = #line
  ) where Machine == Feed<Row, Cursor>, Fields == Feed<Row, Cursor>.Fields {
    send(.started, effects: [.load(1, kind: .refresh, at: .start, size: size)], line: line) {
      $0.refresh = .loading(ticket: 1, attempt: 0)
    }
    send(.pageLoaded(ticket: 1, page: page), line: line) {
      $0.items = page.items
      $0.pages = [.init(count: page.items.count, position: .start)]
      $0.next = page.next.map { .after(cursor: $0) }
      $0.total = page.total
      $0.refresh = .idle
      if page.next == nil { $0.append = .ended(reason: .exhausted) }
      $0.prepend = .ended(reason: .exhausted)
      $0.generation = 1
    }
  }
}

/// Five kinds of feeds in use. Every step is stated in full.
@Suite("Five feeds, step by step", .watched)
struct SystemWalkTests {
  @Test func theAnswerCarriesTheURLOfTheNextPage() {
    let failure = FeedFailure(.unreachable, message: "no route", isRetryable: true)
    let tester = FeedTester(
      Feed<Row, String>(pageSize: 10, prefetchDistance: 1, retry: RetryPolicy(attempts: 0)),
      report: record)
    tester.begin(.init(items: rows(1...10), next: "/people?page=2", total: 82), size: 10)
    tester.send(.itemAppeared(index: 8)) { $0.reader = 8..<9 }
    tester.send(.itemAppeared(index: 8), refused: .farFromEnd(index: 8, count: 10, distance: 1))
    tester.send(
      .itemAppeared(index: 9),
      effects: [.load(2, kind: .append, at: .after(cursor: "/people?page=2"), size: 10)]
    ) {
      $0.reader = 9..<10
      $0.append = .loading(ticket: 2, attempt: 0)
    }
    #expect(tester.state.isLoadingMore)
    tester.send(
      .refreshPulled, effects: [.cancel(ticket: 2), .load(3, kind: .refresh, at: .start, size: 10)]
    ) {
      $0.append = .idle
      $0.refresh = .loading(ticket: 3, attempt: 0)
    }
    tester.send(
      .pageLoaded(ticket: 2, page: .init(items: rows(11...20), next: nil)),
      refused: .unknownTicket(ticket: 2))
    tester.send(.failed(ticket: 3, failure: failure)) {
      $0.refresh = .failed(failure: failure)
      $0.isDemandPaused = true
    }
    tester.send(
      .retryTapped(kind: nil), effects: [.load(4, kind: .refresh, at: .start, size: 10)]
    ) {
      $0.refresh = .loading(ticket: 4, attempt: 0)
    }
    tester.send(.pageLoaded(ticket: 4, page: .init(items: rows(1...10), next: nil))) {
      $0.refresh = .idle
      $0.next = nil
      $0.append = .ended(reason: .exhausted)
      $0.total = nil
      $0.generation = 2
      $0.isDemandPaused = false
    }
    tester.send(.itemAppeared(index: 9), refused: .ended(kind: .append, reason: .exhausted))
    tester.finish()
  }

  @Test func aThresholdAndATotal() {
    let tester = FeedTester(Feed<Row, Int>(pageSize: 50, prefetchDistance: 10), report: record)
    tester.begin(.init(items: rows(1...50), next: 2, total: 100), size: 50)
    tester.send(.itemAppeared(index: 39)) { $0.reader = 39..<40 }
    tester.send(.itemAppeared(index: 39), refused: .farFromEnd(index: 39, count: 50, distance: 10))
    tester.send(
      .itemAppeared(index: 40), effects: [.load(2, kind: .append, at: .after(cursor: 2), size: 50)]
    ) {
      $0.reader = 40..<41
      $0.append = .loading(ticket: 2, attempt: 0)
    }
    tester.send(
      .pageLoaded(ticket: 2, page: .init(items: rows(51...100), next: nil, total: 100))
    ) {
      $0.items += rows(51...100)
      $0.pages.append(.init(count: 50, position: .after(cursor: 2)))
      $0.next = nil
      $0.append = .ended(reason: .exhausted)
    }
    #expect(!tester.state.canLoadNextPage)
    tester.finish()
  }

  @Test func aRateLimitIsWaitedForAndAShortPageIsTheLast() {
    let limit = FeedFailure(
      .http, message: "too many requests", status: 429, isRetryable: true, retryAfter: .seconds(7))
    let tester = FeedTester(
      Feed<Row, Int>(pageSize: 10, prefetchDistance: 2, retry: RetryPolicy(attempts: 1)),
      report: record)
    tester.begin(.init(items: rows(1...10), next: 2), size: 10)
    tester.given(.itemAppeared(index: 9))
    tester.send(
      .failed(ticket: 2, failure: limit), effects: [.schedule(ticket: 3, after: .seconds(7))]
    ) {
      $0.append = .waiting(ticket: 3, attempt: 1)
    }
    tester.send(.loadMore, refused: .waiting(kind: .append, ticket: 3))
    tester.send(
      .timerFired(ticket: 3), effects: [.load(4, kind: .append, at: .after(cursor: 2), size: 10)]
    ) {
      $0.append = .loading(ticket: 4, attempt: 1)
    }
    tester.send(.failed(ticket: 4, failure: limit)) {
      var told = limit
      told.attempts = 2
      $0.append = .failed(failure: told)
    }
    tester.send(.itemAppeared(index: 9), refused: .failed(kind: .append))
    tester.send(
      .retryTapped(kind: .append),
      effects: [.load(5, kind: .append, at: .after(cursor: 2), size: 10)]
    ) {
      $0.append = .loading(ticket: 5, attempt: 0)
    }
    tester.send(.pageLoaded(ticket: 5, page: .init(items: rows(11...13), next: nil))) {
      $0.items += rows(11...13)
      $0.pages.append(.init(count: 3, position: .after(cursor: 2)))
      $0.next = nil
      $0.append = .ended(reason: .exhausted)
    }
    tester.finish()
  }

  @Test func threeViewsFromOneState() {
    let tester = FeedTester(Feed<Row, String>(pageSize: 100), report: record)
    tester.send(.started, effects: [.load(1, kind: .refresh, at: .start, size: 100)]) {
      $0.refresh = .loading(ticket: 1, attempt: 0)
    }
    #expect(tester.state.isLoading)
    tester.send(.pageLoaded(ticket: 1, page: .init(items: [], next: nil))) {
      $0.refresh = .idle
      $0.append = .ended(reason: .exhausted)
      $0.emptyAppendPages = 1
      $0.prepend = .ended(reason: .exhausted)
      $0.next = nil
      $0.generation = 1
    }
    #expect(tester.state.isEmpty)
    tester.send(.refreshPulled, effects: [.load(2, kind: .refresh, at: .start, size: 100)]) {
      $0.refresh = .loading(ticket: 2, attempt: 0)
    }
    #expect(tester.state.refreshing)
    tester.send(.cancelled(ticket: 2)) {
      $0.refresh = .idle
      $0.isDemandPaused = true
    }
    tester.finish()
  }

  @Test func everyEarlyReturnIsARefusal() {
    let tester = FeedTester(
      Feed<Row, String>(pageSize: 4, prefetchDistance: 2, edits: .optimistic), report: record)
    tester.send(.itemAppeared(index: 0), refused: .noSuchRow(index: 0, count: 0))
    tester.send(.loadMore, refused: .noFirstPage)
    tester.begin(.init(items: rows(1...4), next: "c1"), size: 4)
    tester.send(.started, refused: .alreadyStarted)
    tester.send(.itemAppeared(index: 7), refused: .noSuchRow(index: 7, count: 4))
    tester.send(.itemAppeared(index: 1)) { $0.reader = 1..<2 }
    tester.send(.itemAppeared(index: 1), refused: .farFromEnd(index: 1, count: 4, distance: 2))
    tester.send(
      .itemAppeared(index: 3), effects: [.load(2, kind: .append, at: .after(cursor: "c1"), size: 4)]
    ) {
      $0.reader = 3..<4
      $0.append = .loading(ticket: 2, attempt: 0)
    }
    tester.send(.loadMore, refused: .loading(kind: .append, ticket: 2))
    let removal = Feed<Row, String>.Edit(feed: 1, ticket: 3, change: .remove(id: 2))
    tester.send(.edit(change: removal.change), effects: [.send(edit: removal)]) {
      $0.items.remove(at: 1)
      $0.reader = 2..<3
      $0.pendingEdits = [.init(edit: removal, state: .sending(attempt: 0))]
      $0.serverItems = rows(1...4)
    }
    tester.send(.editCommitted(ticket: 3, item: nil)) {
      $0.pages = [.init(count: 3, position: .start)]
      $0.pendingEdits = []
      $0.serverItems = nil
      $0.confirmedChanges = [.init(id: 2, change: .remove(id: 2), lastTicket: 3)]
    }
    tester.finish(inFlight: [.load(2, kind: .append, at: .after(cursor: "c1"), size: 4)])
  }
}
