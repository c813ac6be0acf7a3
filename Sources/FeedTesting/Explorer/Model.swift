public import FeedReducer

/// A machine and everything that can happen to it, as an ``Explorer`` or ``Walk`` plays it.
///
/// The model says what there is at a *state*: the machine's state, the requests and timers in
/// flight, and whatever else answers the machine. It says which *moves* a state has and what each
/// of them changes. A model is a value with rules only; everything that changes is in the state.
public protocol Model<Machine>: Sendable {
  /// The machine under test.
  associatedtype Machine: StateMachine

  /// Everything there is at one state, the machine's state included.
  associatedtype State

  /// Something that can happen at a state.
  ///
  /// A step names what it concerns by its place in the state, not by a number that depends on
  /// how the state was reached, so that it still means something after other moves are left out.
  associatedtype Step: Equatable

  /// The state at which everything begins.
  var start: State { get }

  /// The lines that stand in front of a script of this model.
  var preamble: [String] { get }

  /// Returns the steps that a state has, always in the same order.
  ///
  /// A model with too many to list, for ``Walk`` only, lists none and draws them.
  func steps(at state: State) -> [Step]

  /// Returns a step that the state has, by lot; nil where it has none.
  func draw(at state: State, using generator: inout some RandomNumberGenerator) -> Step?

  /// Whether the state has the move.
  func has(_ step: Step, at state: State) -> Bool

  /// Carries out a step: changes the state, and sends the machine its action if the move has one.
  ///
  /// - Returns: The action and what the machine said to it; nil where nothing was sent.
  func make(_ step: Step, at state: inout State) -> Exchange<Machine>?

  /// Returns a number that is equal for states that behave alike.
  ///
  /// What only names things (tickets, row ids) is renumbered before it is mixed in. Where it is
  /// not, a machine that counts its requests has states without end.
  func fingerprint(of state: State) -> UInt64

  /// Returns the line of a script that stands for a step.
  func line(for step: Step, at state: State) -> String

  /// Whether a step has left everything as it was, told more cheaply than by fingerprints.
  ///
  /// False is always right.
  func isUnchanged(_ transition: ModelTransition<Self>) -> Bool
}

// MARK: - Default implementations

extension Model {
  /// No lines.
  public var preamble: [String] { [] }

  /// One of the steps that are listed, each as likely as the others.
  public func draw(
    at state: State, using generator: inout some RandomNumberGenerator
  ) -> Step? {
    steps(at: state).randomElement(using: &generator)
  }

  /// Whether the move is listed.
  public func has(_ step: Step, at state: State) -> Bool {
    steps(at: state).contains(step)
  }

  /// False: fingerprints decide.
  public func isUnchanged(_ transition: ModelTransition<Self>) -> Bool { false }
}

// MARK: - API

/// An action that reached a machine, and what the machine said to it.
public struct Exchange<Machine: StateMachine> {
  /// The action.
  public let action: Machine.Action

  /// What the machine said.
  public let reaction: Reaction<Machine.Effect, Machine.Refusal>

  /// Creates an exchange.
  public init(
    _ action: Machine.Action, _ reaction: Reaction<Machine.Effect, Machine.Refusal>
  ) {
    self.action = action
    self.reaction = reaction
  }
}

/// One move of a model, with the states before and after it.
///
/// A class, so that the laws hand it on without copying two states each time.
public final class ModelTransition<W: Model> {
  /// The state before the move.
  public var before: W.State { _read { yield origin.state } }

  /// The move.
  public let step: W.Step

  /// What was sent to the machine and what it said; nil where the move sent nothing.
  public let exchange: Exchange<W.Machine>?

  /// What the machine wants done.
  public let effects: [W.Machine.Effect]

  /// The state after the move.
  public let after: W.State

  private let origin: Held<W.State>

  /// Makes `step` at `state`.
  public convenience init(_ step: W.Step, at state: W.State, in model: W) {
    self.init(step, at: Held(state), in: model)
  }

  /// Makes `step` at a state that other steps start from, too.
  init(_ step: W.Step, at origin: Held<W.State>, in model: W) {
    self.origin = origin
    self.step = step
    var after = origin.state
    exchange = model.make(step, at: &after)
    if case .accepted(let effects) = exchange?.reaction {
      self.effects = effects
    } else {
      effects = []
    }
    self.after = after
  }
}

/// A state that is handed on without copying it.
final class Held<State> {
  let state: State

  init(_ state: State) {
    self.state = state
  }
}
