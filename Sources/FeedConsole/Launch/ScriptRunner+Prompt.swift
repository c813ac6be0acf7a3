import FeedHTTP
import FeedReducer
import Foundation

// Interactive sessions. A separate thread reads the input, so that answers can be shown while the
// prompt waits.
extension ScriptRunner {
  /// Shows the session, and runs what is typed, until the input ends or `quit` runs.
  func prompt() {
    defer { interpreter.hasArrived = nil }
    if !options.isLive { greet() }
    // The editor draws over what it has drawn. All others get lines as the system passes them.
    output.flush()
    let terminal =
      environment.canDraw(options) ? Terminal(usesColour: outputPainter.usesColour) : nil
    if terminal == nil, options.isLive { return report(Failure(.noTerminal)) }
    let loop = EventLoop(terminal, interruption: interpreter.interruption)
    interpreter.hasArrived = loop.hasArrived
    guard let terminal else { return run(LinePrompt(self, on: loop), on: loop) }
    interpreter.canBeLive = true
    interpreter.wantsLive = options.isLive
    defer { terminal.close() }
    let file = options.follow.map { loop.follow($0) }
    defer { file?.stop() }
    let prompt = EditedPrompt(self, on: loop, of: terminal)
    while interpreter.exitCode == nil {
      if interpreter.wantsLive {
        run(LiveSession(self, on: loop, of: terminal), on: loop)
      } else {
        run(prompt, on: loop)
      }
    }
  }

  /// The one loop over events: shows the session by a face, until that has handed over.
  private func run(_ face: some Face, on loop: EventLoop) {
    face.begin()
    while interpreter.exitCode == nil, !face.isDone {
      if loop.isIdle { face.draw() }
      switch loop.next(within: face.patience) {
      case .arrival(let ticket):
        if let work = wanted(ticket) { face.answer(work) }
      case .failure(let failure): report(failure)
      case let event?:
        if case .input(.end) = event { interpreter.exitCode = exitCodeAtEnd }
        face.take(event)
      case nil: break
      }
    }
    face.end()
  }

  /// The request whose answer has arrived, or the timer that has run out. Nil if answers are held back, if
  /// it has ended, or if it is one of another session with the same ticket.
  func wanted(_ ticket: Ticket) -> Pending? {
    guard let source = interpreter.source as? TaskSource else { return nil }
    return interpreter.awaited.first { $0.ticket == ticket && source.hasEnded($0) }
  }

  /// Says how a demo goes on, and waits until the user wants its next line; false if the user stops it, or if
  /// the input has ended.
  ///
  /// - Parameters:
  ///   - hasKeys: Whether keys are read one by one.
  ///   - next: Waits for what happens next.
  func waitForEnter(hasKeys: Bool, next: () -> EventLoop.Event) -> Bool {
    let text = hasKeys ? "  Enter goes on, q stops" : "  Enter goes on, q and Enter stop"
    output.write(outputPainter.text(Line(text, style: .faint)))
    output.flush()
    while true {
      switch next() {
      case .line(let line, _, _): return line != "q"
      case .input(.key(.enter)): return true
      case .input(.key(.text("q"))), .input(.key(.control("c"))), .input(.key(.control("d"))):
        return false
      case .input(.end):
        interpreter.exitCode = exitCodeAtEnd
        return false
      case .failure(let failure): report(failure)
      case .input, .arrival, .trace: break
      }
    }
  }

  /// Does something for a person, and shows its failure.
  func reportTyped(_ work: () throws(Failure) -> Void) {
    do {
      try work()
    } catch {
      let place = Line(error.place.map { "\($0): " } ?? "")
      let kind = error.problem.isStop ? Line("") : Line("error: ", style: .bad)
      tell(place + kind + Line(error.problem.message))
    }
  }

  private func greet() {
    guard !options.isJSON, !options.settings.isQuiet else { return }
    let feed = interpreter.session.feed
    let answering =
      interpreter.takesAnswers ? "requests run by themselves" : "'ok' answers a request"
    let lines = [
      Line(Version.text, style: .heading)
        + Line(": \(interpreter.source.name), \(feed.pageSize) rows a page"),
      Line("'start' begins, \(answering), 'help' lists the commands, 'quit' leaves"),
    ]
    for line in lines { output.write(outputPainter.paragraph(line)) }
  }
}

/// What shows a session at a prompt: lines, a line that keys edit, or the live screen.
protocol Face {
  /// Whether it has handed over to another face.
  var isDone: Bool { get }

  /// It is drawn again after so many seconds though nothing happens; nil if it is not.
  var patience: Double? { get }

  func begin()
  func draw()

  /// Takes a key, a new size, a line, steps of an app, or the end of the input.
  func take(_ event: EventLoop.Event)

  /// Runs the request whose answer has arrived, or the timer that has run out.
  func answer(_ work: Pending)

  /// Leaves: another face goes on, the input has ended, or `quit` has run.
  func end()
}

extension Face {
  var isDone: Bool { false }
  var patience: Double? { nil }
}
