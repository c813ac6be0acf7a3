import FeedReducer
import Foundation

/// What happens while a session runs at a prompt: keys or lines, answers that arrive, steps of an app.
///
/// Lines run on the thread that takes the events. Another thread reads the input; keys typed while a
/// line runs are kept, except ^C, which stops the line.
final class EventLoop {
  enum Event: Sendable {
    case input(Terminal.Input)

    /// The answer to this request has arrived.
    case arrival(Ticket)

    /// The trace of an app has more steps.
    case trace([TraceEvent])

    /// A prompt without keys has read a line. `isEnded` is false if the input ended before its line break.
    case line(String, number: Int, isEnded: Bool)

    /// Such a prompt can't read its input, which ends.
    case failure(Failure)
  }

  private let interruption: Interruption
  private let events = Mailbox<Event>()

  /// Starts to read keys, or lines where there is no terminal. Keys that act on a line that runs do so at
  /// once.
  init(_ terminal: Terminal?, interruption: Interruption) {
    self.interruption = interruption
    guard let terminal else {
      Thread.detachNewThread { [events] in Self.readLines(into: events) }
      return
    }
    terminal.readInput { [events] input in
      switch input {
      case .key(.control("\\")): kill(getpid(), SIGQUIT)
      case .key(.control("z")) where interruption.isRunning: terminal.suspend()
      case .key(.control("c")) where !interruption.request():
        // The line can't be stopped: perhaps it reads a pipe into which nothing comes.
        terminal.close()
        _exit(ExitCode.interrupted.rawValue)
      default: events.post(.input(input))
      }
    }
  }

  private static func readLines(into events: Mailbox<Event>) {
    let reader = LineReader()
    do {
      while let line = try reader.next() {
        // A program may write faster than its lines run.
        events.post(.line(line, number: reader.count, isEnded: reader.isEnded), limit: 100)
      }
    } catch {
      events.post(.failure(error))
    }
    events.post(.input(.end))
  }

  /// Tells the loop that an answer has arrived, from any thread.
  var hasArrived: @Sendable (Ticket) -> Void { { [events] in events.post(.arrival($0)) } }

  /// Follows the trace of an app, until what is returned goes.
  func follow(_ path: String) -> TraceFile {
    // A file is read faster than its steps are made.
    TraceFile(path: path) { [events] in events.post(.trace($0), limit: 4) }
  }

  /// Whether nothing has happened that was not taken.
  var isIdle: Bool { events.isEmpty }

  /// Waits for what happens next.
  func next() -> Event { taken(events.take()) }

  /// Waits for what happens next; nil if nothing does within so many seconds.
  func next(within seconds: Double?) -> Event? {
    guard let seconds else { return next() }
    return events.take(within: seconds).map(taken)
  }

  private func taken(_ event: Event) -> Event {
    if case .input(.key(.control("c"))) = event { interruption.take() }
    return event
  }

  /// Does what ^C may stop. Returns false if it was stopped.
  func perform(_ work: () -> Void) -> Bool {
    interruption.begin()
    work()
    guard interruption.end() else { return true }
    // The keys up to the last ^C are dropped.
    var others: [Event] = []
    while interruption.isWaiting {
      let event = next()
      if case .input(.key) = event { continue }
      others.append(event)
    }
    for event in others { events.post(event) }
    return false
  }
}
