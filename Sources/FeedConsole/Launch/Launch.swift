import FeedHTTP
import Foundation

/// Starts the program.
package enum Launch {
  /// Runs the program with the arguments and the environment of the process. It does not return.
  package static func main() -> Never {
    exit(run(Array(CommandLine.arguments.dropFirst()), in: .current).rawValue)
  }

  /// The source of a program of its own.
  struct Own: Sendable {
    let make: @Sendable () -> TaskSource

    /// Whether its rows can be edited.
    let isEditable: Bool
  }

  /// Parses the arguments, runs the program and returns its exit code.
  ///
  /// - Parameter own: The source to read instead of the catalogue.
  static func run(
    _ arguments: [String], in environment: Environment, own: Own? = nil
  ) -> ExitCode {
    // With the signal ignored, writing to a closed pipe is an error of `write`. Sockets could send
    // it too.
    signal(SIGPIPE, SIG_IGN)
    let output = Writer(STDOUT_FILENO)
    defer { output.flush() }
    do {
      let options = try Options(arguments, hasSource: own != nil)
      switch options.information {
      case .help: output.write(help(hasSource: own != nil))
      case .version: output.write(Version.text + "\n")
      case .styles: output.write(PagingStyle.Kind.allCases.map { $0.rawValue + "\n" }.joined())
      case nil:
        return try session(arguments, options, in: environment, own: own, output: output)
      }
      return .success
    } catch {
      if arguments.contains("--json") {
        output.write(OutputItem.error(Failure(error)).json())
      } else {
        tell(error.said, in: environment)
      }
      return error.exitCode
    }
  }

  /// Writes a line to the standard error output.
  private static func tell(_ text: String, in environment: Environment) {
    let painter = environment.painter(Options(), isTerminal: environment.isErrorTerminal)
    let line = painter.text(Line("\(programName): \(text)"))
    Writer(STDERR_FILENO, isForErrors: true).tell(line)
  }

  private static func session(
    _ arguments: [String], _ options: Options, in environment: Environment, own: Own?,
    output: Writer
  ) throws(Problem) -> ExitCode {
    var options = options
    let recorded = try options.resume.map { path throws(Problem) in
      try RecordedSession(path, in: environment)
    }
    if let recorded {
      options = try recorded.options(with: arguments, hasSource: own != nil)
    }
    if options.isLive, !environment.canDraw(options) {
      throw .usage(
        "the live screen needs a terminal that can move its cursor, without --plain and --json; "
          + "elsewhere 'screen' shows the same once: \(programName) -e 'start; ok; screen'")
    }
    let isQuiet = options.settings.isQuiet
    let say = { (text: String) in if !isQuiet { tell(text, in: environment) } }
    let patience = Interruption(isWatched: environment.isErrorTerminal)
    patience.sayWait = say
    if options.isPull {
      options.remote.given.rowsAreText = options.remote.selectsAPI
      options.remote.longestWait = options.pulling.wait
      // A style that an earlier reading has printed was a guess, which does not say that short pages are the last.
      if options.pulling.place != nil { options.remote.given.isOfUser = false }
    }
    let source = try patience.stoppingByControlC { () throws(Problem) in
      // A demo is one of the catalogue.
      try options.makeSource(own: options.isDemo ? nil : own, stoppedBy: patience, tell: say)
    }
    guard options.isPull else {
      return ScriptRunner(options, in: environment, source: source, output: output)
        .run(resuming: recorded)
    }
    let pull = Pull(
      options, in: environment, source: source, output: output, interruption: patience)
    return patience.stoppingByControlC { pull.run() }
  }
}

extension Options {
  /// Makes the source that the options select, and completes the settings for it.
  ///
  /// - Parameters:
  ///   - own: The source to read instead of the catalogue.
  ///   - interruption: Stops the first look at an API, and says what is waited for.
  ///   - tell: Receives what has failed and is tried again.
  mutating func makeSource(
    own: Launch.Own? = nil, stoppedBy interruption: Interruption, tell: (String) -> Void
  ) throws(Problem) -> any FeedSource {
    var source: any FeedSource = CatalogueSource()
    if remote.selectsAPI {
      let api: RemoteSource
      do {
        api = try remote.source(size: pageSize, unless: interruption, tell: tell)
      } catch {
        throw interruption.isRequested ? .stopped(waitingFor: "the first page") : error
      }
      settings.pageSize = api.style?.pageSize ?? RemoteOptions.pageSize
      settings.isEditable = false
      source = api
    } else if let follow {
      return FollowedSource(path: follow)
    } else if let own {
      settings.pageSize = RemoteOptions.pageSize
      settings.isEditable = own.isEditable
      source = own.make()
    }
    if source.runsByItself {
      if !remote.isManual { settings.retries = RemoteOptions.retries }
      settings.isAuto = !remote.isManual
    }
    if let pageSize { settings.pageSize = pageSize }
    return source
  }
}

// MARK: - Version and help

extension Launch {
  /// The text of `--help`, at most 80 columns wide.
  ///
  /// - Parameter hasSource: Whether the program has a source of its own, and reads no API.
  static func help(hasSource: Bool = false) -> String {
    let options = Option.all.filter { !hasSource || $0.isOfOwnSource }.map(\.line)
    let codes = ExitCode.descriptions.map { $0.code + $0.short }.joined(separator: "; ")
    let groups = Command.Group.allCases.map(\.rawValue).joined(separator: ", ")
    let ending = [
      "A script ends at its first line that fails. Exit codes: \(codes).",
      "'help' in a session lists its commands, 'help GROUP' those of a group: \(groups).",
    ]
    let text = """
      feed-repl drives a feed that loads page by page: send it actions, decide how its
      requests end, look at every change, go back in time.

      usage: feed-repl [options] [URL]         a session, or a script from a pipe
             feed-repl [options] live [URL]    the same on the full screen
             feed-repl [options] run FILE...   the lines of files
             feed-repl [options] -e CMD        a line
             feed-repl [options] pull URL      all rows as lines of JSON
             feed-repl [options] demo [NAME]   a short story to watch

      options:
      \(options.joined(separator: "\n"))

      \(ending.flatMap { Line($0).wrapped(to: 80) }.map(\.text).joined(separator: "\n"))
      """ + "\n"
    guard hasSource else { return text }
    return text.replacing("(10; of an API 20)", with: "(20)").replacing(" [URL]", with: "      ")
      .replacing(" URL ", with: "     ").replacing("feed-repl", with: programName)
  }
}
