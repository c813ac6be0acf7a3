import FeedModel
import Foundation

/// Lets random worlds of edits happen, on two threads, and prints what the first wrong one of each did.
///
/// - Returns: Whether none was wrong.
func worlds(count: Int) -> Bool {
  let start = ContinuousClock.now
  var failures: [String?] = [nil, nil]
  failures.withUnsafeMutableBufferPointer { buffer in
    nonisolated(unsafe) let buffer = buffer  // Each thread has an element of its own.
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      let seeds = stride(from: UInt64(thread), to: UInt64(count), by: 2)
      buffer[thread] = seeds.lazy.compactMap { EditWorld.failure(seed: $0, steps: 150) }.first
    }
  }
  print("\(count) worlds in \(start.duration(to: .now))")
  for failure in failures { if let failure { print(failure) } }
  return failures == [nil, nil]
}
