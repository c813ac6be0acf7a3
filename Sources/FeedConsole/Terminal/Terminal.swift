import FeedEffects
import Foundation

/// The terminal of the process, in raw mode: each key arrives at once, and ^C, ^Z and ^\ are keys.
///
/// Output still turns a newline into the start of the next line. The terminal is put back by
/// `close`, at the exit of the process, and by every signal that ends it. There is at most one
/// object; use it from one thread, except `suspend` and `quit`.
final class Terminal: Sendable {
  /// What a program turns on beside raw mode.
  struct Modes: OptionSet {
    let rawValue: Int

    /// Pasted text arrives between marks.
    static let bracketedPaste = Self(rawValue: 1)

    /// A second screen without scrollback; leaving it brings the first one back.
    static let alternateScreen = Self(rawValue: 2)

    static let hiddenCursor = Self(rawValue: 4)

    /// The sequences that turn modes on and off.
    private static let sequences: [(mode: Modes, on: String, off: String)] = [
      (.alternateScreen, "\u{1B}[?1049h", "\u{1B}[?1049l"),
      (.bracketedPaste, "\u{1B}[?2004h", "\u{1B}[?2004l"),
      (.hiddenCursor, "\u{1B}[?25l", "\u{1B}[?25h"),
    ]

    fileprivate var on: String {
      Self.sequences.filter { contains($0.mode) }.map(\.on).joined()
    }

    /// Turns the modes off, the last one first, and colours with them.
    fileprivate var off: String {
      Self.sequences.reversed().filter { contains($0.mode) }.map(\.off).joined() + "\u{1B}[0m"
    }
  }

  /// What is turned on now. The thread of the session changes it, the one that reads keys looks at it.
  private let modes: Locked<Modes>

  /// Sets the terminal raw and turns on `modes`. Nil if standard input can't be set so.
  init?(_ modes: Modes) {
    self.modes = Locked(modes)
    guard TerminalGuard.prepare(reset: modes.off) else { return nil }
    resume()
  }

  /// Columns and rows. 80 and 24 if the terminal doesn't tell.
  var size: (columns: Int, rows: Int) { Self.size }

  /// Columns and rows of the terminal that gets the output, else of the one that gets errors.
  static var size: (columns: Int, rows: Int) {
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
      var size = winsize()
      let result = withUnsafeMutablePointer(to: &size) {
        ioctl(descriptor, UInt(TIOCGWINSZ), $0)
      }
      if result == 0, size.ws_col > 0, size.ws_row > 0 {
        return (Int(size.ws_col), Int(size.ws_row))
      }
    }
    return (80, 24)
  }

  /// Puts the terminal back as it was.
  func close() {
    TerminalGuard.restore()
  }

  /// Sets the terminal raw again, after the process was stopped.
  func resume() {
    TerminalGuard.setRaw()
    _ = Files.write(Array(modes.use { $0 }.on.utf8), to: STDOUT_FILENO)
  }

  /// Turns other modes on than those that are on now. What is left of them is undone at the end.
  func turn(to other: Modes) {
    let current = modes.use { modes in
      defer { modes = other }
      return modes
    }
    let off = current.subtracting(other).off
    let on = other.subtracting(current).on
    TerminalGuard.setReset(other.union(current).off)
    _ = Files.write(Array((off + on).utf8), to: STDOUT_FILENO)
    TerminalGuard.setReset(other.off)
  }

  /// Stops the process group as ^Z does, and returns when it goes on.
  ///
  /// No one may wait for the group to go on: then the system drops the signal, and this returns
  /// after a moment. A stop that comes later than that ends with SIGCONT, which
  /// ``readInput(_:)`` tells.
  func suspend() {
    TerminalGuard.restore()
    kill(0, SIGTSTP)
    Thread.sleep(forTimeInterval: 0.05)
    resume()
  }

  /// Ends the process by a signal.
  func quit(by number: Int32) {
    kill(getpid(), number)
  }
}

// MARK: - Input

extension Terminal {
  /// What comes from the terminal.
  enum Input: Sendable {
    case keys([Key])

    /// The size has changed, or the process goes on after a stop.
    case redraw

    /// The input has ended.
    case end
  }

  /// How long an Escape waits for the rest of a sequence, in milliseconds.
  private static let escapeTimeout: Int32 = 50

  /// Starts a thread that reads the input and passes it to `deliver`, which it calls.
  func readInput(_ deliver: @escaping @Sendable (Input) -> Void) {
    // Not a dispatch source: on Linux one loses data of a terminal that was closed.
    Thread.detachNewThread { [self] in
      var reader = KeyReader()
      var chunk = [UInt8](repeating: 0, count: 1 << 12)
      while true {
        var sources = [STDIN_FILENO, TerminalGuard.wakeUps].map {
          pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        let count = poll(&sources, nfds_t(2), reader.isWaiting ? Self.escapeTimeout : -1)
        if count == 0 { deliver(.keys(reader.flush())) }
        guard count > 0 else { continue }
        if sources[1].revents != 0 {
          if TerminalGuard.takeWakeUps() { resume() }
          deliver(.redraw)
        }
        guard sources[0].revents != 0 else { continue }
        let length = chunk.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
        if length > 0 {
          deliver(.keys(reader.read(chunk[..<length])))
        } else if length == 0 || errno != EINTR {
          return deliver(.end)
        }
      }
    }
  }
}
