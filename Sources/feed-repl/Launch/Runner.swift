import FeedEffects
import FeedReducer
import Foundation

/// Feeds lines to an interpreter: those of files, of the command line, of a pipe or a terminal.
final class Runner {
  private let options: Options
  private let interpreter: Interpreter
  private let output: Writer
  private let errors: Writer
  private let outputPainter: Painter
  private let errorPainter: Painter

  /// What the first failure stands for.
  private var failed: ExitCode?

  /// Creates a runner that writes what is shown to `output` and failures to `errors`.
  init(
    _ options: Options, _ surroundings: Surroundings, source: any FeedSource, output: Writer,
    errors: Writer
  ) {
    self.options = options
    self.output = output
    self.errors = errors
    outputPainter = surroundings.painter(options, isTerminal: surroundings.isOutputTerminal)
    errorPainter = surroundings.painter(options, isTerminal: surroundings.isErrorTerminal)
    let canClear = surroundings.isOutputTerminal && !options.isPlain && !options.isJSON
    let renderer: any Renderer =
      options.isJSON ? JSONRenderer() : TextRenderer(painter: outputPainter)
    interpreter = Interpreter(
      settings: options.settings, source: source,
      output: Output(renderer, clearScreen: canClear ? "\u{1B}[2J\u{1B}[H" : "") {
        output.write($0)
      })
  }

  /// Runs everything that the options ask for and returns what the program ends with.
  func run(isInputTerminal: Bool) -> ExitCode {
    if options.isJSON {
      interpreter.output.show(.session(source: interpreter.source.name, settings: options.settings))
    }
    for file in options.files where goesOn { run(file: file) }
    for (index, line) in options.commands.enumerated() where goesOn {
      run(line, at: Place(file: "-e", line: index + 1, column: 1))
    }
    if goesOn, options.isInteractive || (options.files + options.commands).isEmpty {
      if options.isInteractive || isInputTerminal { prompt() } else { runInput() }
    }
    return end()
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
      let reader = LineReader(try Files.open(path))
      defer { reader.close() }
      try run(reader, named: path)
    } catch {
      report(error, "", at: nil)
    }
  }

  private func runInput() {
    let reader = LineReader(STDIN_FILENO) { self.output.flush() }
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

  private func run(_ line: String, at place: Place) {
    interpreter.output.line = place.line
    do {
      try interpreter.run(options.isJSON ? JSONInput.command(in: line) : line)
    } catch {
      report(error, line, at: place)
    }
  }

  /// Tells of a failure, where it is, and remembers it for the exit code.
  private func report(_ failure: Failure, _ line: String, at place: Place?) {
    failed = failed ?? failure.problem.exitCode
    let failure = place.map { failure.placed(in: $0.file, line: $0.line, text: line) } ?? failure
    if options.isJSON {
      interpreter.output.show(.error(failure))
      return
    }
    let prefix = failure.place.map { "\($0): " } ?? "feed-repl: "
    tell(Line(prefix) + Line("error: ", .bad) + Line(failure.problem.message))
  }

  private func tell(_ line: Line) {
    output.flush()
    errors.write(errorPainter.text(line))
    errors.flush()
  }
}

// MARK: - Prompts

extension Runner {
  private func prompt() {
    if !options.isJSON, !options.settings.isQuiet { greet() }
    let reader = LineReader(STDIN_FILENO) { self.output.flush() }
    do {
      while interpreter.exitCode == nil {
        writePrompt()
        guard let line = try reader.next(of: Word(text: "<stdin>", offset: 0)) else {
          if !options.isJSON { output.write("\n") }
          return
        }
        runTyped(line, number: reader.count)
      }
    } catch {
      report(error, "", at: nil)
    }
  }

  private func runTyped(_ line: String, number: Int) {
    if options.isJSON { return run(line, at: Place(file: "<stdin>", line: number, column: 1)) }
    do {
      try interpreter.run(line)
    } catch {
      let place = error.place.map { "\($0): " } ?? ""
      tell(Line(place) + Line("error: ", .bad) + Line(error.problem.message))
    }
  }

  private func greet() {
    let feed = interpreter.session.feed
    let lines = [
      Line(Version.text, .heading)
        + Line(": \(interpreter.source.name), \(feed.pageSize) rows a page"),
      Line("'start' begins, 'ok' answers a request, 'help' lists the commands, 'quit' leaves"),
    ]
    for line in lines { output.write(outputPainter.text(line)) }
  }

  private func writePrompt() {
    guard !options.isJSON else { return }
    let text = outputPainter.text(Line(interpreter.session.prompt, .name))
    output.write(text.dropLast() + " ")
  }
}
