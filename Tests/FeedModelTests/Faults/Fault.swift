import FeedModel
import FeedReducer
import FeedTesting
import Testing

/// A machine that is wrong on purpose: who tests the tester?
struct Fault: Sendable {
  /// The short name.
  let name: String

  /// What the machine does wrong, in a sentence.
  let sentence: String

  /// The rule of the documents that it breaks.
  let rule: Rule

  /// The model in which it is looked for.
  let scenario: FeedScenario

  /// Makes the wrong machine out of the right feed.
  let machine: @Sendable (ModelFeed) -> ModelMachine

  init(
    _ name: String, _ sentence: String, breaks rule: Rule, in scenario: FeedScenario,
    _ machine: @escaping @Sendable (ModelFeed) -> ModelMachine
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
    ofEdits, ofEditSending, ofRestore, ofCancels, ofReactions, ofWaysOn,
  ].flatMap { $0 }
}

extension Fault: CustomTestStringConvertible {
  var testDescription: String { name }
}
