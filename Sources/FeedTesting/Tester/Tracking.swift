public import FeedEffects
public import FeedReducer

/// Which effects of a machine start and stop work, and which actions answer it.
///
/// With it a ``Tester`` knows what is in flight.
///
/// ```swift
/// Tracking<Lamp>(
///   effect: { if case .wait(let ticket) = $0 { .starts(WorkID(ticket)) } else { .nothing } },
///   answer: { if case .waited(let ticket) = $0 { WorkID(ticket) } else { nil } })
/// ```
public struct Tracking<Machine: StateMachine> {
  /// What an effect does to the work in flight.
  public enum Change {
    /// Work with this name is in flight from now on, in place of what had the name before.
    ///
    /// A timer is over when the action that it ends in is sent, if that is given.
    case starts(WorkID, endsIn: Machine.Action? = nil)

    /// The work with this name is no longer in flight.
    case stops(WorkID)

    /// The same work is in flight as before.
    case nothing
  }

  let change: (Machine.Effect) -> Change
  let answered: (Machine.Action) -> WorkID?

  /// Creates a tracking from what each effect does and what each action answers.
  public init(
    effect: @escaping (Machine.Effect) -> Change,
    answer: @escaping (Machine.Action) -> WorkID? = { _ in nil }
  ) {
    change = effect
    answered = answer
  }

  /// Creates a tracking of a machine's effects as `handler` would run them.
  ///
  /// Nothing is run. Timers are known to end in their action; `answer` has to know of other work.
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

  /// For machines whose effects are over as soon as they begin.
  public static var nothing: Tracking {
    Tracking(effect: { _ in .nothing })
  }
}

extension Tracking {
  /// For feeds: requests, timers and edits.
  public static func feed<Item, Cursor>() -> Tracking where Machine == Feed<Item, Cursor> {
    Tracking(
      effect: { effect in
        if case .cancel(let ticket) = effect { return .stops(WorkID(ticket)) }
        return effect.startedTicket.map { .starts(WorkID($0)) } ?? .nothing
      },
      answer: { $0.answeredTicket.map { WorkID($0) } })
  }
}
