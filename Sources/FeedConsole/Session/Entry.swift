import FeedHTTP
import FeedReducer

/// A step of the history: the event, the reaction and the result.
struct Entry {
  /// The number of the step; 0 is the start of the session, before the first event.
  let number: Int

  let event: Event

  /// The reaction of the machine. An event without an action is accepted without effects.
  let reaction: Reaction<JSONFeed.Effect, FeedRefusal>

  /// The state, the pending work and the clock after the step.
  let state: Session.State

  enum Event: Equatable {
    /// A fresh feed began: at the start of the session, or by `seed`.
    case begun(seed: UInt64)

    case action(JSONFeed.Action)

    case advanced(Duration)
  }
}

/// The result of a step, for the renderers.
struct StepReport {
  /// The step before.
  let before: Entry

  let entry: Entry

  /// How many undone steps it discarded.
  var discarded = 0

  /// The outcome of the request that this step answered too late; nil if it was not late.
  var outcome: Outcome?
}

enum Outcome: Equatable {
  /// No such request was sent.
  case never

  /// It waits for its answer.
  case pending

  /// A page or a failure answered it in this step.
  case answered(step: Int)

  /// It was cancelled in this step.
  case cancelled(step: Int)
}
