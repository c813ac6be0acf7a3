import FeedModel
import FeedReducer
import FeedTesting
import Foundation
import TestWatch
import Testing

@Suite("The feed in its scenarios", .watched)
struct SimulatedFeedTests {
  /// How many states to visit in each model, from `EXPLORE_STATES`; nil for the usual number.
  private static let asked =
    ProcessInfo.processInfo.environment["EXPLORE_STATES"].flatMap { Int($0) }

  @Test(arguments: FeedScenario.all.indices) func everyLawHolds(index: Int) async throws {
    let model = SimulatedFeed(FeedScenario.all[index])
    let result = Explorer(model, laws: model.laws, maxStates: Self.asked ?? 3_500).run()
    #expect(result.failure == nil)
    #expect(result.undecided == 0)
    guard Self.asked == nil else { return print("\(model.scenario.name): \(result)") }
    let row = Self.row(of: model.scenario, from: result)
    #expect(
      try await LawsDocument.shared.row(of: model.scenario.name, updatedTo: row) == row,
      "run with UPDATE_DOCS=1; a new scenario needs a row first")
  }

  @Test func theDocumentListsEveryScenario() async throws {
    #expect(try await LawsDocument.shared.scenarios() == FeedScenario.all.map(\.name))
  }

  private static func row(of scenario: FeedScenario, from result: Exploration<SimulatedFeed>)
    -> String
  {
    let cells = [
      scenario.name, scenario.summary, result.states.grouped, result.transitions.grouped,
      "\(result.depth)", result.isComplete ? "everything" : "a part",
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }
}
