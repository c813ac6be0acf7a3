import FeedEffects
import FeedReducer
import FeedTesting
import Testing
import TestWatch

nonisolated struct Name: Identifiable, Equatable { let id: String }

nonisolated struct Names: SearchSource {
  let all: [String]

  func page(
    for request: Feed<Name, Int>.Request, query: String
  ) async throws -> Feed<Name, Int>.Page {
    .init(items: all.filter { $0.hasPrefix(query) }.map(Name.init), next: nil)
  }
}

@MainActor @Suite("The document of searches", .watched)
struct SearchDocumentTests {
  @Test func anActorSearches() async {
    let found = SearchActor(source: Names(all: ["Ada", "Alan", "Grace"]))
    await found.type("A")
    await found.submit().finish()
    let names = await found.state.items.map(\.id)  // ["Ada", "Alan"]
    #expect(names == ["Ada", "Alan"])
  }

  @Test func aSearchIsTested() async {
    let clock = ManualClock()
    let source = ScriptedSearch<String, Name, Int>()
    let store = SearchStore(source: source, clock: clock)
    for text in ["s", "sw", "swift"] { store.text = text }
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(300))
    source.answer("swift", with: .init(items: [Name(id: "swift")], next: nil))
    await store.settle()
    #expect(source.queries == ["swift"])
    #expect(store.items.map(\.id) == ["swift"])
  }
}
