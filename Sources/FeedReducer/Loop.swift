/// A machine with its current state, and nothing else: no clock, no task, no lock.
///
/// Whoever owns the loop sends actions and carries out the effects that come back.
///
/// ```swift
/// var loop = Loop(Counter(), state: 1)
/// loop.send(2)
/// loop.state  // 3
/// ```
public struct Loop<Machine: StateMachine> {
  /// The machine that reduces.
  public let machine: Machine

  /// The current state.
  @inlinable public var state: Machine.State { current }

  @usableFromInline var current: Machine.State

  /// Creates a loop that stands at `state`.
  public init(_ machine: Machine, state: Machine.State) {
    self.machine = machine
    current = state
  }

  /// Reduces `action` in place and returns what the machine said.
  ///
  /// - Complexity: As the machine's `reduce(into:_:)`.
  @inlinable @discardableResult
  public mutating func send(
    _ action: Machine.Action
  ) -> Reaction<Machine.Effect, Machine.Refusal> {
    machine.reduce(into: &current, action)
  }
}

extension Loop: Sendable where Machine: Sendable, Machine.State: Sendable {}
