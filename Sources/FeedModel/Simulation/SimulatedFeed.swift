import FeedReducer
import FeedTesting

/// A feed, its reader and its server: a model for an ``Explorer`` or a ``Walk``.
///
/// The server's rows change between its answers. The server fails, repeats pages, and sends short
/// and empty pages. Late answers arrive in any order, and also after a cancel. The reader sees any
/// row, pulls, retries and edits. The ``FeedScenario`` says which of these happen, and how often.
///
/// ```swift
/// let model = SimulatedFeed(.cursor)
/// Explorer(model, laws: model.laws).run().failure  // nil
/// ```
package struct SimulatedFeed: Model {
  /// The machine under test.
  package typealias Machine = ModelMachine

  /// The machine's state and its environment.
  package typealias State = SimulationState

  /// A step of the model.
  package typealias Step = SimulationStep

  /// The feed's settings, and the bounds on what may happen.
  package let scenario: FeedScenario

  /// The machine under test: the scenario's feed, or a mutation of it.
  package let machine: ModelMachine

  /// Creates the model of `scenario`. A `machine` replaces the scenario's feed.
  package init(_ scenario: FeedScenario, machine: ModelMachine? = nil) {
    self.scenario = scenario
    self.machine = machine ?? ModelMachine(scenario.feed)
  }

  /// The state before the first step.
  package var start: SimulationState {
    SimulationState(
      state: fresh, left: .init(edits: scenario.edits, restarts: scenario.restarts),
      server: ModelServer(scenario))
  }

  /// The state of a new machine. Its seed is always 1.
  var fresh: ModelMachine.State { ModelMachine.State(feed: ModelFeed.State(seed: 1)) }
}
