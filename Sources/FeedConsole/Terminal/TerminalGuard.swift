import Foundation

/// Puts the terminal back whatever ends the process: an exit, a signal or a crash.
///
/// A signal handler may only call functions that are safe there, and may not allocate. All that it
/// needs lies in memory that `prepare` allocates once and nothing frees.
enum TerminalGuard {
  /// The signals that end the process, or show that it has crashed.
  private static let endings = [
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP,
  ]

  /// Remembers how the terminal is, and installs the signal handlers. False if it is none.
  ///
  /// `reset` is what puts the terminal back, besides its line settings.
  static func prepare(reset: String) -> Bool {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return false }
    let raw = settings.raw
    let isFirst = !memory.pointee.isInstalled
    memory.pointee.cooked = settings
    memory.pointee.raw = raw
    setReset(reset)
    guard isFirst else { return true }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return false }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (memory.pointee.wakeUps, memory.pointee.wakeUp) = (ends[0], ends[1])
    memory.pointee.isInstalled = true
    install()
    return true
  }

  /// Remembers what puts the terminal back, besides its line settings. The text before is not freed: a
  /// signal handler may be writing it.
  static func setReset(_ reset: String) {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: reset.utf8.count)
    _ = bytes.initialize(from: reset.utf8)
    memory.pointee.reset = UnsafeRawBufferPointer(bytes)
  }

  /// Keeps threads apart. A signal handler takes no lock.
  private static let lock = NSLock()

  static func setRaw() {
    lock.withLock {
      memory.pointee.isRaw = true
      _ = tcsetattr(STDIN_FILENO, TCSANOW, &memory.pointee.raw)
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

  /// A descriptor that can be read after SIGWINCH or SIGCONT.
  static var wakeUps: Int32 { memory.pointee.wakeUps }

  /// Takes the signals that came. Returns whether the process was stopped in between.
  static func takeWakeUps() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 64)
    let count = chunk.withUnsafeMutableBytes { read(wakeUps, $0.baseAddress, $0.count) }
    return chunk.prefix(max(0, count)).contains(UInt8(SIGCONT))
  }

  private static func install() {
    atexit { TerminalGuard.restore() }
    // The program inherits the mask of its parent, which may block signals for itself.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in endings + [SIGTSTP, SIGCONT, SIGWINCH] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    for number in endings {
      // An ignored signal, such as SIGHUP under nohup, stays ignored.
      sigaction(number, nil, memory.pointee.previous + Int(number))
      guard !memory.pointee.previous[Int(number)].isIgnoring else { continue }
      var action = sigaction { number in
        TerminalGuard.restoreUnlocked()
        sigaction(number, memory.pointee.previous + Int(number), nil)
        raise(number)
      }
      sigaction(number, &action, nil)
    }
    for number in [SIGWINCH, SIGCONT] {
      var action = sigaction { number in
        let error = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(memory.pointee.wakeUp, &byte, 1)
        errno = error
      }
      action.sa_flags |= Int32(SA_RESTART)
      sigaction(number, &action, nil)
    }
  }
}

/// What a signal handler reads.
private struct Memory {
  var cooked = termios()
  var raw = termios()
  var reset = UnsafeRawBufferPointer(start: nil, count: 0)
  var isRaw = false
  var isInstalled = false
  var wakeUps: Int32 = -1
  var wakeUp: Int32 = -1

  /// The actions before, by the numbers of the signals.
  let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: 64)
}

// `nonisolated(unsafe)`: a signal handler can take no lock. The main thread writes it before the
// handlers and the input thread exist. Later only `isRaw` changes, under a lock, and `reset`. A handler that
// reads an old value puts the terminal back once more or not at all while it changes.
nonisolated(unsafe) private let memory: UnsafeMutablePointer<Memory> = {
  let memory = UnsafeMutablePointer<Memory>.allocate(capacity: 1)
  memory.initialize(to: Memory())
  return memory
}()

extension termios {
  /// The settings in which each key is read at once and unchanged; output stays as it is.
  fileprivate var raw: termios {
    var raw = self
    raw.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON)
    raw.c_oflag |= tcflag_t(OPOST | ONLCR)
    raw.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
    withUnsafeMutableBytes(of: &raw.c_cc) { keys in
      keys[Int(VMIN)] = 1
      keys[Int(VTIME)] = 0
    }
    return raw
  }
}

extension sigaction {
  /// An action that calls `handler`, on the stack for signals if the thread has one.
  fileprivate init(_ handler: @escaping @convention(c) (Int32) -> Void) {
    self.init()
    #if canImport(Darwin)
      __sigaction_u.__sa_handler = handler
    #else
      __sigaction_handler.sa_handler = handler
    #endif
    sa_flags = Int32(SA_ONSTACK)
  }

  fileprivate var isIgnoring: Bool {
    #if canImport(Darwin)
      let handler = __sigaction_u.__sa_handler
    #else
      let handler = __sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
