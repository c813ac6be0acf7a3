import FeedModel
import FeedReducer
import FeedTesting
import TestWatch
import Testing
import World

@Suite("The document of laws", .watched)
struct LawsDocumentTests {
  /// A model with every law: its list grows at both ends, and it has edits.
  private static let model = SimulatedFeed(.screen)

  @Test func theDocumentListsEveryLaw() async throws {
    let rows = Self.model.laws.map { law in
      "| \(law.name) | \(law.sentence) | \(law.scope) | \(law.rule.map { "\($0.number)" } ?? "all") |"
    }
    let lines = ["| law | says | of | rule |", "| --- | --- | --- | --- |"] + rows
    #expect(try await LawsDocument.shared.section("laws", updatedTo: lines) == lines)
  }

  @Test func theDocumentListsWhatAReaderIsOwed() async throws {
    let rows = World.random(seed: 1).laws.map { "| \($0.name) | \($0.sentence) |" }
    let lines = ["| law | says |", "| --- | --- |"] + rows
    #expect(try await LawsDocument.shared.section("owed", updatedTo: lines) == lines)
    let known = KnownDefect.all.map { "* \($0.name)" }
    #expect(try await LawsDocument.shared.section("known", updatedTo: known) == known)
  }

  @Test func everyScenarioHasTheSameLaws() {
    let names = Set(Self.model.laws.map(\.name))
    for scenario in FeedScenario.all {
      #expect(names.isSuperset(of: SimulatedFeed(scenario).laws.map(\.name)))
    }
  }

  @Test func theDocumentShowsACounterexample() async throws {
    let feed = FeedScenario.cursor.feed
    // A mutation that treats a row that appears as a retry.
    let hammer = ModelMachine { state, action in
      guard case .itemAppeared = action, state.append.failure != nil else {
        return feed.reduce(into: &state, action)
      }
      return feed.reduce(into: &state, .retryTapped(kind: .append))
    }
    let model = SimulatedFeed(.cursor, machine: hammer)
    let found = try #require(Explorer(model, laws: model.laws).run().counterexample)
    let text = "\(found)".split(separator: "\n").map { String($0) }
    let lines = ["```text"] + text + ["```"]
    #expect(try await LawsDocument.shared.section("counterexample", updatedTo: lines) == lines)
  }
}
