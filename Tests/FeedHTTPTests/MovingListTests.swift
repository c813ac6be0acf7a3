import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import TestServers
import TestWatch
import Testing

/// Lists whose rows come and go while they are read.
@Suite("Moving lists", .watched, .enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
struct MovingListTests {
  /// A source that lets rows come and go before each request but the first.
  private struct MovingSource: PageSource {
    let source: HTTPPageSource<JSONRow>
    let move: @Sendable () async throws -> Void

    func page(for request: JSONFeed.Request) async throws -> JSONFeed.Page {
      if request.position != .start { try await move() }
      return try await source.page(for: request)
    }
  }

  /// The rows of a server, as its test sees them.
  private actor Rows {
    private(set) var numbers: [Int]

    /// The rows that were there all the time, in the server's order.
    private(set) var stayed: [Int]

    private var newest: Int
    private var random: SplitMix64

    init(_ numbers: [Int], seed: UInt64) {
      self.numbers = numbers
      stayed = numbers
      newest = numbers.max() ?? 0
      random = SplitMix64(seed: seed)
    }

    /// Draws a change: rows that go, and indices at which rows come. Often it is none.
    func change(_ kinds: Set<String>) -> (deleted: [Int], added: [Int]) {
      // A burst is longer than a page.
      let most = Int.random(in: 0..<5, using: &random) == 0 ? 30 : 4
      let isTop = Bool.random(using: &random)
      var deleted: [Int] = []
      var added: [Int] = []
      if kinds.contains("delete"), Bool.random(using: &random) {
        let start = isTop ? 0 : Int.random(in: 0...numbers.count, using: &random)
        let count = Int.random(in: 0...most, using: &random)
        deleted = Array(numbers.dropFirst(start).prefix(count))
      }
      let gone = Set(deleted)
      numbers.removeAll { gone.contains($0) }
      stayed.removeAll { gone.contains($0) }
      if kinds.contains("insert"), Bool.random(using: &random) {
        for _ in 0..<Int.random(in: 0...most, using: &random) {
          let index = isTop ? 0 : Int.random(in: 0...numbers.count, using: &random)
          newest += 1
          numbers.insert(newest, at: index)
          added.append(index)
        }
      }
      return (deleted, added)
    }
  }

  private struct Style: Sendable, CustomTestStringConvertible {
    var path: String
    var page: String
    var size: String?
    var rows: JSONPath
    var paging: Paging
    var healing = PageHealing.automatic
    var kinds: Set<String> = ["insert", "delete"]

    var testDescription: String { "\(path), \(healing), \(kinds.sorted())" }

    func source(
      _ url: URL, onDrift: (@Sendable (PageDrift) -> Void)? = nil
    ) -> HTTPPageSource<JSONRow> {
      var request = HTTPRequest.get(url, page: page, size: size)
      if path.contains("ranged") { request.rangeUnit = "items" }
      return HTTPPageSource(
        request, rows: .raw(at: rows, id: "id"), paging: paging, healing: healing,
        onDrift: onDrift)
    }
  }

  private static let styles = [
    Style(
      path: "offset", page: "offset", size: "limit", rows: "rows", paging: .offset(total: "total")),
    Style(path: "offset", page: "offset", size: "limit", rows: "rows", paging: .offset()),
    Style(
      path: "as/ranged", page: "offset", rows: "",
      paging: .offset(total: .header("Content-Range"))),
    Style(
      path: "items", page: "page", size: "size", rows: "items",
      paging: .pageNumber(total: "totalItemsAvailable"), healing: .thorough),
    Style(
      path: "plain", page: "page", size: "per_page", rows: "", paging: .shortPage,
      healing: .thorough),
    Style(
      path: "items", page: "page", size: "size", rows: "items",
      paging: .pageNumber(total: "totalItemsAvailable"), kinds: ["insert"]),
    Style(
      path: "items", page: "page", size: "size", rows: "items",
      paging: .pageNumber(total: "totalItemsAvailable"), kinds: ["delete"]),
    Style(
      path: "plain", page: "page", size: "per_page", rows: "", paging: .shortPage,
      kinds: ["insert"]),
  ]

  /// How many walks of a style are made: `MOVING_WALKS`, or a few.
  private static let walks =
    ProcessInfo.processInfo.environment["MOVING_WALKS"].flatMap(Int.init) ?? 6

  /// Walks a moving list to its end, and checks that no row is lost, doubled or out of order.
  private func check(
    _ source: HTTPPageSource<JSONRow>, size: Int, rows: Rows, seed: UInt64, style: Style,
    of server: TestServer,
    move: @escaping @Sendable (_ change: (deleted: [Int], added: [Int])) async throws -> Void
  ) async throws {
    let moving = MovingSource(source: source) { try await move(rows.change(style.kinds)) }
    let walk = await Walk.toEnd(of: moving, pageSize: size)
    let context: Comment = "\(style.testDescription), seed \(seed), pages of \(size)"
    let found = walk.state.items.compactMap { Int($0.id.rawValue) }
    let stayed = await rows.stayed
    let wanted = Set(stayed)
    let read = found.filter { wanted.contains($0) }
    let requests = try await server.log().count
    #expect(requests <= walk.maxRequests(style.healing), context)
    // A list that moves at each request may be given up: with a sentence, and without a gap.
    if let failure = walk.state.error {
      #expect(failure.message.contains("was not found again by"), context)
      #expect(size < 5 && stayed.starts(with: read), context)
      return
    }
    #expect(walk.state.append == .ended(reason: .exhausted), context)
    #expect(read == stayed, context)
  }

  @Test(arguments: styles)
  private func whatStaysIsReadOnceAndInOrder(style: Style) async throws {
    try await TestServer.run(count: 90) { server in
      for seed in 0..<UInt64(Self.walks) {
        try await server.control(#"{"reset": true}"#)
        let rows = Rows(Array(1...90), seed: seed)
        let size = [7, 10, 20, 1][Int(seed % 4)]
        try await check(
          style.source(server.url(style.path)), size: size, rows: rows, seed: seed, style: style,
          of: server
        ) {
          try await server.control(#"{"delete": \#($0.deleted), "add": \#($0.added)}"#)
        }
      }
    }
  }

  // MARK: - One movement

  /// Reads the first page of 20 rows, moves rows, reads the second page.
  private func secondPage(
    _ style: Style, after change: String
  ) async throws -> (ids: [Int], drifts: [PageDrift], queries: [String]) {
    let drifts = Locked<[PageDrift]>([])
    return try await TestServer.run(count: 90) { server in
      let source = style.source(server.url(style.path)) { drift in drifts.use { $0.append(drift) } }
      var walk = Walk(source, pageSize: 20)
      await walk.send(.started)
      try await server.control(change)
      await walk.send(.itemAppeared(index: 19))
      #expect(walk.state.error == nil)
      let queries = try await server.log().dropFirst().map(\.query)
      let ids = walk.state.items.dropFirst(20).compactMap { Int($0.id.rawValue) }
      return (ids, drifts.use { $0 }, Array(queries))
    }
  }

  private static let offsets = styles[0]
  private static let numbers = styles[5]

  @Test(
    arguments: [
      (#"{}"#, 21...40, "", 1), (#"{"remove": 3}"#, 21...40, "3 rows went before your place", 2),
      (#"{"insert": 3}"#, 21...37, "3 rows came before your place", 1),
      (#"{"insert": 30}"#, 21...30, "30 rows came before your place", 2),
      (#"{"delete": [18, 19, 20]}"#, 21...40, "3 rows went before your place", 2),
      (
        #"{"delete": [1, 20], "add": [0, 0, 0]}"#, 21...39, "2 rows came, 1 went before your place",
        1
      ),
    ] as [(String, ClosedRange<Int>, String, Int)])
  func anOffsetIsHealed(
    change: String, ids: ClosedRange<Int>, words: String, requests: Int
  ) async throws {
    let found = try await secondPage(Self.offsets, after: change)
    #expect(found.ids == Array(ids))
    #expect(found.drifts.map { "\($0)" } == (words.isEmpty ? [] : [words]))
    #expect(found.drifts.allSatisfy { $0.requests == requests })
    #expect(found.queries.count == requests)
    // The page begins with the last row of the one before, and has as many new ones as asked for.
    #expect(found.queries.first == "offset=19&limit=21")
  }

  @Test(
    arguments: [
      (#"{}"#, 21...40, "", 1), (#"{"remove": 3}"#, 21...43, "3 rows went before your place", 2),
      (#"{"insert": 3}"#, 21...37, "3 rows came before your place", 1),
      (#"{"delete": [20]}"#, 21...41, "1 row went before your place", 2),
    ] as [(String, ClosedRange<Int>, String, Int)])
  func aPageNumberIsHealed(
    change: String, ids: ClosedRange<Int>, words: String, requests: Int
  ) async throws {
    let found = try await secondPage(Self.numbers, after: change)
    #expect(found.ids == Array(ids))
    #expect(found.drifts.map { "\($0)" } == (words.isEmpty ? [] : [words]))
    // Where rows of the page before are left, they come first, and its own after them.
    #expect(found.drifts.allSatisfy { $0.requests == requests })
    #expect(found.queries.count == 1 + 2 * (requests - 1))
    #expect(found.queries.first == "page=2&size=20")
  }

  /// Without healing three rows are lost, and rows that came are in the middle.
  @Test func healingCanBeSwitchedOff() async throws {
    for var style in [Self.offsets, Self.numbers] {
      style.healing = .off
      let lost = try await secondPage(style, after: #"{"remove": 3}"#)
      #expect(lost.ids == Array(24...43))
      #expect(lost.drifts.isEmpty)
      let doubled = try await secondPage(style, after: #"{"insert": 3}"#)
      #expect(doubled.ids == Array(21...37))
    }
  }

  /// A feed that is restored has the id of its last row in the cursor.
  @Test func aRestoredFeedIsHealed() async throws {
    try await TestServer.run(count: 90) { server in
      let style = Self.offsets
      let first = try await style.source(server.url(style.path)).page(
        for: .init(ticket: Ticket(rawValue: 1), kind: .refresh, position: .start, size: 20))
      try await server.control(#"{"remove": 3}"#)
      let json = try JSONEncoder().encode(try #require(first.next))
      #expect(String(decoding: json, as: UTF8.self).contains(#""after":"20""#))
      let cursor = try JSONDecoder().decode(PageCursor.self, from: json)
      let second = try await style.source(server.url(style.path)).page(
        for: .init(
          ticket: Ticket(rawValue: 2), kind: .append, position: .after(cursor: cursor), size: 20))
      #expect(second.items.map(\.id.rawValue) == (21...24).map { "\($0)" })
    }
  }

  /// A damaged snapshot may have any cursor.
  @Test(arguments: [
    PageCursor.offset(.max, after: "20"), .offset(.min, after: "20"), .number(.max, after: "20"),
    .number(.min, after: "x"),
  ])
  func anyCursorIsAskedFor(cursor: PageCursor) async throws {
    try await TestServer.run(count: 30) { server in
      let style = cursor.description.hasPrefix("page") ? Self.numbers : Self.offsets
      let page = try? await style.source(server.url(style.path)).page(
        for: .init(
          ticket: Ticket(rawValue: 1), kind: .append, position: .after(cursor: cursor),
          size: 1 << 62))
      #expect(page.map { $0.items.count <= 30 } ?? true)
    }
  }

  /// Nothing is asked again of a server that refuses a page with status 400, also where rows went and the page is one
  /// behind the last.
  @Test func aRefusedPageIsNotAskedForAgain() async throws {
    let strict = Style(
      path: "as/strict-pages", page: "page", size: "per_page", rows: "items",
      paging: .pageNumber(total: "total"))
    let drifts = Locked<[PageDrift]>([])
    try await TestServer.run(count: 90) { server in
      let source = strict.source(server.url(strict.path)) { drift in drifts.use { $0.append(drift) }
      }
      var walk = Walk(source, pageSize: 20)
      await walk.send(.started)
      await walk.send(.itemAppeared(index: 19))
      await walk.send(.itemAppeared(index: 39))
      try await server.control(#"{"remove": 57}"#)
      await walk.scrollToEnd()
      #expect(walk.state.error?.status == 400)
      #expect(try await server.log().count == 4)
      try await server.control(
        #"{"reset": true, "fail": {"path": "/as/strict-pages", "page": 2, "status": 400, "times": 9}}"#
      )
      walk = Walk(source, pageSize: 20)
      await walk.send(.started)
      await walk.send(.itemAppeared(index: 19))
      #expect(walk.state.error?.status == 400)
    }
  }

  // MARK: - Servers by others

  /// What is moved in mid-walk, as statements of SQL on the rows of a server by others. The newest row is the
  /// first one.
  private func statements(
    _ change: (deleted: [Int], added: [Int]), table: String, insert: String, top: Int
  ) -> [String] {
    var statements = change.deleted.map { "delete from \(table) where id = \($0)" }
    for number in change.added.indices {
      statements.append(insert.replacing("ID", with: "\(top + number + 1)"))
    }
    return statements
  }

  private struct Foreign: Sendable, CustomTestStringConvertible {
    var server: String
    var path: String
    var table: String
    var insert: String
    var style: Style

    var testDescription: String { "\(server), \(style.testDescription)" }
  }

  private static let person = """
    insert into app_person (id, name, created, rank) select ID, 'new', '2027-01-01', 0
    """

  private static let foreign = [
    Foreign(
      server: "drf", path: "api/limit/", table: "app_person", insert: person,
      style: Style(
        path: "api/limit/", page: "offset", size: "limit", rows: "results",
        paging: .offset(total: "count"))),
    Foreign(
      server: "drf", path: "api/people/", table: "app_person", insert: person,
      style: Style(
        path: "api/people/", page: "page", size: "page_size", rows: "results",
        paging: .pageNumber(total: "count"), healing: .thorough)),
    Foreign(
      server: "datasette",
      path:
        "feed.json?sql=select+*+from+items+order+by+id+desc+limit+:n+offset+:from&_shape=objects&n=20&from=0",
      table: "items", insert: "insert into items values (ID, 'new', 'now', 0)",
      style: Style(path: "feed", page: "from", size: "n", rows: "rows", paging: .offset())),
    // The links count.
    Foreign(
      server: "drf", path: "api/limit/", table: "app_person", insert: person,
      style: Style(path: "limit", page: "offset", rows: "results", paging: .nextURL(at: "next"))),
    Foreign(
      server: "drf", path: "api/people/", table: "app_person", insert: person,
      style: Style(
        path: "people", page: "page", rows: "results", paging: .nextURL(at: "next"),
        healing: .thorough)),
    // With these the servers find the place.
    Foreign(
      server: "drf", path: "api/cursor/", table: "app_person", insert: person,
      style: Style(path: "cursor", page: "page", rows: "results", paging: .nextURL(at: "next"))),
    Foreign(
      server: "datasette", path: "feed/items.json?_shape=objects&_size=20&_sort_desc=id",
      table: "items", insert: "insert into items values (ID, 'new', 'now', 0)",
      style: Style(path: "feed", page: "page", rows: "rows", paging: .nextURL(at: "next_url"))),
  ]

  /// Rows that come have the next id, so they are the first ones; the others go anywhere.
  @Test(
    .enabled(if: IndependentServer.isAvailable, "FEED_SERVERS names no folder of servers"),
    arguments: foreign, [false, true])
  private func serversByOthersAreReadOnceAndInOrder(
    foreign: Foreign, hasFaults: Bool
  ) async throws {
    try await IndependentServer.run(foreign.server, count: 90) { server in
      try await FaultProxy.run(before: server) { proxy in
        try await proxy.follow(
          hasFaults
            ? #"[{"match": {"prob": 0.2, "by": "target"}, "fault": "503"}, "#
              + #"{"match": {"prob": 0.1, "by": "target"}, "fault": "close_mid"}]"# : "[]")
        try await check(foreign, server: server, at: proxy.url(foreign.path))
      }
    }
  }

  private func check(_ foreign: Foreign, server: IndependentServer, at url: URL) async throws {
    let all = Array((1...90).reversed())
    let rows = Rows(all, seed: 7)
    let moves = Locked(0)
    let source = MovingSource(source: foreign.style.source(url)) {
      // A request that is repeated moves nothing.
      let number = moves.use { moves in
        moves += 1
        return moves
      }
      guard number <= 6 else { return }
      let change = await rows.change(["delete"])
      let top = 90 + number * 100
      let added = Array(repeating: 0, count: [0, 3, 25, 1, 0, 2][number - 1])
      try server.change(
        statements((change.deleted, added), table: foreign.table, insert: foreign.insert, top: top))
    }
    var walk = Walk(source, pageSize: 20)
    await walk.send(.started)
    for _ in 0..<60 where walk.state.append.end == nil {
      let last = walk.state.items.count - 1
      let isFailed = walk.state.error != nil
      await walk.send(isFailed ? .retryTapped(kind: nil) : .itemAppeared(index: last))
    }
    #expect(walk.state.append == .ended(reason: .exhausted))
    let found = walk.state.items.compactMap { Int($0.id.rawValue) }
    let stayed = await rows.stayed
    let wanted = Set(stayed)
    #expect(found.filter { wanted.contains($0) } == stayed)
  }
}
