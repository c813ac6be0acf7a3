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
    #"{"action":{"started":{}},"rows":0,"start":{"actions":[],"feed":{"isEditable":true,"#
      + #""maxEmptyPages":2,"pageSize":3,"prefetchDistance":2,"refreshMode":"firstPage","#
      + #""retry":{"attempts":0,"base":1,"cap":30}},"seed":1},"#
      + #""step":1,"time":1700000000250,"version":2}"#,
    #"{"action":{"pageLoaded":{"page":{"items":[{"id":"0","value":null},{"id":"1","value":null}],"#
      + #""next":{"token":"2"}},"ticket":1}},"rows":2,"step":2,"time":1700000000250,"version":2}"#,
    #"{"action":{"itemAppeared":{"index":7}},"ignored":true,"rows":2,"#
      + #""step":3,"time":1700000000250,"version":2}"#,
  ]

  @Test func aRowNeedsNoCodingAndHasTheTitleOfTheApp() throws {
    let folder = try Folder()
    let trace = TraceWriter(to: folder.trace) { (row: Row) in "Row\u{202E} \(row.id)" }
    var play = Play(feed: small)
    trace.record(play.step(.started))
    trace.record(play.step(.pageLoaded(ticket: 1, page: .init(0..<1, next: nil))))
    trace.flush()
    #expect(try folder.steps().last?.page.map(\.title) == [#"Row\u{202e} 0"#])
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
    #expect(try folder.steps()[1].page == [TraceRow(id: "1", title: "Named 1", value: nil)])
    let row = TraceRow(id: "1", title: "Named 1", value: 1)
    #expect(try folder.steps()[2].action == .edit(change: .update(item: row)))
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
    let next = TraceCursor(token: "https://host/people?token=…&page=2#1")
    #expect(steps[1].action?.page?.next == next)
    #expect(
      steps[3].action?.failure?.message
        == "The server said no at https://host/people?token=…&page=2 again; try /next?key=… later.")
  }

  @Test func cursorsAndIDsThatOnlyASecretTellsApartStayApart() throws {
    let folder = try Folder()
    let trace = folder.writer()
    var play = Play(feed: Feed<Named2, String>())
    let long = String(repeating: "x", count: 90)
    trace.record(play.step(.started))
    for (ticket, key) in [(1, "a"), (2, "b"), (3, "a")] {
      let next = "/next?key=hunter\(key)"
      let rows = [long + "1", long + "2"].map { Named2(id: ticket, name: $0) }
      trace.record(
        play.step(
          .pageLoaded(ticket: Ticket(rawValue: ticket), page: .init(items: rows, next: next))))
      trace.record(play.step(.loadMore))
    }
    trace.flush()
    let next = try folder.steps().compactMap(\.action?.page?.next?.token)
    #expect(next == ["/next?key=…#1", "/next?key=…#2", "/next?key=…#1"])
    // Their titles are the same, as far as they show.
    let versions = try folder.steps().flatMap(\.page).map(\.value)
    #expect(versions == [nil, 1, nil, 1, nil, 1])
  }

  private struct Named2: Identifiable, Equatable {
    let id: Int
    let name: String
  }

  @Test @MainActor func aSearchSaysWhatIsTyped() async throws {
    let folder = try Folder()
    let trace = folder.writer()
    let clock = ManualClock()
    let source = ScriptedSearch<String, Row, Int>()
    let store = SearchStore(small, source: source.asking, clock: clock)
    store.onStep(trace.record)
    store.query = "swift"
    trace.flush()
    #expect(folder.lines.last?.contains(#""search":{"typed":{"query":"swift"}}"#) == true)
    #expect(try folder.steps().first?.start?.search == [.typed(query: nil)])
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
    #expect(steps.last?.rows == 9)
  }
}

extension TracedFeed.Action {
  fileprivate var page: TracedFeed.Page? {
    if case .pageLoaded(_, let page) = self { page } else { nil }
  }

  fileprivate var failure: FeedFailure? {
    if case .failed(_, let failure) = self { failure } else { nil }
  }
}
