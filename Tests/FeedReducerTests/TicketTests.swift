import FeedReducer
import Testing
import TestWatch

@Suite("Tickets of actions and effects", .watched)
struct TicketTests {
  @Test func answersBearTheTicketOfWhatTheyAnswer() {
    let answers: [Letters.Action] = [
      .pageLoaded(ticket: 1, page: .init("a", next: nil)), .failed(ticket: 2, failure: .server),
      .cancelled(ticket: 3), .timerFired(ticket: 4), .editCommitted(ticket: 5, item: nil),
      .editFailed(ticket: 6, failure: .refused),
    ]
    #expect(answers.map(\.answeredTicket) == [1, 2, 3, 4, 5, 6])
    let others: [Letters.Action] = [
      .started, .itemAppeared(index: 1), .retryTapped(kind: nil), .edit(change: .remove(id: "a")),
      .memoryWarning(keep: 1),
    ]
    #expect(others.allSatisfy { $0.answeredTicket == nil })
  }

  @Test func whatStartsSomethingHasATicketAndACancelHasNone() {
    let effects: [Letters.Effect] = [
      load(1), .schedule(ticket: 2, after: .zero),
      .send(edit: .init(feed: 1, ticket: 3, change: .remove(id: "a"))),
      .cancel(ticket: 4),
    ]
    #expect(effects.map(\.startedTicket) == [1, 2, 3, nil])
  }
}
