import FeedReducer
import Foundation

/// A first-in, first-out queue of messages from other threads. `take` blocks until one arrives.
///
/// `@unchecked` because the compiler can't see that the messages are only accessed while the
/// condition's lock is held.
final class Mailbox<Message: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var messages: [Message] = []

  /// Adds a message. Any thread may call it.
  func post(_ message: Message) {
    condition.withLock {
      messages.append(message)
      condition.signal()
    }
  }

  /// Removes and returns the oldest message. Blocks while there is none.
  func take() -> Message {
    condition.withLock {
      while messages.isEmpty { condition.wait() }
      return messages.removeFirst()
    }
  }
}

/// Runs asynchronous work and blocks the calling thread until it ends.
///
/// An error of the work becomes a failure.
func waiting<Value: Sendable>(
  for work: @escaping @Sendable () async throws -> Value
) throws(FeedFailure) -> Value {
  let mailbox = Mailbox<Result<Value, FeedFailure>>()
  Task { mailbox.post(await outcome(of: work)) }
  return try mailbox.take().get()
}

/// Runs asynchronous work. An error of the work becomes a failure.
func outcome<Value>(
  of work: @Sendable () async throws -> Value
) async -> Result<Value, FeedFailure> {
  do {
    return .success(try await work())
  } catch let failure as FeedFailure {
    return .failure(failure)
  } catch {
    return .failure(FeedFailure(.other, message: "the request was stopped: \(error)"))
  }
}
