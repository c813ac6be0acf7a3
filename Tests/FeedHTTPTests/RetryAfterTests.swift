import FeedEffects
import FeedReducer
import Foundation
import Testing

// The reader of the header is internal.
@testable import FeedHTTP
import TestWatch

@Suite("Retry-After", .watched)
struct RetryAfterTests {
  @Test(
    arguments: [
      ("7", .seconds(7)), (" 7 ", .seconds(7)), ("0", .zero),
      ("Sat, 21 Nov 2026 05:43:37 GMT", .seconds(7)),
      ("Sat, 21 Nov 2026 05:43:23 GMT", .zero),
      ("-3", .zero), ("-", nil), ("soon", nil), ("1.5", .seconds(2)), ("", nil), (nil, nil),
      ("Saturday, 21-Nov-26 05:43:37 GMT", .seconds(7)), ("Sat Nov 21 05:43:37 2026", .seconds(7)),
      ("3, 7", .seconds(7)), (String(repeating: "a,", count: 100_000), nil),
      ("soon, 3", .seconds(3)), ("1.2.3", nil), ("-0.5", .zero),
      ("Sat, 21 Nov 2026 05:43:31 GMT, Sat, 21 Nov 2026 05:43:37 GMT", .seconds(7)),
      ("2, Sat, 21 Nov 2026 05:43:37 GMT", .seconds(7)),
      ("99999999999", .seconds(99_999_999_999)),
      ("99999999999999999999", .seconds(1_000_000_000_000_000_000)),
      ("Sat, 21 Nov 99999999999999 05:43:37 GMT", nil),
    ] as [(String?, Duration?)])
  func aTimeToWaitIsReadAsSecondsOrADate(header: String?, duration: Duration?) {
    let date = "Sat, 21 Nov 2026 05:43:30 GMT"
    #expect(RetryAfter.duration(header, date: date) == duration)
  }

  private static let limits: [(status: Int, headers: [String: String], Duration?)] = [
    (429, ["X-RateLimit-Reset": "1795239815"], .seconds(5)),
    (403, ["X-RateLimit-Reset": "1795239815", "X-RateLimit-Remaining": "0"], .seconds(5)),
    (403, ["X-RateLimit-Reset": "1795239815", "X-RateLimit-Remaining": "3"], nil),
    (403, ["X-RateLimit-Reset": "1795239815"], nil),
    (429, ["X-RateLimit-Reset": "1795239000"], .zero),
    (429, ["RateLimit-Reset": "30"], .seconds(30)),
    (429, ["RateLimit-Reset": "-30"], nil), (429, ["RateLimit-Reset": "soon"], nil),
    (429, ["RateLimit-Reset": "30", "Retry-After": "2"], .seconds(2)),
    (500, ["RateLimit-Reset": "30"], nil),
  ]

  @Test(arguments: limits.indices)
  func theEndOfALimitIsATimeToWait(_ index: Int) async throws {
    let (status, headers, wait) = Self.limits[index]
    let date = ["Date": "Sat, 21 Nov 2026 05:43:30 GMT"]
    let url = try Stub.url(
      .init(status: status, headers: headers.merging(date) { $1 }, body: Data("{}".utf8)))
    let failure = await #expect(throws: FeedFailure.self) {
      try await HTTPRequest.get(url).json(size: 20, loader: Stub.loader)
    }
    #expect(failure?.retryAfter == wait)
    #expect(failure?.isRetryable == (status != 403 || wait != nil))
  }

  @Test func aDateIsMeasuredAgainstTheClockWhenTheAnswerHasNone() throws {
    let past = RetryAfter.duration("Sun, 06 Nov 1994 08:49:37 GMT", date: nil)
    #expect(past == .zero)
    let far = try #require(RetryAfter.duration("Fri, 01 Jan 2999 00:00:00 GMT", date: "soon"))
    #expect(far > .seconds(86_400))
  }
}
