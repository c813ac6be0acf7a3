import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import TestServers
import TestWatch
import Testing

/// Lists that move between the requests of one page.
@Suite("Moving requests", .watched) struct MovingRequestTests {
  /// The rows of a server, which move before each request but the first.
  private final class Rows: Sendable {
    private struct List {
      var numbers: [Int]
      var stayed: [Int]
      var newest: Int
      var random: SplitMix64
    }

    private let list: Locked<List>
    private let change: Double
    private let requests = Locked<[String]>([])

    /// - Parameter change: How likely a change is before a request.
    init(count: Int, change: Double, seed: UInt64) {
      let numbers = Array(1...count)
      let random = SplitMix64(seed: seed)
      list = Locked(List(numbers: numbers, stayed: numbers, newest: count, random: random))
      self.change = change
    }

    var stayed: [Int] { list.use { $0.stayed } }
    var asked: [String] { requests.use { $0 } }

    private func move(_ list: inout List) {
      guard Double.random(in: 0..<1, using: &list.random) < change else { return }
      let most = min(3, list.numbers.count)
      for _ in 0..<Int.random(in: 0...most, using: &list.random) where !list.numbers.isEmpty {
        let index = Int.random(in: list.numbers.indices, using: &list.random)
        let gone = list.numbers.remove(at: index)
        list.stayed.removeAll { $0 == gone }
      }
      for _ in 0..<Int.random(in: 0...3, using: &list.random) {
        list.newest += 1
        let index = Int.random(in: 0...list.numbers.count, using: &list.random)
        list.numbers.insert(list.newest, at: index)
      }
    }

    /// Answers `offset=…&limit=…` and `page=…&size=…`. A path with `bare` has no total, one with `most=N` refuses
    /// more than N rows, and one with `pages` counts pages.
    func answer(_ request: RawServer.Request) -> RawServer.Answer {
      let isFirst = requests.use { requests in
        requests.append(request.path.split(separator: "?").last.map { String($0) } ?? "")
        return requests.count == 1
      }
      let size = request.number("limit") ?? request.number("size") ?? 0
      let start = request.number("offset") ?? ((request.number("page") ?? 1) - 1) * size
      if let most = request.number("most"), size > most {
        return RawServer.Answer(
          Data("HTTP/1.1 400 Bad Request\r\nContent-Length: 2\r\n\r\n{}".utf8))
      }
      return list.use { list in
        if !isFirst { move(&list) }
        let rows = list.numbers.dropFirst(start).prefix(size).map { #"{"id": \#($0)}"# }
        let count = list.numbers.count
        let around =
          request.path.contains("bare")
          ? ""
          : request.path.contains("pages")
            ? #""pages": \#((count + size - 1) / size), "# : #""total": \#(count), "#
        return .json("{\(around)\"rows\": [\(rows.joined(separator: ", "))]}")
      }
    }
  }

  private struct Style: Sendable, CustomTestStringConvertible {
    var path: String
    var paging: Paging
    var healing = PageHealing.automatic

    var testDescription: String { "\(path), \(healing)" }

    func source(
      _ server: RawServer, onDrift: (@Sendable (PageDrift) -> Void)? = nil
    ) -> HTTPPageSource<JSONRow> {
      let isOffset = if case .offset = paging { true } else { false }
      let request = HTTPRequest.get(
        server.url(path), page: isOffset ? "offset" : "page", size: isOffset ? "limit" : "size")
      return HTTPPageSource(
        request, rows: .raw(at: "rows", id: "id"), paging: paging, healing: healing,
        onDrift: onDrift)
    }
  }

  private static let styles = [
    Style(path: "offset", paging: .offset(total: "total")),
    Style(path: "bare", paging: .offset()),
    Style(path: "page", paging: .pageNumber(total: "total"), healing: .thorough),
    Style(path: "pages", paging: .pageCount(at: "pages"), healing: .thorough),
    Style(path: "bare", paging: .shortPage, healing: .thorough),
  ]

  /// How many walks of a style are made: a few, or an eighth of `MOVING_WALKS`, since one takes eight times as long as
  /// one over a list that moves between its pages.
  private static let walks =
    ProcessInfo.processInfo.environment["MOVING_WALKS"].flatMap(Int.init).map { $0 / 8 } ?? 8

