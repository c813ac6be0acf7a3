import Compared
import Foundation

/// Compares the feed with its specification along random steps, on two threads, and prints what was visited.
///
/// - Returns: Whether the two did the same, and everything was visited that can be.
func compare(steps: Int) -> Bool {
  let start = ContinuousClock.now
  var comparisons = [UInt64](1...2).map { Comparison(seed: $0) }
  comparisons.withUnsafeMutableBufferPointer { buffer in
    nonisolated(unsafe) let buffer = buffer  // Each thread has an element of its own.
    DispatchQueue.concurrentPerform(iterations: buffer.count) { buffer[$0].run(steps: steps / 2) }
  }
  let all = comparisons.map(\.steps).reduce(0, +)
  print("\(all) steps in \(start.duration(to: .now))")
  for comparison in comparisons {
    if let failure = comparison.failure { print(failure) }
    for report in [comparison.coverage.pairs, comparison.coverage.combinations] {
      print("\(report.seen) visited, \(report.unreachable) never, \(report.all) in all")
      for name in report.missed { print("missed: \(name)") }
      for name in report.impossible { print("named as unreachable: \(name)") }
    }
  }
  return comparisons.allSatisfy { $0.failure == nil && $0.coverage.isComplete }
}
