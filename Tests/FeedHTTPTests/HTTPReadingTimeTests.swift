import FeedEffects
import FeedReducer
import FeedTesting
import Foundation
import TestWatch
import Testing

@testable import FeedHTTP

/// What a decoder that holds its thread holds up: nothing else.
@Suite("HTTP reading time", .watched)
struct HTTPReadingTimeTests {
  /// A row whose decoding waits for a gate.
  private struct Slow: Identifiable, Equatable, Decodable, Sendable {
    let id: Int

    init(from decoder: any Decoder) throws {
      id = try decoder.singleValueContainer().decode(Int.self)
      let gate = decoder.userInfo.first { $0.key.rawValue == "gate" }?.value
      (gate as? Gate)?.pass()
    }
  }

  private final class Gate: Sendable {
    let waiting = Locked(0)
    private let gate = DispatchSemaphore(value: 0)

    func pass() {
      waiting.use { $0 += 1 }
      gate.wait()
      gate.signal()
    }

    func open() { gate.signal() }
  }

  /// A source with a page of 100 kB, whose decoding waits.
  private func source(_ gate: Gate, clock: ManualClock) throws -> HTTPPageSource<Slow> {
    let decoder = JSONDecoder()
    decoder.userInfo[try #require(CodingUserInfoKey(rawValue: "gate"))] = gate
    let body = "[" + (0..<20_000).map(String.init).joined(separator: ",") + "]"
    return HTTPPageSource<Slow>(
      .get(try Stub.url(body)), rows: .list(), paging: .none, loader: Stub.loader(clock: clock),
      decoder: decoder)
  }

  @Test func decodersThatHoldTheirThreadsHoldNoTask() async throws {
    let clock = ManualClock()
    let gate = Gate()
    // More than the task pool has threads.
    let count = ProcessInfo.processInfo.activeProcessorCount + 2
    await withTaskGroup { group in
      for _ in 0..<count {
        group.addTask {
          await #expect(throws: FeedFailure.self) {
            try await source(gate, clock: clock).page(
              for: .init(ticket: 1, kind: .refresh, position: .start, size: 10))
          }?.code
        }
      }
      await gate.waiting.wait { $0 == count }
      clock.advance(by: HTTPLimits().totalTimeout)
      for await code in group { #expect(code == .timeout) }
    }
    gate.open()
  }

  @Test func aLoadIsCancelledWhileItsPageIsDecoded() async throws {
    let gate = Gate()
    let source = try source(gate, clock: ManualClock())
    let load = Task {
      try await source.page(for: .init(ticket: 1, kind: .refresh, position: .start, size: 10))
    }
    await gate.waiting.wait { $0 == 1 }
    load.cancel()
    await #expect(throws: CancellationError.self) { try await load.value }
    gate.open()
  }

  @Test func workThatIsNotWaitedForEndsAtItsNextCheckpoint() async throws {
    let reading = Reading<Int>()
    let goOn = DispatchSemaphore(value: 0)
    let (begun, outcome) = (Locked(false), Locked<Result<Void, any Error>?>(nil))
    async let value = reading.run(on: ReadingQueue(on: HTTPLoader.shared.readingThreads)) {
      checkpoint in
      begun.use { $0 = true }
      goOn.wait()
      outcome.use { $0 = Result { try checkpoint() } }
      return 1
    }
    await begun.wait { $0 }
    reading.end(.success(2))
    goOn.signal()
    #expect(try await value == 2)
    await outcome.wait { $0 != nil }
    #expect(throws: CancellationError.self) { try outcome.use { try $0?.get() } }
  }

  @Test func workThatIsNotWaitedForDoesNotBegin() async throws {
    let (reading, queue) = (Reading<Int>(), ReadingQueue(on: HTTPLoader.shared.readingThreads))
    let (goOn, log) = (DispatchSemaphore(value: 0), Log<Bool>())
    queue.add { goOn.wait() }
    reading.end(.success(2))
    #expect(
      try await reading.run(on: queue) { _ in
        log.add(true)
        return 1
      } == 2)
    goOn.signal()
    let isAfter = Locked(false)
    queue.add { isAfter.use { $0 = true } }
    await isAfter.wait { $0 }
    #expect(log.entries.isEmpty)
  }
}
