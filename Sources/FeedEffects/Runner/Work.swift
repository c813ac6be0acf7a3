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
/// Two feeds in one machine both count tickets from 1; the scope tells them apart. An id takes 16 bytes.
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

/// Which of the machines in a machine some work belongs to: a key for each level, outermost first.
///
/// The keys are your own, such as a number or the id of a conversation: each machine gives its children different ones.
public struct WorkScope: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// A machine in a bigger one.
  private final class Level: Sendable {
    let key: any Hashable & Sendable
    let inner: Level?

    init(_ key: any Hashable & Sendable, inner: Level?) {
      self.key = key
      self.inner = inner
    }
  }

  private var outermost: Level?

  /// Creates the scope with these keys, outermost first.
  public init(arrayLiteral keys: any Hashable & Sendable...) {
    for key in keys.reversed() { self = inside(key) }
  }

  /// Returns this scope inside a bigger machine, which knows it by `key`.
  ///
  /// - Complexity: O(1); it allocates once.
  public func inside(_ key: some Hashable & Sendable) -> WorkScope {
    var scope = self
    scope.outermost = Level(key, inner: outermost)
    return scope
  }

  /// Returns this scope inside the machine with the scope `outer`.
  func inside(_ outer: WorkScope) -> WorkScope {
    outer.keys.reversed().reduce(self) { $0.inside($1) }
  }

  /// Whether this is `scope`, or that of a machine in it.
  func isInside(_ scope: WorkScope) -> Bool {
    var (mine, other) = (outermost, scope.outermost)
    while let level = other {
      guard let own = mine, AnyHashable(own.key) == AnyHashable(level.key) else { return false }
      (mine, other) = (own.inner, level.inner)
    }
    return true
  }

  /// The keys, outermost first.
  public var keys: [any Hashable & Sendable] {
    var keys: [any Hashable & Sendable] = []
    var next = outermost
    while let level = next {
      keys.append(level.key)
      next = level.inner
    }
    return keys
  }

  /// Whether both have the same keys in the same order.
  public static func == (lhs: WorkScope, rhs: WorkScope) -> Bool {
    var (left, right) = (lhs.outermost, rhs.outermost)
    while left !== right {
      guard let one = left, let other = right, AnyHashable(one.key) == AnyHashable(other.key)
      else { return false }
      (left, right) = (one.inner, other.inner)
    }
    return true
  }

  /// Hashes the keys.
  public func hash(into hasher: inout Hasher) {
    var next = outermost
    while let level = next {
      hasher.combine(AnyHashable(level.key))
      next = level.inner
    }
  }
}

extension WorkID {
  /// The operation before a machine starts. Machines count tickets from 1.
  static let opening = WorkID(0)

  /// The id in a bigger machine.
  func inside(_ outer: WorkScope) -> WorkID { WorkID(ticket, scope: scope.inside(outer)) }
}

extension WorkID: CustomStringConvertible {
  /// The ticket with the keys of its scope in front: `1.3`.
  public var description: String {
    (scope.keys.map { "\($0)" } + ["\(ticket)"]).joined(separator: ".")
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
  ///   - scope: What the bigger machine knows the smaller one by, different from its siblings': a number, or any key.
  ///   - transform: Wraps an action of the smaller machine.
  public func map<NewAction>(
    scope: some Hashable & Sendable, _ transform: @escaping @Sendable (Action) -> NewAction
  ) -> Work<NewAction> {
    map(id: { WorkID($0.ticket, scope: $0.scope.inside(scope)) }, transform)
  }

  /// Returns the work with its actions wrapped in those of a bigger machine which gives the smaller one its tickets, or
  /// has no other part with work.
  ///
  /// - Parameter transform: Wraps an action of the smaller machine.
  public func map<NewAction>(
    _ transform: @escaping @Sendable (Action) -> NewAction
  ) -> Work<NewAction> {
    map(id: { $0 }, transform)
  }

  private func map<NewAction>(
    id inside: (WorkID) -> WorkID, _ transform: @escaping @Sendable (Action) -> NewAction
  ) -> Work<NewAction> {
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
