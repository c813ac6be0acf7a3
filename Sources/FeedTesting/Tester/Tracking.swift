public import FeedEffects
public import FeedReducer

/// Tells a ``Tester`` which effects start or stop work and which actions answer it.
///
/// The tester uses it to know the work in flight: requests, timers, edits. ``FeedTester`` brings
/// its own; write one for a state machine of your own.
///
/// ```swift
/// let tracking = Tracking<Lamp>(
///   effect: { if case .wait(let ticket) = $0 { .starts(WorkID(ticket)) } else { .nothing } },
///   answer: { if case .waited(let ticket) = $0 { WorkID(ticket) } else { nil } })
/// ```
public struct Tracking<Machine: StateMachine> {
  /// The change that an effect makes to the work in flight.
  @nonexhaustive
  public enum Change {
    /// Starts work with this id. It replaces work in flight with the same id.
    ///
    /// Sending the action `endsIn` ends the work. It is the action of a timer.
    case starts(WorkID, endsIn: Machine.Action? = nil)

    /// Stops the work with this id.
    case stops(WorkID)

    /// Starts and stops nothing.
    case nothing
  }

  let change: (Machine.Effect) -> Change
  let answered: (Machine.Action) -> WorkID?

  /// Creates a tracking from two functions.
  ///
  /// - Parameters:
  ///   - effect: Returns the change that an effect makes to the work in flight.
  ///   - answer: Returns the id of the work that an action answers; nil if it answers none.
  public init(
    effect: @escaping (Machine.Effect) -> Change,
    answer: @escaping (Machine.Action) -> WorkID? = { _ in nil }
  ) {
    change = effect
    answered = answer
  }

  /// Creates a tracking from an effect handler. It asks for each effect's work but runs none.
  ///
  /// - Parameters:
  ///   - handler: Returns the work of each effect.
  ///   - answer: Returns the id of the work that an action answers; nil if it answers none. Timers
  ///     need no answer here, since the handler names their actions.
  public init(
    _ handler: some EffectHandler<Machine.Effect, Machine.Action>,
    answer: @escaping (Machine.Action) -> WorkID? = { _ in nil }
  ) {
    self.init(
      effect: { effect in
        switch handler.work(for: effect) {
        case .run(let id, _, _): .starts(id)
        case .schedule(let id, _, let action): .starts(id, endsIn: action)
        case .cancel(let id): .stops(id)
        case .none: .nothing
        }
      }, answer: answer)
  }

  /// Tracks nothing, for machines whose effects need no answer.
  public static var nothing: Tracking {
    Tracking(effect: { _ in .nothing })
  }
}

extension Tracking {
  /// Tracks the requests, timers and edits of a feed.
  public static func feed<Item, Cursor>() -> Tracking where Machine == Feed<Item, Cursor> {
    Tracking(
      effect: { effect in
        if case .cancel(let ticket) = effect { return .stops(WorkID(ticket)) }
        return effect.startedTicket.map { .starts(WorkID($0)) } ?? .nothing
      },
      answer: { $0.answeredTicket.map { WorkID($0) } })
  }
}
