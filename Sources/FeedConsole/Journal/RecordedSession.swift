import FeedHTTP
import Foundation

/// A session as its journal tells it.
///
/// The first line says what the file is, the second the options with which the session was started; the
/// others make the session again. A last line without an end is left out: a crash tore it.
struct RecordedSession {
  let path: String

  /// The options of its source and its first settings.
  let arguments: [String]

  /// Whether credentials were given, which are in no journal.
  let hadCredentials: Bool

  /// The whole lines.
  let text: String

  private static let mark = "# Journal of feed-repl"
  private static let optionMark = "# options: "
  private static let credentialMark = "# Credentials are not kept."

  /// Reads a journal: the one at the path, or the newest of the user if the path is empty.
  init(_ path: String, in environment: Environment) throws(Problem) {
    do throws(Failure) {
      if !path.isEmpty {
        self = try RecordedSession(path)
      } else if let newest = JournalFolder(environment.variables)?.newest {
        self = newest
      } else {
        throw Failure(
          Problem(
            "there is no session to resume; the journals are in $XDG_STATE_HOME/feed-repl/journal",
            exitCode: .noInput))
      }
    } catch {
      throw error.problem
    }
  }

  /// Reads a journal.
  init(_ path: String) throws(Failure) {
    let reader = try LineReader(Word(text: path, offset: 0))
    var lines: [String] = []
    while let line = try reader.next(), reader.isEnded { lines.append(line) }
    guard lines.count >= 2, lines[0].hasPrefix(Self.mark), lines[1].hasPrefix(Self.optionMark),
      let arguments = try? JSONDecoder().decode(
        [String].self, from: Data(lines[1].utf8.dropFirst(Self.optionMark.utf8.count)))
    else {
      throw Failure(
        Problem(
          "\(quoted(path)) is no journal of feed-repl; 'run' runs a script", exitCode: .noInput))
    }
    self.path = path
    self.arguments = arguments
    hadCredentials = lines.contains(Self.credentialMark)
    text = lines.map { $0 + "\n" }.joined()
  }

  /// The first lines of a journal. Credentials that were given as text are not in `options`.
  static func header(_ options: Options, sourceName: String) -> String {
    let settings = options.settings
    var arguments = options.sourceArguments
    // The guess was https, and the server did not speak it.
    if options.remote.isSchemeGuessed, sourceName.hasPrefix("http://") {
      arguments = arguments.map {
        $0.hasPrefix("https://") ? "http" + $0.dropFirst("https".count) : $0
      }
    }
    arguments += [
      "--page-size", "\(settings.pageSize)", "--prefetch", "\(settings.prefetchDistance)",
      "--seed", "\(settings.seed)",
    ]
    return "\(mark) \(Version.number). 'feed-repl --resume=FILE' goes on with it.\n"
      + "\(optionMark)\(JSONText.of(arguments))\n"
      + (options.hasUnkeptCredentials ? credentialMark + "\n" : "")
  }

  /// The options with which the session goes on: its own, and those of `given` for input and output.
  func options(_ given: Options) throws(Problem) -> Options {
    guard given.sourceArguments.isEmpty, given.pageSize == nil, given.from == nil,
      given.settings.prefetchDistance == Settings().prefetchDistance,
      given.settings.seed == Settings().seed
    else {
      throw Problem(
        "--resume goes on with the source and the settings of the session; leave out their options",
        exitCode: .usage)
    }
    let own = try Options(arguments)
    var options = given
    options.sourceArguments = own.sourceArguments
    options.pageSize = own.pageSize
    options.settings.prefetchDistance = own.settings.prefetchDistance
    options.settings.seed = own.settings.seed
    let credentials = (headers: given.remote.headers, credentials: given.remote.credentials)
    options.remote = own.remote
    options.remote.isResumed = true
    options.remote.headers += credentials.headers
    if !credentials.credentials.isEmpty { options.remote.credentials = credentials.credentials }
    options.hasUnkeptCredentials = given.hasUnkeptCredentials || hadCredentials
    return options
  }
}
