import FeedReducer
import Foundation

/// Shows the trace of an app that runs elsewhere on the full screen, as it grows.
final class FollowSession {
  private enum Event: Sendable {
    case input(Terminal.Input)
    case trace([TraceEvent])
  }

  private let terminal: Terminal
  private let painter: Painter
  private let path: String

  init(path: String, on terminal: Terminal, painter: Painter) {
    self.path = path
    self.terminal = terminal
    self.painter = painter
  }

  /// Shows the trace until `q`, ^C or the end of the input.
  func show(on output: Writer) {
    let events = Mailbox<Event>()
    terminal.turn(to: [.alternateScreen, .hiddenCursor])
    terminal.readInput { events.post(.input($0)) }
    let file = TraceFile(path: path) { events.post(.trace($0)) }
    let size = terminal.size
    var screen = FollowScreen(path: path, columns: size.columns, rows: size.rows)
    var writer = FrameWriter(painter: painter)
    var isLeaving = false
    while !isLeaving {
      if events.isEmpty {
        output.write(writer.draw(screen.frame))
        output.flush()
      }
      switch events.take() {
      case .input(.keys(let keys)):
        for key in keys where !isLeaving {
          if key == .control("z") {
            terminal.suspend()
            writer.forget()
          } else {
            isLeaving = !screen.handle(key)
          }
        }
      case .input(.redraw):
        let size = terminal.size
        screen.resize(columns: size.columns, rows: size.rows)
        writer.forget()
      case .input(.end): isLeaving = true
      case .trace(let new): screen.add(new)
      }
    }
    file.stop()
    terminal.turn(to: [])
    for line in screen.frame.text(painter) { output.write(line + "\n") }
  }
}
