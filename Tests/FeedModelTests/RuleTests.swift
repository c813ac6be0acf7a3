import FeedModel
import FeedReducer
import FeedTesting
import Foundation
import TestWatch
import Testing

@Suite("Laws and the rules that they guard", .watched)
struct RuleTests {
  private static let laws = FeedScenario.all.flatMap { SimulatedFeed($0).laws }

  @Test func theDocumentStatesEveryRule() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Docs/Rules.md")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let stated = lines.filter { $0.contains(#/^\d+\. /#) }
    #expect(stated.count == Rule.ofFeeds.count)
    for (line, rule) in zip(stated, Rule.ofFeeds) {
      #expect(line.hasPrefix("\(rule.number). **\(rule.sentence.dropLast())"))
    }
  }

  @Test func everyLawGuardsARuleAndOneGuardsAll() {
    let others = Set(Self.laws.filter { $0.rule == nil }.map(\.name))
    #expect(others == [SimulatedFeed.specification.name])
  }

  @Test(arguments: Rule.ofFeeds) func everyRuleIsGuarded(rule: Rule) {
    #expect(Self.laws.contains { $0.rule == rule })
  }

  @Test func aCounterexampleNamesTheRule() {
    let model = SimulatedFeed(.cursor)
    let rule = Rule(3, says: "Nothing ever starts.")
    let never = Law<SimulatedFeed>.invariant("still", says: "The feed stays as it is.", rule: rule)
    {
      $0.feed.lastTicket == 0
    }
    let failure = Explorer(model, laws: [never]).run().failure
    #expect(failure?.contains("guards rule 3: Nothing ever starts.") == true)
  }
}
