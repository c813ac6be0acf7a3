import FeedReducer
import FeedTesting
import Testing
import TestWatch

private struct Row: Identifiable, Equatable {
  var id: Int
  var text = ""
}

private typealias Rows = Feed<Row, Int>

@Suite("The fields of a feed", .watched)
struct FeedFieldsTests {
  /// The stored properties of the state. The tests below cover their parts.
  @Test func everythingThatAStateStoresIsKnown() {
    let names = Mirror(reflecting: Rows.State(seed: 1, identity: 1)).children.map(\.label)
    #expect(
      names == [
        "items", "edits", "confirmed", "pages", "gapList", "told", "firstPageLoad", "tail", "head",
        "visibleRows",
        "isReaderRestored", "startsOver",
        "lastTicket", "generation", "total", "isOnline", "isStopped", "isDemandPaused",
        "hasLostCursor",
        "hasSentEdits", "seed", "identity",
      ], "a stored property without a field could change without a test having to say so")
    let edge = Mirror(reflecting: Rows.State(seed: 1, identity: 1)).children.first {
      $0.label == "tail"
    }
    let parts = edge.map { Mirror(reflecting: $0.value).children.map(\.label) }
    let load = Mirror(reflecting: Rows.State(seed: 1, identity: 1).firstPageLoad).children
    #expect(load.map(\.label) == ["state", "keepsPlace", "isFollowed"])
    #expect(
      parts == [
        "load", "position", "again", "pagesBetween", "emptyPages", "dropped", "emptyCursors",
        "ledOn",
      ])
  }

  @Test(arguments: UInt64(1)...40) func statesDifferWhereTheirFieldsDo(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let feed = Rows(pageSize: 2, prefetchDistance: 1, retry: RetryPolicy(attempts: 1), maxItems: 4)
    var state = Rows.State(seed: seed, identity: seed)
    for step in 0..<300 {
      let next = feed.reduce(state, Self.action(at: state, using: &random)).state
      let hasEqualFields =
        Rows.Fields(state) == Rows.Fields(next) && state.seed == next.seed
        && state.lastTicket == next.lastTicket && state.hasSentEdits == next.hasSentEdits
      #expect(hasEqualFields == (state == next), "seed \(seed), step \(step)")
      state = next
    }
  }

  private static func action(at state: Rows.State, using random: inout SplitMix64) -> Rows.Action {
    let ticket = Ticket(
      rawValue: max(1, state.lastTicket.rawValue - Int.random(in: 0...2, using: &random)))
    let row = Row(id: Int.random(in: 0..<12, using: &random), text: "\(ticket)")
    let actions: [Rows.Action] = [
      .started, .loadMore, .refreshPulled, .invalidated, .retryTapped(kind: nil), .stopped,
      .errorDismissed(kind: nil),
      .cancelled(ticket: ticket), .timerFired(ticket: ticket),
      .failed(ticket: ticket, failure: FeedFailure(.http, message: "500", isRetryable: true)),
      .failed(ticket: ticket, failure: FeedFailure(.invalidCursor, message: "410")),
      .connectivityChanged(isOnline: Bool.random(using: &random)),
      .itemAppeared(index: Int.random(in: 0...state.items.count, using: &random)),
      .edit(change: .remove(id: row.id)), .edit(change: .update(item: row)),
      .edit(change: .insert(item: row, before: state.items.first?.id)),
      .editCommitted(ticket: ticket, item: Row(id: row.id + 20)),
      .editCommitted(ticket: ticket, item: nil),
      .editFailed(ticket: ticket, failure: FeedFailure(.http, message: "409")),
      .pageLoaded(ticket: ticket, page: page(&random)),
      .pageLoaded(ticket: ticket, page: page(&random)),
      .pageLoaded(ticket: ticket, page: page(&random)),
    ]
    return actions.randomElement(using: &random) ?? .started
  }

  private static func page(_ random: inout SplitMix64) -> Rows.Page {
    .init(
      items: (0..<Int.random(in: 0...2, using: &random)).map { _ in
        Row(id: Int.random(in: 0..<12, using: &random))
      },
      next: Int.random(in: 0..<6, using: &random),
      previous: Bool.random(using: &random) ? nil : Int.random(in: 0..<6, using: &random))
  }

  @Test func failuresWithEqualTextsAreDistinguished() {
    let reports = Reports()
    let tester = Tester(Rows(), report: { reports.failures.append($0) })
    tester.given(.started)
    tester.send(.failed(ticket: 1, failure: FeedFailure(.http, message: "busy", status: 503))) {
      $0.refresh = .failed(failure: FeedFailure(.http, message: "busy", status: 500))
      $0.isDemandPaused = true
    }
    #expect(
      reports.messages == [
        """
        step 2, .failed(ticket: 1, failure: busy): the state is not as stated
          refresh.failed.failure.status  expected 500, came 503
        State every field that changes and no other, or correct the machine.
        """
      ])
  }

  @Test func aBiggerMachineShowsItsFeedsByTheirFields() {
    struct Tabs: StateMachine {
      struct State: Equatable {
        var home = Rows.State(seed: 1, identity: 1)
        var name = "a"
      }
      let feed = Rows(pageSize: 2)
      func reduce(
        into state: inout State, _ action: Rows.Action
      ) -> Reaction<Rows.Effect, FeedRefusal> {
        feed.reduce(into: &state.home, action)
      }
    }
    let reports = Reports()
    let tester = Tester(Tabs(), state: .init(), report: { reports.failures.append($0) })
    tester.send(.connectivityChanged(isOnline: false))
    #expect(
      reports.messages == [
        """
        step 1, .connectivityChanged(isOnline: false): the state is not as stated
          home.isOnline  expected true as before, came false
        State every field that changes and no other, or correct the machine.
        """
      ])
  }
}
