import FeedEffects
import Foundation

/// Ends a run in which nothing goes on, and names the tests that are under way.
///
/// Something goes on when a test begins or ends. When none does, a run is taken to hang if its
/// process did next to nothing for so many seconds, as when a test waits for what never comes, or if
/// it worked for so many by its own time, as when a test asks again and again. Neither depends on how
/// busy the machine is with other things: a process that has work gets some of the time, and what it
/// does not get is not counted.
package final class Watchdog: Sendable {
  static let shared = Watchdog(idleLimit: 45, busyLimit: 60 * slowness)

  /// How many times slower the tests are than usual: `TEST_SLOWNESS`, for sanitizers; else 1.
  private static let slowness =
    ProcessInfo.processInfo.environment["TEST_SLOWNESS"].flatMap(Double.init) ?? 1

  private struct Run {
    var last = 0
    var underWay: [Int: String] = [:]

    /// When a test began or ended last, and how long the process had worked by then.
    var event = Reading()

    /// When the process was last seen to have worked.
    var work = Reading()
  }

  /// A time, and for how long the process had worked by then, in seconds.
  private struct Reading {
    var time = Self.clock(CLOCK_MONOTONIC)
    var worked = Self.clock(CLOCK_PROCESS_CPUTIME_ID)

    private static func clock(_ id: clockid_t) -> Double {
      var time = timespec()
      clock_gettime(id, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
  }

  private let run = Locked(Run())
  private let idleLimit: Double
  private let busyLimit: Double

  /// Creates a watchdog that looks around twice a second, for ever.
  ///
  /// - Parameters:
  ///   - idleLimit: For how many seconds a run may do nothing.
  ///   - busyLimit: For how many seconds of the processor's it may work without a test that begins
  ///     or ends.
  package init(idleLimit: Double, busyLimit: Double) {
    self.idleLimit = idleLimit
    self.busyLimit = busyLimit
    Thread.detachNewThread {
      while true {
        Thread.sleep(forTimeInterval: 0.5)
        if let sentence = self.run.use({ self.look(at: &$0) }) {
          FileHandle.standardError.write(Data(sentence.utf8))
          exit(1)
        }
      }
    }
  }

  /// Notes that a test began.
  package func begin(_ name: String) -> Int {
    run.use { run in
      run.last += 1
      run.underWay[run.last] = name
      run.event = Reading()
      run.work = run.event
      return run.last
    }
  }

  /// Notes that a test ended.
  package func end(_ ticket: Int) {
    run.use { run in
      run.underWay[ticket] = nil
      run.event = Reading()
      run.work = run.event
    }
  }

  /// What is wrong with a run that hangs; nil for one that goes on.
  private func look(at run: inout Run) -> String? {
    let now = Reading()
    // A process that only waits works a little, too: this thread looks around.
    if now.worked - run.work.worked > 0.1 { run.work = now }
    let isIdle = now.time - run.work.time > idleLimit
    let isLost = now.worked - run.event.worked > busyLimit
    guard !run.underWay.isEmpty, isIdle || isLost else { return nil }
    let names = run.underWay.values.sorted().map { "  \($0)\n" }.joined()
    let seconds = isIdle ? "does nothing for \(idleLimit)" : "works in vain for \(busyLimit)"
    return "✘ The run \(seconds) seconds. These tests do not end:\n\(names)"
  }
}
