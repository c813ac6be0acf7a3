public import FeedReducer

/// The model of a machine that nobody answers: its actions are all the steps there are.
///
/// ```swift
/// let model = ActionModel(Counter(), state: 0) { _ in [1, -1] }
/// Explorer(model, laws: [.invariant("small", "It stays below ten.") { $0 < 10 }]).run()
/// ```
public struct ActionModel<Machine: StateMachine>: Model
where Machine: Sendable, Machine.State: Hashable & Sendable, Machine.Action: Sendable {
  /// The machine.
  public let machine: Machine

  /// The state at which everything begins.
  public let start: Machine.State

  private let actions: @Sendable (Machine.State) -> [Machine.Action]

  /// Creates the model in which a state has the given actions.
  public init(
    _ machine: Machine, state: Machine.State,
    actions: @escaping @Sendable (Machine.State) -> [Machine.Action]
  ) {
    self.machine = machine
    self.start = state
    self.actions = actions
  }

  /// The actions that the state has.
  public func steps(at state: Machine.State) -> [Machine.Action] {
    actions(state)
  }

  /// Sends the machine the action.
  public func make(
    _ action: Machine.Action, at state: inout Machine.State
  ) -> Exchange<Machine>? {
    Exchange(action, machine.reduce(into: &state, action))
  }

  /// The state's hash.
  public func fingerprint(of state: Machine.State) -> UInt64 {
    UInt64(bitPattern: Int64(state.hashValue))
  }

  /// The action as Swift prints it.
  public func line(for action: Machine.Action, at state: Machine.State) -> String {
    "\(action)"
  }
}
