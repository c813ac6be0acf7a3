import Foundation

/// Starts the program.
enum Launch {
  /// Does what the arguments ask for and returns what the program ends with.
  static func run(_ arguments: [String], _ surroundings: Surroundings) -> ExitCode {
    let output = Writer(STDOUT_FILENO)
    let errors = Writer(STDERR_FILENO)
    defer {
      output.flush()
      errors.flush()
    }
    do {
      let options = try Options(arguments)
      switch options.information {
      case .help: output.write(Usage.text)
      case .version: output.write(Version.text + "\n")
      case nil:
        let runner = Runner(
          options, surroundings, source: CatalogueSource(), output: output, errors: errors)
        return runner.run(isInputTerminal: surroundings.isInputTerminal)
      }
      return .success
    } catch {
      if arguments.contains("--json") {
        output.write(JSONRenderer().text(of: error))
      } else {
        let painter = surroundings.painter(Options(), isTerminal: surroundings.isErrorTerminal)
        errors.write(painter.text(Line("feed-repl: error: \(error.message)")))
      }
      return .usage
    }
  }
}
