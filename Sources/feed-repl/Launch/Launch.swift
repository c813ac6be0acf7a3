import FeedEffects
import FeedHTTP
import Foundation

/// Starts the program.
enum Launch {
  /// Parses the arguments, runs the program and returns its exit code.
  static func run(_ arguments: [String], in environment: Environment) -> ExitCode {
    let output = Writer(STDOUT_FILENO)
    defer { output.flush() }
    do {
      let options = try Options(arguments)
      switch options.information {
      case .help: output.write(Usage.text)
      case .version: output.write(Version.text + "\n")
      case nil: return try session(options, in: environment, output: output)
      }
      return .success
    } catch {
      if arguments.contains("--json") {
        output.write(JSONRenderer().text(of: error))
      } else {
        let painter = environment.painter(Options(), isTerminal: environment.isErrorTerminal)
        let errors = Writer(STDERR_FILENO, isForErrors: true)
        errors.write(painter.text(Line("feed-repl: error: \(error.message)")))
        errors.flush()
      }
      return error.exitCode
    }
  }

  private static func session(
    _ options: Options, in environment: Environment, output: Writer
  ) throws(UsageProblem) -> ExitCode {
    var options = options
    var source: any FeedSource = CatalogueSource()
    if options.remote.isWanted {
      let remote = try options.remote.source(size: options.pageSize)
      options.settings.pageSize = remote.style.pageSize ?? RemoteOptions.pageSize
      options.settings.isAuto = !options.remote.isManual
      options.settings.isEditable = false
      source = remote
    }
    if let pageSize = options.pageSize { options.settings.pageSize = pageSize }
    return Runner(options, in: environment, source: source, output: output)
      .run(isInteractive: environment.isInteractive)
  }
}
