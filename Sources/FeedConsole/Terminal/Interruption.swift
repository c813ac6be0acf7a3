import FeedEffects
import Foundation

/// The user's wish to stop the command that runs.
///
/// The thread of the interpreter calls `begin` and `end` around a line; any thread may request. A
/// wait that registers itself is woken. `@unchecked` because of `sayWait` and `saysAgain`: only the thread of
/// the interpreter uses them, which the compiler can't see.
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

  /// Whether it is called again and again while the wait goes on.
  var saysAgain = false

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

/// Passes signals to functions on a thread where all may be done.
///
/// Not by dispatch sources: on Linux a thread that gets such a signal blocks all others from then on.
enum SignalWatch {
  private static let handlers = Locked<[Int32: @Sendable () -> Void]>([:])

  /// Where a signal handler writes the number of its signal. A thread reads the other end.
  private static let pipeEnd: Int32 = {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return -1 }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    let source = ends[0]
    Thread.detachNewThread {
      var number: UInt8 = 0
      while read(source, &number, 1) == 1 || errno == EINTR {
        handlers.use { $0[Int32(number)] }?()
      }
    }
    return ends[1]
  }()

  /// Calls `handler` each time that the signal comes, until the result is called.
  @discardableResult
  static func begin(_ number: Int32, calling handler: @escaping @Sendable () -> Void) -> () -> Void
  {
    handlers.use { $0[number] = handler }
    _ = pipeEnd
    let before = signal(number) { number in
      let error = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(SignalWatch.pipeEnd, &byte, 1)
      errno = error
    }
    return {
      signal(number, before)
      handlers.use { $0[number] = nil }
    }
  }
}
