import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import TestServers
import TestWatch
import Testing

/// Answers that end a list, fail or lie, at each page of a walk and in each style of paging: what the feed says of the
/// list is compared with what the server has.
@Suite(
  "Answers that end", .watched, .enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
struct EndFuzzTests {
  private struct Row: Identifiable, Equatable, Decodable {
    let id: Int
  }

  /// The list has so many rows, ten a page.
  private static let count = 37
  private static let pages = 4

  /// The pages that are changed: all with `END_PAGES=all`, or the second one.
  private static let changed =
    ProcessInfo.processInfo.environment["END_PAGES"] == "all" ? 1...4 : 2...2

  /// An answer as the server would give it.
  private struct Answer {
    var status = 200
    var headers: [String: String] = [:]
    var members: [String: JSONValue]

    /// What is sent in place of the members.
    var text: String?

    var rows: [JSONValue] {
      get { if case .array(let rows)? = members["items"] { rows } else { [] } }
      set { members["items"] = .array(newValue) }
    }

    var response: RawServer.Answer {
      let body = text.map { Data($0.utf8) } ?? (try? JSONEncoder().encode(members)) ?? Data()
      var head = "HTTP/1.1 \(status) X\r\nContent-Type: application/json\r\n"
      for (name, value) in headers { head += "\(name): \(value)\r\n" }
      if status != 204 { head += "Content-Length: \(body.count)\r\n" }
      return .init(Data("\(head)\r\n".utf8) + (status == 204 ? Data() : body))
    }
  }

  /// A style of paging: how a page is asked for, and how it names the next one.
  private struct Style: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let parameter: String
    let paging: Paging

    /// The number of the first row that a value of the parameter asks for.
    var start: @Sendable (String?) -> Int = { Int($0 ?? "0") ?? 0 }

    /// Adds what names the page behind one with these rows.
    let name: @Sendable (inout Answer, Range<Int>) -> Void
  }

  private static let styles = [
    Style(testDescription: "next URL", parameter: "at", paging: .nextURL(at: "next")) {
      $0.members["next"] = $1.upperBound < count ? .string("?at=\($1.upperBound)") : .null
    },
    Style(testDescription: "Link header", parameter: "at", paging: .linkHeader) {
      let rel = $1.upperBound < count ? "<?at=\($1.upperBound)>; rel=next" : "<?at=0>; rel=first"
      $0.headers["Link"] = rel
    },
    Style(testDescription: "token", parameter: "cursor", paging: .token(at: "next")) {
      $0.members["next"] = $1.upperBound < count ? .string("\($1.upperBound)") : .null
    },
    Style(
      testDescription: "token and flag", parameter: "cursor",
      paging: .token(at: "next", more: "more")
    ) {
      $0.members["more"] = .bool($1.upperBound < count)
      if $1.upperBound < count { $0.members["next"] = .string("\($1.upperBound)") }
    },
    Style(
      testDescription: "page and total", parameter: "page", paging: .pageNumber(total: "total"),
      start: { ((Int($0 ?? "1") ?? 1) - 1) * 10 },
      name: { answer, _ in answer.members["total"] = 37 }
    ),
    Style(
      testDescription: "page count", parameter: "page", paging: .pageCount(at: "pages"),
      start: { ((Int($0 ?? "1") ?? 1) - 1) * 10 },
      name: { answer, _ in answer.members["pages"] = 4 }),
    Style(
      testDescription: "short page", parameter: "page", paging: .shortPage,
      start: { ((Int($0 ?? "1") ?? 1) - 1) * 10 }, name: { _, _ in }),
    Style(
      testDescription: "offset and total", parameter: "offset", paging: .offset(total: "total"),
      name: { answer, _ in answer.members["total"] = 37 }),
    Style(testDescription: "offset", parameter: "offset", paging: .offset()) { _, _ in },
    Style(
      testDescription: "keyset", parameter: "after_id", paging: .keyset(at: "id"),
      start: { (Int($0 ?? "") ?? -1) + 1 }, name: { _, _ in }),
  ]

  /// Whether a client can tell the lie from an honest answer.
  private enum Sign {
    /// In each style.
    case always

    /// Where the page ends the list. Pages that the server counts go on behind it.
    case atAnEnd

    /// Where there is a total, but on the first page; else it looks like the end, or like a page of a sparse list.
    case byCount

    /// Never: the answer is one that an honest server gives at its end.
    case never
  }

  /// A way in which a server ends, fails or lies.
  private struct Way: Sendable {
    let name: String
    let sign: Sign
    let change: @Sendable (inout Answer) -> Void

    init(_ name: String, _ sign: Sign, _ change: @escaping @Sendable (inout Answer) -> Void) {
      (self.name, self.sign, self.change) = (name, sign, change)
    }
  }

  private static let ways = [
    Way("a refusal by its status", .always) {
      ($0.rows, $0.members["status"], $0.members["next"]) = ([], "OVER_QUERY_LIMIT", nil)
    },
    Way("an error", .always) { ($0.rows, $0.members["error"]) = ([], "busy") },
    Way("errors", .always) { ($0.rows, $0.members["errors"]) = ([], [["message": "no"]]) },
    Way("a code", .always) {
      ($0.rows, $0.members["code"], $0.members["message"]) = ([], 503, "down")
    },
    Way("not ok", .always) { ($0.rows, $0.members["ok"]) = ([], false) },
    Way("a fault", .always) { ($0.rows, $0.members["fault"]) = ([], ["faultstring": "quota"]) },
    Way("another page", .always) { $0.members = ["maintenance": true] },
    Way("a list that is another thing", .always) { $0.members["items"] = 7 },
    Way("an empty text", .always) { $0.text = "" },
    Way("a page of words", .always) { $0.text = "<html>Log in</html>" },
    Way("half a text", .always) { $0.text = #"{"items": [{"id": 1}, {"i"# },
    Way("no value", .always) { $0.text = "null" },
    Way("status 400", .always) { $0.status = 400 },
    Way("status 401", .always) { $0.status = 401 },
    Way("status 403", .always) { $0.status = 403 },
    Way("status 410", .always) { $0.status = 410 },
    Way("status 429", .always) { $0.status = 429 },
    Way("status 500", .always) { $0.status = 500 },
    Way("a part that failed", .always) {
      ($0.rows, $0.members["partial"]) = ($0.rows.dropLast(2), true)
    },
    Way("errors beside rows", .always) {
      ($0.rows, $0.members["errors"]) = ($0.rows.dropLast(2), [["message": "shard 3"]])
    },
    Way("shards that failed", .always) {
      ($0.rows, $0.members["_shards"]) = ($0.rows.dropLast(2), ["failed": 1])
    },
    Way("a result that is not complete", .always) {
      ($0.rows, $0.members["incomplete_results"]) = ($0.rows.dropLast(2), true)
    },
    Way("a row that does not fit", .always) { $0.rows[0] = ["id": "x"] },
    Way("no rows and no way on, but a flag", .atAnEnd) {
      ($0.rows, $0.members["next"], $0.headers["Link"]) = ([], nil, nil)
      $0.members["has_more"] = true
    },
    Way("no rows and no way on", .byCount) {
      ($0.rows, $0.members["next"], $0.headers["Link"]) = ([], nil, nil)
      if $0.members["more"] != nil { $0.members["more"] = false }
    },
    Way("nothing", .byCount) { $0.text = "{}" },
    Way("no content", .byCount) { $0.status = 204 },
    Way("no list", .byCount) {
      ($0.members["items"], $0.members["next"], $0.headers["Link"]) = (.null, .null, nil)
      if $0.members["more"] != nil { $0.members["more"] = false }
    },
    Way("rows that are left out", .never) { $0.rows = $0.rows.dropLast(3) },
  ]

  /// What came of a walk.
  private struct Result {
    var ids: [Int]
    var completeness: Completeness
    var requests: Int
  }

  /// Walks the list with a source of the style, or with one that finds the style out.
  private func walk(
    _ style: Style, _ way: Way?, at page: Int, isDetected: Bool
  ) async throws -> Result {
    let asked = Locked(0)
    return try await RawServer.run { request in
      asked.use { $0 += 1 }
      let start = style.start(request.parameters[style.parameter])
      let size = request.number("size") ?? 10
      let rows = min(start, Self.count)..<min(max(start, 0) + size, Self.count)
      var answer = Answer(members: ["items": .array(rows.map { ["id": .integer($0)] })])
      style.name(&answer, rows)
      if let way, start / 10 == page - 1 || start + 1 == (page - 1) * 10 { way.change(&answer) }
      return answer.response
    } body: { server in
      if isDetected {
        let firsts = ["page": "1", "offset": "0", "after_id": ""]
        let query = firsts[style.parameter].map { "\(style.parameter)=\($0)&" } ?? ""
        let source = DetectedSource(.get(server.url("list?\(query)size=10")))
        let state = await Self.state(of: source)
        return Result(
          ids: state.items.compactMap { Int($0.id.rawValue) }, completeness: state.completeness,
          requests: asked.use { $0 })
      }
      let source = HTTPPageSource<Row>(
        .get(server.url("list"), page: style.parameter, size: "size"), rows: .list(at: "items"),
        paging: style.paging)
      let state = await Self.state(of: source)
      return Result(
        ids: state.items.map(\.id), completeness: state.completeness, requests: asked.use { $0 })
    }
  }

  private static func state<Source: PageSource>(
    of source: Source
  ) async -> Feed<Source.Item, Source.Cursor>.State {
    var walk = Walk(source, pageSize: 10)
    await walk.send(.started)
    for _ in 0..<20 where walk.state.append == .idle { await walk.send(.loadMore) }
    return walk.state
  }

  @Test(arguments: styles, [false, true])
  private func anHonestListIsWhole(style: Style, isDetected: Bool) async throws {
    let result = try await walk(style, nil, at: 0, isDetected: isDetected)
    #expect(result.ids == Array(0..<Self.count))
    #expect(result.completeness == .complete)
    #expect(result.requests <= Self.pages + (isDetected ? 3 : 1))
  }

  /// No list is called complete of which rows are missing, if anything in the answers tells it.
  @Test(arguments: styles, [false, true])
  private func noListIsCompleteOfWhichRowsAreMissing(
    style: Style, isDetected: Bool
  ) async throws {
    let hasTotal = style.testDescription.hasSuffix("total")
    // To a source that decodes no rows any object is one.
    for way in Self.ways where !isDetected || way.name != "a row that does not fit" {
      for page in Self.changed {
        let result = try await walk(style, way, at: page, isDetected: isDetected)
        let context: Comment =
          "\(style.testDescription): \(way.name) at page \(page): \(result.completeness)"
        #expect(result.requests <= (Self.pages + 1) * 5 + 24, context)
        let isTold =
          way.sign == .always || way.sign == .atAnEnd && style.testDescription != "page count"
          || way.sign == .byCount && hasTotal && page > 1
        let isWhole = result.ids == Array(0..<Self.count)
        #expect(isWhole || !isTold || !result.completeness.isComplete, context)
        // What is there is in order, and nothing comes twice.
        #expect(result.ids == Set(result.ids).sorted(), context)
      }
    }
  }

  /// A server may send many pages without a row while it looks for some.
  @Test func aSparseListIsReadWhole() async throws {
    try await RawServer.run { request in
      let at = request.number("at") ?? 0
      let rows = at % 50 == 0 ? #"{"id": \#(at)}"# : ""
      let next = at < 200 ? #""\#(at + 1)""# : "null"
      return .json(#"{"items": [\#(rows)], "next": \#(next)}"#)
    } body: { server in
      let source = HTTPPageSource<Row>(
        .get(server.url("list"), page: "at"), rows: .list(at: "items"), paging: .token(at: "next"))
      var walk = Walk(source, pageSize: 10)
      await walk.send(.started)
      for _ in 0..<250 where walk.state.append.end == nil || walk.state.append.end == .stalled {
        await walk.send(.loadMore)
      }
      #expect(walk.state.items.map(\.id) == [0, 50, 100, 150, 200])
      #expect(walk.state.completeness == .complete)
    }
  }
}
