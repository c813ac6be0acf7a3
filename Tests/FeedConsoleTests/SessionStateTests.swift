import FeedHTTP
import FeedReducer
import Testing

@testable import FeedConsole
import TestWatch

@Suite(.watched) struct SessionStateTests {
  @Test func whatIsPendingFollowsTheEffects() {
    var state = Session.State(feed: JSONFeed.State(seed: 1, identity: 1), clock: .seconds(2))
    let request = JSONFeed.Request(ticket: 4, kind: .refresh, position: .start, size: 10)
    state.follow(
      .refreshPulled, effects: [.load(request: request), .schedule(ticket: 5, after: .seconds(3))])
    #expect(
      state.pending == [
        .load(Load(request: request)), .timer(5, due: .seconds(5)),
      ])
    state.follow(.timerFired(ticket: 5), effects: [])
    #expect(state.pending.map(\.ticket) == [4])
    state.follow(
      .refreshPulled,
      effects: [
        .cancel(ticket: 4), .send(edit: .init(feed: 1, ticket: 6, change: .remove(id: "1"))),
      ])
    #expect(state.pending.map(\.ticket) == [6])
  }
}
