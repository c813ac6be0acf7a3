import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import TestServers
import TestWatch
import Testing

/// Every fault that a network has, between servers that others wrote and a feed that repeats.
@Suite(
  "Fault proxy", .watched, .bothTransports, .serialized,
  .enabled(if: IndependentServer.isAvailable, "FEED_SERVERS names no folder of servers"))
struct FaultProxyTests {
  private static let count = 95

  /// Faults at the second request, of which nothing may be left in the rows.
  private static let passing = [
    #"{"fault": "503"}"#, #"{"fault": "500"}"#, #"{"fault": "429", "retry_after": 2}"#,
    #"{"fault": "429", "retry_after": 2, "format": "http-date"}"#,
    #"{"fault": "429", "format": "garbage"}"#, #"{"fault": "429", "format": "negative"}"#,
    #"{"fault": "reset_before"}"#, #"{"fault": "close_before"}"#, #"{"fault": "bad_status_line"}"#,
    #"{"fault": "early_hints"}"#, #"{"fault": "truncated_json"}"#, #"{"fault": "bom"}"#,
    #"{"fault": "utf16"}"#, #"{"fault": "empty"}"#, #"{"fault": "pad", "mb": 2}"#,
    #"{"fault": "gzip", "if": "always"}"#, #"{"fault": "gzip_bad"}"#, #"{"fault": "gzip_cut"}"#,
    #"{"fault": "deflate"}"#, #"{"fault": "header_flood"}"#, #"{"fault": "big_header", "kb": 90}"#,
    #"{"fault": "reset_mid"}"#, #"{"fault": "close_mid"}"#, #"{"fault": "chunked"}"#,
    #"{"fault": "bad_chunk"}"#, #"{"fault": "two_lengths"}"#, #"{"fault": "length_less"}"#,
    #"{"fault": "until_close"}"#, #"{"fault": "http10"}"#,
  ]

  /// Faults of many requests: each page fails twice; and many fail at random.
  private static let many = [
    #"[{"match": {"attempt": [1, 2]}, "fault": "503"}]"#,
    #"""
    [{"match": {"prob": 0.15, "by": "target"}, "fault": "503"},
     {"match": {"prob": 0.1, "by": "target"}, "fault": "reset_mid"},
     {"match": {"prob": 0.1, "by": "target"}, "fault": "truncated_json"},
     {"match": {"prob": 0.1, "by": "target"}, "fault": "close_mid"}]
    """#,
  ]

  /// No fault here stalls, so that no limit of time decides a test on a busy machine.
  private static var loader: HTTPLoader {
    var limits = HTTPLimits()
    limits.maxBodyBytes = 8 << 20
    return HTTPLoader.tested(limits: limits)
  }

  private func source(_ name: String, _ proxy: FaultProxy) -> HTTPPageSource<JSONRow> {
    switch name {
    case "strawberry":
      let query = """
        query Feed($first: Int, $after: String) {
          items(first: $first, after: $after) {
            edges { cursor node { id title } } pageInfo { hasNextPage endCursor }
          }
        }
        """
      return HTTPPageSource(
        .graphql(proxy.url("graphql"), query: query),
        rows: .raw(at: "data.items.edges[].node", id: "id"),
        paging: .relay(at: "data.items.pageInfo"), loader: Self.loader)
    case "datasette":
      return HTTPPageSource(
        .get(proxy.url("feed/items.json?_shape=objects&_size=20")),
        rows: .raw(at: "rows", id: "id"), paging: .nextURL(at: "next_url"), loader: Self.loader)
    default:
      return HTTPPageSource(
        .get(proxy.url("api/cursor/")), rows: .raw(at: "results", id: "id"),
        paging: .nextURL(at: "next"), loader: Self.loader)
    }
  }

  @Test(arguments: ["drf", "strawberry", "datasette"])
  func faultsThatPassLeaveTheRowsOfAHealthyRun(name: String) async throws {
    try await IndependentServer.run(name, count: Self.count) { server in
      try await FaultProxy.run(before: server) { proxy in
        try await proxy.follow("[]")
        let healthy = await FaultWalk(source(name, proxy), pageSize: 20)
        let rows = await healthy.rows
        #expect(rows.count == Self.count)
        let rules = Self.passing.map { #"[{"match": {"n": 2}, \#($0.dropFirst())]"# }
        for rules in rules + Self.many {
          try await proxy.follow(rules)
          let walk = await FaultWalk(source(name, proxy), pageSize: 20, attempts: 8)
          #expect(await walk.rows == rows, "\(rules)")
          #expect(await walk.state.error?.message == nil, "\(rules)")
        }
      }
    }
  }

  /// Faults at the second request, the failure's code and what it says.
  private static let staying = [
    (#""fault": "404""#, "http", "answered 404"), (#""fault": "401""#, "http", "answered 401"),
    (#""fault": "html""#, "decoding", "sent text/html"),
    (#""fault": "invalid_utf8""#, "decoding", "sent bytes that are not UTF-8"),
    (#""fault": "nul""#, "decoding", "sent"),
    (#""fault": "deep""#, "decoding", "more than 128 nested arrays and objects"),
    (#""fault": "replace", "text": "null""#, "decoding", "has no list of rows"),
    (#""fault": "gzip_bomb", "mb": 64"#, "refused", "sent more than 8388608 bytes"),
    (#""fault": "endless", "pause_ms": 1"#, "refused", "sent more than 8388608 bytes"),
    (#""fault": "redirect", "to": "other""#, "refused", "redirects to another server"),
    (#""fault": "next", "at": "next", "to": "number""#, "decoding", "expected a URL or null"),
    (#""fault": "next", "at": "next", "to": "other""#, "refused", "links to a page on another"),
    (#""fault": "next", "at": "next", "to": "file""#, "refused", "links to a page on another"),
    (#""fault": "next", "at": "next", "to": "userinfo""#, "refused", "links to a page on another"),
    (#""fault": "next", "at": "next", "to": "localhost""#, "refused", "links to a page on another"),
  ]

  @Test func faultsThatStayAreSaidAndNothingLeavesTheOrigin() async throws {
    try await IndependentServer.run("drf", count: Self.count) { server in
      try await FaultProxy.run(before: server) { proxy in
        for (fault, code, words) in Self.staying {
          try await proxy.follow(#"[{"match": {"n": 2}, \#(fault)}]"#)
          let walk = await FaultWalk(source("drf", proxy), pageSize: 20)
          let failure = await walk.state.error
          #expect(failure?.code.rawValue == code, "\(fault): \(failure?.message ?? "")")
          #expect(failure?.message.contains(words) == true, "\(fault): \(failure?.message ?? "")")
          #expect(try await proxy.log().allSatisfy { $0.origin == "main" }, "\(fault)")
          // Each page once. (An answer that had no end may be noted only now.)
          let log = try await proxy.log()
          #expect(
            Set(log.map(\.target)).count <= 2 && log.allSatisfy { $0.attempt == 1 }, "\(fault)")
        }
        try await proxy.follow(
          #"[{"match": {"n": 2}, "fault": "next", "at": "next", "to": "self"}]"#)
        let cycle = await FaultWalk(source("drf", proxy), pageSize: 20)
        #expect(await cycle.state.append.end != nil)
      }
    }
  }
}
