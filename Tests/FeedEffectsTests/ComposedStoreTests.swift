import FeedReducer
import FeedTesting
import Foundation
import Observation
import Testing
import TestWatch

@testable import FeedEffects

/// An app with two lists and a search.
private struct App: StateMachine {
  typealias Words = Search<String, Row, Int>
  struct State: Equatable, Sendable {
    var home = Rows.State(seed: 1, identity: 1)
    var saved = Rows.State(seed: 2, identity: 2)
    var words = Words.State(seed: 3, identity: 3)
  }
  enum Action: Equatable, Sendable {
    case home(Rows.Action), saved(Rows.Action), words(Words.Action), loggedOut
  }
  enum Effect: Equatable, Sendable {
    case home(Rows.Effect), saved(Rows.Effect), words(Words.Effect)
  }
  enum Refusal: Equatable, Sendable {
    case home(FeedRefusal), saved(FeedRefusal), words(SearchRefusal)
  }

  let feed: Rows

  func reduce(into state: inout State, _ action: Action) -> Reaction<Effect, Refusal> {
    switch action {
    case .home(let action):
      feed.reduce(into: &state.home, action).map(effect: Effect.home, refusal: Refusal.home)
    case .saved(let action):
      feed.reduce(into: &state.saved, action).map(effect: Effect.saved, refusal: Refusal.saved)
    case .words(let action):
      Search(feed).reduce(into: &state.words, action)
        .map(effect: Effect.words, refusal: Refusal.words)
    case .loggedOut:
      reduce(into: &state, .home(.stopped)).joined(with: reduce(into: &state, .saved(.stopped)))
    }
  }
}

private struct AppHandler: EffectHandler {
  let home: FeedHandler<Rows>, saved: FeedHandler<Rows>, words: FeedHandler<App.Words>

  func work(for effect: App.Effect) -> Work<App.Action> {
    switch effect {
    case .home(let effect): home.work(for: effect).map(scope: "home", App.Action.home)
    case .saved(let effect): saved.work(for: effect).map(scope: "saved", App.Action.saved)
    case .words(let effect): words.work(for: effect).map(scope: "words", App.Action.words)
    }
  }
}

@MainActor @Suite("A part of a composed store", .watched)
struct ComposedStoreTests {
  private let clock = ManualClock()
  private let home = Script(), saved = Script(), found = Script()
  private let retrying = Rows(
    pageSize: 3, prefetchDistance: 2, retry: RetryPolicy(attempts: 1), edits: .optimistic)

  private func app(_ feed: Rows = small) -> Store<App> {
    let found = found
    return Store(
      App(feed: feed), state: App.State(),
      handler: AppHandler(
        home: FeedHandler(home, sink: Yes(), timeout: nil),
        saved: FeedHandler(saved, sink: Yes(), timeout: nil),
        words: FeedHandler(source: { _ in found }, sink: Yes(), timeout: nil)),
      clock: clock)
  }

  private func homeList(_ app: Store<App>, _ feed: Rows = small) -> FeedStore<Row, Int> {
    app.feed(feed, state: \.home, scope: ["home"], action: App.Action.home)
  }

  private func savedList(_ app: Store<App>) -> FeedStore<Row, Int> {
    app.feed(small, state: \.saved, scope: ["saved"], action: App.Action.saved)
  }

  // MARK: - The words of a store

