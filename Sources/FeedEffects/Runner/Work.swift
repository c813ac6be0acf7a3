public import FeedReducer

/// What a store does for an effect.
///
/// There are these four for good, so a handler around another needs no `@unknown default`.
public enum Work<Action> {
  /// Run `operation`; the action that it returns is reduced.
  ///
  /// If the deadline passes first, its action is reduced instead, and the operation is cancelled.
  /// If work with the same id is under way, it goes on, and this is not started: a machine that emits a load
  /// twice asks once. To start over, cancel the id first.
  case run(id: WorkID, operation: Operation, deadline: Deadline? = nil)

  /// Cancel the work with this id, if it is running. Its action is dropped.
  case cancel(id: WorkID)

  /// Reduce `action` when the time is over. A second timer with the same id replaces the first.
  case schedule(id: WorkID, after: Duration, action: Action)

  /// Nothing: another part of the program handles the effect.
  case none

  /// Asynchronous code that returns an action.
  ///
  /// There are these two for good, so a `switch` needs no `@unknown default`.
  public enum Operation: Sendable {
    /// Runs off the store's actor, so that work and decoding never block it.
    case concurrent(@Sendable () async -> sending Action)

    /// Runs on the main actor, for values that may not leave it.
    case main(@MainActor () async -> Action)
  }

  /// A limit on the time of an operation.
  public struct Deadline {
    /// How long the operation may take, on the clock of the store.
    public var after: Duration

    /// The action that is reduced when the time is over.
    public var action: Action { makeAction() }

    let makeAction: () -> Action

    /// Creates a deadline.
    ///
    /// - Parameters:
    ///   - after: How long the operation may take.
    ///   - action: The action that is reduced when the time is over. It is evaluated only then.
    public init(after: Duration, action: @autoclosure @escaping () -> Action) {
      self.after = after
      makeAction = action
    }
  }
}

/// Identifies running work: the ticket that the machine gave it, and the machine's scope.
///
/// Two feeds in one machine both count tickets from 1; the scope tells them apart. An id takes 16 bytes
/// and allocates nothing.
public struct WorkID: Hashable, Sendable {
  /// Which of the nested machines it is. Empty for a machine by itself.
  public var scope: WorkScope

  /// The ticket within the innermost machine.
  public var ticket: Ticket

  /// Creates an id.
  public init(_ ticket: Ticket, scope: WorkScope = []) {
    self.ticket = ticket
    self.scope = scope
  }
}

/// Which of the machines in a machine some work belongs to: a number for each level, outermost first.
///
/// The numbers are your own: each machine gives its children different ones.
public struct WorkScope: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// Nine bits for each level, the outermost lowest: 1 more than the number. 0 ends the path.
  private var path: UInt64 = 0

  /// Creates the scope with these numbers, outermost first.
  ///
  /// - Precondition: There are at most 7.
  public init(arrayLiteral numbers: UInt8...) {
    for number in numbers.reversed() { self = inside(number) }
  }

  /// Returns this scope inside a bigger machine, which knows it as `number`.
  ///
  /// - Precondition: Machines are nested at most 7 levels deep.
  public func inside(_ number: UInt8) -> WorkScope {
    precondition(path < 1 << 54, "machines are nested more than 7 levels deep")
    var scope = self
    scope.path = path << 9 | (UInt64(number) + 1)
    return scope
  }

  /// The numbers, outermost first.
  public var numbers: [UInt8] {
    sequence(state: path) { path in
      guard path > 0 else { return nil }
      defer { path >>= 9 }
      return UInt8(path & 0x1ff - 1)
    }.map { $0 }
  }
}

extension WorkID {
  /// The operation before a machine starts. Machines count tickets from 1.
  static let opening = WorkID(0)
}

extension WorkID: CustomStringConvertible {
  /// The ticket with the numbers of its scope in front: `1.3`.
  public var description: String {
    (scope.numbers.map { "\($0)" } + ["\(ticket)"]).joined(separator: ".")
  }
}

extension Work {
  /// Returns the work with its actions wrapped in those of a bigger machine.
  ///
  /// ```swift
  /// case .home(let effect): homeHandler.work(for: effect).map(scope: 1, App.Action.home)
  /// ```
  ///
  /// - Parameters:
  ///   - scope: The number of the smaller machine, different from its siblings'. If the machine takes its
  ///     tickets from the bigger one, or is its only part with work, nil.
  ///   - transform: Wraps an action of the smaller machine.
  public func map<NewAction>(
    scope: UInt8? = nil, _ transform: @escaping @Sendable (Action) -> NewAction
  ) -> Work<NewAction> {
    func inside(_ id: WorkID) -> WorkID {
      scope.map { WorkID(id.ticket, scope: id.scope.inside($0)) } ?? id
    }
    switch self {
    case .run(let id, let operation, let deadline):
      return .run(
        id: inside(id), operation: operation.map(transform),
        deadline: deadline.map { .init(after: $0.after, action: transform($0.action)) })
    case .cancel(let id): return .cancel(id: inside(id))
    case .schedule(let id, let after, let action):
      return .schedule(id: inside(id), after: after, action: transform(action))
    case .none: return .none
    }
  }
}

extension Work.Operation {
  /// Returns the operation with its action wrapped.
  func map<NewAction>(
    _ transform: @escaping @Sendable (Action) -> NewAction
  ) -> Work<NewAction>.Operation {
    switch self {
    case .concurrent(let run): .concurrent { transform(await run()) }
    case .main(let run): .main { transform(await run()) }
    }
  }
}
