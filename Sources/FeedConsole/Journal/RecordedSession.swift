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
      } else if let newest = StateFolder(environment.variables)?.newestJournal {
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

  /// The options with which the session goes on: its own, and the arguments of the program for input and output.
  ///
  /// - Parameter hasSource: Whether the program has a source of its own.
  func options(with others: [String], hasSource: Bool) throws(Problem) -> Options {
    let given = try Options(others, hasSource: hasSource)
    guard given.sourceArguments.isEmpty, given.pageSize == nil, given.from == nil,
      given.settings.prefetchDistance == Settings().prefetchDistance,
      given.settings.seed == Settings().seed
    else {
      throw Problem(
        "--resume goes on with the source and the settings of the session; leave out their options",
        exitCode: .usage)
    }
    var options = try Options(arguments + others, hasSource: hasSource)
    options.remote.isResumed = true
    if !given.remote.credentials.isEmpty {
      options.remote.credentials = given.remote.credentials
    }
    options.hasUnkeptCredentials = options.hasUnkeptCredentials || hadCredentials
    return options
  }
}

// MARK: - A session that goes on

extension ScriptRunner {
  /// Makes the session of a journal again, without output and without a request.
  func resume(_ recorded: RecordedSession) {
    do {
      try interpreter.replay(recorded)
    } catch {
      return report(error)
    }
    let session = interpreter.session
    let (step, last) = (session.position, session.entries.count - 1)
    var lines = [Line("resumed at step \(step) of \(last), from \(recorded.path)", style: .heading)]
    if recorded.hadCredentials, options.remote.headers.isEmpty, options.remote.credentials.isEmpty {
      lines.append("its credentials are not kept; give them with --resume to send requests again")
    }
    guard !options.settings.isQuiet else { return }
    interpreter.show(lines, of: "resume")
  }

  /// Tells a person how to go on with the session later.
  func tellHowToResume() {
    let isSilent = options.settings.isQuiet || options.isJSON || options.isLive
    guard environment.isInteractive, !isSilent, journal?.isKept == true else { return }
    let resume = "\(programName) --resume"
    tell(Line("the session is kept: \(resume) goes on with it", style: .faint))
  }

  /// Keeps a journal of this session and of each that is opened, if the environment names a folder for them.
  func keepJournal(after recorded: RecordedSession?) {
    keepJournal(of: options, prelude: recorded?.text)
    interpreter.keepJournal = { [unowned self] in keepJournal(of: $0, prelude: nil) }
  }

  private func keepJournal(of options: Options, prelude: String?) {
    guard let folder = StateFolder(environment.variables) else { return }
    let journal = Journal(
      of: interpreter, in: folder,
      prelude: prelude ?? RecordedSession.header(options, sourceName: interpreter.source.name))
    journal.warn = interpreter.warn
    self.journal = journal
    interpreter.hasChanged = { [unowned interpreter] in journal.note(interpreter) }
  }
}

extension Interpreter {
  /// Runs the lines of a journal. Nothing is shown, and no request is sent or answered by itself.
  fileprivate func replay(_ recorded: RecordedSession) throws(Failure) {
    isReplaying = true
    output.receiver = { _ in }
    defer {
      isReplaying = false
      output.receiver = nil
      followPending()
    }
    let lines = recorded.text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      do {
        try run(String(line))
      } catch {
        throw error.placed(in: recorded.path, line: index + 1, text: String(line))
      }
    }
  }
}
