import FeedEffects
import Foundation

/// The terminal of the process, in raw mode: each key arrives at once, and ^C, ^Z and ^\ are keys.
///
/// Output still turns a newline into the start of the next line, and a pasted text arrives between
/// marks. The terminal is put back by `close`, at the exit of the process, and by every signal that
/// ends it. There is at most one object; use it from one thread, except `suspend`.
final class Terminal: Sendable {
  /// What a program draws on.
  enum Surface {
    /// The lines below the last ones.
    case lines

    /// A second screen without scrollback and cursor. Leaving it brings the first one back.
    case screen

    fileprivate var on: String { self == .screen ? "\u{1B}[?1049h\u{1B}[?25l" : "" }
    fileprivate var off: String { self == .screen ? "\u{1B}[?25h\u{1B}[?1049l" : "" }
  }

  /// What ends a text that was cut by the end of the process: nothing without colours.
  private let plain: String

  /// What is drawn on now. The thread of the session changes it, the one that reads keys looks at it.
  private let surface = Locked(Surface.lines)

  /// Sets the terminal raw. Nil if standard input can't be set so.
  init?(usesColour: Bool) {
    plain = usesColour ? "\u{1B}[0m" : ""
    guard TerminalGuard.prepare(reset: reset(.lines)) else { return nil }
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
    write("\u{1B}[?2004h" + surface.use { $0 }.on)
  }

  /// Draws on something else than now.
  func turn(to other: Surface) {
    surface.use { surface in
      // A signal may come in between.
      TerminalGuard.setReset(reset(.screen))
      write(surface.off + other.on)
      TerminalGuard.setReset(reset(other))
      surface = other
    }
  }

  /// What puts the terminal back, besides its line settings.
  private func reset(_ surface: Surface) -> String { surface.off + "\u{1B}[?2004l" + plain }

  private func write(_ text: String) {
    _ = Files.write(Array(text.utf8), to: STDOUT_FILENO)
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
}

// MARK: - Input

extension Terminal {
  /// What comes from the terminal.
  enum Input: Sendable {
    case key(Key)

    /// The size has changed, or the process goes on after a stop.
    case redraw

    /// The input has ended.
    case end
  }

  /// Starts a thread that reads the input. It and another one pass what comes to `deliver`.
  func readInput(_ deliver: @escaping @Sendable (Input) -> Void) {
    SignalWatch.begin(SIGWINCH) { deliver(.redraw) }
    SignalWatch.begin(SIGCONT) { [self] in
      resume()
      deliver(.redraw)
    }
    // Not a dispatch source: on Linux one loses data of a terminal that was closed.
    Thread.detachNewThread {
      var reader = KeyReader()
      var chunk = [UInt8](repeating: 0, count: 1 << 12)
      while true {
        var source = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        // An Escape waits 50 milliseconds for the rest of a sequence.
        let count = poll(&source, 1, reader.isWaiting ? 50 : -1)
        if count == 0 { reader.flush().forEach { deliver(.key($0)) } }
        guard count > 0 else { continue }
        let length = read(STDIN_FILENO, &chunk, chunk.count)
        if length > 0 {
          reader.read(chunk[..<length]).forEach { deliver(.key($0)) }
        } else if length == 0 || errno != EINTR {
          return deliver(.end)
        }
      }
    }
  }
}
