public import FeedReducer

/// A machine and everything that can happen to it, as an ``Explorer`` or ``Walk`` plays it.
///
/// The world says what there is at a *moment*: the machine's state, the requests and timers in
/// flight, and whatever else answers the machine. It says which *moves* a moment has and what each
/// of them changes. A world is a value with rules only; everything that changes is in the moment.
public protocol World<Machine>: Sendable {
  /// The machine under test.
  associatedtype Machine: StateMachine

  /// Everything there is at one moment, the machine's state included.
  associatedtype Moment

  /// Something that can happen at a moment.
  ///
  /// A move names what it concerns by its place in the moment, not by a number that depends on
  /// how the moment was reached, so that it still means something after other moves are left out.
  associatedtype Move: Equatable

  /// The moment at which everything begins.
  var start: Moment { get }

  /// The lines that stand in front of a script of this world.
  var preamble: [String] { get }

  /// Returns the moves that a moment has, always in the same order.
  ///
  /// A world with too many to list, for ``Walk`` only, lists none and draws them.
  func moves(at moment: Moment) -> [Move]

  /// Returns a move that the moment has, by lot; nil where it has none.
  func draw(at moment: Moment, using generator: inout some RandomNumberGenerator) -> Move?

  /// Whether the moment has the move.
  func has(_ move: Move, at moment: Moment) -> Bool

  /// Carries out a move: changes the moment, and sends the machine its action if the move has one.
  ///
  /// - Returns: The action and what the machine said to it; nil where nothing was sent.
  func make(_ move: Move, at moment: inout Moment) -> Exchange<Machine>?

  /// Returns a number that is equal for moments that behave alike.
  ///
  /// What only names things (tickets, row ids) is renumbered before it is mixed in. Where it is
  /// not, a machine that counts its requests has moments without end.
  func fingerprint(of moment: Moment) -> UInt64

  /// Returns the line of a script that stands for a move.
  func line(for move: Move, at moment: Moment) -> String

  /// Whether a step has left everything as it was, told more cheaply than by fingerprints.
  ///
  /// False is always right.
  func isUnchanged(_ step: Step<Self>) -> Bool
}

// MARK: - Default implementations

extension World {
  /// No lines.
  public var preamble: [String] { [] }

  /// One of the moves that are listed, each as likely as the others.
  public func draw(
    at moment: Moment, using generator: inout some RandomNumberGenerator
  ) -> Move? {
    moves(at: moment).randomElement(using: &generator)
  }

  /// Whether the move is listed.
  public func has(_ move: Move, at moment: Moment) -> Bool {
    moves(at: moment).contains(move)
  }

  /// False: fingerprints decide.
  public func isUnchanged(_ step: Step<Self>) -> Bool { false }
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

/// One move of a world, with the moments before and after it.
///
/// A class, so that the laws hand it on without copying two moments each time.
public final class Step<W: World> {
  /// The moment before the move.
  public var before: W.Moment { _read { yield origin.moment } }

  /// The move.
  public let move: W.Move

  /// What was sent to the machine and what it said; nil where the move sent nothing.
  public let exchange: Exchange<W.Machine>?

  /// What the machine wants done.
  public let effects: [W.Machine.Effect]

  /// The moment after the move.
  public let after: W.Moment

  private let origin: Held<W.Moment>

  /// Makes `move` at `moment`.
  public convenience init(_ move: W.Move, at moment: W.Moment, in world: W) {
    self.init(move, at: Held(moment), in: world)
  }

  /// Makes `move` at a moment that other steps start from, too.
  init(_ move: W.Move, at origin: Held<W.Moment>, in world: W) {
    self.origin = origin
    self.move = move
    var after = origin.moment
    exchange = world.make(move, at: &after)
    if case .accepted(let effects) = exchange?.reaction {
      self.effects = effects
    } else {
      effects = []
    }
    self.after = after
  }
}

/// A moment that is handed on without copying it.
final class Held<Moment> {
  let moment: Moment

  init(_ moment: Moment) {
    self.moment = moment
  }
}
