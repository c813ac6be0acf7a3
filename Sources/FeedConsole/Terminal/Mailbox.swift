import FeedEffects
import FeedReducer
import Foundation

/// A first-in, first-out queue of messages from other threads. `take` blocks until one arrives.
///
/// `@unchecked` because the compiler can't see that the messages are only accessed while the
/// condition's lock is held.
final class Mailbox<Message: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var messages: [Message] = []

  /// Adds a message. Any thread may call it. It blocks while `limit` others wait to be taken.
  func post(_ message: Message, limit: Int = .max) {
    condition.withLock {
      while messages.count >= limit { condition.wait() }
      messages.append(message)
      condition.broadcast()
    }
  }

  /// Whether no message waits.
  var isEmpty: Bool { condition.withLock { messages.isEmpty } }

  /// Removes and returns the oldest message. Blocks while there is none, or until `interruption` is
  /// requested; then it returns nil. A wait that takes long says that it waits for `what`.
  func take(
    unless interruption: Interruption, waitingFor what: @autoclosure () -> String
  ) -> Message? {
    interruption.waking({ [self] in condition.withLock { condition.broadcast() } }) {
      var isLate = false
      repeat {
        let soon = Date(timeIntervalSinceNow: interruption.patience)
        isLate = condition.withLock {
          while messages.isEmpty, !interruption.isRequested {
            if !condition.wait(until: soon) { return messages.isEmpty }
          }
          return false
        }
        if isLate { interruption.sayWait("waiting for \(what()) …") }
      } while isLate && interruption.saysAgain
      return condition.withLock {
        while messages.isEmpty, !interruption.isRequested { condition.wait() }
        return messages.isEmpty ? nil : removeFirst()
      }
    }
  }

  /// Removes and returns the oldest message. Blocks while there is none.
  func take() -> Message {
    condition.withLock {
      while messages.isEmpty { condition.wait() }
      return removeFirst()
    }
  }

  /// Removes and returns the oldest message. Blocks while there is none; nil if that takes so many seconds.
  func take(within seconds: Double) -> Message? {
    let end = Date(timeIntervalSinceNow: seconds)
    return condition.withLock {
      while messages.isEmpty {
        if !condition.wait(until: end) { break }
      }
      return messages.isEmpty ? nil : removeFirst()
    }
  }

  private func removeFirst() -> Message {
    condition.broadcast()
    return messages.removeFirst()
  }
}

/// Runs asynchronous work and blocks the calling thread until it ends.
///
/// An error of the work becomes a failure. So does an interruption, which cancels the work.
func waiting<Value: Sendable>(
  unless interruption: Interruption, for what: String,
  _ work: @escaping @Sendable () async throws -> Value
) throws(FeedFailure) -> Value {
  let mailbox = Mailbox<Result<Value, FeedFailure>>()
  let task = Task { mailbox.post(await outcome(of: work)) }
  guard let result = mailbox.take(unless: interruption, waitingFor: what) else {
    task.cancel()
    throw .stopped
  }
  return try result.get()
}

extension FeedFailure {
  /// The user stopped the wait for an answer.
  static let stopped = FeedFailure(.other, message: "you stopped waiting")
}

/// Runs asynchronous work. An error of the work becomes the failure that an app would see.
func outcome<Value>(
  of work: @Sendable () async throws -> Value
) async -> Result<Value, FeedFailure> {
  do {
    return .success(try await work())
  } catch {
    return .failure(FeedFailure(error, of: "source"))
  }
}
