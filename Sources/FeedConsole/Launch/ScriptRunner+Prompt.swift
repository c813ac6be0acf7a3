import FeedHTTP
import FeedReducer
import Foundation

// Interactive sessions. A separate thread reads the input, so that answers can be shown while the
// prompt waits.
extension ScriptRunner {
  /// Prompts for lines and runs them until the input ends or `quit` runs.
  func prompt() {
    defer { interpreter.hasArrived = nil }
    if !options.isLive { greet() }
    // The editor draws over what it has drawn. All others get lines as the system passes them.
    output.flush()
    if environment.canDraw(options),
      let terminal = Terminal(usesColour: outputPainter.usesColour)
    {
      interpreter.canBeLive = true
      interpreter.wantsLive = options.isLive
      defer { terminal.close() }
      let loop = TerminalLoop(terminal, interruption: interpreter.interruption)
      interpreter.hasArrived = loop.hasArrived
      let file = options.follow.map { loop.follow($0) }
      defer { file?.stop() }
      let prompt = EditedPrompt(self, on: loop)
      while interpreter.exitCode == nil {
        if interpreter.wantsLive { LiveSession(self, on: loop).show() } else { prompt.readLines() }
      }
    } else if options.isLive {
      report(Failure(.noTerminal))
    } else {
      promptForLines()
    }
  }

  private func promptForLines() {
    let events = Mailbox<TerminalLoop.Event>()
    interpreter.hasArrived = { events.post(.arrival($0)) }
    Thread.detachNewThread { read(into: events) }
    if environment.isInteractive, !options.isJSON {
      interpreter.waitForEnter = { [unowned self] in
        waitForEnter(hasKeys: false) { events.take() }
      }
    }
    writePrompt()
    while interpreter.exitCode == nil {
      if events.isEmpty { output.flush() }
      switch events.take() {
      case .line(let line, let number, let isEnded):
        // Without a typed line break the cursor is still on the line of the prompt.
        if !isEnded, environment.isInputTerminal, !options.isJSON { output.write("\n") }
        runTyped(line, number: number)
        if interpreter.exitCode == nil { writePrompt() }
      case .arrival(let ticket):
        guard let work = wanted(ticket) else { continue }
        if !options.isJSON {
          let canErase = environment.isOutputTerminal && !environment.isDumb && !options.isPlain
          output.write(canErase ? "\r\u{1B}[K" : "\n")
        }
        interpreter.output.line = nil
        reportTyped { () throws(Failure) in try interpreter.answer(work) }
        writePrompt()
      case .failure(let failure): report(failure)
      case .input:
        // It has ended.
        if !options.isJSON { output.write("\n") }
        return
      case .trace: break
      }
    }
  }

  /// Says how a demo goes on, and waits until the user wants its next line; false if the user stops it, or if
  /// the input has ended.
  ///
  /// - Parameters:
  ///   - hasKeys: Whether keys are read one by one.
  ///   - next: Waits for what happens next.
  func waitForEnter(hasKeys: Bool, next: () -> TerminalLoop.Event) -> Bool {
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

  private func runTyped(_ line: String, number: Int) {
    if options.isJSON { return runLine(line, at: Place(file: "<stdin>", line: number, column: 1)) }
    reportTyped { () throws(Failure) in try interpreter.run(line) }
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

  /// The request whose answer has arrived, or the timer that has run out. Nil if answers are held back, if
  /// it has ended, or if it is one of another session with the same ticket.
  func wanted(_ ticket: Ticket) -> Pending? {
    guard interpreter.takesAnswers, let source = interpreter.source as? TaskSource else {
      return nil
    }
    return interpreter.session.state.pending.first { $0.ticket == ticket && source.hasEnded($0) }
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

  private func writePrompt() {
    guard !options.isJSON else { return }
    let text = outputPainter.text(Line(interpreter.session.prompt, style: .name))
    output.write(text.dropLast() + " ")
  }
}

private func read(into events: Mailbox<TerminalLoop.Event>) {
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
