import FeedEffects
import FeedHTTP
import FeedReducer
import FeedTesting
import TestWatch
import Testing

@testable import FeedExample
@_spi(Rendering) import SwiftUI

/// Each screen in the states that its feed can come to.
@MainActor @Suite("The screens of the app", .watched)
struct ScreenTests {
  private static nonisolated let seeds = Array(0..<40 as Range<UInt64>)
  private let retrying = RetryPolicy(attempts: 1)

  @Test(arguments: seeds)
  func characters(seed: UInt64) {
    play(seed, row: { Hero(uid: "\($0)", name: "Hero \($0)") }) { feed in
      let store = FeedStore(feed, source: ScriptedSource<Hero, PageCursor>(), starts: false)
      return (store, { CharactersView(store: store) })
    }
  }

  @Test func thePlaysComeToEveryEnd() {
    var ends: Set<String> = []
    for seed in Self.seeds {
      var play = Play(seed: seed, cursor: { $0 }, row: Message.init)
      var loop = Loop(
        Feed<Message, Int>(pageSize: 3, retry: retrying), state: .init(seed: seed, identity: seed))
      loop.send(.started).effects.forEach { play.note($0) }
      for _ in 0..<40 {
        let action = play.action(in: loop.state.items.count)
        loop.send(action).effects.forEach { play.note($0) }
        ends.insert(String("\(loop.state.footer)".prefix { $0 != "(" }))
      }
    }
    let all = ["nothing", "loading", "waiting", "failed", "offline", "stalled", "end", "empty"]
    #expect(ends == Set(all))
  }

  @Test(arguments: seeds)
  func products(seed: UInt64) {
    play(seed, row: { Product(id: $0, title: "Product \($0)") }) { feed in
      let store = FeedStore(feed, source: ScriptedSource<Product, PageCursor>(), starts: false)
      return (store, { ProductsView(store: store) })
    }
  }

  @Test(arguments: seeds)
  func home(seed: UInt64) {
    play(seed, cursor: { "\($0)" }, row: { Card(id: "\($0)", title: "Card \($0)") }) { feed in
      let store = FeedStore(feed, source: ScriptedSource<Card, String>(), starts: false)
      return (store, { HomeScreen(store: store) })
    }
  }

  @Test(arguments: seeds)
  func chat(seed: UInt64) {
    play(seed, cursor: { $0 }, row: Message.init) { feed in
      let store = FeedStore(feed, source: ScriptedSource<Message, Int>(), starts: false)
      return (store, { ChatView(store: store) })
    }
  }

  @Test(arguments: seeds)
  func repositories(seed: UInt64) {
    let row = { (id: Int) in
      Repository(id: id, name: "Repository \(id)", description: nil, stars: id)
    }
    playSearch(seed, query: RepositoryQuery(text: "a"), row: row) { store in
      RepositorySearch(store: store)
    }
  }

  @Test(arguments: seeds)
  func issues(seed: UInt64) {
    let row = { (id: Int) in
      Issue(id: "\(id)", iid: "\(id)", title: "Issue \(id)", state: "opened", author: nil)
    }
    playSearch(seed, query: IssueQuery(), row: row) { store in IssuesView(store: store) }
  }

  // MARK: - What holds of all

  private func play<Item, Cursor, Screen: View>(
    _ seed: UInt64, cursor: @escaping (Int) -> Cursor, row: @escaping (Int) -> Item,
    make: (Feed<Item, Cursor>) -> (FeedStore<Item, Cursor>, () -> Screen)
  ) {
    let feed = Feed<Item, Cursor>(pageSize: 3, prefetchDistance: 1, retry: retrying)
    check(
      Play(seed: seed, cursor: cursor, row: row), from: .started, action: { $0 }, effect: { $0 },
      make: { () -> (Store<Feed<Item, Cursor>>, () -> Screen) in make(feed) })
  }

  private func play<Item, Screen: View>(
    _ seed: UInt64, row: @escaping (Int) -> Item,
    make: (Feed<Item, PageCursor>) -> (FeedStore<Item, PageCursor>, () -> Screen)
  ) {
    play(seed, cursor: { PageCursor.number($0) }, row: row, make: make)
  }

  private func playSearch<Query, Item, Screen: View>(
    _ seed: UInt64, query: Query, row: @escaping (Int) -> Item,
    view: @escaping (SearchStore<Query, Item, PageCursor>) -> Screen
  ) {
    check(
      Play(seed: seed, cursor: { PageCursor.number($0) }, row: row), from: .submitted,
      action: { .feed(action: $0) },
      effect: { if case .feed(_, let effect) = $0 { effect } else { nil } },
      make: { () -> (Store<Search<Query, Item, PageCursor>>, () -> Screen) in
        let store = SearchStore(
          Feed(pageSize: 3, prefetchDistance: 1, retry: retrying), query: query,
          source: { (_: Query) in ScriptedSource<Item, PageCursor>() }, clock: ManualClock())
        return (store, { view(store) })
      })
  }

  /// Plays, and looks at the screen after each step: it is never blank, and each button does something.
  private func check<Machine: FeedMachine, Screen: View>(
    _ start: Play<Machine.Item, Machine.Cursor>, from first: Machine.Action,
    action: (Feed<Machine.Item, Machine.Cursor>.Action) -> Machine.Action,
    effect: @escaping (Machine.Effect) -> Feed<Machine.Item, Machine.Cursor>.Effect?,
    make: () -> (Store<Machine>, () -> Screen)
  ) {
    let (store, view) = make()
    var play = start
    store.onStep { $0.reaction.effects.compactMap(effect).forEach { play.note($0) } }
    var past: [Machine.Action] = []
    for _ in 0..<40 {
      past.append(past.isEmpty ? first : action(play.action(in: store.items.count)))
      store.send(past[past.count - 1])
      let screen = view()
      let isBlank = screen.texts.filter { $0 != "Refresh" }.isEmpty && !screen.isInProgress
      #expect(!isBlank, "\(past)")
      // A like of a feed without a sink is refused, and so would all the hearts be, which have no title.
      for title in Set(screen.buttons.map(\.title)).subtracting(["", "Refresh"]) {
        let (copy, view) = make()
        past.forEach { copy.send($0) }
        var isAccepted = false
        copy.onStep { isAccepted = isAccepted || $0.reaction.refusal == nil }
        view().buttons.first { $0.title == title }?.action()
        #expect(isAccepted, "\(title): \(past)")
        copy.stop()
      }
    }
    store.stop()
  }
}
