import FeedEffects
import FeedReducer
import Foundation

/// Feeds lines to an interpreter: those of files, of the command line, of a pipe or a terminal.
final class Runner {
  let options: Options
  let interpreter: Interpreter
  let output: Writer
  let outputPainter: Painter
  let isInputTerminal: Bool

  /// What goes back to the start of the line and erases it, or begins a new one.
  let eraseLine: String

  private let errors = Writer(STDERR_FILENO, isForErrors: true)
  private let errorPainter: Painter

  /// What the first failure stands for.
  private var failed: ExitCode?

  /// Creates a runner that writes what is shown to `output`.
  init(
    _ options: Options, _ surroundings: Surroundings, source: any FeedSource, output: Writer
  ) {
    self.options = options
    self.output = output
    isInputTerminal = surroundings.isInputTerminal
    outputPainter = surroundings.painter(options, isTerminal: surroundings.isOutputTerminal)
    errorPainter = surroundings.painter(options, isTerminal: surroundings.isErrorTerminal)
    let canPaintOver = surroundings.isOutputTerminal && !options.isPlain && !options.isJSON
    eraseLine = canPaintOver ? "\r\u{1B}[K" : "\n"
    let renderer: any Renderer =
      options.isJSON ? JSONRenderer() : TextRenderer(painter: outputPainter)
    interpreter = Interpreter(
      settings: options.settings, source: source,
      output: Output(
        renderer, clearScreen: canPaintOver ? "\u{1B}[2J\u{1B}[H" : "", flush: output.flush,
        write: output.write))
  }

  /// Runs everything that the options ask for and returns what the program ends with.
  func run(isInteractive: Bool) -> ExitCode {
    begin()
    for file in options.files where goesOn { run(file: file) }
    for (index, line) in options.commands.enumerated() where goesOn {
      run(line, at: Place(file: "-e", line: index + 1, column: 1))
    }
    if goesOn, options.isInteractive || (options.files + options.commands).isEmpty {
      if options.isInteractive || isInteractive { prompt() } else { runInput() }
    }
    return end()
  }

  /// Tells what the session reads, where that is not the catalogue or nobody else tells.
  private func begin() {
    let source = interpreter.source
    if options.isJSON {
      interpreter.output.show(
        .session(source: source.name, details: source.details, settings: options.settings))
    } else if !options.settings.isQuiet {
      for line in source.details { output.write(outputPainter.text(Line(line))) }
    }
  }

  private var goesOn: Bool {
    interpreter.exitCode == nil && (failed == nil || options.isKeepGoing || options.isJSON)
  }

  private func end() -> ExitCode {
    let code = interpreter.exitCode ?? failed ?? .success
    if options.isJSON {
      interpreter.output.line = nil
      interpreter.output.show(.end(code, steps: interpreter.session.position))
    }
    output.flush()
    return code
  }
}

// MARK: - Scripts

extension Runner {
  private func run(file: String) {
    do {
      let path = Word(text: file, offset: 0)
      output.flush()
      let reader = LineReader(try Files.open(path), willWait: output.flush)
      defer { reader.close() }
      try run(reader, named: path)
    } catch {
      report(error, "", at: nil)
    }
  }

  private func runInput() {
    let reader = LineReader(STDIN_FILENO, willWait: output.flush)
    do {
      try run(reader, named: Word(text: "<stdin>", offset: 0))
    } catch {
      report(error, "", at: nil)
    }
  }

  private func run(_ reader: LineReader, named name: Word) throws(Failure) {
    while goesOn, let line = try reader.next(of: name) {
      run(line, at: Place(file: name.text, line: reader.count, column: 1))
    }
  }

  /// Runs a line; tells of a failure with its place.
  func run(_ line: String, at place: Place) {
    interpreter.output.line = place.line
    do {
      try interpreter.run(options.isJSON ? try JSONInput.command(in: line) : line)
    } catch {
      report(error, line, at: place)
    }
  }

  /// Tells of a failure, where it is, and remembers it for the exit code.
  func report(_ failure: Failure, _ line: String, at place: Place?) {
    failed = failed ?? failure.problem.exitCode
    let failure = place.map { failure.placed(in: $0.file, line: $0.line, text: line) } ?? failure
    if options.isJSON {
      interpreter.output.show(.error(failure))
      return
    }
    let prefix = failure.place.map { "\($0): " } ?? "feed-repl: "
    tell(Line(prefix) + Line("error: ", .bad) + Line(failure.problem.message))
  }

  /// Writes a line of an error, behind everything that was shown before.
  func tell(_ line: Line) {
    output.flush()
    errors.write(errorPainter.text(line))
    errors.flush()
  }
}
