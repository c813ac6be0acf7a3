import FeedReducer
import Foundation

private enum Event: Sendable {
  /// A line was typed. `isEnded` is false if the input ended before its line break.
  case line(String, number: Int, isEnded: Bool)

  /// The input has ended, or can't be read.
  case end(Failure?)

  case arrival(Ticket)
}

// Interactive sessions. A separate thread reads lines, so that answers can be shown while the
// prompt waits.
extension ScriptRunner {
  /// Prompts for lines and runs them until the input ends or `quit` runs.
  func prompt() {
    let events = Mailbox<Event>()
    let source = interpreter.source as? RemoteSource
    source?.hasArrived = { events.post(.arrival($0)) }
    defer { source?.hasArrived = nil }
    Thread.detachNewThread { read(into: events) }
    greet()
    writePrompt()
    while interpreter.exitCode == nil {
      output.flush()
      switch events.take() {
      case .line(let line, let number, let isEnded):
        // Without a typed line break the cursor is still on the line of the prompt.
        if !isEnded, isInputTerminal, !options.isJSON { output.write("\n") }
        runTyped(line, number: number)
        if interpreter.exitCode == nil { writePrompt() }
      case .arrival(let ticket):
        arrived(ticket)
      case .end(let failure):
        if let failure { report(failure) }
        if !options.isJSON { output.write("\n") }
        return
      }
    }
  }

  private func runTyped(_ line: String, number: Int) {
    if options.isJSON { return run(line, at: Place(file: "<stdin>", line: number, column: 1)) }
    do {
      try interpreter.run(line)
    } catch {
      let place = error.place.map { "\($0): " } ?? ""
      tell(Line(place) + Line("error: ", style: .bad) + Line(error.problem.message))
    }
  }

  /// Shows an answer above the prompt, unless answers are held back or the request has ended.
  private func arrived(_ ticket: Ticket) {
    guard interpreter.takesAnswers,
      let request = interpreter.session.state.pending.first(where: { $0.ticket == ticket })?
        .request
    else { return }
    if !options.isJSON { output.write(eraseLine) }
    interpreter.output.line = nil
    interpreter.answer(request)
    writePrompt()
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
    for line in lines { output.write(outputPainter.text(line)) }
  }

  private func writePrompt() {
    guard !options.isJSON else { return }
    let text = outputPainter.text(Line(interpreter.session.prompt, style: .name))
    output.write(text.dropLast() + " ")
  }
}

private func read(into events: Mailbox<Event>) {
  let reader = LineReader(STDIN_FILENO)
  do {
    while let line = try reader.next(of: Word(text: "<stdin>", offset: 0)) {
      events.post(.line(line, number: reader.count, isEnded: reader.isEnded))
    }
    events.post(.end(nil))
  } catch {
    events.post(.end(error))
  }
}
