import FeedReducer
import TestWatch
import Testing
import World

@testable import FeedTesting

@Suite("The document of laws", .watched)
struct LawsDocumentTests {
  @Test func theDocumentListsWhatAReaderIsOwed() async throws {
    let rows = World.random(seed: 1).laws.map { "| \($0.name) | \($0.sentence) |" }
    let lines = ["| law | says |", "| --- | --- |"] + rows
    #expect(try await LawsDocument.shared.section("owed", updatedTo: lines) == lines)
    let known = KnownDefect.all.map { "* \($0.name)" }
    #expect(try await LawsDocument.shared.section("known", updatedTo: known) == known)
  }

  /// A known defect, as it is printed where it is no excuse.
  @Test func theDocumentShowsACounterexample() async throws {
    let script = try #require(KnownDefect.all.min { $0.script.steps.count < $1.script.steps.count })
      .script
    var world = script.world
    world.excuses = []
    let law = try #require(world.laws.first { $0.name == script.law })
    let found = Counterexample(law, steps: script.steps, in: world)
    let lines = ["```text"] + "\(found)".split(separator: "\n").map { String($0) } + ["```"]
    #expect(try await LawsDocument.shared.section("counterexample", updatedTo: lines) == lines)
  }
}
