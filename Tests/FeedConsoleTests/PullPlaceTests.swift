import FeedEffects
import Foundation
import TestServers
import TestWatch
import Testing

/// A list of 60 rows, and how a server pages it.
private struct Served: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var query = ""
  var options: [String] = []

  /// The body of a request by POST.
  var body: String?

  /// The options that are printed beside the place; nil for any.
  var printed: String?

  /// Whether a guess finds out how it goes on, which a failure of the second page would hide.
  var isGuessed: Bool { testDescription.contains("guessed") || testDescription.contains("bare") }

  /// The row at which a request begins.
  let start: @Sendable (RawServer.Request) -> Int

  /// The members beside the rows of the page from a row on, the last one of which is `end`.
  let beside: @Sendable (_ start: Int, _ end: Int, _ server: String) -> String

  init(
    _ name: String, query: String = "", options: [String] = [], body: String? = nil,
    printed: String? = nil, start: @escaping @Sendable (RawServer.Request) -> Int,
    beside: @escaping @Sendable (_ start: Int, _ end: Int, _ server: String) -> String
  ) {
    (testDescription, self.query, self.options) = (name, query, options)
    (self.body, self.printed, self.start, self.beside) = (body, printed, start, beside)
  }

  /// The answer to a request; nil behind the last row.
  func answer(_ request: RawServer.Request) -> RawServer.Answer {
    let first = start(request)
    let end = min(first + 20, 60)
    let rows = (first..<max(first, end)).map { #"{"id": \#($0), "sort": [\#($0)]}"# }
    let list = "[\(rows.joined(separator: ", "))]"
    let beside = beside(first, end, "http://127.0.0.1:\(request.port)")
    if beside.isEmpty { return .json(list) }
    if beside.hasPrefix("Link") {
      return .json(list, headers: end < 60 ? ["Link": String(beside.dropFirst(5))] : [:])
    }
    if beside.hasPrefix("data") {
      return .json(#"{"data": {"all": {"nodes": \#(list), \#(beside.dropFirst(5))}}}"#)
    }
    return .json("{\(beside), \"items\": \(list)}")
  }
}

/// What `feed-repl pull` prints where it stops goes on exactly there.
@Suite(.watched, .enabled(if: Program.path != nil)) struct PullPlaceTests {
  private static func next(_ key: String, _ end: Int, _ value: String) -> String {
    end < 60 ? "\"\(key)\": \(value)" : "\"\(key)\": null"
  }

  private static let numbers = [
    Served("pages by number", printed: "") {
      ($0.number("page") ?? 1) * 20 - 20
    } beside: { start, _, _ in
      #""total": 60, "page": \#(start / 20 + 1)"#
    },
    Served("pages from 0", printed: "") {
      ($0.number("page") ?? 0) * 20
    } beside: { start, _, _ in
      #""totalElements": 60, "size": 20, "number": \#(start / 20)"#
    },
    Served("pages by a parameter that was guessed", printed: nil) {
      ($0.number("pageNo") ?? 1) * 20 - 20
    } beside: { start, _, _ in
      #""total": 60, "page": 1, "pageNo": \#(start / 20 + 1)"#
    },
    Served("pages from 0 that were guessed", printed: nil) {
      ($0.number("p") ?? 0) * 20
    } beside: { _, _, _ in
      #""total": 60"#
    },
    Served("pages of a bare list", query: "?limit=20", printed: "--page-param page") {
      ($0.number("page") ?? 1) * 20 - 20
    } beside: { _, _, _ in
      ""
    },
    Served("offsets", printed: "") {
      $0.number("offset") ?? 0
    } beside: { start, _, _ in
      #""offset": \#(start), "limit": 20, "total": 60"#
    },
    Served("offsets that were guessed", printed: nil) {
      $0.number("skip") ?? 0
    } beside: { _, _, _ in
      #""total": 60"#
    },
  ]

  private static let tokens = [
    Served("tokens", printed: "") {
      Int($0.parameters["cursor"]?.dropFirst() ?? "0") ?? 99
    } beside: { _, end, _ in
      next("next_cursor", end, "\"c\(end)\"")
    },
    Served("tokens of which some are numbers", printed: "") {
      Int($0.parameters["cursor"]?.drop { $0 == "x" } ?? "0") ?? 99
    } beside: { _, end, _ in
      next("next_cursor", end, end == 20 ? "\"x20\"" : "\"\(end)\"")
    },
    Served("numbers as tokens", printed: "") {
      $0.number("cursor") ?? 0
    } beside: { _, end, _ in
      next("next_cursor", end, "\(end)")
    },
    Served("URLs as tokens", printed: "") {
      Int($0.parameters["cursor"]?.split(separator: "/").last ?? "0") ?? 99
    } beside: { _, end, _ in
      next("next_cursor", end, "\"urn:a://b/\(end)\"")
    },
    Served("tokens with characters that control", printed: "") {
      let token = $0.parameters["cursor"]
      let isWhole = token?.hasPrefix("a\n\u{202E}'é") != false
      return isWhole ? Int(token?.drop { !$0.isNumber } ?? "0") ?? 99 : 99
    } beside: { _, end, _ in
      next("next_cursor", end, #""a\n\u202e'é\#(end)""#)
    },
    Served("tokens that were guessed", query: "?limit=20", printed: nil) {
      $0.number("from") ?? 0
    } beside: { _, end, _ in
      next("end", end, "\"\(end)\"")
    },
    Served("objects as parameters", printed: "") {
      $0.parameters["continue"] == "-||" ? $0.number("gapcontinue") ?? 99 : 0
    } beside: { _, end, _ in
      end < 60 ? #""continue": {"gapcontinue": "\#(end)", "continue": "-||"}"# : #""done": 1"#
    },
    Served("ids", query: "?limit=20", options: ["--page-param", "after"], printed: "") {
      ($0.number("after") ?? -1) + 1
    } beside: { _, _, _ in
      ""
    },
    Served(
      "ids that come again", query: "?limit=20", options: ["--page-param", "max_id"], printed: ""
    ) {
      $0.number("max_id") ?? 0
    } beside: { _, _, _ in
      ""
    },
  ]

  private static let bodies = [
    Served(
      "objects in a body",
      options: ["--style", "token", "--next", "LastKey", "--page-param", "StartKey"],
      body: #"{"Limit": 20}"#
    ) {
      guard let text = $0.body.firstMatch(of: /"StartKey":\{"id":\{"N":"(\d+)"\}\}/)?.1 else {
        return $0.body.contains("StartKey") ? 99 : 0
      }
      return Int(text) ?? 99
    } beside: { _, end, _ in
      next("LastKey", end, #"{"id": {"N": "\#(end)"}}"#)
    },
    Served(
      "lists in a body", options: ["--page-param", "search_after"],
      body: #"{"size": 20, "sort": ["id"]}"#
    ) {
      guard let text = $0.body.firstMatch(of: /"search_after":\[(\d+)\]/)?.1 else {
        return $0.body.contains("search_after") ? 99 : 0
      }
      return (Int(text) ?? 99) + 1
    } beside: { _, _, _ in
      #""took": 1"#
    },
    Served(
      "a query whose cursors look like numbers",
      body: """
        query ($first: Int, $after: String) {
          all(first: $first, after: $after) { nodes { id } pageInfo { endCursor hasNextPage } }
        }
        """
    ) {
      guard let text = $0.body.firstMatch(of: /"after":"(\d+)"/)?.1 else {
        return $0.body.contains(#""after""#) ? 99 : 0
      }
      return Int(text) ?? 99
    } beside: { _, end, _ in
      #"data "pageInfo": {"endCursor": "\#(end)", "hasNextPage": \#(end < 60)}"#
    },
    Served(
      "numbers in a body",
      options: ["--style", "token", "--next", "next", "--page-param", "from"], body: "{}"
    ) {
      guard let text = $0.body.firstMatch(of: /"from":(\d+)/)?.1 else {
        return $0.body.contains("from") ? 99 : 0
      }
      return Int(text) ?? 99
    } beside: { _, end, _ in
      next("next", end, "\(end)")
    },
  ]

  private static let links = [
    Served("links", printed: "") {
      $0.number("cursor") ?? 0
    } beside: { _, end, server in
      next("next", end, "\"\(server)/x?cursor=\(end)\"")
    },
    Served("links that count, and have more", printed: "") {
      let page = $0.number("page") ?? 1
      return page == 1 || $0.number("asof") == 1700 ? page * 20 - 20 : 99
    } beside: { _, end, _ in
      next("next", end, "\"/x?page=\(end / 20 + 1)&asof=1700\"")
    },
    Served("links that count rows", query: "?limit=20", printed: "") {
      $0.number("offset") ?? 0
    } beside: { _, end, _ in
      next("next", end, "\"/x?limit=20&offset=\(end)\"")
    },
    Served("links in a header", printed: "") {
      $0.number("cursor") ?? 0
    } beside: { _, end, server in
      "Link <\(server)/x?cursor=\(end)>; rel=\"next\""
    },
    Served("links with the user's own secret", query: "?api_key=s3cret", printed: "") {
      $0.parameters["api_key"] == "s3cret" ? $0.number("cursor") ?? 0 : 99
    } beside: { _, end, _ in
      next("next", end, "\"/x?api_key=s3cret&cursor=\(end)\"")
    },
  ]

  /// The place of a guess has the options that lead there.
  @Test(arguments: [
    ("pages by a parameter that was guessed", "--page-param pageNo --resume-at 3"),
    ("pages from 0 that were guessed", "--page-param p --first-page 0 --resume-at 2"),
    ("tokens that were guessed", "--style token --next end --page-param from --resume-at 40"),
  ])
  func theOptionsOfAGuessArePrinted(name: String, words: String) async throws {
    let list = try #require((Self.numbers + Self.tokens).first { $0.testDescription == name })
    try await RawServer.run(list.answer) { server in
      let url = server.url("x\(list.query)").absoluteString
      let run = try Program.run(["--limit", "40", "pull", url])
      #expect(run.printed == words, "\(run.errors)")
    }
  }

  /// A place by hand, for a parameter that the server ignores, would write the first page again.
  @Test func aPlaceThatTheServerIgnoresIsAFailure() async throws {
    let list = try #require(Self.numbers.first { $0.testDescription.contains("pages from 0 that") })
    try await RawServer.run(list.answer) { server in
      let run = try Program.run(["--resume-at", "3", "pull", server.url("x").absoluteString])
      #expect(run.output.isEmpty && run.status == 66)
      #expect(
        run.errors.contains("page 3 has the rows of the first page; give the parameter"),
        "\(run.errors)")
    }
  }

  /// How a reading is stopped: by a failure behind so many rows, or by `--limit`.
  private enum Stop: CaseIterable {
    case failure20, failure40, limit20, limit40

    var rows: Int { self == .failure20 || self == .limit20 ? 20 : 40 }
    var isLimit: Bool { self == .limit20 || self == .limit40 }
  }

  // MARK: - Each style

  @Test(arguments: numbers + tokens + bodies + links, Stop.allCases)
  private func whatIsPrintedGoesOnExactlyThere(list: Served, stop: Stop) async throws {
    if list.isGuessed, stop == .failure20 { return }
    let isBroken = Locked(!stop.isLimit)
    try await RawServer.run { request in
      isBroken.use { $0 } && list.start(request) >= stop.rows
        ? .json("{}", status: 403) : list.answer(request)
    } body: { server in
      let file = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID()).json")
      defer { try? FileManager.default.removeItem(at: file) }
      try Data((list.body ?? "").utf8).write(to: file)
      let options =
        list.options
        + (list.body.map { [$0.hasPrefix("query") ? "--graphql" : "--post", file.path] } ?? [])
      let words = options + ["pull", server.url("x\(list.query)").absoluteString]
      // Each page but the first has a row of the one before.
      let limit = list.testDescription.contains("again") && stop == .limit40 ? 39 : stop.rows
      let first = try Program.run((stop.isLimit ? ["--limit", "\(limit)"] : []) + words)
      isBroken.use { $0 = false }
      let printed = try #require(first.printed, "\(first.errors)")
      if let options = list.printed {
        #expect(printed.hasPrefix(options.isEmpty ? "--resume-at " : options + " "), "\(printed)")
      }
      #expect(!printed.contains("s3cret"))
      let second = try Program.pasting(printed, words)
      #expect(first.ids + second.ids == Array(0..<60), "\(printed)\n\(second.errors)")
      #expect(second.status == 0, "\(printed)\n\(second.errors)")
      #expect(!second.errors.contains("Guessing"), "\(second.errors)")
    }
  }

  /// A limit inside a page: by offsets the place of the first row that is left, else what was written is told.
  @Test(arguments: [
    ("offsets", 5, "--resume-at 5"), ("offsets", 25, "--resume-at 25"),
    ("offsets", 59, "--resume-at 59"), ("links that count rows", 25, "'http"),
    ("links that count rows", 47, "'http"),
  ])
  func aLimitInsideAPageGoesOnAtTheRow(name: String, limit: Int, words: String) async throws {
    let list = try #require((Self.numbers + Self.links).first { $0.testDescription == name })
    try await RawServer.run(list.answer) { server in
      let words = ["pull", server.url("x\(list.query)").absoluteString]
      let first = try Program.run(["--limit", "\(limit)"] + words)
      let printed = try #require(first.printed, "\(first.errors)")
      let second = try Program.pasting(printed, words)
      #expect(first.ids + second.ids == Array(0..<60), "\(printed)\n\(second.errors)")
      #expect(
        first.errors.contains(" page") && first.errors.contains("\(limit) of 60 rows")
          || name != "offsets")
      #expect(second.status == 0)
    }
  }

  @Test(arguments: [
    (
      "pages by number", 5,
      "go on from the start (the first 5 rows of that page were written already), without"
    ),
    ("tokens", 1, "go on from the start (the first row of that page was written already), without"),
    (
      "pages by number", 45,
      "go on where it stopped (the first 5 rows of that page were written already): --resume-at 3\n"
    ),
    ("tokens", 59, "(the first 19 rows of that page were written already): --resume-at c40\n"),
    (
      "ids that come again", 25,
      "(the first 5 rows of that page were written already): --resume-at 19\n"
    ),
    ("pages by number", 60, ""), ("tokens", 60, ""), ("offsets", 60, ""),
  ])
  func aLimitInsideAPageTellsWhatWasWritten(name: String, limit: Int, words: String) async throws {
    let list = try #require((Self.numbers + Self.tokens).first { $0.testDescription == name })
    try await RawServer.run(list.answer) { server in
      let run = try Program.run(
        list.options + [
          "--limit", "\(limit)", "pull", server.url("x\(list.query)").absoluteString,
        ])
      #expect(
        words.isEmpty ? !run.errors.contains("go on") : run.errors.contains(words), "\(run.errors)")
      #expect(
        run.errors.contains("\(limit) of 60 rows") || !name.contains("pages")
          || limit == 60)
      #expect(run.ids == Array(0..<limit))
    }
  }

  // MARK: - Places that fit no style

  @Test(arguments: [
    ("links", "3", "--resume-at can't be '3': this list takes the URL of a page"),
    ("links", "abc", "this list takes the URL of a page"),
    ("links", "http://example.org/x?cursor=40", "another server"),
    (
      "tokens", "3",
      "--resume-at can't be '3': this list takes a token, and not the number of a page"
    ),
    ("pages by number", "abc", "--resume-at can't be 'abc': this list takes the number of a page"),
    ("pages by number", "http://a.b/x?page=3", "this list takes the number of a page"),
    ("offsets", "-1", "this list takes the index of a row"),
    (
      "objects as parameters", "continue=-||, gapcontinue=20",
      #"this list takes JSON, such as {"from":20}"#
    ),
  ])
  func aPlaceOfAnotherKindIsRefused(name: String, place: String, words: String) async throws {
    let list = try #require(
      (Self.numbers + Self.tokens + Self.links).first { $0.testDescription == name })
    let asked = Locked(0)
    try await RawServer.run { request in
      asked.use { $0 += 1 }
      return list.answer(request)
    } body: { server in
      let run = try Program.run([
        "--resume-at", place, "pull", server.url("x\(list.query)").absoluteString,
      ])
      #expect(run.errors.contains(words), "\(run.errors)")
      #expect(run.output.isEmpty && run.status == 64)
      #expect(asked.use { $0 } == 1)
    }
  }

  @Test func aPartOfAURLIsRelativeToThatOfTheList() async throws {
    let list = try #require(Self.links.first)
    try await RawServer.run(list.answer) { server in
      for place in ["/x?cursor=40", "?cursor=40", "x?cursor=40"] {
        let run = try Program.run(["--resume-at", place, "pull", server.url("x").absoluteString])
        #expect(run.ids == Array(40..<60), "\(run.errors)")
        #expect(run.status == 0)
      }
    }
  }

  // MARK: - No place

  /// Reading on behind a page that never came would write the first one again.
  @Test func noPlaceIsPrintedWhereTheParameterIsIgnored() async throws {
    try await RawServer.run { _ in
      let rows = (0..<20).map { #"{"id": \#($0)}"# }.joined(separator: ", ")
      return .json(#"{"total": 60, "page": 1, "items": [\#(rows)]}"#)
    } body: { server in
      let run = try Program.run(["--no-guess", "pull", server.url("x").absoluteString])
      #expect(run.status == 66)
      #expect(!run.errors.contains("--resume-at"), "\(run.errors)")
    }
  }

  /// Behind a place no list is read from its start once more.
  @Test func aForgottenCursorEndsAReadingThatWentOn() async throws {
    try await RawServer.run { request in
      request.parameters["cursor"] == nil
        ? .json(#"{"items": [{"id": 1}], "next_cursor": "a"}"#)
        : .json(#"{"error": "the cursor has expired"}"#, status: 410)
    } body: { server in
      let run = try Program.run(["--resume-at", "b", "pull", server.url("x").absoluteString])
      #expect(run.status == 66 && run.output.isEmpty)
      #expect(!run.errors.contains("--resume-at"), "\(run.errors)")
    }
  }

  @Test func aSecretOfTheLinkAloneIsNotPrinted() async throws {
    try await RawServer.run { request in
      request.parameters["cursor"] == nil
        ? .json(#"{"items": [{"id": 1}], "next": "/x?cursor=1&signature=s3cret"}"#)
        : .json("{}", status: 403)
    } body: { server in
      let run = try Program.run(["pull", server.url("x").absoluteString])
      #expect(
        run.errors.contains("where it stopped can't be printed: its link has a secret\n"),
        "\(run.errors)")
      #expect(!run.errors.contains("s3cret"))
    }
  }

  /// A server that wants to be left alone for longer than `--wait` allows.
  @Test(arguments: [0, 20])
  func aWaitThatIsTooLongNamesTheOption(start: Int) async throws {
    let list = try #require(Self.numbers.first)
    try await RawServer.run { request in
      list.start(request) < start
        ? list.answer(request) : .json("{}", status: 429, headers: ["Retry-After": "90"])
    } body: { server in
      let run = try Program.run(["--wait", "5s", "pull", server.url("x").absoluteString])
      #expect(run.errors.contains("--wait 90s"), "\(run.errors)")
      #expect(run.status == 66)
    }
  }
}

extension Program.Run {
  /// The options that are printed at the end; nil if there are none.
  fileprivate var printed: String? {
    errors.firstMatch(of: /go on where it stopped[^:]*: (.*)\n/).map { String($0.1) }
  }

  /// The ids of the rows that were written.
  fileprivate var ids: [Int] {
    output.split(separator: "\n").compactMap {
      $0.firstMatch(of: /"id": ([0-9]+)/).flatMap { Int($0.1) }
    }
  }
}

extension Program {
  /// Runs the program with options that are pasted into a shell.
  fileprivate static func pasting(_ printed: String, _ arguments: [String]) throws -> Run {
    try shell("\"$PROGRAM\" \(printed) \"$@\"", arguments)
  }
}