  @Test(arguments: styles, [0.05, 0.2, 0.6])
  private func whatStaysIsReadOnceAndInOrder(style: Style, change: Double) async throws {
    for seed in 0..<UInt64(Self.walks) {
      let rows = Rows(count: 60, change: change, seed: seed)
      try await RawServer.run(rows.answer) { server in
        let size = [7, 10, 20, 3][Int(seed % 4)]
        let walk = await Walk.toEnd(of: style.source(server), pageSize: size)
        let context: Comment = "seed \(seed), pages of \(size)"
        let found = walk.state.items.compactMap { Int($0.id.rawValue) }
        let wanted = Set(rows.stayed)
        let read = found.filter { wanted.contains($0) }
        #expect(rows.asked.count <= walk.maxRequests(style.healing), context)
        // A list that moves at most requests may be given up: with a sentence, and without a gap.
        if let failure = walk.state.error {
          #expect(failure.message.contains("was not found again by"), context)
          #expect(change > 0.5 && rows.stayed.starts(with: read), context)
          return
        }
        #expect(walk.state.append == .ended(reason: .exhausted), context)
        #expect(read == rows.stayed, context)
      }
    }
  }

  // MARK: - What it costs

  /// A page at an offset keeps its new rows: a hundred rows by five are twenty requests.
  @Test(arguments: [(5, 20), (2, 50), (20, 5), (100, 1), (1, 100)])
  func aRowMoreIsAskedFor(size: Int, requests: Int) async throws {
    let rows = Rows(count: 100, change: 0, seed: 0)
    try await RawServer.run(rows.answer) { server in
      let walk = await Walk.toEnd(of: Self.styles[0].source(server), pageSize: size)
      #expect(walk.state.items.map(\.id.rawValue) == (1...100).map { "\($0)" })
      #expect(rows.asked.count == requests)
    }
  }

  /// A server may refuse more rows than that. It is asked once.
  @Test func aServerThatRefusesARowMoreIsAskedForFewer() async throws {
    let rows = Rows(count: 30, change: 0, seed: 0)
    try await RawServer.run(rows.answer) { server in
      let style = Style(path: "offset?most=10", paging: .offset(total: "total"))
      let walk = await Walk.toEnd(of: style.source(server), pageSize: 10)
      #expect(walk.state.items.map(\.id.rawValue) == (1...30).map { "\($0)" })
      #expect(rows.asked.filter { $0.hasSuffix("limit=11") }.count == 1)
    }
  }

  /// A list of one row that has no total is whole. The page behind it begins with that row.
  @Test func aListOfOneRowIsWhole() async throws {
    let rows = Rows(count: 1, change: 0, seed: 0)
    try await RawServer.run(rows.answer) { server in
      let walk = await Walk.toEnd(of: Self.styles[1].source(server), pageSize: 20)
      #expect(walk.state.error == nil)
      #expect(walk.state.append == .ended(reason: .exhausted))
      #expect(walk.state.items.map(\.id.rawValue) == ["1"])
    }
  }

  // MARK: - What is told

