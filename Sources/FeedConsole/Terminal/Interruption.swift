import FeedEffects
import Foundation

/// The user's wish to stop the command that runs.
///
/// The thread of the interpreter calls `begin` and `end` around a line; any thread may request. A
/// wait that registers itself is woken. `@unchecked` because of `sayWait`: only the thread of the
/// interpreter uses it, which the compiler can't see.
final class Interruption: @unchecked Sendable {
  private struct State {
    var isRunning = false

    /// How many requests were not taken.
    var count = 0

    /// When the command that runs was first asked to stop.
    var start: ContinuousClock.Instant?

    /// Wakes the wait that goes on.
    var wake: (@Sendable () -> Void)?
  }

  /// How many seconds a wait may take before it says what it waits for.
  let patience: Double

  /// Called with what is waited for, on the thread that waits, if it takes long.
  var sayWait: (String) -> Void = { _ in }

  private let state = Locked(State())

  /// - Parameter isWatched: Whether a person sees what is said. A log needs to know of long waits only.
  init(isWatched: Bool = true) { patience = isWatched ? 0.5 : 2 }

  /// Whether the command that runs must stop.
  var isRequested: Bool { state.use { $0.start != nil } }

  /// Whether a line runs.
  var isRunning: Bool { state.use { $0.isRunning } }

  /// Whether a request was not taken.
  var isWaiting: Bool { state.use { $0.count > 0 } }

  /// Marks the start of a line. A request that came before it, and was not taken, is meant for it.
  func begin() {
    state.use { $0 = State(isRunning: true, count: $0.count, start: $0.count > 0 ? .now : nil) }
  }

  /// Takes a request, as the key that it is.
  func take() {
    state.use { $0.count = max(0, $0.count - 1) }
  }

  /// Marks the end of a line. Returns whether it was asked to stop.
  @discardableResult
  func end() -> Bool {
    state.use { state in
      defer { (state.isRunning, state.start) = (false, nil) }
      return state.start != nil
    }
  }

  /// Asks the command that runs to stop, or the next one if the request is not taken before it, and wakes
  /// what it waits for. Returns false if a command was asked more than a second ago and still runs.
  func request() -> Bool {
    let (isHeard, wake) = state.use { state -> (Bool, (@Sendable () -> Void)?) in
      if let start = state.start, start.duration(to: .now) > .seconds(1) { return (false, nil) }
      state.count += 1
      guard state.isRunning, state.start == nil else { return (true, nil) }
      state.start = .now
      return (true, state.wake)
    }
    wake?()
    return isHeard
  }

  /// Calls `wake` if a request comes while `work` runs.
  func waking<Result>(_ wake: @escaping @Sendable () -> Void, during work: () -> Result) -> Result {
    state.use { $0.wake = wake }
    defer { state.use { $0.wake = nil } }
    return work()
  }

  /// Blocks for some time, or until a request comes.
  func sleep(for duration: Duration) {
    let request = DispatchSemaphore(value: 0)
    waking({ request.signal() }) {
      if !isRequested { _ = request.wait(timeout: .now() + duration.inSeconds) }
    }
  }

  /// Runs work as a line that ^C stops. A second ^C ends the process if the first one does not stop it.
  func stoppingByControlC<Result, Failure: Error>(
    _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    begin()
    let endWatch = SignalWatch.begin(SIGINT) { [self] in
      if !request() { _exit(ExitCode.interrupted.rawValue) }
    }
    defer {
      endWatch()
      end()
    }
    return try work()
  }
}
