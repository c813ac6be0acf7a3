import FeedReducer
import Testing
import TestWatch

/// How a load stands. Each state of a load is in the list; a state more is a case of its `init` that is missing.
private enum Phase: CaseIterable {
  case idle, loading, waiting, offline, failed, exhausted, cycle, stalled

  init(of load: LoadState) {
    switch load {
    case .idle: self = .idle
    case .loading: self = .loading
    case .waiting: self = .waiting
    case .offline: self = .offline
    case .failed: self = .failed
    case .ended(reason: .exhausted): self = .exhausted
    case .ended(reason: .cycle): self = .cycle
    case .ended(reason: .stalled): self = .stalled
    }
  }
}

private let feed = Letters(
  pageSize: 3, prefetchDistance: 1, retry: RetryPolicy(attempts: 1), maxEmptyPages: 0)

extension Loop where Machine == Letters {
  /// Rows mno with an open end on both sides, and the reader at n.
  fileprivate static var inTheMiddle: Loop {
    var loop = Loop(feed, state: .init(seed: 1, identity: 1))
    loop.send(
      .started, .pageLoaded(ticket: 1, page: .init("mno", next: "c1", previous: "p1")),
      .itemAppeared(index: 1))
    return loop
  }

  /// Brings the load of a kind, whose cursor is `cursor`, into a phase; false where it has none such.
  fileprivate mutating func bring(_ kind: LoadKind, to phase: Phase, cursor: String) -> Bool {
    if phase == .idle { return true }
    switch kind {
    case .refresh: send(state.generation == 0 ? .started : .refreshPulled)
    case .append: send(.loadMore)
    case .prepend: send(.itemAppeared(index: 0))
    case .gap: return false
    }
    guard let ticket = state[kind].request else { return false }
    func further(_ letters: String, _ position: String?) -> Letters.Action {
      .pageLoaded(
        ticket: ticket,
        page: kind == .append
          ? .init(letters, next: position) : .init(letters, next: nil, previous: position))
    }
    switch phase {
    case .idle, .loading: break
    case .waiting: send(.failed(ticket: ticket, failure: .server))
    case .offline:
      send(.failed(ticket: ticket, failure: .server), .connectivityChanged(isOnline: false))
    case .failed: send(.failed(ticket: ticket, failure: .refused))
    case .exhausted, .cycle, .stalled:
      if kind == .refresh { return false }
      send(
        phase == .exhausted
          ? further("x", nil) : phase == .cycle ? further("", cursor) : further("", "other"))
    }
    return true
  }

  /// What a phase of a load of `kind` looks like at an end of the list.
  fileprivate func shown(_ kind: LoadKind) -> ListEnd? {
    switch Phase(of: state[kind]) {
    case .idle: .nothing
    case .loading: .loading(kind: kind)
    case .waiting: state[kind].timer.map { .waiting(kind: kind, timer: $0) }
    case .offline: .offline(kind: kind)
    case .failed: .failed(kind: kind, failure: .refused)
    case .exhausted, .cycle: .end
    case .stalled: .stalled(kind: kind)
    }
  }
}

@Suite("What stands at the ends of a list", .watched)
struct ListEndTests {
  @Test(arguments: Phase.allCases) private func theFooterTellsOfTheNextPage(phase: Phase) {
    var loop = Loop<Letters>.inTheMiddle
    let isThere = loop.bring(.append, to: phase, cursor: "c1")
    #expect(isThere)
    #expect(Phase(of: loop.state.append) == phase)
    #expect(loop.state.footer == loop.shown(.append))
    #expect(loop.state.header == .nothing)
  }

  @Test(arguments: Phase.allCases) private func theHeaderTellsOfThePreviousPage(phase: Phase) {
    var loop = Loop<Letters>.inTheMiddle
    let isThere = loop.bring(.prepend, to: phase, cursor: "p1")
    #expect(isThere)
    #expect(Phase(of: loop.state.prepend) == phase)
    #expect(loop.state.header == loop.shown(.prepend))
    #expect(loop.state.footer == .nothing)
    #expect(loop.state.isLoadingPrevious == (phase == .loading || phase == .waiting))
  }

