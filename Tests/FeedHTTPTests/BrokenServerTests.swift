import FeedEffects
import FeedReducer
import FeedTesting
import Foundation
import TestServers
import TestWatch
import Testing

// Whether there is a transport that survives a broken server is internal.
@testable import FeedHTTP

/// Servers that break off, send trailers, or send nonsense: a page or a true failure each time.
///
/// Not over `URLSession` on Linux, where a header that breaks off ends the process.
@Suite(
  "Broken servers", .watched,
  .enabled(if: BothTransports.survivesBrokenServers, "there is no libcurl"))
struct BrokenServerTests {
  /// Loads the rows at a URL.
  private func rows(at url: URL, loader: HTTPLoader) async throws -> [String] {
    let source = HTTPPageSource<JSONRow>(
      .get(url), rows: .raw(at: "rows", id: "id"), paging: .none, loader: loader)
    let request = JSONFeed.Request(ticket: 1, kind: .refresh, position: .start, size: 20)
    return try await source.page(for: request).items.map(\.id.rawValue)
  }

  // MARK: - Answers that break off

  @Test(arguments: GoodAnswer.all, RawServer.Answer.Ending.allCases)
  func everyCutIsAPageOrAFailure(answer: GoodAnswer, ending: RawServer.Answer.Ending) async throws {
    let loader = HTTPLoader()
    try await RawServer.run { request in
      RawServer.Answer(answer.bytes.prefix(Int(request.path) ?? 0), ending: ending)
    } body: { server in
      for count in 0...answer.bytes.count {
        do {
          let rows = try await rows(at: server.url("\(count)"), loader: loader)
          #expect(rows == ["1", "2"])
          #expect(count >= answer.complete, "\(count) of \(answer.bytes.count) bytes are no page")
        } catch let failure as FeedFailure {
          let isWhole = count == answer.bytes.count && ending == .fin
          #expect(!isWhole, "\(failure)")
          #expect(failure.isRetryable || failure.code == .decoding, "\(count): \(failure)")
        }
      }
    }
  }

  /// `BROKEN_ANSWERS=1000000 swift test --filter aMutatedAnswer` tries more.
  @Test func aMutatedAnswerIsAPageOrAFailure() async throws {
    let count = ProcessInfo.processInfo.environment["BROKEN_ANSWERS"].flatMap { Int($0) } ?? 2_000
    let loader = HTTPLoader()
    try await RawServer.run { request in
      RawServer.Answer(UInt64(request.path).map(GoodAnswer.mutated) ?? GoodAnswer.all[0].bytes)
    } body: { server in
      for seed in 0..<count {
        do {
          _ = try await rows(at: server.url("\(seed)"), loader: loader)
        } catch is FeedFailure {
          continue
        }
      }
      // The transport is as good as before.
      #expect(try await rows(at: server.url("good"), loader: loader) == ["1", "2"])
    }
  }

  // MARK: - Challenges

  @Test(arguments: [401, 407])
  func everyChallengeAnswersAtOnce(status: Int) async throws {
    let challenges = [
      "Basic realm=\"a\"", "Basic", "Digest realm=\"a\", nonce=\"b\", qop=\"auth\"", "NTLM",
      "Negotiate", "Bearer error=\"invalid_token\"", "Basic realm=\"a\", Digest realm=\"b\"", "\"",
      "", "Unknown a=b",
    ]
    let name = status == 401 ? "WWW-Authenticate" : "Proxy-Authenticate"
    // Its time never passes: an answer that is waited for would hang.
    let loader = HTTPLoader(clock: ManualClock())
    try await RawServer.run { request in
      let field = Int(request.path).map { "\(name): \(challenges[$0])\r\n" } ?? ""
      return .init(Data("HTTP/1.1 \(status) No\r\n\(field)Content-Length: 2\r\n\r\n{}".utf8))
    } body: { server in
      for path in challenges.indices.map(String.init) + ["none"] {
        let failure = await #expect(throws: FeedFailure.self) {
          try await rows(at: server.url(path), loader: loader)
        }
        #expect(failure?.status == status)
      }
    }
  }

  // MARK: - Headers

  /// The failure of a load from a server that answers with these bytes.
  private func failure(_ answer: String) async throws -> FeedFailure? {
    try await failure(Data(answer.utf8))
  }

  private func failure(_ answer: Data) async throws -> FeedFailure? {
    try await RawServer.run { _ in
      .init(answer)
    } body: { server in
      await #expect(throws: FeedFailure.self) {
        try await rows(at: server.url("rows"), loader: HTTPLoader())
      }
    }
  }

  private static let longHeaders = [
    "without an end": "HTTP/1.1 200 OK\r\n" + String(repeating: field(1_000), count: 2_000),
    "a field": "HTTP/1.1 200 OK\r\n\(field(150_000))Content-Length: 2\r\n\r\n[]",
    "the status": "HTTP/1.1 200 \(field(150_000))Content-Length: 2\r\n\r\n[]",
    "a trailer": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n"
      + "\(field(200_000))\r\n",
  ]

  @Test(arguments: longHeaders.keys.sorted())
  func aHeaderThatIsTooLongIsRefused(what: String) async throws {
    let failure = try await failure(try #require(Self.longHeaders[what]))
    #expect(failure?.message.contains("sent a header of more than 256 kB") == true)
    #expect(failure?.isRetryable == false)
  }

  private static func field(_ count: Int) -> String {
    "X-A: \(String(repeating: "a", count: count))\r\n"
  }

  // MARK: - Bodies

  /// `{"rows":[{"id":"1"},` and `{"id":"2"}]}`, each compressed for itself (RFC 1952, section 2.2).
  @Test func aBodyOfSeveralMembersIsRefused() async throws {
    let members = try [
      "H4sIAAAAAAACA6tWKsovL1ayiq5WykxRslIyVKrVAQATC+ofFAAAAA==",
      "H4sIAAAAAAACA6tWykxRslIyUqqNrQUAU0j2jQwAAAA=",
    ].map { try #require(Data(base64Encoded: $0)) }
    var answer = Data("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n".utf8)
    answer += Data("Transfer-Encoding: chunked\r\n\r\n".utf8)
    for member in members + [Data()] {
      answer += Data("\(String(member.count, radix: 16))\r\n".utf8) + member + Data("\r\n".utf8)
    }
    let failure = try await failure(answer)
    #expect(failure?.message.contains("more behind the end of a compressed body") == true)
    #expect(failure?.isRetryable == false)
  }

  @Test func aBodyInTinyPiecesIsCutOff() async throws {
    let rows = String(repeating: "1\r\n \r\n", count: 1_100_000)
    let failure = try await failure(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n\(rows)0\r\n\r\n")
    #expect(failure?.message.contains("pieces of fewer than 4 bytes and was cut off") == true)
    #expect(failure?.isRetryable == false)
  }
}
