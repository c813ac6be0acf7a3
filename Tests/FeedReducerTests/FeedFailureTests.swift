import FeedReducer
import Testing
import TestWatch

@Suite("Failures and names are compared byte by byte", .watched)
struct FeedFailureTests {
  /// The same letter for people, in one code point and in two.
  private let composed = "caf\u{E9}"
  private let decomposed = "cafe\u{301}"

  @Test func aCodeIsItsBytes() {
    #expect(composed == decomposed)
    let (one, other) = (
      FeedFailure.Code(rawValue: composed), FeedFailure.Code(rawValue: decomposed)
    )
    #expect(one != other)
    #expect(!(one == other))
    #expect(Set([one, other, one]).count == 2)
  }

  @Test func aFailureDiffersInAnyByte() {
    let failure = FeedFailure(
      .http, message: composed, url: composed, status: 503, isRetryable: true,
      retryAfter: .seconds(1),
      attempts: 2, excerpt: composed, subject: composed)
    var others = [
      failure, failure, failure, failure, failure, failure, failure, failure, failure,
    ]
    others[0].code = .other
    others[1].message = decomposed
    others[2].url = decomposed
    others[3].status = 500
    others[4].isRetryable = false
    others[5].retryAfter = nil
    others[6].attempts = nil
    others[7].excerpt = nil
    others[8].subject = decomposed
    for other in others { #expect(other != failure) }
    #expect(failure == failure)
  }

  @Test func aNameIsFoundByItsBytes() {
    #expect(LoadKind.allCases.map { LoadKind(rawValue: $0.rawValue) } == LoadKind.allCases)
    for end in LoadState.End.allCases { #expect(LoadState.End(rawValue: end.rawValue) == end) }
    for mode in RefreshMode.allCases { #expect(RefreshMode(rawValue: mode.rawValue) == mode) }
    #expect(LoadKind(rawValue: "Append") == nil)
    #expect(LoadState.End(rawValue: "") == nil)
    #expect(RefreshMode(rawValue: "merge\u{301}") == nil)
  }
}
