import FeedHTTP
import FeedReducer
import Testing

@testable import FeedConsole
import TestWatch

/// The action that each action command sends.
@Suite(.watched) struct ActionCommandTests {
  @Test(
    arguments: [
      ("start", .started),
      ("appear 3", .itemAppeared(index: 3)),
      ("appear index=3", .itemAppeared(index: 3)),
      ("appear -1", .itemAppeared(index: -1)),
      ("appear last", .itemAppeared(index: 0)),
      ("loadMore", .loadMore),
      ("r", .refreshPulled),
      ("invalidated", .invalidated),
      ("reset", .reset),
      ("retry", .retryTapped(kind: nil)),
      ("retry append", .retryTapped(kind: .append)),
      ("errorDismissed", .errorDismissed(kind: nil)),
      ("errorDismissed append", .errorDismissed(kind: .append)),
      ("retryTapped kind=refresh", .retryTapped(kind: .refresh)),
      ("cancelled 3", .cancelled(ticket: 3)),
      ("cancelled ticket=3", .cancelled(ticket: 3)),
      ("timerFired 3", .timerFired(ticket: 3)),
      ("connectivityChanged false", .connectivityChanged(isOnline: false)),
      ("memoryWarning 20", .memoryWarning(keep: 20)),
      (
        "failed 3 timeout",
        .failed(
          ticket: 3,
          failure: FeedFailure(
            .timeout, message: "no answer came in time; try again", isRetryable: true))
      ),
      (
        "failed ticket=3 reason=429 after=30s",
        .failed(
          ticket: 3,
          failure: FeedFailure(
            .http, message: "the server answered 429 Too Many Requests", status: 429,
            isRetryable: true, retryAfter: .seconds(30)))
      ),
      (
        "failed ticket=3 after=2s",
        .failed(
          ticket: 3,
          failure: FeedFailure(
            .http, message: "the server answered 500 Internal Server Error", status: 500,
            isRetryable: true, retryAfter: .seconds(2)))
      ),
      (
        "failed 3 {\"code\":\"odd\",\"message\":\"m\"}",
        .failed(ticket: 3, failure: FeedFailure(.init(rawValue: "odd"), message: "m"))
      ),
      (
        "loaded ticket=3 items=1 next=4 total=9",
        .pageLoaded(
          ticket: 3,
          page: .init(
            items: [.init(id: "3.1", title: "made up 1")], next: .number(4), total: 9))
      ),
      (
        "loaded ticket=3 items=[] next=abc",
        .pageLoaded(ticket: 3, page: .init(items: [], next: .token("abc")))
      ),
      (
        "loaded 3 page={\"items\":[],\"next\":{\"offset\":7}}",
        .pageLoaded(ticket: 3, page: .init(items: [], next: .offset(7)))
      ),
      ("{\"itemAppeared\":{\"index\":3}}", .itemAppeared(index: 3)),
      ("{\"edit\":{\"change\":{\"remove\":{\"id\":\"4\"}}}}", .edit(change: .remove(id: "4"))),
    ] as [(String, JSONFeed.Action)])
  func aCommandSendsItsAction(line: String, action: JSONFeed.Action) throws {
    let transcript = Transcript()
    try transcript.run(line)
    #expect(transcript.interpreter.session.entries.last?.event == .action(action))
  }

  @Test func aScrollIsAnActionForEachRow() throws {
    let transcript = Transcript()
    try transcript.run("start; ok; appear 3..5; appear 5..3")
    let events = transcript.interpreter.session.entries.dropFirst(3).map(\.event)
    #expect(
      events == [3, 4, 5, 5, 4, 3].map { .action(.itemAppeared(index: $0)) })
  }
}
