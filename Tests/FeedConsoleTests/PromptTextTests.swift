import Testing

@testable import FeedConsole
import TestWatch

/// The prompt shows the rows and how the loads stand.
@Suite(.watched) struct PromptTextTests {
  @Test(
    arguments: [
      ("", "feed>"), ("start", "0 loading>"), ("start; fail", "0 failed>"),
      ("start; ok", "10/82>"), ("start; ok; loadMore", "10/82 loading more>"),
      ("start; ok; refresh", "10/82 refreshing>"), ("start; ok; loadMore; fail", "10/82 failed>"),
      ("start; ok; offline", "10/82 offline>"), ("offline; start", "0 offline>"),
      ("start; ok items=0 last", "0/82 empty>"), ("start; ok last", "10/82 at the end>"),
      ("set retry 1; start; fail 503", "0 retry in 0.783s>"),
      ("set retry 1; start; fail 503; advance 0.5s", "0 retry in 0.283s>"),
      ("start; ok; loadMore; undo", "[2/3] 10/82>"),
      (#"start; ok; {"edit":{"change":{"remove":{"id":"4"}}}}"#, "9/82 1 edit>"),
    ])
  func itShowsRowsLoadsAndEdits(line: String, prompt: String) throws {
    let transcript = Transcript()
    try transcript.run(line)
    #expect(transcript.interpreter.session.prompt == prompt)
  }
}
