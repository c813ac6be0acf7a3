import FeedHTTP
import FeedReducer
import Testing

@testable import FeedConsole
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
    let load = try #require(session.load(ticket))
    return .pageLoaded(ticket: ticket, page: try Server().page(for: load))
  }

  @Test func aSessionBeginsBeforeAnythingHappened() {
    let session = Session(feed: JSONFeed(), seed: 7)
    #expect(session.position == 0)
    #expect(session.state == Session.State(feed: JSONFeed.State(seed: 7, identity: 7)))
  }

  @Test func aPageThatComesAgainTakesNoMemoryForItsRows() throws {
    var session = try sessionWithAPage()
    session.send(.refreshPulled)
    session.send(try answer(to: 2, in: session))
    let pages = session.entries.compactMap { entry -> JSONFeed.Page? in
      if case .action(.pageLoaded(_, let page)) = entry.event { page } else { nil }
    }
    #expect(pages.count == 2)
    let addresses = Set(pages.map { $0.items.withUnsafeBufferPointer(\.baseAddress) })
    #expect(addresses.count == 1)
  }

  @Test func aRequestIsPendingUntilItIsAnswered() throws {
    var session = Session(feed: JSONFeed(pageSize: 10), seed: 1)
    session.send(.started)
    #expect(session.state.pending.map(\.ticket) == [1])
    session.send(try answer(to: 1, in: session))
    #expect(session.state.pending.isEmpty)
    #expect(session.state.feed.items.count == 10)
  }

  @Test func anIgnoredActionIsAStepThatChangesNothing() throws {
    var session = try sessionWithAPage()
    let before = session.state
    let revision = session.revision
    let report = session.send(.started)
    #expect(report.entry.reaction.refusal == .feed(reason: .alreadyStarted))
    #expect(session.position == 3)
    #expect(session.state == before)
    #expect(session.revision == revision)
  }

  @Test func undoAndRedoRestoreStateAndPendingRequests() throws {
    var session = try sessionWithAPage()
    session.send(.itemAppeared(index: 9))
    session.send(.refreshPulled)
    session.make(.advanced(.seconds(3)))
    let states = session.entries.map(\.state)
    for index in states.indices.reversed() + states.indices {
      session.go(to: index)
      #expect(session.state == states[index], "step \(index)")
    }
  }

  @Test func anActionInThePastBeginsABranch() throws {
    var session = try sessionWithAPage()
    session.send(.loadMore)
    session.go(to: 1)
    let report = session.send(.failed(ticket: 1, failure: FailureReason.http(503)))
    #expect(report.fork == Fork(kept: 2, branch: 1))
    #expect(session.entries.map(\.number) == [0, 1, 2])
    #expect(session.undone == 0)
    #expect(session.history.branches.map(\.number) == [1, 2])
    #expect(session.history.branches.map(\.fork) == [nil, 1])
  }

  @Test func aBranchThatWasLeftHasAllItsSteps() throws {
    var session = try sessionWithAPage()
    session.send(.loadMore)
    let first = session.entries.map(\.state)
    session.go(to: 2)
    session.send(.refreshPulled)
    session.go(to: 1)
    session.send(.failed(ticket: 1, failure: FailureReason.http(503)))
    let third = session.entries.map(\.state)
    session.go(toBranch: 1)
    #expect(session.entries.map(\.state) == first)
    #expect(session.position == 3)
    session.go(toBranch: 2)
    #expect(session.entries.map(\.state).dropLast() == first.dropLast())
    session.go(toBranch: 3)
    #expect(session.entries.map(\.state) == third)
    #expect(session.history.entries(of: 1).map(\.state) == first)
  }

  @Test func anIgnoredActionInThePastChangesNothing() throws {
    var session = try sessionWithAPage()
    session.send(.loadMore)
    session.go(to: 2)
    let (revision, states) = (session.revision, session.entries.map(\.state))
    let report = session.send(.started)
    #expect(report.entry.reaction.refusal == .feed(reason: .alreadyStarted))
    #expect(report.kept == 1)
    #expect(session.revision == revision)
    #expect(session.position == 2)
    #expect(session.entries.map(\.state) == states)
    #expect(session.history.branches.count == 1)
  }

  @Test func aLateAnswerDiffersFromOneThatWasNeverRequested() throws {
    var session = try sessionWithAPage()
    session.send(.itemAppeared(index: 9))
    session.send(.refreshPulled)
    let before = session.state
    let second = session.send(try answer(to: 2, in: session)).outcome
    #expect(second == Outcome(ticket: 2, isCancelled: true, step: 4))
    let first = session.send(try answer(to: 1, in: session)).outcome
    #expect(first == Outcome(ticket: 1, isCancelled: false, step: 2))
    #expect(session.send(.cancelled(ticket: 99)).outcome == nil)
    #expect(session.state == before)
    #expect(session.outcome(of: 3) == nil)
  }

  @Test func aStepIsPreviewedWithoutBeingMade() throws {
    let session = try sessionWithAPage()
    let outcome = session.step(for: .action(.loadMore))
    #expect(outcome.reaction.effects.count == 1)
    #expect(outcome.state.pending.count == 1)
    #expect(session.position == 2)
  }
}
