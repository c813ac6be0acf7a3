import Foundation

/// The user's wish to stop the command that runs.
///
/// The thread of the interpreter calls `begin` and `end` around a line; any thread may request. A
/// wait that registers itself is woken. `@unchecked` because the compiler can't see that the
/// variables are only accessed while the condition's lock is held.
final class Interruption: @unchecked Sendable {
  /// What a request met.
  enum Reply {
    /// No command runs.
    case idle

    /// A command runs and will stop.
    case accepted

    /// A command was asked to stop more than a second ago and still runs.
    case ignored
  }

  /// How long a wait may take before it says what it waits for.
  static let patience = 0.5

  /// Called with what is waited for, on the thread that waits, if it takes long. Set it before lines run.
  var sayWait: (String) -> Void = { _ in }

  private let condition = NSCondition()
  private var hasBegun = false

  /// How many requests have come while no command ran, and were not taken since.
  private var early = 0
  private var requested: ContinuousClock.Instant?
  private var sleepers: [Int: @Sendable () -> Void] = [:]
  private var last = 0

  /// Whether the command that runs must stop.
  var isRequested: Bool { condition.withLock { requested != nil } }

  /// Whether a line runs.
  var isRunning: Bool { condition.withLock { hasBegun } }

  /// Marks the start of a line. A request that came before it, and was not taken, is meant for it.
  func begin() {
    condition.withLock {
      hasBegun = true
      if early > 0 { requested = .now }
    }
  }

  /// Takes a request that came while no command ran: it is a key like others.
  func take() {
    condition.withLock { early = max(0, early - 1) }
  }

  /// Marks the end of a line, and forgets the request. Returns whether there was one.
  @discardableResult
  func end() -> Bool {
    condition.withLock {
      defer { (hasBegun, requested) = (false, nil) }
      return requested != nil
    }
  }

  /// Asks the command that runs to stop, and wakes what it waits for.
  func request() -> Reply {
    let (reply, woken) = condition.withLock { () -> (Reply, [@Sendable () -> Void]) in
      guard hasBegun else {
        early += 1
        return (.idle, [])
      }
      if let requested {
        return (requested.duration(to: .now) > .seconds(1) ? .ignored : .accepted, [])
      }
      requested = .now
      condition.broadcast()
      return (.accepted, Array(sleepers.values))
    }
    for wake in woken { wake() }
    return reply
  }

  /// Calls `wake` if a request comes while `work` runs.
  func waking<Result>(_ wake: @escaping @Sendable () -> Void, during work: () -> Result) -> Result {
    let number = condition.withLock {
      last += 1
      sleepers[last] = wake
      return last
    }
    defer { condition.withLock { sleepers[number] = nil } }
    return work()
  }

  /// Blocks for some time, or until a request comes.
  func sleep(for duration: Duration) {
    let end = Date(timeIntervalSinceNow: duration.inSeconds)
    condition.withLock {
      while requested == nil, condition.wait(until: end) {}
    }
  }

  /// Runs work as a line that ^C stops. A second ^C ends the process if the first one does not stop it.
  func stoppingByControlC<Result, Failure: Error>(
    _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    begin()
    let before = signal(SIGINT, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: DispatchQueue(label: "^C"))
    // On Linux the source sets a handler of its own when it is registered, which takes its time.
    let (registered, cancelled) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    source.setRegistrationHandler { registered.signal() }
    source.setCancelHandler { cancelled.signal() }
    source.setEventHandler { [self] in
      if case .ignored = request() { _exit(ExitCode.interrupted.rawValue) }
    }
    source.resume()
    registered.wait()
    defer {
      source.cancel()
      cancelled.wait()
      signal(SIGINT, before)
      end()
    }
    return try work()
  }
}
