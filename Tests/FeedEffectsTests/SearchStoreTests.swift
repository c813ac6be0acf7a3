import FeedEffects
import FeedReducer
import FeedTesting
import Observation
import Testing
import TestWatch

fileprivate typealias Words = ScriptedSearch<String, Row, Int>
fileprivate typealias WordStore = SearchStore<String, Row, Int>

@MainActor @Suite("SearchStore", .watched)
struct SearchStoreTests {
  private let clock = ManualClock()

  private func store(_ source: Words, query: String? = nil) -> WordStore {
    SearchStore(small, query: query, source: source.asking, clock: clock, timeout: nil)
  }

  /// A store that shows the rows 0, 1 and 2 of "rust". The next ticket is 2.
  private func rust(_ source: Words) async -> WordStore {
    let store = store(source, query: "rust")
    source.script.answer(1, with: .init(0..<3, next: 3))
    _ = store.items
    await store.settle()
    return store
  }

  @Test func aBurstOfLettersIsOneRequest() async {
    let source = Words()
    let store = store(source)
    let text = "20 letters in a row."
    #expect(text.count == 20)
    for end in text.indices {
      store.text = String(text[...end])
      await clock.sleepers(1)
      clock.advance(by: .milliseconds(50))
    }
    #expect(source.queries == [])
    #expect(store.isTyping && !store.isLoading)
    clock.advance(by: .milliseconds(249))
    #expect(store.isTyping)
    clock.advance(by: .milliseconds(1))
    source.script.answer(21, with: .init(0..<3, next: nil))
    await store.settle()
    #expect(source.queries == [text])
    #expect(store.items.count == 3 && !store.isTyping)
  }

  @Test(arguments: [nil, ""])
  func aFieldThatIsClearedAsksForAllRowsIfTheSearchBeganSo(query: String?) async {
    let all = Endless(count: 2), found = Endless(count: 1)
    let store = SearchStore(
      small, query: query, source: { $0.isEmpty ? all : found }, clock: clock, timeout: nil)
    await store.settle()
    #expect(store.items.count == (query == nil ? 0 : 2))
    store.text = "swift"
    await store.submit().finish()
    #expect(store.items.count == 1 && store.text == "swift")
    store.text = ""
    #expect(store.text == "" && store.query == query)
    await store.submit().finish()
    #expect(store.items.count == (query == nil ? 0 : 2))
  }

  @Test func submittingAsksAtOnce() async {
    let source = Words()
    let store = store(source)
    store.query = "swift"
    source.script.answer(2, with: .init(0..<2, next: nil))
    await store.submit().finish()
    #expect(source.queries == ["swift"])
    #expect(store.items.count == 2)
  }

  @Test func aQueryAtTheStartIsAskedAtTheFirstUse() async {
    let source = Words()
    let store = store(source, query: "rust")
    #expect(store.query == "rust")
    #expect(source.queries == [])
    source.script.answer(1, with: .init(0..<3, next: nil))
    #expect(store.isLoading)
    await store.settle()
    #expect(source.queries == ["rust"])
    #expect(store.items.count == 3)
  }

  @Test func refreshAndTheSameQueryAskTheQueryAtTheStart() async {
    let source = Words()
    source.answer("rust", with: .init(0..<3, next: nil))
    let refreshed = store(source, query: "rust")
    await refreshed.refresh()
    #expect(refreshed.items.count == 3)
    source.answer("rust", with: .init(0..<2, next: nil))
    let typed = store(source, query: "rust")
    typed.query = "rust"
    await typed.submit().finish()
    #expect(typed.items.count == 2)
  }

  @Test func aPauseForEverIsNoTrap() async {
    let source = Words()
    let store = SearchStore(small, pause: .seconds(Int64.max), source: source.asking)
    store.text = "swift"
    source.answer("swift", with: .init(0..<3, next: nil))
    await Task.yield()
    await store.submit().finish()
    #expect(store.items.count == 3)
  }

  @Test func typingBeforeTheFirstUseReplacesTheStart() async {
    let source = Words()
    let store = store(source, query: "rust")
    store.query = "go"
    #expect(!store.isLoading && store.isTyping)
    store.query = nil
    await store.settle()
    #expect(source.queries == [])
  }

