import TestWatch
import Testing

@testable import FeedConsole

/// When ^C stops a line, and when it is a key like others.
@Suite(.watched) struct InterruptionTests {
  @Test func aRequestBeforeTheLineBeginsStopsIt() {
    let interruption = Interruption()
    #expect(interruption.request())
    interruption.begin()
    #expect(interruption.isRequested)
    #expect(interruption.end())
    interruption.take()
    interruption.begin()
    #expect(!interruption.isRequested)
  }

  @Test func aRequestThatWasTakenIsAKey() {
    let interruption = Interruption()
    #expect(interruption.request())
    interruption.take()
    interruption.begin()
    #expect(!interruption.isRequested)
    #expect(interruption.request())
    #expect(interruption.isRequested)
    #expect(interruption.end())
  }
}
