import FeedReducer
import Testing
import TestWatch

/// The words that user interfaces bind to, as one value.
private struct Words: Equatable {
  var page: String?
  var canLoadNextPage = true
  var isLoading = false
  var isLoadingMore = false
  var refreshing = false
  var error: FeedFailure?
  var isEmpty = false
  var total: Int?
}

extension Words {
  init(_ state: Letters.State) {
    page = state.page
    canLoadNextPage = state.canLoadNextPage
    isLoading = state.isLoading
    isLoadingMore = state.isLoadingMore
    refreshing = state.refreshing
    error = state.error
    isEmpty = state.isEmpty
    total = state.total
  }
}

@Suite("The words that user interfaces bind to", .watched)
struct VocabularyTests {
  private static var emptied: Loop<Letters> {
    var loop = Given.started
    loop.send(.pageLoaded(ticket: 1, page: .init("", next: nil, total: 0)))
    return loop
  }

  private static var refreshFailed: Loop<Letters> {
    var loop = Given.twoRefreshing
    loop.send(.failed(ticket: 3, failure: .server))
    return loop
  }

  private static var stalled: Loop<Letters> {
    var loop = Loop(
      Letters(pageSize: 3, prefetchDistance: 2, maxEmptyPages: 0),
      state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("a", next: "c1")), .loadMore)
    loop.send(.pageLoaded(ticket: 2, page: .init("a", next: "c2")))
    return loop
  }

  private static let table: [(String, Loop<Letters>, Words)] = [
    ("fresh", Given.fresh, Words()),
    ("first page loading", Given.started, Words(isLoading: true)),
    ("first page failed", Given.firstFailed, Words(error: .server)),
    ("one page", Given.one, Words(page: "c1")),
    ("next page loading", Given.oneLoading, Words(page: "c1", isLoadingMore: true)),
    ("next page failed", Given.oneFailed, Words(page: "c1", error: .server)),
    ("ended", Given.oneEnded, Words(canLoadNextPage: false)),
    ("stalled", stalled, Words(page: "c2")),
    ("refreshing", Given.twoRefreshing, Words(page: "c2", refreshing: true)),
    ("refresh failed", refreshFailed, Words(page: "c2", error: .server)),
    ("empty", emptied, Words(canLoadNextPage: false, isEmpty: true, total: 0)),
  ]

  @Test(arguments: table.indices) func eachWordInEachSituation(row: Int) {
    let (situation, loop, words) = Self.table[row]
    #expect(Words(loop.state) == words, "\(situation)")
  }

  @Test func theFailureOfRefreshComesFirst() {
    var loop = Given.oneFailed
    let other = FeedFailure(.timeout, message: "late", isRetryable: true)
    loop.send(.refreshPulled, .failed(ticket: 3, failure: other))
    #expect(loop.state.error == other)
    #expect(loop.state.append.failure == .server)
    #expect(loop.state[.append] == .failed(failure: .server))
  }

  @Test func eachLoadStateSaysWhatItIs() {
    let states: [LoadState] = [
      .idle, .loading(ticket: 1, attempt: 0), .waiting(ticket: 2, attempt: 1),
      .offline(attempt: 1), .failed(failure: .server), .ended(reason: .cycle),
    ]
    #expect(states.map(\.request) == [nil, 1, nil, nil, nil, nil])
    #expect(states.map(\.timer) == [nil, nil, 2, nil, nil, nil])
    #expect(states.map(\.isUnderWay) == [false, true, true, false, false, false])
    #expect(states.map(\.failure?.code) == [nil, nil, nil, .offline, .http, nil])
    #expect(states.map(\.end) == [nil, nil, nil, nil, nil, .cycle])
  }

  @Test func feedsAreEqualIfTheirRulesAre() {
    let (edited, gapped) = (Letters(edits: .optimistic), Letters(gaps: .manual))
    #expect(edited == Letters(edits: .optimistic) && gapped == Letters(gaps: .manual))
    #expect(edited != Letters() && gapped != Letters() && gapped != Letters(gaps: .automatic))
  }

  @Test func theStateIsSmall() {
    #expect(MemoryLayout<Feed<IntRow, Int>.State>.size <= 312)
  }
}

private struct IntRow: Identifiable, Equatable {
  var id: Int
}

@Suite("What values say of themselves", .watched)
struct DescriptionTests {
  @Test func namesAreTheirText() {
    #expect("\(Ticket(rawValue: 7))" == "7")
    #expect("\(LoadKind.append)" == "append")
    #expect("\(LoadState.End.cycle)" == "cycle")
    #expect("\(FeedFailure.Code.timeout)" == "timeout")
    #expect("\(FeedFailure(.timeout, message: "Too late."))" == "Too late.")
    #expect("\(FeedFailure(.timeout, message: "Too late.", attempts: 1))" == "Too late.")
    #expect(
      "\(FeedFailure(.timeout, message: "Too late.", attempts: 2))" == "After 2 attempts: Too late."
    )
  }
}
