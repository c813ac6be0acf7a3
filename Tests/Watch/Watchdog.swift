import FeedEffects
import Foundation

/// Ends a test run that hangs, and names the running tests.
///
/// A run hangs if no test begins or ends and one of two limits passes. `idleLimit` is in seconds of
/// real time without work: a test waits for an event that never comes. `busyLimit` is in seconds of
/// processor time: a test polls without end. Neither depends on the load of the machine. A process
/// with work always gets some processor time, and only the time that it gets counts.
package final class Watchdog: Sendable {
  static let shared = Watchdog(idleLimit: 45, busyLimit: 180 * slowness)

  /// The factor by which sanitizers slow the tests: `TEST_SLOWNESS`, by default 1.
  private static let slowness =
    ProcessInfo.processInfo.environment["TEST_SLOWNESS"].flatMap(Double.init) ?? 1

  private struct Run {
    var last = 0
    var underWay: [Int: String] = [:]

    /// The reading when a test last began or ended.
    var event = Reading()

    /// The reading when the process last used processor time.
    var work = Reading()
  }

  /// The real time and the processor time of the process, in seconds.
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

  /// Creates a watchdog that checks the run twice a second until the process ends.
  ///
  /// - Parameters:
  ///   - idleLimit: The most seconds without work while a test runs.
  ///   - busyLimit: The most seconds of processor time in which no test begins or ends.
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

  /// Records the start of a test. Returns its ticket for ``end(_:)``.
  package func begin(_ name: String) -> Int {
    run.use { run in
      run.last += 1
      run.underWay[run.last] = name
      run.event = Reading()
      run.work = run.event
      return run.last
    }
  }

  /// Records the end of a test.
  package func end(_ ticket: Int) {
    run.use { run in
      run.underWay[ticket] = nil
      run.event = Reading()
      run.work = run.event
    }
  }

  /// Returns the message about a run that hangs; nil if it does not hang.
  private func look(at run: inout Run) -> String? {
    let now = Reading()
    // A waiting process uses a little processor time too: this thread does.
    if now.worked - run.work.worked > 0.1 { run.work = now }
    let isIdle = now.time - run.work.time > idleLimit
    let isLost = now.worked - run.event.worked > busyLimit
    guard !run.underWay.isEmpty, isIdle || isLost else { return nil }
    let names = run.underWay.values.sorted().map { "  \($0)\n" }.joined()
    let seconds = isIdle ? "does nothing for \(idleLimit)" : "works in vain for \(busyLimit)"
    return "✘ The run \(seconds) seconds. These tests do not end:\n\(names)"
  }
}
