import FeedTesting
import Foundation
import World

/// Lets random worlds happen, on two threads, and prints the shortest way to break each law.
///
/// - Parameters:
///   - steps: How many steps to take in all, 150 for each world.
///   - defect: The index of a known defect that is no excuse; nil if all are.
///   - findsAll: Whether it goes on after the first world that breaks a law.
/// - Returns: Whether no law was broken.
func walkWorlds(steps: Int, defect: Int?, findsAll: Bool) -> Bool {
  let start = ContinuousClock.now
  let excuses = KnownDefect.all.enumerated().filter { $0.offset != defect }.map(\.element)
  var found: [[Trail<World>]] = [[], []]
  found.withUnsafeMutableBufferPointer { buffer in
    nonisolated(unsafe) let buffer = buffer  // Each thread has an element of its own.
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      for seed in stride(from: UInt64(thread), to: UInt64(steps / 150), by: 2) {
        let trail = World.walk(seed: seed, excuses: excuses)
        if trail.counterexample == nil { continue }
        buffer[thread].append(trail)
        if !findsAll { return }
      }
    }
  }
  print("\(steps.grouped) steps in \(start.duration(to: .now))")
  let all = Dictionary(grouping: found.joined()) { $0.counterexample?.law.name ?? "" }
  for (law, trails) in all.sorted(by: { $0.value.count > $1.value.count }) {
    guard
      let shortest = trails.min(by: {
        $0.counterexample?.steps.count ?? 0 < $1.counterexample?.steps.count ?? 0
      }), let first = trails.map(\.seed).min()
    else { continue }
    print("\(law): \(trails.count) worlds, first after \(first * 150 + 150) steps\n\(shortest)")
  }
  return all.isEmpty
}
