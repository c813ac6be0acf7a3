import FeedReducer
import FeedTesting

/// A feed, its reader and its server, for an ``Explorer`` or a ``Walk``.
///
/// The server's rows come and go between answers; it fails, repeats itself, sends short and empty
/// pages, and answers late, in any order and also what was cancelled. The reader appears at any
/// row, pulls, retries, edits. What of this there is, and how much, says the ``FeedScenario``.
///
/// ```swift
/// let model = SimulatedFeed(.cursor)
/// Explorer(model, laws: model.laws).run().failure  // nil
/// ```
package struct SimulatedFeed: Model {
  /// The machine under test.
  package typealias Machine = ModelMachine

  /// Everything there is at one state.
  package typealias State = SimulationState

  /// Something that can happen.
  package typealias Step = SimulationStep

  /// What the model is like.
  package let scenario: FeedScenario

  /// The machine under test.
  package let machine: ModelMachine

  /// Creates the model of `scenario`, around its feed unless another machine is given.
  package init(_ scenario: FeedScenario, machine: ModelMachine? = nil) {
    self.scenario = scenario
    self.machine = machine ?? ModelMachine(scenario.feed)
  }

  /// Nothing has happened.
  package var start: SimulationState {
    SimulationState(
      state: fresh, left: .init(edits: scenario.edits, restarts: scenario.restarts),
      server: ModelServer(scenario))
  }

  /// The state of a machine that has just been made.
  var fresh: ModelMachine.State { ModelMachine.State(feed: ModelFeed.State(seed: 1)) }
}
