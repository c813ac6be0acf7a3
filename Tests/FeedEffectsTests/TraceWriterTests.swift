import FeedReducer
import FeedTesting
import Foundation
import TestWatch
import Testing

@testable import FeedEffects

@Suite("Traces", .watched)
struct TraceWriterTests {
  // MARK: - The format

  @Test func aLineHasTheStepAndWhatChanged() throws {
    let folder = try Folder()
    let trace = folder.writer()
    var play = Play(feed: small)
    trace.record(play.step(.started))
    trace.record(play.step(.pageLoaded(ticket: 1, page: .init(0..<2, next: 2))))
    trace.record(play.step(.itemAppeared(index: 7)))
    trace.flush()
    #expect(folder.lines == Self.golden)
  }

  /// Readers of other versions depend on it: a change that they can't read needs a new version.
  private static let golden = [
    #"{"action":{"started":{}},"cause":"sent","effects":[{"load":{"request":{"kind":"refresh","#
      + #""position":{"start":{}},"size":3,"ticket":1}}}],"feed":{"isEditable":true,"#
      + #""maxEmptyPages":2,"pageSize":3,"prefetchDistance":2,"refreshMode":"firstPage","#
      + #""retry":{"attempts":0,"base":1,"cap":30}},"rows":{"at":0,"rows":[]},"#
      + #""state":{"append":{"phase":"idle"},"items":0,"prepend":{"phase":"idle"},"#
      + #""refresh":{"attempt":0,"phase":"loading","ticket":1},"why":{"#
      + #""append":"\#(noPage)","prepend":"\#(noPage)","#
      + #""refresh":"refresh is loading already as request 1; wait for its answer"},"#
      + #""words":["isLoading","canLoadNextPage","isOnline"]},"#
      + #""step":1,"time":1700000000250,"version":1}"#,
    #"{"action":{"pageLoaded":{"page":{"items":[{"id":"0","value":null},{"id":"1","value":null}],"#
      + #""next":{"token":"2"}},"ticket":1}},"cause":"answer","effects":[],"#
      + #""rows":{"at":0,"rows":[{"id":"0","value":null},{"id":"1","value":null}]},"#
      + #""state":{"append":{"phase":"idle"},"items":2,"next":"2","#
      + #""prepend":{"phase":"ended","reason":"exhausted"},"refresh":{"phase":"idle"},"why":{"#
      + #""append":"it is not known which rows are visible, so no further page loads; report them","#
      + #""prepend":"prepend has ended: the first page named no previous one; a pull looks for "#
      + #"new rows","refresh":"the list is there already; refresh to load it again"},"#
      + #""words":["canLoadNextPage","isOnline"]},"step":2,"time":1700000000250,"version":1}"#,
    #"{"action":{"itemAppeared":{"index":7}},"cause":"sent","#
      + #""refusal":"there is no row 7: the list has rows 0 to 1; use one of them","#
      + #""step":3,"time":1700000000250,"version":1}"#,
  ]

  private static let noPage = "a refresh is loading as request 1; wait for its page"

  @Test func aRowNeedsNoCodingAndHasTheTitleOfTheApp() throws {
    let folder = try Folder()
    let trace = TraceWriter(to: folder.trace) { (row: Row) in "Row\u{202E} \(row.id)" }
    var play = Play(feed: small)
    trace.record(play.step(.started))
    trace.record(play.step(.pageLoaded(ticket: 1, page: .init(0..<1, next: nil))))
    trace.flush()
    #expect(try folder.steps().last?.rows?.rows == [.init(id: "0", title: #"Row\u{202e} 0"#)])
  }

  private struct Named: Identifiable, Equatable, CustomStringConvertible {
    let id: Int
    var password = "hunter2"
    var description: String { "Named \(id)" }
  }

