public import FeedReducer

/// A model of a machine without an environment: its steps are the machine's actions.
///
/// Use it where the effects of the machine don't matter. If requests or timers must be answered,
/// write a ``Model``.
///
/// ```swift
/// struct Door: StateMachine {
///   enum Action { case push, timeUp }
///   enum Effect { case startTimer }
///   enum Refusal { case isOpen, isClosed }
///
///   func reduce(into isOpen: inout Bool, _ action: Action) -> Reaction<Effect, Refusal> {
///     if isOpen == (action == .push) { return .ignored(isOpen ? .isOpen : .isClosed) }
///     isOpen.toggle()
///     return .accepted(isOpen ? [.startTimer] : [])
///   }
/// }
///
/// let model = ActionModel(Door(), state: false) { isOpen in isOpen ? [.push, .timeUp] : [.push] }
/// let laws: [Law<ActionModel<Door>>] = [.reachable("opens", says: "The door can be opened.") { $0 }]
/// print(Explorer(model, laws: laws).run())
/// // 2 states, 3 transitions, depth 1, everything visited
/// ```
public struct ActionModel<Machine: StateMachine>: Model
where Machine: Sendable, Machine.State: Hashable & Sendable, Machine.Action: Sendable {
  /// The machine under test.
  public let machine: Machine

  /// The initial state.
  public let start: Machine.State

  private let actions: @Sendable (Machine.State) -> [Machine.Action]

  /// Creates a model of a machine from the actions that each state allows.
  ///
  /// - Parameters:
  ///   - machine: The machine under test.
  ///   - state: The initial state.
  ///   - actions: Returns the actions to try in a state, always in the same order.
  public init(
    _ machine: Machine, state: Machine.State,
    actions: @escaping @Sendable (Machine.State) -> [Machine.Action]
  ) {
    self.machine = machine
    self.start = state
    self.actions = actions
  }

  /// The actions to try in a state.
  public func steps(at state: Machine.State) -> [Machine.Action] {
    actions(state)
  }

  /// Reduces the action.
  public func make(
    _ action: Machine.Action, at state: inout Machine.State
  ) -> Exchange<Machine>? {
    Exchange(action, reaction: machine.reduce(into: &state, action))
  }

  /// The state itself.
  public func machineState(of state: Machine.State) -> Machine.State? { state }

  /// The action as Swift prints it.
  public func line(for action: Machine.Action, at state: Machine.State) -> String {
    "\(action)"
  }
}
