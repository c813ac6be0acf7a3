import FeedModel
import FeedReducer
import FeedTesting
import Foundation
import TestWatch
import Testing

/// A fault of a search, and how the laws of its rule catch it.
struct SearchFinding: Sendable {
  let fault: SearchFault
  let law: String?
  let steps: Int
  let failure: String

  init(_ fault: SearchFault) {
    self.fault = fault
    let model = SimulatedSearch(machine: fault.machine)
    let laws = model.laws.filter { $0.rule == fault.rule }
    let counterexample = Explorer(model, laws: laws, maxStates: 12_000).run().counterexample
    law = counterexample?.law.name
    steps = counterexample?.steps.count ?? 0
    failure = counterexample?.description ?? ""
  }

  static let all = SearchFault.all.map(SearchFinding.init)

  /// The row of `Docs/Faults.md`.
  var row: String {
    "| \(fault.name) | \(fault.sentence) | \(fault.rule.number) | \(law ?? "nothing") | \(steps) |"
  }
}

@Suite("A search", .watched)
struct SimulatedSearchTests {
  /// How many states to visit, from `EXPLORE_STATES`; 6,000 by default.
  private static let maxStates =
    ProcessInfo.processInfo.environment["EXPLORE_STATES"].flatMap { Int($0) } ?? 6_000

  @Test func everyLawHolds() {
    let model = SimulatedSearch()
    let result = Explorer(model, laws: model.laws, maxStates: Self.maxStates).run()
    #expect(result.counterexample == nil)
    #expect(result.undecided == 0)
    // Fewer states are asked for where sanitizers are slow.
    if Self.maxStates >= 10_000 { #expect(result.states >= 10_000 && result.unreached == []) }
  }

  @Test func everyLawHoldsWithAQueryAtTheStart() {
    let model = SimulatedSearch(queries: 2, query: 1)
    let result = Explorer(model, laws: model.laws, maxStates: Self.maxStates / 2).run()
    #expect(result.counterexample == nil)
  }

  @Test(arguments: UInt64(1)...8) func everyLawHoldsOnLongWalks(seed: UInt64) {
    let model = SimulatedSearch(queries: 5)
    let trail = Walk(model, laws: model.laws, seed: seed, steps: 600).run()
    #expect(trail.failure == nil)
  }

  @Test(arguments: SearchFault.all.indices) func theLawsOfItsRuleCatchIt(index: Int) {
    let finding = SearchFinding.all[index]
    #expect(finding.law != nil, "\(finding.fault.name) is not caught")
    #expect(finding.failure.contains("guards \(finding.fault.rule)"))
  }

  @Test func everyLawOfASearchCatchesAFault() {
    let laws = SimulatedSearch().laws.filter { $0.rule != nil }.map(\.name)
    #expect(Set(laws).subtracting(SearchFinding.all.compactMap(\.law)) == [])
  }

  @Test func faultNamesAreUnique() {
    #expect(Set(SearchFault.all.map(\.name)).count == SearchFault.all.count)
    #expect(Rule.ofSearches.allSatisfy { rule in SearchFault.all.contains { $0.rule == rule } })
  }

  @Test func theDocumentListsTheLawsOfASearch() async throws {
    let model = SimulatedSearch()
    let rows = model.laws.filter { $0.rule != nil }.map { law in
      "| \(law.name) | \(law.sentence) | \(law.scope) | \(law.rule.map { "\($0.number)" } ?? "") |"
    }
    let lines = ["| law | says | of | rule |", "| --- | --- | --- | --- |"] + rows
    #expect(try await LawsDocument.shared.section("search laws", updatedTo: lines) == lines)
    let parts = model.laws.filter { $0.name.hasPrefix("feed: ") }.map { law in
      "| \(law.name.dropFirst(6)) | \(law.sentence) | \(law.scope) |"
    }
    let part = ["| law | says | of |", "| --- | --- | --- |"] + parts
    #expect(try await LawsDocument.shared.section("part laws", updatedTo: part) == part)
  }
}
