import Dispatch
@testable import FeedEffects
import FeedReducer
import Testing
import TestWatch

@Suite("Waits for what an engine does", .watched)
struct WaitTests {
  @Test func aWaitEndsWhenTheAnswerThatItWaitedForIsDropped() async {
    let bench = Bench()
    let sent = bench.engine.send(.effects([.run(1)]))
    var isFirst = true
    bench.engine.observe { [engine = bench.engine] _ in
      if !isFirst { return true }
      isFirst = false
      engine.send(.effects([.cancel(1)]))
      engine.receive(.done("late"), for: bench.launches[0].handle)
      return true
    }
    bench.engine.send(.done("x"))
    await sent.finish()
    #expect(bench.engine.observerCount == 1)
  }

  @MainActor @Test(arguments: [false, true], [false, true])
  func aWaitThatIsCancelledEndsAndTheWorkGoesOn(isUnderWay: Bool, isOfAChain: Bool) async {
    let bench = Bench()
    let sent = bench.engine.send(.effects([.run(1)]))
    let waiting = Task {
      if isOfAChain { await sent.finish() } else { await bench.engine.settle() }
    }
    while isUnderWay, bench.engine.observerCount == 0 { await Task.yield() }
    waiting.cancel()
    await waiting.value
    #expect(bench.engine.observerCount == 0)
    #expect(bench.engine.runningCount == 1)
    #expect(bench.tasks.allSatisfy { !$0.isCancelled })
  }

  @MainActor @Test func allWaitsForTheSameEndWithIt() async {
    let bench = Bench()
    let sent = bench.engine.send(.effects([.run(1)]))
    let waiting = (0..<3).map { _ in Task { _ = await sent.finish() } }
    while bench.engine.observerCount < 3 { await Task.yield() }
    bench.answer(0, "done")
    for wait in waiting { await wait.value }
    #expect(bench.engine.observerCount == 0)
    await sent.finish()
  }

  @MainActor @Test func aWaitThatIsCancelledLeavesTheOthers() async {
    let bench = Bench()
    let sent = bench.engine.send(.effects([.run(1)]))
    let waiting = (0..<3).map { _ in Task { _ = await sent.finish() } }
    while bench.engine.observerCount < 3 { await Task.yield() }
    waiting[1].cancel()
    await waiting[1].value
    #expect(bench.engine.observerCount == 2)
    bench.answer(0, "done")
    for wait in waiting { await wait.value }
    #expect(bench.engine.observerCount == 0)
  }

  @MainActor @Test func aStopEndsWaits() async {
    let bench = Bench()
    let sent = bench.engine.send(.effects([.run(1)]))
    let waiting = [
      Task { _ = await sent.finish() }, Task { await bench.engine.settle() },
    ]
    while bench.engine.observerCount < 2 { await Task.yield() }
    bench.engine.stop()
    for wait in waiting { await wait.value }
    await bench.engine.wait { _ in false }
  }

  @MainActor @Test func whatIsWaitedForMayLookAtTheEngine() async {
    let bench = Bench()
    let waiting = Task { await bench.engine.wait { $0.observerCount > 1 } }
    while bench.engine.observerCount == 0 { await Task.yield() }
    bench.engine.observe { _ in true }
    bench.engine.send(.done("x"))
    await waiting.value
  }

  @MainActor @Test func aWaitStaysOnItsActor() async {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
    let bench = Bench()
    let elsewhere = Elsewhere()
    let sent = bench.engine.send(.effects([.run(1)]))
    let waiting = [
      Task { await withTaskExecutorPreference(elsewhere) { _ = await sent.finish() } },
      Task { await withTaskExecutorPreference(elsewhere) { await bench.engine.settle() } },
    ]
    while bench.engine.observerCount < 2 { await Task.yield() }
    #expect(elsewhere.jobs.entries.isEmpty)
    bench.answer(0, "done")
    for wait in waiting { await wait.value }
  }
}

/// Where a task goes on when it is on no actor.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class Elsewhere: TaskExecutor {
  let jobs = Log<Void>()

  func enqueue(_ job: consuming ExecutorJob) {
    jobs.add(())
    let job = UnownedJob(job)
    DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
