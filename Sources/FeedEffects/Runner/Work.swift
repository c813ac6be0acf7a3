public import FeedReducer

/// What a runner does for an effect.
public enum Work<Action> {
  /// Run this under that name; what it returns is reduced as an action.
  ///
  /// With a deadline that passes first, its action is reduced in place of the answer, and the
  /// operation is cancelled.
  case run(id: WorkID, operation: Operation<Action>, deadline: Deadline<Action>? = nil)

  /// Stop what runs under that name, if anything does. Its answer is no longer wanted.
  case cancel(id: WorkID)

  /// Reduce `action` when the time is over. A second one under the same name replaces the first.
  case schedule(id: WorkID, after: Duration, action: Action)

  /// Nothing: the effect is for somebody else.
  case none
}

/// Something that runs and ends in an action.
public enum Operation<Action>: Sendable {
  /// Runs off the store's actor, so that work and decoding never hold it up.
  case concurrent(@Sendable () async -> sending Action)

  /// Runs on the main actor, for rows that may not leave it.
  case main(@MainActor () async -> Action)
}

/// How long an operation may take, and what becomes of one that takes longer.
public struct Deadline<Action> {
  /// How long it may take, by the clock of the store.
  public var after: Duration

  /// What is reduced when the time is over.
  public var action: Action { makeAction() }

  let makeAction: () -> Action

  /// Creates a deadline.
  ///
  /// - Parameter action: What is reduced when the time is over. It is made only then, since hardly
  ///   any work is late.
  public init(after: Duration, action: @autoclosure @escaping () -> Action) {
    self.after = after
    makeAction = action
  }
}

/// The name of running work: the ticket that the machine gave it, within its scope.
///
/// Two feeds in one machine both count from ticket 1; the scope tells them apart.
public struct WorkID: Hashable, Sendable {
  /// The names of the machines that own it, outermost first. Empty for a machine by itself.
  public var scope: [String]

  /// The ticket within the innermost machine.
  public var ticket: Ticket

  /// Creates a name.
  public init(_ ticket: Ticket, scope: [String] = []) {
    self.ticket = ticket
    self.scope = scope
  }
}

extension WorkID {
  /// What is done before a machine starts. No machine gives this ticket.
  static let opening = WorkID(0)
}

extension WorkID: CustomStringConvertible {
  /// The ticket with its scope in front: `home.3`.
  public var description: String {
    (scope + ["\(ticket)"]).joined(separator: ".")
  }
}

extension Work {
  /// Returns the work in the terms of a bigger machine.
  ///
  /// ```swift
  /// case .home(let effect): homeHandler.work(for: effect).map(scope: "home", App.Action.home)
  /// ```
  ///
  /// - Parameters:
  ///   - scope: A name for the smaller machine, different from its siblings'.
  ///   - transform: Wraps an action of the smaller machine.
  public func map<NewAction>(
    scope: String, _ transform: @escaping @Sendable (Action) -> NewAction
  ) -> Work<NewAction> {
    func inside(_ id: WorkID) -> WorkID { WorkID(id.ticket, scope: [scope] + id.scope) }
    switch self {
    case .run(let id, let operation, let deadline):
      return .run(
        id: inside(id), operation: operation.map(transform),
        deadline: deadline.map { Deadline(after: $0.after, action: transform($0.action)) })
    case .cancel(let id): return .cancel(id: inside(id))
    case .schedule(let id, let after, let action):
      return .schedule(id: inside(id), after: after, action: transform(action))
    case .none: return .none
    }
  }
}

extension Operation {
  /// Returns the operation with its action wrapped.
  func map<NewAction>(
    _ transform: @escaping @Sendable (Action) -> NewAction
  ) -> Operation<NewAction> {
    switch self {
    case .concurrent(let run): .concurrent { transform(await run()) }
    case .main(let run): .main { transform(await run()) }
    }
  }
}
