import FeedEffects
import Foundation
import TestWatch
import Testing

@testable import FeedConsole

@Suite(.watched) struct MailboxTests {
  @Test func aFastWriterWaitsUntilItsMessagesAreTaken() async throws {
    let (mailbox, posted) = (Mailbox<Int>(), Locked(0))
    Thread.detachNewThread {
      for number in 1...10_000 {
        mailbox.post(number, limit: 10)
        posted.use { $0 = number }
      }
    }
    try await onThread {
      for number in 1...10_000 {
        #expect(mailbox.take() == number)
        #expect(posted.use { $0 } <= number + 10)
      }
    }
  }
}
