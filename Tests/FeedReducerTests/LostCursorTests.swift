import FeedReducer
import Testing
import TestWatch

@Suite("Lost cursors", .watched)
struct LostCursorTests {
  @Test func aCursorThatTheServerNoLongerKnowsRefreshes() {
    var loop = Given.oneLoading
    let lost = FeedFailure(.invalidCursor, message: "unknown cursor")
    #expect(loop.send(.failed(ticket: 2, failure: lost)) == .accepted([load(3)]))
    #expect(loop.letters == "abc")
    #expect(loop.state.error == nil)
    #expect(
      loop.send(.pageLoaded(ticket: 3, page: .init("abc", next: "n1")))
        == .accepted([load(4, after: "n1")]))
    loop.send(.failed(ticket: 4, failure: lost))
    #expect(loop.state.append == .failed(failure: lost), "a second one in a row would spin")
  }

  @Test func afterTheReaderActsALostCursorRefreshesAgain() {
    var loop = Given.oneLoading
    let lost = FeedFailure(.invalidCursor, message: "unknown cursor")
    loop.send(.failed(ticket: 2, failure: lost))
    loop.send(.pageLoaded(ticket: 3, page: .init("abc", next: "n1")))
    loop.send(.pageLoaded(ticket: 4, page: .init("def", next: "n2")))
    loop.send(.itemAppeared(index: 5))
    #expect(loop.send(.failed(ticket: 5, failure: lost)) == .accepted([load(6)]))
  }

  @Test func afterARetryALostCursorRefreshesAgain() {
    var loop = Given.oneLoading
    let lost = FeedFailure(.invalidCursor, message: "unknown cursor")
    loop.send(.failed(ticket: 2, failure: lost))
    loop.send(.pageLoaded(ticket: 3, page: .init("abc", next: "n1")))
    loop.send(.failed(ticket: 4, failure: lost), .retryTapped(kind: nil))
    #expect(loop.send(.failed(ticket: 5, failure: lost)) == .accepted([load(6)]))
  }

  @Test func aServerThatLosesEveryCursorIsNotAskedForEver() {
    var loop = Loop(
      Letters(pageSize: 3, prefetchDistance: 5, edits: .optimistic),
      state: .init(seed: 1, identity: 1))
    var pending = loop.send(.started).effects
    loop.send(.pageLoaded(ticket: 1, page: .init("abc", next: "c1")))
    pending = loop.send(.itemAppeared(index: 2)).effects
    var loads = 0
    while let effect = pending.first, loads < 100 {
      pending.removeFirst()
      guard case .load(let request) = effect else { continue }
      loads += 1
      switch request.position {
      case .start:
        pending +=
          loop.send(
            .pageLoaded(ticket: request.ticket, page: .init("abc", next: "c1"))
          ).effects
      case .after("c1"):
        pending +=
          loop.send(
            .pageLoaded(ticket: request.ticket, page: .init("def", next: "c2"))
          ).effects
      default:
        pending +=
          loop.send(
            .failed(ticket: request.ticket, failure: FeedFailure(.invalidCursor, message: ""))
          ).effects
      }
    }
    #expect(loads < 10)
    #expect(loop.state.append.failure?.code == .invalidCursor)
  }
}
