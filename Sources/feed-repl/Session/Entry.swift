import FeedHTTP
import FeedEffects
import FeedReducer

/// One step of the history: what happened, how the machine took it, and what was true then.
struct Entry {
  /// The number of the step; 0 is the beginning, before anything happened.
  let number: Int

  /// What happened.
  let event: Event

  /// How the machine answered. The beginning and the clock are accepted without effects.
  let reaction: Reaction<JSONFeed.Effect, FeedRefusal>

  /// What was true after the step.
  let moment: Moment

  /// What can happen in a session.
  enum Event: Equatable {
    /// The session began, or began again, with a fresh feed.
    case begun(seed: UInt64)

    /// An action was sent.
    case action(JSONFeed.Action)

    /// The clock went on.
    case advanced(Duration)
  }
}

/// What a step did, for those who show it.
struct StepReport {
  /// What was true before.
  let before: Entry

  /// The step.
  let entry: Entry

  /// How many undone steps were discarded to make it.
  var discarded = 0

  /// What had become of the request that this step answered too late.
  var fate: Fate?
}

/// What has become of a request.
enum Fate: Equatable {
  /// No such request was sent.
  case never

  /// It waits for its answer.
  case pending

  /// It was answered in the given step.
  case answered(step: Int)

  /// It was cancelled in the given step.
  case cancelled(step: Int)
}
