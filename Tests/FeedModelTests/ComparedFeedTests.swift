import Compared
import FeedReducer
import FeedTesting
import TestWatch
import Testing

@Suite("The machine beside its specification", .watched)
struct ComparedFeedTests {
  /// A million random steps, and some more while something that can be visited was not. A task, so that the tests that
  /// share them wait without a thread: on two cores nothing else could run.
  private static let comparison = Task {
    var comparison = Comparison(seed: 1)
    comparison.run(steps: 1_000_000)
    while comparison.failure == nil, !comparison.coverage.isComplete, comparison.steps < 3_000_000 {
      comparison.run(steps: comparison.steps + 100_000)
    }
    return comparison
  }

  @Test func theMachineDoesWhatTheSpecificationSays() async {
    let comparison = await Self.comparison.value
    #expect(comparison.failure == nil)
    #expect(comparison.steps >= 1_000_000)
    #expect(comparison.accepted * 4 > comparison.steps)
  }

  @Test func everythingThatCanBeVisitedIs() async {
    let coverage = await Self.comparison.value.coverage
    for report in [coverage.pairs, coverage.combinations] {
      #expect(report.missed == [])
      #expect(report.impossible == [], "these are named as unreachable")
    }
  }

  /// A class of failures that is left out of the alphabet leaves states of its own unvisited.
  @Test(arguments: [
    ("append failed for the network", [FeedFailure.Code.offline, .unreachable]),
    ("append refused", [.http, .timeout, .decoding, .refused, .other]),
    ("append cursor lost", [.invalidCursor]),
  ])
  func aClassOfFailuresThatIsLeftOutIsMissed(state: String, codes: [FeedFailure.Code]) {
    let rest = FeedFailure.Code.all.filter { !codes.contains($0) }
    var comparison = Comparison(seed: 1, codes: rest)
    comparison.run(steps: 50_000)
    #expect(!comparison.coverage.isComplete)
    #expect(comparison.coverage.combinations.missed.contains { $0.contains(state) })
  }

  @Test(arguments: [
    ModelFeed(prefetchDistance: 4), ModelFeed(retry: RetryPolicy(attempts: 5)),
    ModelFeed(maxEmptyPages: 9), ModelFeed(maxItems: 90),
  ])
  func aMachineWithOtherSettingsIsFound(machine: ModelFeed) throws {
    var comparison = Comparison(seed: 1, machine: { _ in machine })
    comparison.run(steps: 100_000)
    #expect(try #require(comparison.failure).contains("the two differ in"))
  }

  @Test func theDocumentTellsWhatIsVisited() async throws {
    let parts = FeedControl.Part.allCases.map { "* \($0): \($0.values.joined(separator: "; "))" }
    try await expectSection("parts", parts)
    let coverage = await Self.comparison.value.coverage
    let rows = [
      ("each pair of values of two parts, with each kind of action", coverage.pairs),
      ("each combination of the three loads with the network", coverage.combinations),
    ].map { name, report in
      "| \(name) | \(report.all.grouped) | \(report.unreachable.grouped) | \(report.seen.grouped) |"
    }
    let head = ["| what | in all | never | visited |", "| --- | --- | --- | --- |"]
    try await expectSection("visited", head + rows)
    var reasons: [(reason: String, pairs: Int)] = []
    for entry in FeedControl.unreachable {
      let pairs = entry.one.values.count * entry.other.values.count
      if reasons.last?.reason == entry.reason {
        reasons[reasons.count - 1].pairs += pairs
      } else {
        reasons.append((entry.reason, pairs))
      }
    }
    try await expectSection(
      "unreachable",
      ["| pairs | never meet, because |", "| --- | --- |"]
        + reasons.map { "| \($0.pairs) | \($0.reason) |" })
  }

  private func expectSection(_ name: String, _ lines: [String]) async throws {
    #expect(try await LawsDocument.shared.section(name, updatedTo: lines) == lines)
  }
}
