import FeedTesting
import Foundation

/// What explorations took.
struct Meter {
  private(set) var states = 0
  private var transitions = 0
  private var time = Duration.zero

  /// Runs an exploration and adds what it took.
  mutating func measure<W>(_ explore: () -> Exploration<W>) -> Exploration<W> {
    let start = clock()
    let result = explore()
    // Of the processor, and not of the day: a machine may have more to do.
    time += .seconds(Double(clock() - start) / Double(CLOCKS_PER_SEC))
    states += result.states
    transitions += result.transitions
    return result
  }

  /// Adds what other explorations took.
  mutating func add(_ other: Meter) {
    states += other.states
    transitions += other.transitions
    time += other.time
  }

  /// How many transitions were made in a second of one core.
  var speed: String {
    Int(Double(transitions) / max(time / .seconds(1), 0.001)).grouped
  }

  /// How much memory the process has held at most, in megabytes.
  private static var peak: Int {
    var usage = rusage()
    // 0 is this process; its name has another type on each system.
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
