@testable import FeedEffects
import FeedReducer
import Testing
import TestWatch

@Suite("The engine, one call at a time", .watched)
struct EngineTests {
  @Test func workIsStartedOnceAndAnsweredOnce() {
    let bench = Bench()
    bench.engine.send(.effects([.run(1)]))
    #expect(bench.launches.count == 1)
    bench.answer(0, "a")
    bench.answer(0, "again")
    #expect(bench.engine.state.log == ["effects", "a"])
    #expect(bench.engine.runningCount == 0)
  }

  @Test func aCancelAfterAStartAlwaysFindsIt() {
    let bench = Bench()
    bench.engine.send(.effects([.run(1), .cancel(1), .run(2)]))
    #expect(bench.tasks[0].isCancelled)
    #expect(!bench.tasks[1].isCancelled)
    bench.answer(0, "late")
    #expect(bench.engine.state.log == ["effects"])
  }

  @Test func aCancelIsSeenBeforeTheNextWorkStarts() {
    let bench = Bench()
    bench.engine.send(.effects([.run(1)]))
    let launch = bench.engine.launch
    var wasCancelled: Bool?
    bench.engine.launch = { next in
      wasCancelled = bench.tasks[0].isCancelled
      return launch?(next) ?? Task {}
    }
    bench.engine.send(.effects([.cancel(1), .run(2)]))
    #expect(wasCancelled == true)
  }

  @Test func cancellingWhatIsNotThereDoesNothing() {
    let bench = Bench()
    bench.engine.send(.effects([.run(1), .cancel(99), .cancel(1), .cancel(1)]))
    #expect(bench.engine.runningCount == 0)
    #expect(bench.engine.state.log == ["effects"])
  }

  @Test func anAnswerThatWaitsBehindItsCancelChangesNothing() {
    let bench = Bench()
    bench.engine.send(.effects([.run(1)]))
    var isFirst = true
    bench.engine.observe { [engine = bench.engine] _ in
      if !isFirst { return true }
      isFirst = false
      engine.send(.effects([.cancel(1)]))
      engine.receive(.done("late"), for: bench.launches[0].handle)
      return true
    }
    bench.engine.send(.done("x"))
    #expect(bench.engine.state.log == ["effects", "x", "effects"])
    #expect(bench.engine.runningCount == 0)
  }

  @Test func aMachineThatEmitsALoadTwiceAsksOnce() {
    let bench = Bench()
    bench.engine.send(.effects([.run(1), .run(1)]))
    bench.engine.send(.effects([.run(1)]))
    #expect(bench.launches.count == 1 && !bench.tasks[0].isCancelled)
    bench.answer(0, "a")
    bench.engine.send(.effects([.run(1), .cancel(1), .run(1)]))
    #expect(bench.launches.count == 3, "what has ended or is cancelled starts again")
  }

  /// Runs work that ends when a gate opens.
  private struct Gated: EffectHandler {
    let gate: AsyncStream<Void>

    func work(for effect: Jobs.Effect) -> Work<Jobs.Action> {
      .run(
        id: WorkID(1),
        operation: .concurrent { [gate] in
          for await _ in gate { break }
          return .done("ran")
        })
    }
  }

  @Test func anActionThatAsksAgainEndsWithTheWork() async {
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let store = StoreActor(Jobs(), state: .init(), handler: Gated(gate: gate))
    await store.send(.effects([.run(1)]))
    let again = await store.send(.effects([.run(1)]))
    Task {
      for _ in 1...50 { await Task.yield() }
      opening.yield()
    }
    await again.finish()
    #expect(await store.state.log.last == "ran")
  }

  @Test func anAnswerThatWaitsCountsAndIsNotAskedForAgain() {
    let bench = Bench()
    bench.engine.send(.effects([.run(1)]))
    var isFirst = true
    bench.engine.observe { [engine = bench.engine] _ in
      if !isFirst { return true }
      isFirst = false
      engine.send(.effects([.run(1)]))
      engine.receive(.done("old"), for: bench.launches[0].handle)
      return true
    }
    bench.engine.send(.done("x"))
    #expect(bench.launches.count == 1)
    #expect(bench.engine.state.log == ["effects", "x", "effects", "old"])
  }

  @Test func allEffectsOfAnActionStartBeforeThoseOfTheNext() {
    let bench = Bench()
    bench.engine.observe { [engine = bench.engine] state in
      if state.log == ["effects"] { engine.send(.effects([.run(3)])) }
      return true
    }
    bench.engine.send(.effects([.run(1), .run(2)]))
    var causes: [StoreStep<Jobs>.Cause] = []
    bench.engine.onStep = { causes.append($0.cause) }
    for number in bench.launches.indices { bench.answer(number, "done") }
    #expect(causes == [1, 2, 3].map { .answer(id: WorkID($0)) })
  }

  @Test func effectsRunWithoutObservers() {
    let bench = Bench()
    #expect(bench.engine.observerCount == 0)
    bench.engine.send(.effects([.run(1)]))
    bench.answer(0, "done")
    #expect(bench.engine.state.log == ["effects", "done"])
  }