  @Test func allThatOneDoesWithAListIsDoneWithAPart() async {
    let app = app(), list = homeList(app)
    home.answer(1, with: .init(0..<3, next: 3))
    #expect(list.isLoading && list.footer == .loading(kind: .refresh))
    await list.settle()
    #expect(list.items.map(\.id) == [0, 1, 2] && app.state.home.items.count == 3)
    list.appeared(2)
    home.answer(2, with: .init(3..<6, next: 6))
    await list.settle()
    #expect(list.items.count == 6 && list.canLoadNextPage)
    #expect(await list.edit(.remove(id: 4)).finish() && list.items.count == 5)
    #expect(
      list.edit(.remove(id: 9)).refusal == "no row has this id, so there is nothing to change")
    home.fail(4, with: FeedFailure(.http, message: "503"))
    #expect(await list.loadMore().finish())
    #expect(list.error?.message == "503")
    home.answer(5, with: .init(6..<8, next: nil))
    #expect(await list.loadAll().isComplete && list.items.count == 7)
    home.answer(6, with: .init(0..<1, next: nil))
    await list.refresh()
    #expect(list.items.map(\.id) == [0] && app.state.saved == App.State().saved)
  }

  @Test func oneWaitsForItsOwnWorkAlone() async {
    let app = app(), home = homeList(app), saved = savedList(app)
    for list in [home, saved] { list.send(.started) }
    await self.home.asked(1)
    await self.saved.asked(1)
    let more = home.loadMore()
    self.home.answer(1, with: .init(0..<3, next: 3))
    await home.settle()
    #expect(await more.finish() && home.items.count == 3 && saved.isLoading)
    let page = home.loadMore(), same = home.loadMore()
    self.home.answer(2, with: .init(3..<6, next: 6))
    #expect(await same.finish() && home.items.count == 6, "it joins the load of its own part")
    #expect(await page.finish())
    self.saved.answer(1, with: .init(7..<9, next: nil))
    #expect(await saved.loadAll().isComplete)
  }

  @Test func aRequestForMoreHasItsTurnAfterTheRefresh() async {
    let app = app(), list = homeList(app)
    home.answer(1, with: .init(0..<3, next: 3))
    await list.settle()
    list.send(.refreshPulled)
    await home.asked(2)
    let more = list.loadMore()
    home.answer(2, with: .init(0..<3, next: 3))
    home.answer(3, with: .init(3..<6, next: nil))
    #expect(await more.finish() && list.items.count == 6)
  }

  @Test func itsLoadsAreCancelledAndThoseOfOthersAreNot() async {
    let app = app(), home = homeList(app), saved = savedList(app)
    for list in [home, saved] { list.send(.started) }
    await self.home.asked(1)
    await self.saved.asked(1)
    home.cancelLoads()
    await self.home.cancelled(1)
    #expect(home.error == .cancelled && saved.isLoading)
    self.saved.answer(1, with: .init(0..<3, next: nil))
    await app.settle()
    #expect(saved.items.count == 3)
  }

  @Test func theWholeLogsOut() async {
    let app = app(), list = homeList(app)
    home.answer(1, with: .init(0..<3, next: 3))
    await list.settle()
    app.send(.loggedOut)
    #expect(list.items.isEmpty && list.loadMore().refusal == "\(FeedRefusal.stopped)")
  }

  @Test func theDeviceGoesOnline() async {
    let app = app(), list = homeList(app)
    let (online, continuation) = AsyncStream.makeStream(of: Bool.self)
    list.follow(connectivity: online)
    continuation.yield(false)
    for await state in list.states where !state.isOnline { break }
    #expect(app.state.saved.isOnline)
    continuation.finish()
  }

  @Test func aSearchIsOne() async {
    let app = app()
    let words = app.search(
      Search(small), state: \.words, scope: ["words"], action: App.Action.words)
    words.text = "swift"
    #expect(words.isTyping && app.state.words.query == "swift")
    found.answer(2, with: .init(0..<2, next: nil))
    #expect(await words.submit().finish() && words.items.count == 2)
    words.text = ""
    #expect(words.items.isEmpty && words.query == nil)
  }

  @Test func oneOfTheFeedsByKeyIsOne() async {
    let script = home
    let chats = Store(
      Feeds<Int, Row, Int>(small, maxClosed: 0), state: .init(seed: 1, identity: 1),
      handler: FeedHandler(source: { (_: Int) in script }, timeout: nil), clock: clock)
    let chat = chats.feed(7)
    #expect(chat.items.isEmpty && chat.loadMore().refusal?.contains("open it first") == true)
    home.answer(1, with: .init(0..<3, next: 3))
    await chats.send(.opened(key: 7)).finish()
    #expect(chat.items.count == 3 && chat.canLoadNextPage)
    home.answer(2, with: .init(3..<5, next: nil))
    #expect(await chat.loadAll().isComplete && chat.items.count == 5)
    chats.send(.closed(key: 7))
    #expect(chat.items.isEmpty)
  }

  // MARK: - Snapshots

  @Test func itIsStoredAndRestored() async throws {
    let folder = try Folder()
    func list(_ app: Store<App>) -> (FeedStore<Row, Int>, SnapshotStore<Row, Int>) {
      let snapshots = SnapshotStore<Row, Int>(file: folder.file, clock: clock)
      return (
        app.feed(
          small, state: \.home, scope: ["home"], snapshots: snapshots, action: App.Action.home),
        snapshots
      )
    }
    let (first, snapshots) = list(app())
    #expect(first.isLoading && first.footer == .loading(kind: .refresh))
    home.answer(1, with: .init(0..<3, next: 3))
    await first.settle()
    first.appeared(2)
    home.answer(2, with: .init(3..<5, next: 5))
    await first.settle()
    await snapshots.flush()
    first.stop()

    // The server has gone by then.
    let (second, _) = list(
      Store(
        App(feed: small), state: App.State(),
        handler: AppHandler(
          home: FeedHandler(Script()), saved: FeedHandler(saved),
          words: FeedHandler(source: { _ in Script() })), clock: clock))
    let more = second.loadMore()
    #expect(second.isLoading && second.items.isEmpty)
    for await state in second.states {
      #expect(state.items.count == 5, "the first state that a stream has is the restored one")
      break
    }
    #expect(second.restoredRow == 2 && more.refusal == nil)
  }

  /// The list of home, stored.
  private func storedList(
    _ app: Store<App>, _ snapshots: SnapshotStore<Row, Int>
  ) -> FeedStore<Row, Int> {
    app.feed(
      small, state: \.home, scope: ["home"], snapshots: snapshots, action: App.Action.home)
  }

  /// A file with the rows 0, 1 and 2, and more to come.
  private func storedFile() async throws -> Folder {
    let folder = try Folder(), source = Script()
    let snapshots = SnapshotStore<Row, Int>(file: folder.file, clock: clock)
    let store = FeedStore(small, source: source, sink: Yes(), snapshots: snapshots)
    source.answer(1, with: .init(0..<3, next: 3))
    await store.settle()
    await snapshots.flush()
    store.stop()
    return folder
  }

  /// The rows that are stored; nil if there is no snapshot.
  private func kept(_ snapshots: SnapshotStore<Row, Int>) async -> [Int]? {
    guard case .snapshot(let kept, _) = await snapshots.load() else { return nil }
    return kept.items.map(\.id)
  }

  @Test func whatIsSentWhileTheFileIsReadComesAfterIt() async throws {
    let folder = try await storedFile()
    let list = storedList(app(), .init(file: folder.file, clock: clock))
    _ = list.items
    let edit = list.edit(.remove(id: 1)), more = list.loadMore()
    list.cancelLoads()
    home.answer(2, with: .init(3..<6, next: nil))
    home.answer(3, with: .init(3..<6, next: nil))
    #expect(await edit.finish() && edit.refusal == nil)
    #expect(await more.finish() && list.items.map(\.id) == [0, 2, 3, 4, 5])
  }

  @Test func aRefreshAsTheFirstUseIsWaitedFor() async throws {
    let folder = try await storedFile()
    let list = storedList(app(), .init(file: folder.file, clock: clock))
    let end = Box(false)
    let refresh = Task {
      await list.refresh()
      end.value = true
    }
    await home.asked(2)
    for _ in 0..<20 { await Task.yield() }
    #expect(!end.value && list.refreshing)
    home.answer(with: .init(0..<2, next: nil))
    await refresh.value
    #expect(list.items.count == 2)
  }

  @Test func whoLogsOutWhileTheFileIsReadSeesNothing() async throws {
    let folder = try await storedFile()
    let app = app(), list = storedList(app, .init(file: folder.file, clock: clock))
    _ = list.items
    app.send(.loggedOut)
    await list.settle()
    #expect(list.items.isEmpty && app.state.home.isStopped && home.requests.isEmpty)
  }

  @Test func noStateComesBeforeTheRestoredOne() async throws {
    let folder = try await storedFile()
    let app = app(), list = storedList(app, .init(file: folder.file, clock: clock))
    var states = list.states.makeAsyncIterator()
    app.send(.saved(.started))
    #expect(await states.next()?.items.count == 3)
  }

  @Test func oneThatIsMadeLateIsNotLoading() async throws {
    let folder = try await storedFile()
    let app = app(), snapshots = SnapshotStore<Row, Int>(file: folder.file, clock: clock)
    home.answer(1, with: .init(6..<9, next: nil))
    await app.send(.home(.started)).finish()
    await app.settle()
    let list = storedList(app, snapshots)
    #expect(!list.isLoading && list.footer == .end)
    await list.settle()
    #expect(!list.isLoading && list.items.map(\.id) == [6, 7, 8])
    await snapshots.flush()
    #expect(await kept(snapshots) == [6, 7, 8], "what it was before it had a store is stored, too")
  }

  @Test func oneFileHasOneStore() async throws {
    let folder = try await storedFile()
    let app = app(), snapshots = SnapshotStore<Row, Int>(file: folder.file, clock: clock)
    var list: FeedStore<Row, Int>? = storedList(app, snapshots)
    #expect(list === storedList(app, snapshots))
    await list?.settle()
    // It goes while it loads.
    list?.loadMore()
    await home.asked(2)
    list = nil
    let next = storedList(app, snapshots)
    for await state in next.states where !state.items.isEmpty { break }
    await next.edit(.remove(id: 1)).finish()
    await snapshots.flush()
    #expect(await kept(snapshots) == [0, 2])
    #expect(await snapshots.problem == nil)
    home.answer(2, with: .init(3..<5, next: nil))
    await next.settle()
    next.stop()
    #expect(next !== storedList(app, snapshots))
  }

  // MARK: - What is observed

  @Test func whatChangesElsewhereIsNotTold() async {
    let app = app(), home = homeList(app), saved = savedList(app)
    self.home.answer(1, with: .init(0..<3, next: nil))
    let parts: [(String, @MainActor (Store<App>) -> Void)] = [
      ("home", { _ in _ = home.items }), ("saved", { _ in _ = saved.isLoading }),
    ]
    await home.settle()
    _ = saved.footer
    await self.saved.asked(1)
    #expect(await namesTold(parts, of: app) { home.appeared(0) } == [])
    let told = await namesTold(parts, of: app) { saved.cancelLoads() }
    #expect(told == ["saved"])
  }

  @Test func whoReadsAllOfItIsToldOfItAlone() async {
    let app = app(), home = homeList(app), saved = savedList(app)
    for list in [home, saved] { list.send(.started) }
    let states: [(String, @MainActor (Store<App>) -> Void)] = [
      ("home", { _ in _ = home.state }), ("saved", { _ in _ = saved.state }),
    ]
    #expect(await namesTold(states, of: app) { saved.cancelLoads() } == ["saved"])
    #expect(await namesTold(states, of: app) { app.send(.loggedOut) } == ["home", "saved"])
  }

  @Test func anotherFeedAtItsPlaceIsTold() async {
    struct Two: StateMachine {
      struct State: Equatable {
        var feeds = [Rows.State(seed: 1, identity: 1), Rows.State(seed: 1, identity: 2)]
        var shown = 0
        var list: Rows.State { feeds[shown] }
      }
      enum Action: Equatable { case feed(Int, Rows.Action), show(Int) }
      func reduce(into state: inout State, _ action: Action) -> Reaction<Never, FeedRefusal> {
        switch action {
        case .show(let feed):
          state.shown = feed
          return .accepted([])
        case .feed(let number, let action):
          return small.reduce(into: &state.feeds[number], action).refusal.map { .ignored($0) }
            ?? .accepted([])
        }
      }
    }
    struct None: EffectHandler {
      func work(for effect: Never) -> Work<Two.Action> {}
    }
    let store = Store(Two(), state: .init(), handler: None(), clock: clock)
    for (number, rows) in [0..<3, 3..<6].enumerated() {
      store.send(.feed(number, .started))
      store.send(.feed(number, .pageLoaded(ticket: 1, page: .init(rows, next: nil))))
    }
    let list = store.feed(small, state: \.list, scope: [1]) { .feed(0, $0) }
    let read: [(String, @MainActor (Store<Two>) -> Void)] = [("items", { _ in _ = list.items })]
    #expect(await namesTold(read, of: store) { store.send(.show(1)) } == ["items"])
    #expect(list.items.map(\.id) == [3, 4, 5])
  }

  @Test func aStreamOfItsStatesHasEachChangeOnce() async {
    let app = app(), home = homeList(app), saved = savedList(app)
    home.send(.started)
    var states = home.states.makeAsyncIterator()
    #expect(await states.next()?.isLoading == true)
    saved.send(.started)
    home.cancelLoads()
    #expect(await states.next()?.isLoading == false)
    home.stop()
    #expect(await states.next() == nil)
  }

  // MARK: - When it ends

  @Test func itEndsAndTheWholeGoesOn() async {
    let app = app()
    var list: FeedStore<Row, Int>? = homeList(app)
    _ = list?.items
    #expect(app.engine.observerCount == 2)
    await home.asked(1)
    list?.stop()
    #expect(
      list?.loadMore().refusal
        == "the store was stopped, so nothing happens any more; make a new one")
    list = nil
    home.answer(1, with: .init(0..<3, next: nil))
    await app.settle()
    #expect(app.state.home.items.count == 3 && app.engine.observerCount == 1)
  }

  @Test func itKeepsTheWhole() async {
    var app: Store<App>? = app()
    weak let gone = app
    var list: FeedStore<Row, Int>? = homeList(app!)
    app = nil
    home.answer(1, with: .init(0..<3, next: nil))
    await list?.settle()
    #expect(list?.items.count == 3 && gone != nil)
    list = nil
    #expect(gone == nil)
  }

  @Test func itsWaitsEndWithIt() async {
    let app = app(), list = homeList(app), other = homeList(app)
    list.send(.started)
    await home.asked(1)
    let (mine, others) = (list.loadMore(), other.loadMore())
    async let end: Void = list.settle()
    while app.engine.observerCount < 4 { await Task.yield() }
    list.stop()
    await end
    #expect(await mine.finish() == false && mine.refusal?.contains("stopped") == true)
    list.cancelLoads()
    #expect(app.state.home.isLoading, "the machine goes on")
    home.answer(1, with: .init(0..<3, next: nil))
    #expect(await others.finish() && other.items.count == 3)
  }

  @Test func aWholeWithoutReferencesIsFreedAndItsWorkCancelled() async {
    weak var gone: Store<App>?
    do {
      let app = app(), list = homeList(app)
      gone = app
      list.loadMore()
      await home.asked(1)
    }
    await home.cancelled(1)
    #expect(gone == nil)
  }

  @Test func aSearchThatIsMadeLateAsksNothing() async {
    let app = app()
    func search() -> SearchStore<String, Row, Int> {
      app.search(Search(small), state: \.words, scope: ["words"], action: App.Action.words)
    }
    search().text = "swift"
    #expect(search().items.isEmpty && search().isTyping)
    #expect(found.requests.isEmpty)
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(300))
    await found.asked(2)
    found.fail(2, with: FeedFailure(.http, message: "503"))
    await app.settle()
    #expect(search().error?.message == "503" && found.requests.count == 1)
  }
}
