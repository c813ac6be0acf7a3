import FeedEffects
import FeedReducer
import Foundation
import TestWatch
import Testing

@Suite("The examples of Docs/Embedding.md", .watched)
struct EmbeddingExamples {
  /// A system that answers when it is told to.
  private final class Desk: System {
    var requests: [(request: Request, done: (Result<Page, FeedFailure>) -> Void)] = []
    var timers: [(after: Duration, fires: () -> Void)] = []
    var stopped = 0
    var shown: [Feed<Number, Int>.State] = []

    func fetch(
      _ request: Request, done: @escaping (Result<Page, FeedFailure>) -> Void
    ) -> () -> Void {
      requests.append((request, done))
      return { self.stopped += 1 }
    }

    func timer(_ after: Duration, fires: @escaping () -> Void) -> () -> Void {
      timers.append((after, fires))
      return { self.stopped += 1 }
    }

    func draw(_ state: Feed<Number, Int>.State) { shown.append(state) }
  }

  @Test func aLoopPerformsItsEffects() throws {
    let desk = Desk()
    let list = NumberList(on: desk)
    list.send(.started)
    desk.requests[0].done(
      .failure(FeedFailure(.http, message: "503", status: 503, isRetryable: true)))
    #expect(desk.timers.count == 1)
    desk.timers[0].fires()
    desk.requests[1].done(.success(Page(items: (0..<20).map { Number(id: $0) }, next: 20)))
    list.send(.visible(range: 10..<19))
    #expect(desk.requests.count == 3 && desk.requests[2].request.position == .after(cursor: 20))
    list.send(.refreshPulled)
    #expect(desk.stopped == 1, "the page that was under way is cancelled")
    #expect(desk.shown.last?.items.count == 20)
  }

  @Test func anEffectIsAValue() {
    var asked: [Feed<Person, Int>.Request] = []
    func ask(_ request: Feed<Person, Int>.Request) { asked.append(request) }
    var loop = Loop(
      Feed<Person, Int>(),
      state: .init(seed: .random(in: 0 ... .max), identity: .random(in: 0 ... .max)))
    for effect in loop.send(.started).effects {
      if case .load(let request) = effect { ask(request) }  // its page is the action .pageLoaded
    }
    #expect(asked.map(\.position) == [.start])
  }

  @Test func whatACallbackSaysArrivesInOrder() async throws {
    let window = Window()
    let feed = FeedActor(source: Numbers())
    let (actions, callbacks) = AsyncStream.makeStream(of: Feed<Number, Int>.Action.self)
    let inbox = Task {
      for await action in actions { await feed.send(action) }
    }
    let mirror = Task {
      for await state in await feed.states {
        await window.show(state.items.map(\.id), isLoading: state.isLoading || state.isLoadingMore)
      }
    }
    await window.show(until: 20)
    callbacks.yield(.visible(range: 5..<19))  // from a callback of the list, on any thread
    await window.show(until: 40)
    for row in 0..<200 { callbacks.yield(.itemAppeared(index: row % 30)) }
    callbacks.yield(.visible(range: 1..<3))
    callbacks.finish()
    await inbox.value
    mirror.cancel()
    #expect(await feed.state.reader == 1..<3)
  }
}
