import FeedModel
import FeedReducer
import FeedTesting
import Testing

/// A mutation of the feed. It tests the laws: one of them has to catch it.
struct Fault: Sendable {
  /// The short name, unique among the faults.
  let name: String

  /// What the machine does wrong, in one sentence for `Docs/Faults.md`.
  let sentence: String

  /// The rule that it breaks. Only the laws of this rule are checked.
  let rule: Rule

  /// The scenario in which the explorer looks for it.
  let scenario: FeedScenario

  /// Makes the wrong machine from the right feed.
  let machine: @Sendable (ModelFeed) -> ModelMachine

  init(
    _ name: String, says sentence: String, breaks rule: Rule, in scenario: FeedScenario,
    machine: @escaping @Sendable (ModelFeed) -> ModelMachine
  ) {
    self.name = name
    self.sentence = sentence
    self.rule = rule
    self.scenario = scenario
    self.machine = machine
  }

  /// Every fault, in the order of the rules.
  static let all: [Fault] = [
    ofTickets, ofDemand, ofOrder, ofRefresh, ofErrors, ofRetry, ofProgress, ofRows, ofWindow,
    ofEdits, ofEditSending, ofRestore, ofCancels, ofReactions, ofWaysOn, ofStops,
  ].flatMap { $0 }
}

extension Fault: CustomTestStringConvertible {
  var testDescription: String { name }
}
