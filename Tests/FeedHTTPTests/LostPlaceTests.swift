import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import TestServers
import TestWatch
import Testing

/// A list whose rows come in another order each time: the place behind a row is never found again.
@Suite("A place that is lost", .watched) struct LostPlaceTests {
  /// The same two rows on each page, every second time the other way round, or none at the end.
  private static func answer(
    _ asked: Locked<[String]>, isAtEnd: Locked<Bool>
  ) -> @Sendable (RawServer.Request) -> RawServer.Answer {
    { request in
      let number = asked.use { asked in
        asked.append(request.path)
        return asked.count
      }
      if isAtEnd.use({ $0 }) { return .json(#"{"rows": [], "total": 1000000}"#) }
      let rows = number % 2 == 1 ? #"{"id": 0}, {"id": 1}"# : #"{"id": 1}, {"id": 0}"#
      return .json(#"{"rows": [\#(rows)], "total": 1000000}"#)
    }
  }

  /// Rows that come at the end give each answer another total; those that are read stay where they are.
  @Test(arguments: [PageHealing.automatic, .thorough])
  func aTotalThatGrowsWithEachAnswerLosesNoPlace(healing: PageHealing) async throws {
    let asked = Locked(0)
    try await RawServer.run { request in
      let count = asked.use { asked in
        asked += 1
        return min(90, 60 + asked)
      }
      let start = ((request.number("page") ?? 1) - 1) * 10
      let rows = (start..<min(start + 10, 90)).map { "{\"id\": \($0)}" }
      return .json("{\"rows\": [\(rows.joined(separator: ", "))], \"total\": \(count)}")
    } body: { server in
      let source = HTTPPageSource<JSONRow>(
        .get(server.url("rows")), rows: .raw(at: "rows", id: "id"),
        paging: .pageNumber(total: "total"), healing: healing)
      let walk = await Walk.toEnd(of: source, pageSize: 10)
      #expect(walk.state.error == nil)
      let found = walk.state.items.map(\.id.rawValue)
      #expect(found.count == 90 && found == (0..<found.count).map { "\($0)" })
      #expect(asked.use { $0 } <= walk.maxRequests(healing))
    }
  }

  /// One search at most, with all the requests that may lead nowhere. It fails, and says so; a reader who tries again
  /// gets the pages as they come, for a request each, and the end is in doubt. A refresh begins anew.
  @Test(arguments: [PageHealing.automatic, .thorough])
  func onlyOneSearchIsMade(healing: PageHealing) async throws {
    let asked = Locked<[String]>([])
    let told = Locked<[String]>([])
    let isAtEnd = Locked(false)
    try await RawServer.run(Self.answer(asked, isAtEnd: isAtEnd)) { server in
      let source = HTTPPageSource<JSONRow>(
        .get(server.url("rows")), rows: .raw(at: "rows", id: "id"),
        paging: .pageNumber(total: "total"),
        healing: healing, onDrift: { drift in told.use { $0.append("\(drift)") } })
      var walk = Walk(source)
      await walk.send(.started)
      for round in 1...2 {
        asked.use { $0 = [] }
        await walk.send(.loadMore)
        let failure = try #require(walk.state.error, "round \(round)")
        #expect(failure.message.contains("was not found again by"))
        #expect(failure.message.hasSuffix("or try again to take its pages as they come."))
        #expect(asked.use { $0.count } <= 24 + 9)
        let (loads, before) = (walk.loads, asked.use { $0.count })
        await walk.send(.retryTapped(kind: nil))
        #expect(walk.state.error == nil)
        isAtEnd.use { $0 = true }
        await walk.send(.loadMore)
        #expect(asked.use { $0.count } - before == walk.loads - loads, "a request for a page")
        #expect(walk.state.items.count == 2)
        #expect(walk.state.append.end != nil && !walk.state.completeness.isComplete)
        isAtEnd.use { $0 = false }
        #expect(told.use { $0.count } == round, "each list tells it once")
        #expect(told.use { $0.last?.contains("taken as they come until a refresh") } == true)
        await walk.send(.refreshPulled)
      }
    }
  }
}
