import Dispatch
import FeedEffects
import FeedTesting
import TestWatch
import Testing

@testable import FeedHTTP

/// The threads on which responses are read: a few for all sources.
@Suite("Reading queues", .watched)
struct ReadingQueueTests {
  /// Work that holds its threads until a gate is opened.
  private final class Holding: Sendable {
    let begun = Locked(0)
    let ended = Locked(0)
    private let gate = DispatchSemaphore(value: 0)

    func hold(_ queue: ReadingQueue) {
      queue.add { [self] in
        begun.use { $0 += 1 }
        gate.wait()
        gate.signal()
        ended.use { $0 += 1 }
      }
    }

    func open() { gate.signal() }
  }

  @Test func aThousandSourcesShareAFewThreads() async {
    let threads = ReadingThreads(timers: ManualClock().timers)
    let holding = Holding()
    for _ in 0..<1_000 { holding.hold(ReadingQueue(on: threads)) }
    #expect(threads.count == ReadingThreads.usualCount)
    await holding.begun.wait { $0 == ReadingThreads.usualCount }
    holding.open()
    await holding.ended.wait { $0 == 1_000 }
    await threads.wait { $0 == 0 }
  }

  @Test func aSourceIsReadInOrderAndOnOneThread() async {
    let threads = ReadingThreads(timers: ManualClock().timers)
    let (queue, log, isOver) = (ReadingQueue(on: threads), Log<Int>(), Locked(false))
    for number in 0..<1_000 { queue.add { log.add(number) } }
    #expect(threads.count <= 1)
    queue.add { isOver.use { $0 = true } }
    await isOver.wait { $0 }
    #expect(log.entries == Array(0..<1_000))
  }

  /// Of two sources with one thread the second is not behind all pages of the first.
  @Test func sourcesTakeTurns() async {
    let threads = ReadingThreads(timers: ManualClock().timers)
    let holding = Holding()
    for _ in 1..<ReadingThreads.usualCount { holding.hold(ReadingQueue(on: threads)) }
    let (first, second) = (ReadingQueue(on: threads), ReadingQueue(on: threads))
    let (turn, log, isOver) = (DispatchSemaphore(value: 0), Log<String>(), Locked(false))
    first.add {
      turn.wait()
      log.add("first")
    }
    second.add { log.add("second") }
    first.add {
      log.add("first again")
      isOver.use { $0 = true }
    }
    turn.signal()
    await isOver.wait { $0 }
    #expect(log.entries == ["first", "second", "first again"])
    holding.open()
  }

  /// Decoders that block their threads keep no other source waiting.
  @Test func whoWaitsForNothingThatEndsGetsAThread() async {
    let clock = ManualClock()
    let threads = ReadingThreads(timers: clock.timers)
    let (blocked, other) = (Holding(), Locked(0))
    for _ in 0..<ReadingThreads.usualCount { blocked.hold(ReadingQueue(on: threads)) }
    await blocked.begun.wait { $0 == ReadingThreads.usualCount }
    for count in 1...3 {
      ReadingQueue(on: threads).add { other.use { $0 += 1 } }
      #expect(other.use { $0 } == count - 1)
      clock.advance(by: ReadingThreads.patience)
      await other.wait { $0 == count }
      // The additional thread has gone.
      await threads.wait { $0 == ReadingThreads.usualCount }
    }
    blocked.open()
    await threads.wait { $0 == 0 }
  }
}
