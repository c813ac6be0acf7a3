import FeedEffects
import FeedReducer
import FeedTesting
import Testing
import TestWatch

@MainActor @Suite("A machine that owns feeds", .watched)
struct ComposedTests {
  @Test func isExplored() {
    let model = AppModel()
    let laws = [model.home, model.saved, model.found].flatMap(\.laws)
    let result = Explorer(model, laws: laws, maxStates: 2_000).run()
    #expect(result.failure == nil)
  }

  @Test func logsOut() {
    var loop = Loop(App(), state: .init())
    loop.send(.home(.started))
    loop.send(.search(.typed(query: "x")))
    #expect(
      loop.send(.loggedOut).effects == [.home(.cancel(ticket: 1)), .search(.cancel(ticket: 1))])
    #expect(loop.send(.loggedOut).refusal == .feed(reason: .stopped))
  }

  @Test func runsInAStore() async {
    let home = ScriptedSource<Memo, Int>()
    let found = ScriptedSource<Memo, Int>()
    let handler = AppHandler(
      home: FeedHandler(home), saved: FeedHandler(ScriptedSource<Memo, Int>()),
      search: FeedHandler { _ in found })
    home.answer(1, with: .init(items: [Memo(id: "a")], next: nil))
    found.answer(2, with: .init(items: [Memo(id: "b"), Memo(id: "c")], next: nil))
    let store = Store(App(), state: .init(), handler: handler)
    store.send(.home(.started))
    store.send(.search(.typed(query: "swift")))
    store.send(.search(.submitted))
    await store.settle()
    #expect(store[\.home.items.count] == 1 && store[\.search.items.count] == 2)
  }

  @Test func partsAreStores() async {
    let (memos, found) = (ScriptedSource<Memo, Int>(), ScriptedSource<Memo, Int>())
    let store = Store(
      App(), state: .init(),
      handler: AppHandler(
        home: FeedHandler(memos), saved: FeedHandler(ScriptedSource<Memo, Int>()),
        search: FeedHandler { _ in found }))
    let home = store.feed(App.feed, state: \.home, scope: [1], action: App.Action.home)
    let search = store.search(
      Search(App.feed), state: \.search, scope: [3], action: App.Action.search)
    memos.answer(1, with: .init(items: [Memo(id: "a")], next: 2))
    memos.answer(2, with: .init(items: [Memo(id: "b")], next: nil))
    found.answer(2, with: .init(items: [Memo(id: "c")], next: nil))
    #expect(await home.loadAll().isComplete && home.items.count == 2)
    search.text = "swift"
    #expect(await search.submit().finish() && search.items.count == 1)
  }
}