  @Test func aTimerEndsInItsAction() {
    let bench = Bench()
    bench.engine.send(.effects([.schedule(1, .seconds(2))]))
    guard case .sleep(let duration) = bench.launches[0].kind else {
      Issue.record("a timer is a sleep")
      return
    }
    #expect(duration == .seconds(2))
    bench.engine.wake(bench.launches[0].handle)
    bench.engine.wake(bench.launches[0].handle)
    #expect(bench.engine.state.log == ["effects", "woke 1"])
  }

  @Test func aCancelledTimerNeverFires() {
    let bench = Bench()
    bench.engine.send(.effects([.schedule(1, .seconds(2))]))
    bench.engine.send(.effects([.cancel(1)]))
    bench.engine.wake(bench.launches[0].handle)
    #expect(bench.engine.state.log == ["effects", "effects"])
    #expect(bench.tasks[0].isCancelled)
  }

  @Test func aSecondTimerOfTheSameNameReplacesTheFirst() {
    let bench = Bench()
    bench.engine.send(.effects([.schedule(1, .seconds(2)), .schedule(1, .seconds(3))]))
    #expect(bench.tasks[0].isCancelled)
    bench.engine.wake(bench.launches[0].handle)
    #expect(bench.engine.state.log == ["effects"])
    bench.engine.wake(bench.launches[1].handle)
    #expect(bench.engine.state.log == ["effects", "woke 1"])
  }

  @Test func anIgnoredActionTellsNoOneButTheHook() {
    let bench = Bench()
    var told = 0
    var steps: [StoreStep<Jobs>] = []
    bench.engine.observe { _ in
      told += 1
      return true
    }
    bench.engine.onStep = { steps.append($0) }
    bench.engine.send(.nothing)
    #expect(told == 0)
    #expect(steps.map(\.reaction) == [.ignored(.nothing)])
  }

  @Test func aStepHasTheStateAfterIt() {
    let bench = Bench()
    var states: [[String]] = []
    bench.engine.onStep = { states.append($0.state.log) }
    bench.engine.send(.done("x"))
    bench.engine.send(.nothing)
    bench.engine.send(.done("y"))
    #expect(states == [["x"], ["x"], ["x", "y"]])
  }

  @Test func equalActionsInARowAreAllReduced() {
    let bench = Bench()
    bench.engine.send(.done("x"))
    bench.engine.send(.done("x"))
    #expect(bench.engine.state.log == ["x", "x"])
  }

  @Test func theHookTellsTheCause() {
    let bench = Bench()
    var causes: [StoreStep<Jobs>.Cause] = []
    bench.engine.onStep = { causes.append($0.cause) }
    bench.engine.send(.effects([.run(7)]))
    bench.answer(0, "a")
    #expect(causes == [.sent, .answer(id: WorkID(7))])
  }

  @Test func aThousandLoadsCancelledAtAnyMomentLeaveNothing() {
    for seed in UInt64(1)...5 {
      var random = SplitMix64(seed: seed)
      let bench = Bench()
      var answers = 0
      for number in 1...1_000 {
        let ticket = Ticket(rawValue: number)
        bench.engine.send(.effects([.run(ticket)]))
        let victim = Int.random(in: 0..<number, using: &random)
        if Bool.random(using: &random) {
          bench.engine.send(.effects([.cancel(Ticket(rawValue: victim + 1))]))
        }
        bench.answer(victim, "answer \(victim)")
        answers += 1
      }
      for number in 0..<1_000 { bench.answer(number, "answer \(number)") }
      let answered = bench.engine.state.log.filter { $0.hasPrefix("answer") }
      #expect(Set(answered).count == answered.count, "seed \(seed)")
      #expect(bench.engine.runningCount == 0, "seed \(seed)")
    }
  }

  @Test func afterStopNothingHappens() {
    let bench = Bench()
    bench.engine.send(.effects([.run(1), .run(2), .run(3), .schedule(4, .zero)]))
    bench.engine.stop()
    #expect(bench.tasks.map(\.isCancelled) == [true, true, true, true])
    bench.answer(0, "late")
    bench.engine.wake(bench.launches[3].handle)
    bench.engine.send(.done("more"))
    #expect(bench.engine.state.log == ["effects"])
    #expect(bench.engine.isStopped)
    #expect(bench.engine.runningCount == 0)
  }

  @Test func afterAStopInAnObserverNoObserverIsNotified() {
    let bench = Bench()
    var told: [String] = []
    bench.engine.observe { [engine = bench.engine] _ in
      told.append("first")
      engine.stop()
      return true
    }
    bench.engine.observe(
      tell: { _ in
        told.append("second")
        return true
      }, finish: { told.append("finish") })
    bench.engine.onStep = { _ in told.append("step") }
    bench.engine.send(.done("x"))
    #expect(told == ["first", "finish"])
  }

  @Test func readersThatWentAwayAreLetGo() async {
    let bench = Bench()
    for _ in 0..<10 {
      var reader = bench.engine.states().makeAsyncIterator()
      _ = await reader.next()
    }
    let reader = bench.engine.states()
    bench.engine.send(.done("x"))
    #expect(bench.engine.observerCount == 1)
    _ = reader
  }

  @Test func anEngineThatGoesAwayCancelsItsWork() {
    var bench: Bench? = Bench()
    bench?.engine.send(.effects([.run(1), .schedule(2, .seconds(1))]))
    let tasks = bench?.tasks ?? []
    weak let engine = bench?.engine
    bench = nil
    #expect(engine == nil)
    #expect(tasks.map(\.isCancelled) == [true, true])
  }
}
