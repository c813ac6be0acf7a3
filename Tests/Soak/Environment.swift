import FeedEffects
import FeedHTTP
import FeedReducer
import FeedTesting
import TestServers

/// The environment of the feeds in a lane.
struct Environment: Sendable {
  let clock: ManualClock
  let tally: SharedTally

  /// The test server and the loader of feeds over HTTP; nil for feeds in memory.
  var web: Web?

  struct Web: Sendable {
    let server: TestServer
    let loader: HTTPLoader
  }

  func source(seed: UInt64) -> CountedSource {
    guard let web else {
      return CountedSource(source: FaultySource(seed: seed, clock: clock), tally: tally)
    }
    let source = HTTPPageSource<Row>(
      .get(web.server.url("offset"), page: "offset", size: "limit"), rows: .list(at: "rows"),
      paging: .offset(total: "total"), loader: web.loader)
    return CountedSource(source: source, tally: tally)
  }

  func sink(seed: UInt64) -> FaultySink {
    FaultySink(seed: seed, clock: clock, tally: tally)
  }
}

extension Environment.Web {
  init(_ server: TestServer, clock: ManualClock) {
    var limits = HTTPLimits()
    limits.maxBodyBytes = 1 << 18
    self.init(server: server, loader: HTTPLoader(limits: limits, clock: clock))
  }

  /// Plans a failure in one of ten calls. The wait for the server gives the feeds time to run.
  func turn(_ random: inout SplitMix64) async throws {
    let faults = [
      #""status": 503"#, #""status": 404"#, #""status": 429, "headers": {"Retry-After": "2"}"#,
      #""status": 200, "html": true"#,
    ]
    let wires = [
      "reset", "close", "reset-before", "close-before", "not-http", "no-utf8", "length-less",
      "truncated", "drip", "endless", "hang", "gzip", "gzip-cut",
    ]
    let all = faults + wires.map { #""wire": "\#($0)""# }
    let fault = all.randomElement(using: &random) ?? ""
    let isFault = Int.random(in: 0..<10, using: &random) == 0
    try await server.control(isFault ? #"{"fail": {"path": "/offset", \#(fault)}}"# : "{}")
  }
}
