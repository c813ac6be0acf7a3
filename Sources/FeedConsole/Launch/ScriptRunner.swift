import FeedHTTP
import Foundation

/// Passes lines to an interpreter: from files, the command line, a pipe or a terminal.
final class ScriptRunner {
  let options: Options
  let interpreter: Interpreter
  let output: Writer
  let outputPainter: Painter
  let environment: Environment

  /// The journal of a session at a prompt.
  var journal: Journal?

  private let errors = Writer(STDERR_FILENO, isForErrors: true)
  private let errorPainter: Painter

  /// The exit code of the first failure.
  private var failed: ExitCode?

  /// Creates a runner with an interpreter that writes to `output`.
  init(
    _ options: Options, in environment: Environment, source: any FeedSource, output: Writer
  ) {
    self.options = options
    self.output = output
    self.environment = environment
    outputPainter = environment.painter(options, isTerminal: environment.isOutputTerminal)
    errorPainter = environment.painter(options, isTerminal: environment.isErrorTerminal)
    interpreter = Interpreter(
      settings: options.settings, source: source,
      output: Output(
        options.isJSON ? nil : outputPainter, flush: output.flush, write: output.write),
      interruption: Interruption(isWatched: environment.isErrorTerminal))
    interpreter.interruption.sayWait = { [unowned self] in tell(Line($0, style: .faint)) }
    interpreter.warn = { [unowned self] in tell(Line("\(programName): \($0)")) }
  }

  /// Runs everything that the options ask for and returns the exit code.
  func run(resuming recorded: RecordedSession? = nil) -> ExitCode {
    begin()
    if let recorded { resume(recorded) }
    let hasLines = !(options.files + options.commands).isEmpty
    // A session at a prompt keeps a journal. A program that writes JSON lines keeps its own, unless it asks
    // for a prompt.
    let isTyped = environment.isInteractive && !hasLines && !options.isJSON && options.follow == nil
    if failed == nil, options.isInteractive || isTyped { keepJournal(after: recorded) }
    // The journal has it.
    if let from = options.from { interpreter.make(.server(.from(row: from))) }
    for file in options.files where canContinue { runLines(of: file) }
    if options.isDemo, environment.isInteractive, !options.isJSON {
      interpreter.waitForEnter = { [unowned self] in
        waitForEnter(hasKeys: false) {
          readLine().map { .line($0, number: 0, isEnded: true) } ?? .input(.key(.control("d")))
        }
      }
    }
    for (index, line) in options.commands.enumerated() where canContinue {
      runLine(line, at: Place(file: "-e", line: index + 1, column: 1))
    }
    if canContinue, options.isInteractive || !hasLines {
      // A program that writes JSON lines gets answers as they arrive.
      let isLive = options.isLive || options.isJSON && interpreter.source.runsByItself
      if options.isInteractive || environment.isInteractive || isLive {
        prompt()
        tellHowToResume()
        return end()
      }
      runLines()
    }
    tellWhatRuns()
    return end()
  }

  /// Shows what the session reads: the JSON header, or the details of an API.
  private func begin() {
    let source = interpreter.source
    if options.isJSON {
      interpreter.output.show(
        .session(source: source.name, details: source.details, settings: options.settings))
    } else if !options.settings.isQuiet {
      for line in source.details { output.write(outputPainter.paragraph(Line(line))) }
    }
  }

  private var canContinue: Bool {
    interpreter.exitCode == nil && (failed == nil || options.isKeepGoing || options.isJSON)
  }

  /// The exit code at the end of the input: that of the first failure.
  var exitCodeAtEnd: ExitCode { failed ?? .success }

  /// Says that a script has not waited for all answers.
  private func tellWhatRuns() {
    guard interpreter.source.runsByItself, interpreter.takesAnswers else { return }
    let count = interpreter.session.state.pending.count { $0.load != nil }
    guard count > 0 else { return }
    let requests = "\(count.counted("request")) \(count == 1 ? "was" : "were")"
    interpreter.warn("\(requests) still running; 'settle' waits for the answers")
  }

  private func end() -> ExitCode {
    let code = interpreter.exitCode ?? exitCodeAtEnd
    if options.isJSON {
      interpreter.output.line = nil
      interpreter.output.show(.end(code, steps: interpreter.session.position))
    }
    output.flush()
    return code
  }
}

// MARK: - Scripts

extension ScriptRunner {
  /// Runs the lines of a file, whose checks are counted, or those of the standard input.
  private func runLines(of file: String? = nil) {
    do {
      output.flush()
      guard let file else { return try runLines(LineReader(willWait: output.flush)) }
      let reader = try LineReader(Word(text: file, offset: 0), willWait: output.flush)
      try interpreter.running(file, unless: { failed != nil }) { () throws(Failure) in
        try runLines(reader)
      }
    } catch {
      report(error)
    }
  }

  private func runLines(_ reader: LineReader) throws(Failure) {
    while canContinue, let line = try reader.next() {
      runLine(line, at: Place(file: reader.name.text, line: reader.count, column: 1))
    }
  }

  /// Runs a line and reports its failure, if any.
  func runLine(_ line: String, at place: Place) {
    interpreter.output.line = place.line
    do {
      try interpreter.run(options.isJSON ? try command(in: line) : line)
    } catch {
      report(error, line: line, at: place)
    }
  }

  /// Returns the command in `{"command":"…"}`, or the line unchanged.
  private func command(in line: String) throws(Failure) -> String {
    guard line.contains("\"command\""), line.first == "{",
      let members = try? JSONDecoder().decode([String: JSONValue].self, from: Data(line.utf8)),
      let value = members["command"]
    else { return line }
    guard case .string(let command) = value else {
      let reason = "command: expected a text, found \(value.brief)"
      throw Failure(.badJSON("a command", reason: reason))
    }
    return command
  }

  /// Writes a failure with its place. The first one sets the exit code.
  func report(_ failure: Failure, line: String = "", at place: Place? = nil) {
    failed = failed ?? failure.problem.exitCode
    let failure = place.map { failure.placed(in: $0.file, line: $0.line, text: line) } ?? failure
    if options.isJSON {
      interpreter.output.show(.error(failure))
      return
    }
    let prefix = failure.place.map { "\($0): " } ?? "\(programName): "
    tell(Line(prefix) + Line("error: ", style: .bad) + Line(failure.problem.message))
  }

  /// Writes a line to the error stream, after all text shown before.
  func tell(_ line: Line) {
    output.flush()
    errors.tell(errorPainter.paragraph(line))
  }
}