  @Test func anAnswerThatCameAfterTheNextQueryIsIgnored() async {
    let source = Words(ignoresCancellation: true)
    let store = store(source, query: "rust")
    _ = store.items
    await source.script.asked(1)
    store.query = "go"
    store.submit()
    await source.script.asked(3)
    source.script.answer(1, with: .init(0..<3, next: nil))
    source.script.answer(3, with: .init(7..<8, next: nil))
    await store.settle()
    #expect(store.items.map(\.id) == [7])
    #expect(source.queries == ["rust", "go"])
    #expect(source.script.events.contains(.cancelled(ticket: 1)))
  }

  @Test func rowsStayStaleThroughAFailure() async {
    let source = Words()
    let store = await rust(source)
    store.query = "go"
    #expect(store.isStale && !store.refreshing)
    source.script.fail(3, with: FeedFailure(.http, message: "503", isRetryable: false))
    await store.submit().finish()
    #expect(store.items.count == 3 && store.isStale)
    #expect(store.error?.message == "503")
    source.script.answer(4, with: .init(8..<9, next: nil))
    await store.retry().finish()
    #expect(store.items.map(\.id) == [8] && !store.isStale && store.error == nil)
    #expect(source.queries == ["rust", "go", "go"])
  }

  @Test func answersBelongToQueries() async {
    let source = Words(ignoresCancellation: true)
    let store = store(source, query: "rust")
    source.answer("go", with: .init(7..<8, next: nil))
    _ = store.items
    await source.script.asked(1)
    store.query = "go"
    store.submit()
    source.answer("rust", with: .init(0..<3, next: nil))
    await store.settle()
    #expect(store.items.map(\.id) == [7])
    source.fail("zig", with: FeedFailure(.http, message: "404"))
    store.query = "zig"
    await store.submit().finish()
    #expect(store.error?.message == "404")
  }

  @Test func clearingTheTextEmptiesTheList() async {
    let store = await rust(Words())
    #expect(store.text == "rust")
    store.text = ""
    #expect(store.query == nil && store.text == "" && store.items.isEmpty)
    #expect(!store.isStale && !store.canLoadNextPage)
  }

  @Test func refreshWaitsForItsPage() async {
    let source = Words()
    let store = await rust(source)
    source.script.answer(2, with: .init(5..<6, next: nil))
    await store.refresh()
    #expect(store.items.map(\.id) == [5])
  }

  /// The properties, by name, each read by itself.
  private static let properties: [(String, @MainActor (WordStore) -> Void)] = [
    ("query", { _ = $0.query }), ("isStale", { _ = $0.isStale }),
    ("isTyping", { _ = $0.isTyping }), ("items", { _ = $0.items }),
    ("isLoading", { _ = $0.isLoading }), ("refreshing", { _ = $0.refreshing }),
    ("error", { _ = $0.error }), ("state", { _ = $0.state }),
  ]

  private func told(
    of store: WordStore, by change: () async -> Void
  ) async -> [String] {
    await namesTold(Self.properties, of: store, by: change)
  }

  @Test func eachPropertyIsObservedByItself() async {
    let source = Words()
    let store = await rust(source)
    var changed = await told(of: store) { store.query = "go" }
    #expect(changed == ["isStale", "isTyping", "query", "state"])
    changed = await told(of: store) { store.query = "rust" }
    #expect(changed == ["isStale", "isTyping", "query", "state"])
    changed = await told(of: store) { store.query = "rust" }
    #expect(changed == [])
    store.query = "go"
    changed = await told(of: store) { store.submit() }
    #expect(changed == ["isTyping", "refreshing", "state"])
    changed = await told(of: store) { store.appeared(2) }
    #expect(changed == ["state"])
    changed = await told(of: store) {
      source.script.answer(4, with: .init(7..<9, next: nil))
      await store.settle()
    }
    #expect(changed == ["isStale", "items", "refreshing", "state"])
  }

  @Test func theActorHasTheSameMethods() async {
    let source = ScriptedSearch<String, Row, Int>()
    let search = StoreActor(small, source: source.asking, clock: clock, timeout: nil)
    await search.type("swift")
    source.script.answer(2, with: .init(0..<3, next: 3))
    await search.submit().finish()
    source.script.answer(3, with: .init(3..<6, next: nil))
    await search.appeared(2)
    await search.settle()
    let state = await search.state
    #expect(state.items.count == 6 && source.queries == ["swift", "swift"])
    source.script.answer(4, with: .init(0..<1, next: nil))
    await search.refresh()
    let refreshed = await search.state.items.count
    #expect(refreshed == 1)
  }
}