  /// A list that is answered from before and after a change.
  private func drifts(
    _ style: Style, size: Int, from before: [Int], to after: [Int]
  ) async throws -> (ids: [Int], drifts: [String]) {
    let drifts = Locked<[String]>([])
    let isChanged = Locked(false)
    return try await RawServer.run { request in
      let list = isChanged.use { isChanged in
        defer { isChanged = true }
        return isChanged ? after : before
      }
      let size = request.number("limit") ?? request.number("size") ?? 0
      let start = request.number("offset") ?? ((request.number("page") ?? 1) - 1) * size
      let rows = list.dropFirst(start).prefix(size).map { #"{"id": \#($0)}"# }
      let pages = (list.count + size - 1) / size
      return .json(#"{"pages": \#(pages), "rows": [\#(rows.joined(separator: ", "))]}"#)
    } body: { server in
      let source = style.source(server) { drift in drifts.use { $0.append("\(drift)") } }
      let walk = await Walk.toEnd(of: source, pageSize: size)
      return (walk.state.items.compactMap { Int($0.id.rawValue) }, drifts.use { $0 })
    }
  }

  /// Nothing went, however far the rows have moved.
  @Test func manyInsertionsAreNoDeletions() async throws {
    let style = Style(path: "bare", paging: .offset())
    let (ids, drifts) = try await drifts(
      style, size: 5, from: Array(1...20), to: Array(-44...20))
    #expect(ids == Array(1...20))
    #expect(drifts == ["45 rows came before your place"])
  }

  /// Rows that are all gone have gone.
  @Test func aListThatIsAnotherOneBeginsAnew() async throws {
    let style = Style(path: "bare", paging: .offset())
    let (ids, drifts) = try await drifts(style, size: 5, from: Array(1...20), to: Array(51...60))
    #expect(ids == Array(1...5) + Array(51...60))
    #expect(drifts == ["5 rows went before your place"])
  }

  /// The number of pages tells of a change as a total does.
  @Test func aPageCountTellsThatRowsMoved() async throws {
    let style = Style(path: "pages", paging: .pageCount(at: "pages"))
    let (ids, drifts) = try await drifts(style, size: 5, from: Array(1...50), to: Array(6...50))
    #expect(ids == Array(1...50))
    #expect(drifts.first == "5 rows went before your place")
  }

  /// Rows in front of a page change and change back, so that the page before is the same each time.
  @Test(arguments: [(Array(2...13), 1), (Array(2...12), 2)])
  func aChangeThatIsUndoneHidesNoRow(changed: [Int], times: Int) async throws {
    let style = Style(path: "x", paging: .pageNumber(total: "total"), healing: .thorough)
    let asked = Locked(0)
    let ids = try await RawServer.run { request in
      let page = request.number("page") ?? 1
      let count = asked.use { asked in
        if page == 3 { asked += 1 }
        return asked
      }
      let isChanged = page == 3 && count <= times
      let list = isChanged ? changed : count > 0 ? [0] + Array(2...12) : Array(1...12)
      let rows = Self.rows(list.dropFirst((page - 1) * 4).prefix(4))
      return .json(#"{"total": \#(list.count), \#(rows)}"#)
    } body: { server in
      let walk = await Walk.toEnd(of: style.source(server), pageSize: 4)
      return walk.state.items.compactMap { Int($0.id.rawValue) }
    }
    #expect(ids == Array(1...12))
  }

  /// A server that ignores the number is named, also where each page is looked for twice.
  @Test func anIgnoredNumberIsNamedByThoroughHealing() async throws {
    try await RawServer.run { _ in
      .json(#"{"rows": [{"id": 1}, {"id": 2}], "total": 9}"#)
    } body: { server in
      let style = Style(path: "x", paging: .pageNumber(total: "total"), healing: .thorough)
      let walk = await Walk.toEnd(of: style.source(server), pageSize: 2)
      #expect(walk.state.error?.code == .ignoredParameter)
    }
  }

  // MARK: - Servers that are not as they should be

  /// Reads a list of `count` rows by pages of 20, each row of which the list gives its own id.
  private func ids(
    _ style: Style, count: Int = 95,
    answer: @escaping @Sendable (_ start: Int, _ size: Int, _ page: Int) -> String
  ) async throws -> (ids: [Int], state: JSONFeed.State, requests: Int) {
    let requests = Locked(0)
    return try await RawServer.run { request in
      requests.use { $0 += 1 }
      let size = request.number("limit") ?? request.number("size") ?? 20
      let page = request.number("page") ?? 1
      return .json(answer(request.number("offset") ?? (page - 1) * size, size, page))
    } body: { server in
      let walk = await Walk.toEnd(of: style.source(server), pageSize: 20)
      let found = walk.state.items.compactMap { Int($0.id.rawValue) }
      return (found, walk.state, requests.use { $0 })
    }
  }

  private static func rows(_ numbers: some Sequence<Int>) -> String {
    #""rows": [\#(numbers.map { #"{"id": \#($0)}"# }.joined(separator: ", "))]"#
  }

  private static let pages = Style(path: "x", paging: .pageCount(at: "pages"))

  /// An id that is there twice costs its second row only.
  @Test func anIDThatIsThereTwiceLosesNoOtherRow() async throws {
    let (ids, state, _) = try await ids(Self.pages) { start, size, _ in
      let rows = (start..<start + size).prefix { $0 < 95 }.map { $0 == 59 ? 0 : $0 }
      return #"{"pages": 5, \#(Self.rows(rows))}"#
    }
    #expect(ids == (0..<95).filter { $0 != 59 })
    #expect(state.append == .ended(reason: .exhausted))
  }

  /// A page that comes again by higher numbers is the end.
  @Test func aPageThatComesAgainIsTheEnd() async throws {
    let style = Style(path: "x", paging: .pageNumber(total: "total"))
    let (ids, state, requests) = try await ids(style) { _, size, page in
      let start = (min(page, 3) - 1) * size
      return #"{"total": 95, \#(Self.rows(start..<start + size))}"#
    }
    #expect(ids == Array(0..<60))
    #expect(state.append.end != nil)
    #expect(requests < 10)
  }

  /// The first page comes out of a cache, and a row of it is gone: the others are asked for in the end.
  @Test(arguments: [
    Style(path: "x", paging: .offset(total: "total")), Style(path: "x", paging: .offset()),
    Style(path: "x", paging: .pageNumber(total: "total")),
    Style(path: "x", paging: .pageNumber(total: "total"), healing: .thorough),
  ])
  private func aPageOutOfACacheIsNotComparedForEver(style: Style) async throws {
    for count in [94, 95] {
      let (ids, state, requests) = try await ids(style) { start, size, _ in
        let rows = (0..<95).filter { start == 0 || $0 != 4 }.dropFirst(start).prefix(size)
        return #"{"total": \#(start == 0 ? 95 : count), \#(Self.rows(rows))}"#
      }
      #expect(ids.count >= 94)
      #expect(state.append == .ended(reason: .exhausted))
      #expect(requests < 40)
    }
  }

  /// Some servers take only offsets that are multiples of the size. They round others, or refuse them.
  @Test(arguments: [false, true]) func offsetsMayHaveToBeMultiples(isRefused: Bool) async throws {
    try await RawServer.run { request in
      let (start, size) = (request.number("offset") ?? 0, min(20, request.number("limit") ?? 0))
      if isRefused, start % 20 != 0 {
        return RawServer.Answer(
          Data("HTTP/1.1 400 Bad Request\r\nContent-Length: 2\r\n\r\n{}".utf8))
      }
      let first = start / 20 * 20
      return .json(#"{"total": 95, \#(Self.rows((first..<first + size).prefix { $0 < 95 }))}"#)
    } body: { server in
      let walk = await Walk.toEnd(of: Self.styles[0].source(server), pageSize: 20)
      #expect(walk.state.error == nil)
      #expect(walk.state.items.compactMap { Int($0.id.rawValue) } == Array(0..<95))
    }
  }

  /// Rows that move the first page to the second place do not make a server one that rounds offsets.
  @Test func insertionsAreNoRounding() async throws {
    let style = Style(path: "bare", paging: .offset())
    let (ids, drifts) = try await drifts(style, size: 20, from: Array(1...60), to: Array(-18...60))
    #expect(ids == Array(1...60))
    #expect(drifts == ["19 rows came before your place"])
  }

  /// An empty page in the middle is no end where the answer says that more follow.
  @Test(arguments: [
    Style(path: "x", paging: .pageNumber(total: "total")),
    Style(path: "x", paging: .pageCount(at: "pages")),
  ])
  private func anEmptyPageInTheMiddleIsNoEnd(style: Style) async throws {
    let (ids, state, _) = try await ids(style) { start, size, page in
      let rows = page == 3 ? [] : Array((start..<start + size).prefix { $0 < 95 })
      return #"{"total": 95, "pages": 5, \#(Self.rows(rows))}"#
    }
    #expect(ids == Array(0..<40) + Array(60..<95))
    #expect(state.append == .ended(reason: .exhausted))
  }

  /// Where pages have different sizes, the rows that came tell whether the total is reached.
  @Test func pagesOfDifferentSizesAreAllRead() async throws {
    let sizes = [20, 7, 1, 20, 13, 5, 20, 9]
    let style = Style(path: "x", paging: .pageNumber(total: "total"))
    let (ids, _, _) = try await ids(style) { _, _, page in
      let start = sizes.prefix(page - 1).reduce(0, +)
      let size = page <= sizes.count ? sizes[page - 1] : 0
      return #"{"total": 95, \#(Self.rows(start..<start + size))}"#
    }
    #expect(ids == Array(0..<95))
  }
}
