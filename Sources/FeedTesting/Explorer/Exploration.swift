/// The result of an ``Explorer``: its numbers, and the counterexample if a law is broken.
public struct Exploration<M: Model> {
  /// A limit that stopped an exploration.
  @nonexhaustive
  public enum Bound: Equatable, Sendable {
    /// A new state was found after this many states were visited.
    case states(Int)

    /// States at this depth were found but their steps were not carried out.
    case depth(Int)
  }

  /// The laws that the explorer was given. ``counterexample`` may have the law of every machine.
  public let laws: [Law<M>]

  /// The number of visited states with different fingerprints.
  public internal(set) var states = 0

  /// The number of steps that were carried out.
  public internal(set) var transitions = 0

  /// The number of steps from the initial state to the farthest visited state.
  public internal(set) var depth = 0

  /// The bound that was reached; nil if none was.
  public internal(set) var bound: Bound?

  /// The shortest path to a broken law; nil if no law is broken.
  public internal(set) var counterexample: Counterexample<M>?

  /// The number of steps after which each `reachable` law first held, by the law's name.
  public internal(set) var reached: [String: Int] = [:]

  /// The number of states for which a liveness law is undecided.
  ///
  /// They reach no finished state within the bound, but may beyond it. With several liveness laws,
  /// the largest of their numbers.
  public internal(set) var undecided = 0

  /// The fields in which states differ that have the same fingerprint, and so count as one.
  ///
  /// Add them to ``Model/fingerprint(of:)``: what they lead to was not visited. Empty if nothing was found,
  /// or ``Explorer/comparesStates`` is false.
  public internal(set) var leftOut: [String] = []

  init(laws: [Law<M>]) {
    self.laws = laws
  }
}

extension Exploration {
  /// The names of the `reachable` laws that held in no visited state.
  public var unreached: [String] {
    laws.unreached(Set(reached.keys))
  }

  /// Whether all reachable states were visited and no law is broken.
  public var isComplete: Bool { bound == nil && counterexample == nil && leftOut.isEmpty }

  /// A message about the broken or unreached laws, or about a fingerprint that forgets a part of the state; nil if
  /// all laws hold for all visited states.
  public var failure: String? {
    if let counterexample { return counterexample.description }
    if !leftOut.isEmpty {
      return
        "the fingerprint forgets \(leftOut.joined(separator: ", ")): states that differ in it count "
        + "as one, and what they lead to is not visited; mix it in"
    }
    if unreached.isEmpty { return nil }
    return "never reached: \(unreached.joined(separator: ", "))"
      + (isComplete ? "" : " (within the bounds)")
  }

  /// The inverse of the probability that two states had the same fingerprint by chance.
  ///
  /// With *n* states there are *n*²/2 pairs, and each collides with a probability of 2⁻⁶⁴ if the
  /// fingerprints are as good as random. At a million states it is about 37 million.
  public var collisionOdds: Double {
    0x1p65 / max(1, Double(states) * Double(states))
  }
}

extension Exploration: CustomStringConvertible {
  /// The numbers in one line, then the failure if there is one.
  public var description: String {
    var parts = [
      "\(states.grouped) states", "\(transitions.grouped) transitions", "depth \(depth)",
    ]
    switch bound {
    case .states(let count): parts.append("stopped at \(count.grouped) states")
    case .depth(let depth): parts.append("stopped at depth \(depth)")
    case nil where counterexample != nil: parts.append("stopped at a broken law")
    case nil: parts.append(isComplete ? "everything visited" : "a part visited")
    }
    if undecided > 0 { parts.append("finishing undecided for \(undecided.grouped)") }
    return parts.joined(separator: ", ") + (failure.map { "\n\($0)" } ?? "")
  }
}

extension Int {
  /// The number with commas between the thousands, for example 1,234,567.
  package var grouped: String {
    var digits = String(magnitude)
    var groups: [String] = []
    while digits.count > 3 {
      groups.append(String(digits.suffix(3)))
      digits.removeLast(3)
    }
    groups.append(digits)
    return (self < 0 ? "-" : "") + groups.reversed().joined(separator: ",")
  }

  /// The number and `noun`, which gets an "s" unless the number is 1.
  func counted(_ noun: String) -> String {
    "\(grouped) \(noun)\(self == 1 ? "" : "s")"
  }
}