  @Test func ofARowItsDescriptionIsWrittenAndNothingElse() throws {
    let folder = try Folder()
    let trace = folder.writer()
    var play = Play(feed: Feed<Named, Int>(edits: .optimistic))
    trace.record(play.step(.started))
    trace.record(play.step(.pageLoaded(ticket: 1, page: .init(items: [Named(id: 1)], next: nil))))
    trace.record(play.step(.edit(change: .update(item: Named(id: 1, password: "hunter3")))))
    trace.flush()
    #expect(try folder.steps()[1].rows?.rows == [.init(id: "1", title: "Named 1")])
    #expect(try folder.steps()[2].state?.edits?.map(\.phase) == ["sending"])
    #expect(!folder.lines.joined().contains("hunter"))
  }

  @Test func secretsAreMaskedAndExcerptsLeftOut() throws {
    let folder = try Folder()
    let trace = folder.writer()
    var play = Play(feed: Feed<Row, String>())
    let link = "https://user:hunter2@host/people?token=hunter2&page=2#hunter2"
    trace.record(play.step(.started))
    trace.record(
      play.step(.pageLoaded(ticket: 1, page: .init(items: [Row(id: 1)], next: link))))
    trace.record(play.step(.loadMore))
    let failure = FeedFailure(
      .http, message: "The server said no at \(link) again; try /next?key=hunter2 later.",
      url: link, excerpt: "hunter2")
    trace.record(play.step(.failed(ticket: 2, failure: failure)))
    trace.flush()
    #expect(!folder.lines.joined().contains("hunter2"))
    let steps = try folder.steps()
    #expect(steps[1].state?.next == "https://host/people?token=…&page=2")
    #expect(
      steps[3].state?.append.failure?.message
        == "The server said no at https://host/people?token=…&page=2 again; try /next?key=… later.")
  }

  @Test func anIgnoredActionRepeatsNoState() throws {
    let folder = try Folder()
    let trace = folder.writer()
    var play = Play(feed: small)
    trace.record(play.step(.started))
    trace.record(play.step(.loadMore))
    trace.flush()
    let step = try #require(try folder.steps().last)
    #expect(step.state == nil && step.rows == nil && step.refusal?.isEmpty == false)
  }

  @Test func aChangeOfRowsIsTheSmallestRange() throws {
    let folder = try Folder()
    let trace = folder.writer()
    var play = Play(feed: small)
    trace.record(play.step(.started))
    trace.record(play.step(.pageLoaded(ticket: 1, page: .init(0..<9, next: nil))))
    trace.record(play.step(.edit(change: .remove(id: 4))))
    trace.record(play.step(.edit(change: .insert(item: Row(id: 40), before: 7))))
    trace.flush()
    let rows = try folder.steps().compactMap(\.rows)
    #expect(rows.map(\.at) == [0, 0, 4, 6])
    #expect(rows.map(\.removed) == [nil, nil, 1, nil])
    #expect(rows.map(\.rows.count) == [0, 9, 0, 1])
  }

  @Test @MainActor func aSearchSaysWhatIsTyped() async throws {
    let folder = try Folder()
    let trace = folder.writer()
    let clock = ManualClock()
    let source = ScriptedSearch<String, Row, Int>()
    let store = SearchStore(small, source: source, clock: clock)
    store.onStep(trace.record)
    store.query = "swift"
    trace.flush()
    #expect(folder.lines.last?.contains(#""search":{"typed":{"query":"swift"}}"#) == true)
    let state = try #require(try folder.steps().last?.state)
    #expect(state.query == "swift" && state.asked == nil && state.pending == [1])
    #expect(state.words.contains("isTyping"))
    #expect(try folder.steps().first?.feed?.pause == 0.3)
    store.stop()
  }

  @Test func theStepsOfAnActorAreWrittenInOrder() async throws {
    let folder = try Folder()
    let trace = folder.writer()
    let feed = FeedActor(small, source: Endless(count: 9))
    await feed.onStep(trace.record)
    await feed.settle()
    for row in 0..<9 {
      await feed.appeared(row)
      await feed.settle()
    }
    trace.flush()
    let steps = try folder.steps()
    #expect(steps.map(\.step) == Array(1...steps.count))
    #expect(steps.compactMap(\.state).last?.items == 9)
    #expect(Set(steps.map(\.cause)) == ["sent", "answer"])
  }
}
