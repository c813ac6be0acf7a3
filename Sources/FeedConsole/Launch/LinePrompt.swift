import FeedReducer

/// The prompt of a session whose lines come whole: from a pipe, or from a terminal that can't be drawn on.
final class LinePrompt: Face {
  private let runner: ScriptRunner
  private let loop: EventLoop

  private var interpreter: Interpreter { runner.interpreter }
  private var output: Writer { runner.output }
  private var isJSON: Bool { runner.options.isJSON }

  init(_ runner: ScriptRunner, on loop: EventLoop) {
    self.runner = runner
    self.loop = loop
  }

  func begin() {
    if runner.environment.isInteractive, !isJSON {
      interpreter.waitForEnter = { [runner, loop] in
        runner.waitForEnter(hasKeys: false) { loop.next() }
      }
    }
    writePrompt()
  }

  func draw() {
    output.flush()
  }

  func take(_ event: EventLoop.Event) {
    // Where no line was ended the cursor is still on the line of the prompt.
    if case .input(.end) = event, !isJSON { output.write("\n") }
    guard case .line(let line, let number, let isEnded) = event else { return }
    if isJSON {
      runner.runLine(line, at: Place(file: "<stdin>", line: number, column: 1))
    } else {
      if !isEnded, runner.environment.isInputTerminal { output.write("\n") }
      runner.reportTyped { () throws(Failure) in try interpreter.run(line) }
    }
    if interpreter.exitCode == nil { writePrompt() }
  }

  func answer(_ work: Pending) {
    if !isJSON {
      let environment = runner.environment
      let canErase =
        environment.isOutputTerminal && !environment.isDumb && !runner.options.isPlain
      output.write(canErase ? "\r\u{1B}[K" : "\n")
    }
    interpreter.output.line = nil
    runner.reportTyped { () throws(Failure) in try interpreter.answer(work) }
    writePrompt()
  }

  func end() {
    interpreter.waitForEnter = nil
  }

  private func writePrompt() {
    guard !isJSON else { return }
    let text = runner.outputPainter.text(Line(interpreter.session.prompt, style: .name))
    output.write(text.dropLast() + " ")
  }
}
