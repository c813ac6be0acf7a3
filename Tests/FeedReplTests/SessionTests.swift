import FeedHTTP
import FeedEffects
import FeedReducer
import Testing

@testable import feed_repl
import TestWatch

@Suite(.watched) struct SessionTests {
  /// A session with pages of 10 rows, after its first page was applied.
  private func sessionWithAPage() throws -> Session {
    var session = Session(feed: JSONFeed(pageSize: 10), seed: 1)
    session.send(.started)
    session.send(try answer(to: 1, in: session))
    return session
  }

  private func answer(to ticket: Ticket, in session: Session) throws -> JSONFeed.Action {
    let request = try #require(session.request(ticket))
    return .pageLoaded(ticket: ticket, page: try Catalogue.page(for: request))
  }

  @Test func aSessionBeginsBeforeAnythingHappened() {
    let session = Session(feed: JSONFeed(), seed: 7)
    #expect(session.position == 0)
    #expect(session.moment == Moment(state: JSONFeed.State(seed: 7)))
  }

  @Test func aRequestIsPendingUntilItIsAnswered() throws {
    var session = Session(feed: JSONFeed(pageSize: 10), seed: 1)
    session.send(.started)
    #expect(session.moment.pending.map(\.ticket) == [1])
    session.send(try answer(to: 1, in: session))
    #expect(session.moment.pending.isEmpty)
    #expect(session.moment.state.items.count == 10)
  }

  @Test func anIgnoredActionIsAStepThatChangesNothing() throws {
    var session = try sessionWithAPage()
    let before = session.moment
    let revision = session.revision
    let report = session.send(.started)
    #expect(report.entry.reaction.refusal == .alreadyStarted)
    #expect(session.position == 3)
    #expect(session.moment == before)
    #expect(session.revision == revision)
  }

  @Test func goingBackAndForthRestoresStateAndPendingRequests() throws {
    var session = try sessionWithAPage()
    session.send(.itemAppeared(index: 9))
    session.send(.refreshPulled)
    session.advance(by: .seconds(3))
    let moments = session.entries.map(\.moment)
    for index in moments.indices.reversed() + moments.indices {
      session.go(to: index)
      #expect(session.moment == moments[index], "step \(index)")
    }
  }

  @Test func actingInThePastDiscardsWhatWasUndone() throws {
    var session = try sessionWithAPage()
    session.send(.loadMore)
    session.go(to: 1)
    let report = session.send(.refreshPulled)
    #expect(report.discarded == 2)
    #expect(session.entries.map(\.number) == [0, 1, 2])
    #expect(session.undone == 0)
  }

  @Test func aLateAnswerIsToldFromOneThatNobodyAskedFor() throws {
    var session = try sessionWithAPage()
    session.send(.itemAppeared(index: 9))
    session.send(.refreshPulled)
    let before = session.moment
    #expect(session.send(try answer(to: 2, in: session)).outcome == .cancelled(step: 4))
    #expect(session.send(try answer(to: 1, in: session)).outcome == .answered(step: 2))
    #expect(session.send(.cancelled(ticket: 99)).outcome == .never)
    #expect(session.moment == before)
    #expect(session.outcome(of: 3) == .pending)
  }

  @Test func aFreshFeedForgetsRequestsButNotTheHistory() throws {
    var session = try sessionWithAPage()
    session.begin(seed: 5)
    #expect(session.moment == Moment(state: JSONFeed.State(seed: 5)))
    #expect(session.request(1) == nil)
    #expect(session.outcome(of: 1) == .never)
    session.go(to: 2)
    #expect(session.moment.state.items.count == 10)
    #expect(session.request(1) != nil)
  }

  @Test func outcomesAreLookedAtWithoutBeingMade() throws {
    let session = try sessionWithAPage()
    let outcome = session.step(for: .loadMore)
    #expect(outcome.reaction.effects.count == 1)
    #expect(outcome.moment.pending.count == 1)
    #expect(session.position == 2)
  }
}

@Suite(.watched) struct MomentTests {
  @Test func whatIsPendingFollowsTheEffects() {
    var moment = Moment(state: JSONFeed.State(seed: 1), clock: .seconds(2))
    let request = JSONFeed.Request(ticket: 4, kind: .refresh, position: .start, size: 10)
    moment.follow(
      .refreshPulled, effects: [.load(request: request), .schedule(ticket: 5, after: .seconds(3))])
    #expect(
      moment.pending == [
        Pending(ticket: 4, work: .load(request)),
        Pending(ticket: 5, work: .timer(due: .seconds(5))),
      ])
    moment.follow(.timerFired(ticket: 5), effects: [])
    #expect(moment.pending.map(\.ticket) == [4])
    moment.follow(
      .refreshPulled,
      effects: [
        .cancel(ticket: 4), .send(edit: .init(feed: 1, ticket: 6, change: .remove(id: "1"))),
      ])
    #expect(moment.pending.map(\.ticket) == [6])
  }
}
