import FeedEffects
import FeedReducer
import FeedTesting
import Testing
import TestWatch

nonisolated struct Name: Identifiable, Equatable { let id: String }

nonisolated struct Names: PageSource {
  let start: String

  func page(for request: Feed<Name, Int>.Request) async throws -> Feed<Name, Int>.Page {
    let all = ["Ada", "Alan", "Grace"]
    return .init(items: all.filter { $0.hasPrefix(start) }.map(Name.init), next: nil)
  }
}

@MainActor @Suite("The document of searches", .watched)
struct SearchDocumentTests {
  @Test func anActorSearches() async {
    let found = StoreActor(source: Names.init(start:))
    await found.type("A")
    await found.submit().finish()
    let names = await found.state.items.map(\.id)  // ["Ada", "Alan"]
    #expect(names == ["Ada", "Alan"])
  }

  @Test func aSearchIsTested() async {
    let clock = ManualClock()
    let swift = ScriptedSource<Name, Int>(), others = ScriptedSource<Name, Int>()
    let store = SearchStore(source: { $0 == "swift" ? swift : others }, clock: clock)
    for text in ["s", "sw", "swift"] { store.text = text }
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(300))
    swift.answer(with: .init(items: [Name(id: "swift")], next: nil))
    await store.settle()
    #expect(store.items.map(\.id) == ["swift"])
    #expect(others.requests.isEmpty)
  }
}
