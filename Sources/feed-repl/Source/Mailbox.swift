import FeedReducer
import Foundation

/// Messages from other threads, first in, first out, for a thread that may wait for them.
///
/// `@unchecked` because the compiler can't see that the messages are only touched while the
/// condition's lock is held.
final class Mailbox<Message: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var messages: [Message] = []

  /// Adds a message.
  func post(_ message: Message) {
    condition.withLock {
      messages.append(message)
      condition.signal()
    }
  }

  /// Takes the oldest message; waits for one if there is none.
  func take() -> Message {
    condition.withLock {
      while messages.isEmpty { condition.wait() }
      return messages.removeFirst()
    }
  }
}

/// Runs asynchronous work and waits for it, on a thread that has nothing else to do.
///
/// What the work throws becomes a failure.
func waiting<Value: Sendable>(
  for work: @escaping @Sendable () async throws -> Value
) throws(FeedFailure) -> Value {
  let mailbox = Mailbox<Result<Value, FeedFailure>>()
  Task { mailbox.post(await outcome(of: work)) }
  return try mailbox.take().get()
}

/// Runs asynchronous work; what it throws becomes a failure.
func outcome<Value>(
  of work: @Sendable () async throws -> Value
) async -> Result<Value, FeedFailure> {
  do {
    return .success(try await work())
  } catch let failure as FeedFailure {
    return .failure(failure)
  } catch {
    return .failure(FeedFailure(.other, "the request was stopped: \(error)"))
  }
}
