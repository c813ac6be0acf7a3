import FeedEffects
import FeedHTTP
import Foundation

/// Starts the program.
enum Launch {
  /// Does what the arguments ask for and returns what the program ends with.
  static func run(_ arguments: [String], _ surroundings: Surroundings) -> ExitCode {
    let output = Writer(STDOUT_FILENO)
    defer { output.flush() }
    do {
      let options = try Options(arguments)
      switch options.information {
      case .help: output.write(Usage.text)
      case .version: output.write(Version.text + "\n")
      case nil: return try session(options, surroundings, output)
      }
      return .success
    } catch {
      if arguments.contains("--json") {
        output.write(JSONRenderer().text(of: error))
      } else {
        let painter = surroundings.painter(Options(), isTerminal: surroundings.isErrorTerminal)
        let errors = Writer(STDERR_FILENO, isForErrors: true)
        errors.write(painter.text(Line("feed-repl: error: \(error.message)")))
        errors.flush()
      }
      return error.exitCode
    }
  }

  private static func session(
    _ options: Options, _ surroundings: Surroundings, _ output: Writer
  ) throws(UsageProblem) -> ExitCode {
    var options = options
    var source: any FeedSource = CatalogueSource()
    if options.remote.isWanted {
      let remote = try options.remote.source(size: options.pageSize)
      options.settings.pageSize = remote.style.pageSize ?? 20
      options.settings.isAuto = !options.remote.isManual
      options.settings.isEditable = false
      source = remote
    }
    if let pageSize = options.pageSize { options.settings.pageSize = pageSize }
    return Runner(options, surroundings, source: source, output: output)
      .run(isInteractive: surroundings.isInteractive)
  }
}
