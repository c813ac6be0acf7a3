import FeedReducer
import Foundation
import TestServers
import Testing

extension TestServer {
  /// Checks a failure; `BASE` in its text stands for where the server is.
  func expect(
    _ failure: FeedFailure?, _ code: FeedFailure.Code, _ text: String, status: Int? = nil,
    isRetryable: Bool = false, location: SourceLocation = #_sourceLocation
  ) {
    #expect(failure?.code == code, sourceLocation: location)
    #expect(
      failure?.message == text.replacing("BASE", with: base.absoluteString),
      sourceLocation: location)
    #expect(failure?.status == status, sourceLocation: location)
    #expect(failure?.isRetryable == isRetryable, sourceLocation: location)
    #expect(failure?.url?.hasPrefix(base.absoluteString) == true, sourceLocation: location)
  }
}
