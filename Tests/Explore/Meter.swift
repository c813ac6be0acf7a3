import FeedTesting
import Foundation

/// The cost of explorations: states, transitions and processor time.
struct Meter {
  private(set) var states = 0
  private var transitions = 0
  private var time = Duration.zero

  /// Runs an exploration and adds its cost.
  mutating func measure<W>(_ explore: () -> Exploration<W>) -> Exploration<W> {
    let start = clock()
    let result = explore()
    // Processor time, not wall-clock time: the machine may be busy with other work.
    time += .seconds(Double(clock() - start) / Double(CLOCKS_PER_SEC))
    states += result.states
    transitions += result.transitions
    return result
  }

  /// Adds the cost of other explorations.
  mutating func add(_ other: Meter) {
    states += other.states
    transitions += other.transitions
    time += other.time
  }

  /// Transitions per second on one core, for display.
  var speed: String {
    Int(Double(transitions) / max(time / .seconds(1), 0.001)).grouped
  }

  /// The most memory that the process has held, in megabytes.
  private static var peak: Int {
    var usage = rusage()
    // 0 is `RUSAGE_SELF`, whose type differs between systems.
    getrusage(0, &usage)
    #if os(Linux)
      return Int(usage.ru_maxrss) / 1_024
    #else
      return Int(usage.ru_maxrss) / 1_048_576
    #endif
  }
}

extension Meter: CustomStringConvertible {
  var description: String {
    "in all: \(states.grouped) states, \(transitions.grouped) transitions, "
      + "\(Int(time / .seconds(1)).grouped) s on one core, \(speed) transitions a second, "
      + "at most \(Self.peak.grouped) MB"
  }
}
