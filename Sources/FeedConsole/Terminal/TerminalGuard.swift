import Foundation

/// Puts the terminal back whatever ends the process: an exit, a signal or a crash.
///
/// A signal handler may only call functions that are safe there, and may not allocate. All that it
/// needs lies in memory that is allocated once and never freed.
enum TerminalGuard {
  /// The signals that end the process, or show that it has crashed.
  private static let endings = [
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP,
  ]

  /// Keeps threads apart. A signal handler takes no lock.
  private static let lock = NSLock()

  /// Remembers how the terminal is, and installs the signal handlers. False if it is none.
  ///
  /// `reset` is what puts the terminal back, besides its line settings.
  static func prepare(reset: String) -> Bool {
    guard tcgetattr(STDIN_FILENO, &memory.pointee.cooked) == 0 else { return false }
    setReset(reset)
    _ = installed
    return true
  }

  /// Remembers what puts the terminal back, besides its line settings. The text before is not freed: a
  /// signal handler may be writing it.
  static func setReset(_ reset: String) {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: reset.utf8.count)
    _ = bytes.initialize(from: reset.utf8)
    memory.pointee.reset = UnsafeRawBufferPointer(bytes)
  }

  /// Lets each key be read at once and unchanged; output stays as it is.
  static func setRaw() {
    lock.withLock {
      var raw = memory.pointee.cooked
      raw.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON)
      raw.c_oflag |= tcflag_t(OPOST | ONLCR)
      raw.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
      withUnsafeMutableBytes(of: &raw.c_cc) { ($0[Int(VMIN)], $0[Int(VTIME)]) = (1, 0) }
      memory.pointee.isRaw = true
      _ = tcsetattr(STDIN_FILENO, TCSANOW, &raw)
    }
  }

  /// Puts the terminal back if it is raw.
  static func restore() {
    lock.withLock { restoreUnlocked() }
  }

  /// The same. Safe in a signal handler.
  private static func restoreUnlocked() {
    guard memory.pointee.isRaw else { return }
    _ = write(STDOUT_FILENO, memory.pointee.reset.baseAddress, memory.pointee.reset.count)
    tcsetattr(STDIN_FILENO, TCSANOW, &memory.pointee.cooked)
    memory.pointee.isRaw = false
  }

  /// Installs the signal handlers, once.
  private static let installed: Void = {
    atexit { TerminalGuard.restore() }
    #if canImport(Darwin)
      let handler = \Action.__sigaction_u.__sa_handler
    #else
      let handler = \Action.__sigaction_handler.sa_handler
    #endif
    for number in endings {
      let previous = memory.pointee.previous + Int(number)
      sigaction(number, nil, previous)
      // An ignored signal, such as SIGHUP under nohup, stays ignored.
      let bits = unsafeBitCast(previous.pointee[keyPath: handler], to: Int.self)
      if bits == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
      var action = Action()
      action[keyPath: handler] = { number in
        TerminalGuard.restoreUnlocked()
        sigaction(number, memory.pointee.previous + Int(number), nil)
        raise(number)
      }
      // On the stack for signals, if the thread has one.
      action.sa_flags = Int32(SA_ONSTACK)
      sigaction(number, &action, nil)
    }
    // The program inherits the mask of its parent, which may block signals for itself.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in endings + [SIGTSTP, SIGCONT, SIGWINCH] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }()
}

// A function has the same name.
private typealias Action = sigaction

/// What a signal handler reads.
private struct Memory {
  var cooked = termios()
  var reset = UnsafeRawBufferPointer(start: nil, count: 0)
  var isRaw = false

  /// The actions before, by the numbers of the signals.
  let previous = UnsafeMutablePointer<Action>.allocate(capacity: 64)
}

// `nonisolated(unsafe)`: a signal handler can take no lock. The main thread writes it before the
// handlers and the input thread exist. Later only `isRaw` changes, under a lock, and `reset`. A handler that
// reads an old value puts the terminal back once more or not at all while it changes.
nonisolated(unsafe) private let memory: UnsafeMutablePointer<Memory> = {
  let memory = UnsafeMutablePointer<Memory>.allocate(capacity: 1)
  memory.initialize(to: Memory())
  return memory
}()