  /// A failure that no one sees, since it stands below rows that the reader is far from, helps no one.
  @Test(arguments: Phase.allCases) private func aRefreshThatIsStuckStandsAtTheTop(phase: Phase) {
    var loop = Loop<Letters>.inTheMiddle
    let isThere = loop.bring(.append, to: .failed, cursor: "c1")
    #expect(isThere)
    let footer = loop.state.footer
    guard loop.bring(.refresh, to: phase, cursor: "") else { return }
    #expect(Phase(of: loop.state.refresh) == phase)
    #expect(loop.state.header == (phase == .loading ? .nothing : loop.shown(.refresh)))
    #expect(loop.state.refreshing == (phase == .loading || phase == .waiting))
    #expect(loop.state.footer == footer)
    #expect(loop.state.error(of: .append) == .refused)
    #expect(loop.state.error(of: .refresh) == loop.state.refresh.failure)
    #expect(loop.state.error(of: .prepend) == nil)
  }

  @Test(arguments: Phase.allCases) private func beforeTheFirstPageTheFooterTellsOfIt(phase: Phase) {
    var loop = Loop(feed, state: .init(seed: 1, identity: 1))
    guard loop.bring(.refresh, to: phase, cursor: "") else { return }
    #expect(Phase(of: loop.state.refresh) == phase)
    #expect(loop.state.footer == loop.shown(.refresh))
    #expect(loop.state.header == .nothing)
  }

  @Test func aListWithoutRowsHasNoEndOfThem() {
    var loop = Given.started
    loop.send(.pageLoaded(ticket: 1, page: .init("", next: nil)))
    #expect(loop.state.footer == .empty)
    #expect(loop.state.header == .nothing)
    loop.send(.refreshPulled, .failed(ticket: 2, failure: .refused))
    #expect(loop.state.footer == .empty)
    #expect(loop.state.header == .failed(kind: .refresh, failure: .refused))
  }

  /// The list is complete at its end, and the page before it may have rows.
  @Test func aListThatMayHaveRowsIsNotAtItsEnd() {
    var loop = Given.started
    loop.send(.pageLoaded(ticket: 1, page: .init("", next: nil, previous: "p1")))
    #expect(loop.state.footer == .nothing)
    #expect(loop.state.header == .loading(kind: .prepend))
  }

  @Test func aListWithoutRowsThatLoadsAgainIsNotBlank() {
    var loop = Given.started
    loop.send(.pageLoaded(ticket: 1, page: .init("", next: "c1")), .refreshPulled)
    #expect(loop.state.footer == .loading(kind: .refresh))
  }

  @Test func aStoppedFeedHasNoEnds() {
    var loop = Loop<Letters>.inTheMiddle
    loop.send(.loadMore, .stopped)
    #expect(loop.state.footer == .nothing && loop.state.header == .nothing)
  }
}

@Suite("What stands at the ends of a search", .watched)
struct SearchEndTests {
  private typealias Words = Search<String, Row, String>

  private static func send(_ loop: inout Loop<Words>, _ actions: Words.Action...) {
    for action in actions { loop.send(action) }
  }

  @Test func theRowsOfAQueryBeforeHaveNoEnd() {
    var loop = Loop(Words(letters), state: .init(query: "rust", seed: 1, identity: 1))
    #expect(loop.state.footer == .nothing)
    loop.send(.submitted)
    #expect(loop.state.footer == .loading(kind: .refresh))
    loop.send(.feed(action: .pageLoaded(ticket: 1, page: .init("abc", next: nil))))
    #expect(loop.state.footer == .end && loop.state.header == .end)
    Self.send(&loop, .typed(query: "go"))
    #expect(loop.state.footer == .end, "the rows are still those of the query before")
    Self.send(&loop, .submitted)
    #expect(loop.state.footer == .nothing && loop.state.header == .nothing)
    #expect(loop.state.isStale && loop.state.refreshing)
    let failed = Feed<Row, String>.Action.failed(ticket: 3, failure: .refused)
    Self.send(&loop, .feed(action: failed))
    #expect(loop.state.header == .failed(kind: .refresh, failure: .refused))
    #expect(loop.state.footer == .nothing)
    #expect(loop.state.error(of: .refresh) == .refused && loop.state.restoredRow == nil)
  }

  @Test func nothingIsEmptyWhileAnotherQueryIsTyped() {
    var loop = Loop(Words(letters), state: .init(query: "rust", seed: 1, identity: 1))
    loop.send(.submitted)
    loop.send(.feed(action: .pageLoaded(ticket: 1, page: .init("", next: nil))))
    #expect(loop.state.footer == .empty)
    loop.send(.typed(query: "go"))
    #expect(loop.state.footer == .nothing && loop.state.header == .nothing)
    loop.send(.submitted)
    #expect(loop.state.footer == .loading(kind: .refresh))
  }
}
