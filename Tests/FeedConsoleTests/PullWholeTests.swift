import FeedEffects
import Foundation
import TestServers
import TestWatch
import Testing

/// The parameters of a request.
private struct Query {
  let values: [String: String]

  /// A whole number; `other` if there is none.
  func number(_ name: String, or other: Int = 0) -> Int {
    values[name].flatMap { Int($0) } ?? other
  }

  /// `[{"id": 0}, …]`: the rows of a list of `count` from a place on.
  func rows(from start: Int, of count: Int, by size: Int = 20) -> String {
    Self.rows(min(start, count)..<min(start + size, count))
  }

  static func rows(_ numbers: some Sequence<Int>, key: String = "id") -> String {
    "[\(numbers.map { #"{"\#(key)": \#($0)}"# }.joined(separator: ", "))]"
  }
}

/// A list, and what `feed-repl pull` makes of it.
private struct List: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var query = ""
  var options: [String] = []
  var rows: Int
  var isWhole = true

  /// A part of what is said.
  var words = ""

  /// How many requests are sent; nil for any number.
  var requests: Int?

  var answer: @Sendable (Query) -> String

  init(
    _ name: String, query: String = "", options: [String] = [], rows: Int, isWhole: Bool = true,
    words: String = "", requests: Int? = nil, answer: @escaping @Sendable (Query) -> String
  ) {
    testDescription = name
    (self.query, self.options, self.rows, self.isWhole) = (query, options, rows, isWhole)
    (self.words, self.requests, self.answer) = (words, requests, answer)
  }
}

