import FeedEffects
import FeedReducer
import FeedTesting
import TestWatch
import Testing

@MainActor @Suite("The examples of Docs/Runner.md", .watched)
struct RunnerExamples {
  @Test func aMachineOfYourOwn() async {
    let clock = ManualClock()
    let ticks = Task {
      for _ in 1...3 {
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
      }
    }
    let store = Store(Countdown(), state: 0, handler: CountdownHandler(), clock: clock)
    await store.send(.start(seconds: 3)).finish()
    await ticks.value
    #expect(store.state == 0)
  }

  @Test func aFeedInsideABiggerMachine() async {
    let store = Store(Tabs(), state: .init(), handler: TabsHandler())
    store.send(.home(.started))
    await store.send(.search(.started)).finish()
    await store.settle()
    #expect(store.state.home.items.count == 20)
  }

  @Test func theMachineByItself() {
    var loop = Loop(Feed<Number, Int>(), state: .init())
    #expect(loop.send(.loadMore) == .ignored(.noFirstPage))
  }
}
