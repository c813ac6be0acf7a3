import FeedReducer
import FeedTesting

/// A feed, its reader and its server, for an ``Explorer`` or a ``Walk``.
///
/// The server's rows come and go between answers; it fails, repeats itself, sends short and empty
/// pages, and answers late, in any order and also what was cancelled. The reader appears at any
/// row, pulls, retries, edits. What of this there is, and how much, says the ``FeedScenario``.
///
/// ```swift
/// let world = FeedWorld(.cursor)
/// Explorer(world, laws: world.laws).run().failure  // nil
/// ```
package struct FeedWorld: World {
  /// The machine under test.
  package typealias Machine = ModelMachine

  /// Everything there is at one moment.
  package typealias Moment = FeedMoment

  /// Something that can happen.
  package typealias Move = FeedMove

  /// What the world is like.
  package let scenario: FeedScenario

  /// The machine under test.
  package let machine: ModelMachine

  /// Creates the world of `scenario`, around its feed unless another machine is given.
  package init(_ scenario: FeedScenario, machine: ModelMachine? = nil) {
    self.scenario = scenario
    self.machine = machine ?? ModelMachine(scenario.feed)
  }

  /// Nothing has happened.
  package var start: FeedMoment {
    FeedMoment(
      state: fresh, left: .init(edits: scenario.edits, restarts: scenario.restarts),
      server: ModelServer(scenario))
  }

  /// The state of a machine that has just been made.
  var fresh: ModelMachine.State { ModelMachine.State(feed: ModelFeed.State(seed: 1)) }
}
