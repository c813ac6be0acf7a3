import FeedEffects
import FeedReducer
import Foundation
import TestServers
import TestWatch
import Testing

@testable import FeedHTTP

/// What an answer names in the requests behind it.
@Suite("Names that a server chooses", .watched) struct FoundNameTests {
  /// Fields that frame a request, route, authenticate or condition it, or pass for one that does.
  static let others = [
    "Host", "Content-Length", "Content-Type", "Content-Encoding", "Transfer-Encoding", "TE",
    "Trailer",
    "Connection", "Keep-Alive", "Upgrade", "Expect", "Max-Forwards", "Via", "Authorization",
    "Proxy-Authorization", "Proxy-Connection", "Cookie", "Cookie2", "Range", "If-Match",
    "If-None-Match", "If-Modified-Since", "If-Range", "Origin", "Referer", "Forwarded",
    "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Next", "X-Real-IP", "X-Original-URL",
    "X-Rewrite-URL", "X-HTTP-Method-Override", "X-Method-Override", "X-Api-Key", "X-Auth-Token",
    "X-Access-Token", "X-CSRF-Token", "X-Session-Token", "X-Amz-Security-Token", "Token",
    "Next-Host",
    "Sec-Fetch-Site", "Accept", "User-Agent", "Date", "X_Forwarded_Page", "x$(page)", "page\u{301}",
    "", "X-Auth-Page", "Cookie-Page", "Content-Page-Length", "X-Original-Page-URL",
  ]

  @Test(arguments: others) func noAnswerChoosesThisField(name: String) {
    #expect(!RequestField.header(name).mayBeFound)
  }

  @Test(
    arguments: [
      "X-Cursor", "X-Next-Cursor", "x-nextcursor", "X-Page-Token", "X-PageToken",
      "x-ms-continuation",
      "X-Continuation-Token", "X-Page", "opc-next-page", "X-Marker", "X-Offset", "X-Start-After",
      "X-Scroll-Id", "Next-Token",
    ])
  func anAnswerMayChooseAFieldForPaging(name: String) {
    #expect(RequestField.header(name).mayBeFound)
  }

  @Test func aPartOfThePathIsGivenOnly() {
    #expect(!RequestField(name: "path:admin", isInBody: false).mayBeFound)
    #expect(RequestField(name: "cursor", isInBody: false).mayBeFound)
    #expect(RequestField(name: "header:", isInBody: false) == .parameter("header:"))
  }

  /// The requests that the answers of a server lead to.
  private struct Answered: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let headers: [String: String]
    let beside: String
    let query: String

    init(
      _ name: String, headers: [String: String] = [:], beside: String = #""total": 1000"#,
      query: String = ""
    ) {
      (testDescription, self.headers, self.beside, self.query) = (name, headers, beside, query)
    }
  }

  private static let fields = [
    "Host", "Content-Length", "Transfer-Encoding", "Authorization", "Cookie", "Proxy-Authorization",
    "If-None-Match", "Connection", "Expect", "X-Forwarded-Host", "Upgrade", "Range", "Origin",
  ]

  /// The same name as that of a field, as a key, and in a link.
  private static let answers = fields.flatMap { field in
    [
      Answered("\(field)-Next", headers: ["\(field)-Next": "7"]),
      Answered("Next-\(field)", headers: ["Next-\(field)": "7"]),
      Answered("\(field) as a token's key", beside: "\"header:\(field)\": {\"next\": \"7\"}"),
      Answered("next \(field) as a key", beside: "\"header:\(field)_next\": \"7\", \"total\": 99"),
      Answered(
        "\(field) in the URL", beside: "\"next_header:\(field)\": \"7\", \"has_more\": true",
        query: "?header:\(field)=1"),
      Answered(
        "\(field) in the path of the URL",
        beside: "\"next_path:rows\": \"7\", \"has_more\": true", query: "?path:rows=1"),
      Answered("offset in \(field)", beside: "\"header:\(field)-offset\": 0, \"total\": 99"),
      Answered("\(field) in a path", beside: "\"path:\(field)_offset\": 0, \"total\": 99"),
      Answered(
        "\(field) in a link", headers: ["Link": "</rows?header:\(field)=2>; rel=\"next\""]),
      Answered("\(field) in a next link", beside: "\"next\": \"/rows?header:\(field)=2\""),
    ]
  }

  /// The requests' fields are those of the first one, but for those that are named for paging, and Heroku's.
  @Test(arguments: answers)
  private func noAnswerChoosesAFieldOfARequest(answered: Answered) async throws {
    let heads = Locked<[String]>([])
    try await RawServer.run { request in
      heads.use { $0.append(request.head) }
      let rows = (0..<10).map { "{\"id\": \($0)}" }.joined(separator: ", ")
      return .json("{\"rows\": [\(rows)], \(answered.beside)}", headers: answered.headers)
    } body: { server in
      let source = DetectedSource(
        .get(server.url("rows\(answered.query)"), headers: ["Authorization": "Bearer own"]))
      var walk = Walk(source)
      await walk.send(.started)
      for _ in 0..<3 where walk.state.append == .idle { await walk.send(.loadMore) }
      _ = await source.alternative(size: 20)
      let heads = heads.use { $0 }
      #expect(heads.count > 1)
      let first = Self.fields(of: heads[0])
      for head in heads {
        let added = Self.fields(of: head).subtracting(first).filter {
          let name = String($0.prefix { $0 != ":" })
          let isHeroku = name == "range" && answered.headers["Next-Range"] != nil
          return !RequestField.header(name).mayBeFound && !isHeroku
        }
        #expect(added.isEmpty, "\(added)")
        #expect(head.contains(/GET \/rows[? ]/), "\(head)")
      }
    }
  }

  private static func fields(of head: String) -> Set<String> {
    Set(head.lowercased().split(separator: "\r\n").dropFirst().map(String.init))
  }
}
