import FeedReducer
import Foundation
import TestWatch
import Testing

/// What ended a list, and whether it was read whole.
@Suite("What is known of the end of a list", .watched)
struct EndingTests {
  typealias Rows = Feed<Row, Int>

  struct Row: Identifiable, Equatable, Codable {
    let id: Int
  }

  private let feed = Rows(pageSize: 2)
  private let flag = Ending(.flag)
  private let doubt = Ending(.unnamed, doubt: "the answer says that there are more rows")

  private func state(
    next: Int? = nil, previous: Int? = nil, ending: Ending? = nil, feed: Rows? = nil
  ) -> Rows.State {
    var state = Rows.State(seed: 1, identity: 1)
    let feed = feed ?? self.feed
    _ = feed.reduce(into: &state, .started)
    let page = Rows.Page(
      items: [Row(id: 1), Row(id: 2)], next: next, previous: previous, ending: ending)
    _ = feed.reduce(into: &state, .pageLoaded(ticket: 1, page: page))
    return state
  }

  @Test func aListIsCompleteOnceItHasEnded() {
    var state = state(next: 2, ending: flag)
    #expect(state.ending == nil && state.completeness == .unread(kind: .append))
    _ = feed.reduce(into: &state, .loadMore)
    let page = Rows.Page(items: [Row(id: 3)], next: nil, ending: flag)
    _ = feed.reduce(into: &state, .pageLoaded(ticket: 2, page: page))
    #expect(state.ending == flag && state.completeness.isComplete)
  }

  @Test func whatSpeaksAgainstAnEndIsTold() {
    let state = state(ending: doubt)
    #expect(state.footer == .end && state.completeness == .doubtful(ending: doubt))
    #expect(
      "\(state.completeness)"
        == "the last page names no next one; but the answer says that there are more rows")
  }

  @Test func aPullBringsAnotherEnding() {
    var state = state(ending: doubt)
    _ = feed.reduce(into: &state, .refreshPulled)
    #expect(state.completeness == .loading(kind: .refresh))
    let page = Rows.Page(items: [Row(id: 1)], next: nil, ending: flag)
    _ = feed.reduce(into: &state, .pageLoaded(ticket: 2, page: page))
    #expect(state.ending == flag && state.completeness == .complete)
  }

  @Test func aListThatBeganInTheMiddleIsNotComplete() {
    #expect(state(previous: 0).completeness == .unread(kind: .prepend))
  }

  @Test func aListOfWhichPagesWereDroppedIsNotComplete() {
    let feed = Rows(pageSize: 2, prefetchDistance: 1)
    var state = state(next: 2, feed: feed)
    for number in 2...4 {
      _ = feed.reduce(into: &state, .loadMore)
      let page = Rows.Page(
        items: [Row(id: 2 * number - 1), Row(id: 2 * number)], next: number < 4 ? number : nil)
      _ = feed.reduce(into: &state, .pageLoaded(ticket: state.lastTicket, page: page))
    }
    #expect(state.completeness == .complete)
    _ = feed.reduce(into: &state, .visible(range: 7..<8))
    _ = feed.reduce(into: &state, .memoryWarning(keep: 4))
    #expect(state.items.count == 4 && state.completeness == .dropped)
  }

  @Test func whatIsNotReadIsNotComplete() {
    #expect(Rows.State(seed: 1, identity: 1).completeness == .unread(kind: .refresh))
    var state = state()
    _ = feed.reduce(into: &state, .refreshPulled)
    let failure = FeedFailure(.http, message: "no", status: 404)
    _ = feed.reduce(into: &state, .failed(ticket: 2, failure: failure))
    #expect(state.completeness == .failed(kind: .refresh, failure: failure))
  }

  @Test func aSearchIsCompleteOnlyForTheQueryThatIsAsked() {
    let search = Search<String, Row, Int>(feed)
    var state = Search<String, Row, Int>.State(seed: 1, identity: 1)
    #expect(state.completeness == .unasked)
    _ = search.reduce(into: &state, .typed(query: "a"))
    #expect(state.completeness == .unasked)
    _ = search.reduce(into: &state, .submitted)
    #expect(state.completeness == .loading(kind: .refresh))
  }

  @Test func aSnapshotKeepsWhatIsKnownOfTheEnd() throws {
    let snapshot = try #require(state(ending: doubt).snapshot)
    let data = try JSONEncoder().encode(snapshot)
    var restored = Rows.State(seed: 2, identity: 2)
    let read = try JSONDecoder().decode(Rows.Snapshot.self, from: data)
    _ = feed.reduce(into: &restored, .restored(snapshot: read, age: .zero))
    #expect(restored.completeness == .doubtful(ending: doubt))
  }

  @Test(arguments: Ending.Sign.allCases)
  func anEndingIsReadAsItIsWritten(sign: Ending.Sign) throws {
    for ending in [Ending(sign), Ending(sign, doubt: "no", isChecked: true)] {
      let data = try JSONEncoder().encode(ending)
      #expect(try JSONDecoder().decode(Ending.self, from: data) == ending)
      #expect("\(ending)".hasPrefix("\(sign)"))
    }
    let later = Data(#"{"sign": "later"}"#.utf8)
    #expect(try JSONDecoder().decode(Ending.self, from: later) == Ending(.unnamed))
  }
}