/// `feed-repl pull` writes a list whole, or says what is left and ends with another code.
@Suite(.watched, .enabled(if: Program.path != nil)) struct PullWholeTests {
  private static let short = [
    List("facets beside no row", rows: 0, requests: 1) { _ in
      #"{"items": [], "total": 0, "facets": [{"key": "red"}, {"key": "blue"}]}"#
    },
    List("no list", rows: 0, isWhole: false, words: "--items PATH --empty-if-absent") { _ in "{}" },
    List("one row by offsets", rows: 1) {
      #"{"offset": 0, "items": \#($0.rows(from: $0.number("offset"), of: 1))}"#
    },
    List("one row by offsets in the URL", query: "?offset=0", rows: 1) {
      $0.rows(from: $0.number("offset"), of: 1)
    },
    List("one row that is asked for", query: "?max_results=1", rows: 1, requests: 1) { _ in
      #"{"data": [{"id": 1}]}"#
    },
    List("an estimate", query: "?maxResults=20", rows: 1, requests: 1) { _ in
      #"{"pageInfo": {"totalResults": 1000, "resultsPerPage": 20}, "items": [{"id": 1}]}"#
    },
  ]

  private static let tokens = [
    List("empty pages", rows: 1, words: "4 pages had no new row", requests: 6) {
      let place = $0.number("cursor")
      let next = place < 5 ? #""\#(place + 1)""# : "null"
      return #"{"items": \#(place == 4 ? #"[{"id": 1}]"# : "[]"), "next_cursor": \#(next)}"#
    },
    List("an empty first page, and another id", rows: 3, words: "1 page had no new row") {
      $0.values["cursor"] == nil
        ? #"{"items": [], "next_cursor": "a"}"#
        : #"{"items": \#(Query.rows(1...3, key: "key")), "next_cursor": null}"#
    },
    List("the end of a scan", rows: 60, requests: 3) {
      let place = $0.number("cursor")
      return #"{"items": \#($0.rows(from: place, of: 60)), "next_cursor": \#((place + 20) % 60)}"#
    },
    List(
      "a total beyond the end", rows: 60,
      words: "the server counts 99 rows, but names no page behind these 60", requests: 3
    ) {
      let place = $0.number("cursor")
      let next = place < 40 ? #", "next_cursor": "\#(place + 20)""# : ""
      return #"{"total": 99, "items": \#($0.rows(from: place, of: 60))\#(next)}"#
    },
    List("cursors that come back", rows: 40, isWhole: false, words: "a cursor came back") {
      let cursor = $0.values["cursor"]
      let rows = cursor == nil ? 0..<20 : 20..<40
      return #"{"items": \#(Query.rows(rows)), "next_cursor": "\#(cursor == "a" ? "b" : "a")"}"#
    },
    List(
      "more, and no token", rows: 20, isWhole: false, words: "names no next page at .next_cursor"
    ) {
      let next = $0.values["cursor"] == nil ? #""a""# : "null"
      return #"{"items": \#(Query.rows(0..<20)), "has_more": true, "next_cursor": \#(next)}"#
    },
    List(
      "a typing mistake",
      options: ["--style", "token", "--next", "paging.cursor.after", "--page-param", "after"],
      rows: 0, isWhole: false,
      words: "it has something like that at .paging.cursors.after; give the path of what names the "
        + "next page. The option --next takes it."
    ) {
      let place = $0.number("after")
      return #"{"data": \#($0.rows(from: place, of: 93)), "#
        + #""paging": {"cursors": {"after": "\#(place + 20)"}}}"#
    },
  ]

  private static let others = [
    List(
      "ids as a parameter", query: "?limit=20", options: ["--page-param", "before"], rows: 60,
      requests: 4
    ) { query in
      Query.rows(
        (1...60).reversed().filter { $0 < query.number("before", or: 99) }.prefix(20))
    },
    List(
      "ids that are none", rows: 15, isWhole: false,
      words:
        "5 rows had the .pageid of another row, but another .rcid, and each id is kept once; try "
        + "--id rcid"
    ) {
      let page = $0.number("page", or: 1)
      let rows = (page * 10 - 10..<page * 10).map { #"{"pageid": \#($0 % 15), "rcid": \#($0)}"# }
      return #"{"items": [\#(rows.joined(separator: ", "))], "page": 1, "total": 20}"#
    },
    List(
      "names that are no ids", rows: 15, isWhole: false,
      words: "5 rows had the .name of another row, but other values, and each id is kept once"
    ) {
      let place = $0.number("cursor")
      let rows = (place..<place + 10).map { #"{"name": "n\#($0 % 15)", "at": \#($0)}"# }
      let next = place == 0 ? #""10""# : "null"
      return #"{"items": [\#(rows.joined(separator: ", "))], "next_cursor": \#(next)}"#
    },
    List("Spring's pages", rows: 60, requests: 3) {
      #"{"content": \#($0.rows(from: $0.number("page") * 20, of: 60)), "pageable": {"offset": 0}, "#
        + #""totalElements": 60, "number": 0}"#
    },
    List(
      "nothing that is known", query: "?limit=20", rows: 60,
      words: "requests more found out how the list goes on; --no-guess sends none."
    ) {
      let place = $0.number("from")
      let end = place < 40 ? #""\#(place + 20)""# : "null"
      return #"{"items": \#($0.rows(from: place, of: 60)), "end": \#(end)}"#
    },
    List(
      "nothing that is known, and no guess", query: "?limit=20", options: ["--no-guess"], rows: 20,
      isWhole: false, words: "not paged: ", requests: 1
    ) {
      let place = $0.number("from")
      return #"{"items": \#($0.rows(from: place, of: 60)), "end": "\#(place + 20)"}"#
    },
    List(
      "a page behind the first one that is empty", query: "?per_page=20", rows: 20,
      words: "2 requests more found out how the list goes on; --no-guess sends none."
    ) { $0.rows(from: ($0.number("page", or: 1) - 1) * 20, of: 20) },
  ]

  private static let usual =
    #"; give how the list goes on: --style, --next, --page-param (Docs/Sources.md, "Where a list ends")"#

  /// Rows that repeat after 60, without an id.
  @Sendable private static func alike(_ query: Query) -> String {
    let (start, size) = (query.number("offset"), query.number("limit"))
    let values = (start..<min(start + size, 80)).map { #"{"v": \#($0 % 60 / 2)}"# }
    return
      #"{"total": 80, "limit": \#(size), "offset": \#(start), "rows": [\#(values.joined(separator: ","))]}"#
  }

  /// Lists that only their users can lead on.
  private static let ledByHand = [
    List(
      "a name that none of the usual parameters takes", query: "?limit=20", rows: 20,
      isWhole: false,
      words: ".more is true; .paging.resume_marker may name the next page: "
        + "--style token --next paging.resume_marker --page-param NAME\n"
    ) { _ in
      #"{"items": \#(Query.rows(0..<20)), "paging": {"resume_marker": "x"}, "more": true}"#
    },
    List(
      "a name that a shell would take apart", rows: 20, isWhole: false,
      words: "--next 'cursor `b` '\\''c' --page-param NAME\n"
    ) { _ in #"{"items": \#(Query.rows(0..<20)), "cursor `b` 'c": "x", "more": true}"# },
    List(
      "a link that nobody expects there", rows: 20, isWhole: false,
      words: ".continuation_at may name the next page: --style next-url --next continuation_at\n"
    ) { _ in #"{"items": \#(Query.rows(0..<20)), "continuation_at": "/y?z=2", "more": true}"# },
    List(
      "dates", query: "?from=2026-01-01", rows: 20, isWhole: false,
      words: ".truncated is true" + usual
    ) { _ in #"{"events": \#(Query.rows(0..<20)), "truncated": true, "calendar": "a"}"# },
    List("no guess", options: ["--no-guess"], rows: 20, isWhole: false, words: "true" + usual) {
      _ in #"{"events": \#(Query.rows(0..<20)), "truncated": true}"#
    },
    List(
      "a size that brings more", rows: 20, isWhole: false,
      words: "a row more comes where it is asked for, and no next page was found" + usual
    ) { Query.rows(0..<$0.number("limit", or: 20)) },
    List(
      "links to pages", rows: 2, isWhole: false,
      words: "after 2 rows: the rows look like links to pages, each with rows of its own; give the "
        + "URL of one of them\n", requests: 1
    ) { _ in
      #"{"items": [{"@id": "/0", "@type": "Page", "count": 5}, {"@id": "/1", "@type": "Page", "count": 5}]}"#
    },
    List(
      "pages that look the same", query: "?limit=20&offset=0", rows: 60, isWhole: false,
      words: "60 of 80 rows: a page is the same as one before, and no field tells such rows apart; "
        + "--id names one, and larger pages are less alike: --page-size N\n", answer: alike),
    List(
      "larger pages", query: "?limit=20&offset=0", options: ["--page-size", "40"], rows: 80,
      answer: alike),
    List(
      "a part that is missing", rows: 7, isWhole: false, words: "._shards.failed is 1\n"
    ) { _ in #"{"items": \#(Query.rows(0..<7)), "_shards": {"failed": 1}}"# },
  ]

  @Test(arguments: short + tokens + others + ledByHand)
  private func aListIsWholeOrNamed(list: List) async throws {
    let asked = Locked(0)
    try await RawServer.run { request in
      asked.use { $0 += 1 }
      return .json(list.answer(Query(values: request.parameters)))
    } body: { server in
      let url = server.url("x\(list.query)").absoluteString
      let run = try Program.run(list.options + ["pull", url])
      #expect(run.output.split(separator: "\n").count == list.rows)
      #expect(run.status == (list.isWhole ? 0 : 66), "\(run.errors)")
      #expect(list.words.isEmpty || run.errors.contains(list.words), "\(run.errors)")
      if let requests = list.requests { #expect(asked.use { $0 } == requests) }
    }
  }

  /// The file name of a first page leads to that of the next one.
  @Test func aNumberInAFileNameLeadsOn() async throws {
    try await RawServer.run { request in
      let number = request.path.contains("1.json") ? 1 : 0
      return .json(Query.rows(20 * number..<20 * number + 20))
    } body: { server in
      let url = server.url("it's hot/0.json?sort=a&key=s3cret").absoluteString
      let run = try Program.run(["pull", url])
      // A secret is not shown, and a quote ends no word of a shell.
      let next = url.replacing("/0.json", with: "/1.json").replacing("s3cret", with: "…")
        .replacing("'", with: #"'\''"#)
      #expect(
        run.errors.hasSuffix(
          #"other rows come for "1.json" in the path, which may be the next page: '\#(next)'\#n"#),
        "\(run.errors)")
      #expect(run.status == 66)
    }
  }

  /// A scan may have a thousand pages without a row before it is given up.
  @Test func emptyPagesEndSomewhere() async throws {
    let asked = Locked(0)
    try await RawServer.run { _ in
      let number = asked.use { asked in
        asked += 1
        return asked
      }
      return .json(#"{"items": [], "next_cursor": "\#(number)"}"#)
    } body: { server in
      let run = try Program.run(["pull", server.url("x").absoluteString])
      #expect(run.errors.contains("999 pages in a row had no new row"), "\(run.errors)")
      #expect(run.status == 66)
    }
  }

  // MARK: - Lists that move

  /// Rows that come at the top while the list is read are told; the list is whole.
  @Test(arguments: [
    ("offset", "the list is whole: 3 of 63 rows came before the others while they were read"),
    ("next", "the list grew from 60 to 63 rows while it was read"),
  ])
  func rowsThatComeWhileItReadsAreNotMissing(kind: String, words: String) async throws {
    let asked = Locked(0)
    try await RawServer.run { request in
      let isFirst = asked.use { asked in
        asked += 1
        return asked == 1
      }
      let query = Query(values: request.parameters)
      let list = isFirst ? Array(0..<60) : [-3, -2, -1] + Array(0..<60)
      if kind == "offset" {
        let start = query.number("offset")
        let rows = list.dropFirst(start).prefix(query.number("limit", or: 20))
        return .json(
          #"{"offset": \#(start), "limit": 20, "total": \#(list.count), "items": \#(Query.rows(rows))}"#
        )
      }
      // The link holds the place.
      let rest = list.drop { $0 <= query.number("after", or: isFirst ? -1 : -4) }
      let rows = rest.prefix(20)
      let next = rest.count > 20 ? #""/x?after=\#(rows.last ?? 0)""# : "null"
      return .json(#"{"next": \#(next), "total": \#(list.count), "items": \#(Query.rows(rows))}"#)
    } body: { server in
      let run = try Program.run(["pull", server.url("x").absoluteString])
      #expect(run.output.split(separator: "\n").count == 60)
      #expect(run.errors.contains(words), "\(run.errors)")
      #expect(run.status == 0, "\(run.errors)")
    }
  }

  /// A link to the next page, the options, how many rows are written, the exit code and what is said.
  private static let links: [(String, [String], Int, Int32, String)] = [
    ("page=P", [], 60, 0, "4 rows went before your place"),
    ("page=P&limit=20", ["--thorough"], 60, 0, "4 rows went before your place"),
    ("limit=20&offset=O", [], 60, 0, "4 rows went before your place"),
    ("page=P", ["--no-healing"], 56, 66, "the list fell from 60 to 56 rows while it was read"),
    ("page=P&at=P", [], 56, 66, "as many may be missing, since its pages go by numbers"),
    ("after=L", [], 60, 0, "3 pages, 60 rows"),
  ]

  /// Rows that go behind a link that counts are found again, or it is said that they may be missing.
  @Test(arguments: links)
  func rowsThatGoWhileItFollowsLinksAreNotLost(
    link: String, options: [String], rows: Int, status: Int32, words: String
  ) async throws {
    let asked = Locked(0)
    try await RawServer.run { request in
      let isFirst = asked.use { asked in
        asked += 1
        return asked == 1
      }
      let query = Query(values: request.parameters)
      let list = Array((isFirst ? 0 : 4)..<60)
      let page = query.number("page", or: 1)
      let start = query.values["offset"] == nil ? page * 20 - 20 : query.number("offset")
      let rest = list.dropFirst(start).drop { $0 <= query.number("after", or: -1) }
      let next = link.replacing("P", with: "\(page + 1)").replacing("O", with: "\(start + 20)")
        .replacing("L", with: "\(rest.prefix(20).last ?? 0)")
      return .json(
        #"{"next": \#(rest.count > 20 ? #""/x/?\#(next)""# : "null"), "total": \#(list.count), "#
          + #""items": \#(Query.rows(rest.prefix(20)))}"#)
    } body: { server in
      let run = try Program.run(options + ["pull", server.url("x/").absoluteString])
      #expect(run.output.split(separator: "\n").count == rows)
      #expect(run.errors.contains(words), "\(run.errors)")
      #expect(run.status == status)
    }
  }

  /// A deletion that page numbers without a total hide is found by `--thorough`.
  @Test(arguments: [([], 39), (["--thorough"], 40)] as [([String], Int)])
  func allThatMovesIsFoundIfAskedFor(options: [String], rows: Int) async throws {
    let asked = Locked(0)
    try await RawServer.run { request in
      let isFirst = asked.use { asked in
        asked += 1
        return asked == 1
      }
      let page = request.number("page") ?? 1
      let list = isFirst ? Array(0..<40) : Array(1..<40)
      return .json(Query.rows(list.dropFirst(page * 20 - 20).prefix(20)))
    } body: { server in
      let run = try Program.run(options + ["pull", server.url("x?page=1").absoluteString])
      #expect(run.output.split(separator: "\n").count == rows, "\(run.errors)")
      #expect(run.status == 0, "\(run.errors)")
    }
  }

  // MARK: - The first request

  /// A redirect of the first request to another server names the option that allows it.
  @Test func aRedirectToAnotherServerNamesTheOption() async throws {
    try await RawServer.run { _ in
      .json("[]")
    } body: { other in
      let target = other.url("x").absoluteString
      let moved = "HTTP/1.1 302 Found\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n"
      try await RawServer.run { _ in
        RawServer.Answer(Data(moved.utf8))
      } body: { server in
        let url = server.url("x").absoluteString
        let run = try Program.run(["pull", url])
        let origin = target.dropLast(2)
        #expect(run.errors.hasSuffix(" Try --allow \(origin)\n"), "\(run.errors)")
        #expect(run.status == 66)
        #expect(try Program.run(["--allow", String(origin), "pull", url]).status == 0)
      }
    }
  }

  /// A list that moves before each page says so a few times, and then how often.
  @Test func rowsThatMoveAreToldAFewTimes() async throws {
    let gone = Locked(0)
    try await RawServer.run { request in
      let start = request.number("offset") ?? 0
      let gone = gone.use { gone in
        if start > 0 { gone += 1 }
        return gone
      }
      let (size, rows) = (request.number("limit") ?? 10, (gone..<200))
      let page = rows.dropFirst(start).prefix(size).map { "{\"id\": \($0)}" }.joined(
        separator: ", ")
      return .json(#"{"rows": [\#(page)], "offset": \#(start), "total": \#(rows.count)}"#)
    } body: { server in
      let run = try Program.run(["pull", server.url("rows?offset=0&limit=10").absoluteString])
      let told = run.errors.split(separator: "\n").filter { $0.contains("before your place") }
      #expect(told.count == 4, "\(run.errors)")
      #expect(
        run.errors.contains(/feed-repl: rows moved before [0-9]+ more pages\n/), "\(run.errors)")
      #expect(run.output.split(separator: "\n").count == 200)
    }
  }

  /// Pages of only known rows end it, also with pages without rows between them, whose tokens are new.
  @Test func pagesOfKnownRowsEndItWhateverIsBetweenThem() async throws {
    let asked = Locked(0)
    try await RawServer.run { _ in
      let number = asked.use { asked in
        asked += 1
        return asked
      }
      let rows = number % 2 == 1 ? #"{"id": 1}, {"id": 2}"# : ""
      return .json(#"{"rows": [\#(rows)], "nextToken": "t\#(number)"}"#)
    } body: { server in
      let run = try Program.run(["pull", server.url("rows").absoluteString])
      #expect(run.status == 66 && run.output.split(separator: "\n").count == 2)
      #expect(
        run.errors.contains("the last 24 pages with rows had only rows that came before"), "\(run)")
      #expect(asked.use { $0 } <= 2 * 25)
    }
  }
}
