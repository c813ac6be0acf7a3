/// What an ``Explorer`` found.
public struct Exploration<W: Model> {
  /// A bound that ended an exploration.
  public enum Bound: Equatable, Sendable {
    /// So many states were visited.
    case states(Int)

    /// So many moves lay between the start and the last states.
    case depth(Int)
  }

  /// The laws that were checked.
  public let laws: [Law<W>]

  /// How many different states were visited.
  public internal(set) var states = 0

  /// How many moves were made.
  public internal(set) var transitions = 0

  /// The most steps that lie between the start and a visited state.
  public internal(set) var depth = 0

  /// The bound that was hit; nil if everything was visited or a law was broken.
  public internal(set) var bound: Bound?

  /// How a law is broken, if one is. No other way is shorter.
  public internal(set) var counterexample: Counterexample<W>?

  /// After how many moves each `sometimes` was first reached, by name.
  public internal(set) var reached: [String: Int] = [:]

  /// How many states can reach no end among those visited but might beyond the bound.
  public internal(set) var undecided = 0

  init(laws: [Law<W>]) {
    self.laws = laws
  }
}

extension Exploration {
  /// The names of what was to be reached sometimes and never was.
  public var unreached: [String] {
    laws.unreached(Set(reached.keys))
  }

  /// Whether everything was visited.
  public var isComplete: Bool { bound == nil && counterexample == nil }

  /// What is wrong, in words for people; nil if every law holds as far as was explored.
  public var failure: String? {
    if let counterexample { return counterexample.description }
    if unreached.isEmpty { return nil }
    return "never reached: \(unreached.joined(separator: ", "))"
      + (isComplete ? "" : " (within the bounds)")
  }

  /// How many transitions were made in a second of the time that the caller measured.
  public func transitionsPerSecond(in time: Duration) -> Int {
    let seconds = time / .seconds(1)
    return seconds > 0 ? Int(Double(transitions) / seconds) : 0
  }

  /// One in how many explorations like this one takes two states for the same.
  ///
  /// The odds for fingerprints that are as good as random: half the pairs of states, over 2⁶⁴.
  public var collisionOdds: Double {
    0x1p65 / max(1, Double(states) * Double(states))
  }
}

extension Exploration: CustomStringConvertible {
  /// The numbers in a line, then what is wrong if something is.
  public var description: String {
    var parts = [
      "\(states.grouped) states", "\(transitions.grouped) transitions", "depth \(depth)",
    ]
    switch bound {
    case .states(let count): parts.append("stopped at \(count.grouped) states")
    case .depth(let depth): parts.append("stopped at depth \(depth)")
    case nil: parts.append(isComplete ? "everything visited" : "stopped at a broken law")
    }
    if undecided > 0 { parts.append("finishing undecided for \(undecided.grouped)") }
    return parts.joined(separator: ", ") + (failure.map { "\n\($0)" } ?? "")
  }
}

extension Int {
  /// The number in decimal digits with commas between the thousands.
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
}
