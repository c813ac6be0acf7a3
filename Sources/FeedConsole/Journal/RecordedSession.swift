import FeedEffects
import FeedHTTP
import Foundation

/// A session as its journal tells it.
///
/// The first line says what the file is, the second the options with which the session was started; the
/// others make the session again. A last line without an end is left out: a crash tore it.
///
/// The options of one in the user's own folder are as the user gave them. Any other journal is what others
/// have sent: it reads no file, sends nothing of the user's anywhere, and nothing at all by itself.
struct RecordedSession {
  let path: String

  /// Whether it is in the folder of the user's journals.
  let isOwn: Bool

  /// The options of its source and its first settings.
  let arguments: [String]

  /// Whether header fields or credentials were given, which are in no journal.
  let hadCredentials: Bool

  /// The whole lines.
  let lines: [String]

  private static let mark = "# Journal of feed-repl"
  private static let optionMark = "# options: "
  private static let credentialMark = "# Credentials "

  /// Reads a journal: the one at the path, or the newest of the user if the path is empty.
  init(_ path: String, in environment: Environment) throws(Problem) {
    do throws(Failure) {
      if !path.isEmpty {
        let folder = StateFolder(environment.variables).flatMap { Files.real($0.journalPath) }
        let isOwn = folder.map { Files.real(path)?.hasPrefix($0 + "/") == true } ?? false
        self = try RecordedSession(path, isOwn: isOwn)
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
  init(_ path: String, isOwn: Bool) throws(Failure) {
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
    self.isOwn = isOwn
    self.arguments = arguments
    hadCredentials = lines.dropFirst(2).first?.hasPrefix(Self.credentialMark) == true
    self.lines = isOwn ? lines : lines + ["set auto off"]
  }

  /// The text of a journal that goes on with this one.
  func text(under header: String) -> String {
    header + lines.dropFirst(hadCredentials ? 3 : 2).map { $0 + "\n" }.joined()
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
    return "\(mark) \(Version.number). 'feed-repl --resume=FILE' goes on with it. It keeps "
      + "lines, answers and links as they came, with any key in them, but no header field, "
      + "password or token that an option gave.\n"
      + "\(optionMark)\(JSONText.of(arguments))\n"
      + (options.hasUnkeptCredentials ? credentialMark + "were given, and are not kept.\n" : "")
  }

  /// The options with which the session goes on: its own, and the arguments of the program for input and
  /// output, for credentials and for files.
  ///
  /// - Parameter hasSource: Whether the program has a source of its own.
  func options(with others: [String], hasSource: Bool) throws(Problem) -> Options {
    var options = try Options(others, hasSource: hasSource)
    let (given, named) = (options, options.remote.sentByUser)
    guard given.remote == named, given.pageSize == nil, given.from == nil,
      given.settings.prefetchDistance == Settings().prefetchDistance,
      given.settings.seed == Settings().seed
    else {
      throw Problem(
        "--resume goes on with the source and the settings of the session; leave out their options",
        exitCode: .usage)
    }
    let names = others.compactMap { Option.named(String($0.prefix { $0 != "=" }))?.names[0] }
    let own = try Options(
      arguments, hasSource: hasSource, of: .journal(isOwn: isOwn, given: Set(names)))
    options.remote = own.remote
    options.remote.isResumed = true
    options.remote.headers += named.headers
    options.remote.bodyFile = named.bodyFile ?? own.remote.bodyFile
    options.remote.queryFile = named.queryFile ?? own.remote.queryFile
    options.remote.credentials += named.credentials
    try checkServer(named, of: own.remote.url)
    options.pageSize = own.pageSize
    options.settings = own.settings
    options.settings.isQuiet = given.settings.isQuiet
    // Of two addresses the last one counts.
    options.sourceArguments += own.sourceArguments
    options.hasUnkeptCredentials =
      given.hasUnkeptCredentials || own.hasUnkeptCredentials || isOwn && hadCredentials
    return options
  }

  /// Fails if what the user sends along would go to a server that the user has not named: here, or when the
  /// session began.
  private func checkServer(_ named: RemoteOptions, of url: URL?) throws(Problem) {
    if named.url?.user() != nil {
      throw .usage("--resume takes no user name in a URL; give --user")
    }
    guard let url, named != RemoteOptions(), !(isOwn && hadCredentials && named.url == nil) else {
      return
    }
    guard let server = named.url, HTTPRequest.get(url).hasOrigin(of: server) else {
      let other = named.url.map { ", and not with \($0.authority)" } ?? ""
      throw .usage(
        "this session is one with \(url.withoutSecrets)\(other); to send something along, name its server behind the options: "
          + "\(programName) --resume=FILE … \("\(url.scheme ?? "https")://\(url.authority)".asShellWord)"
      )
    }
  }
}

extension RemoteOptions {
  /// What the user may give to a session that goes on: what is sent along, files, and the server that gets it.
  fileprivate var sentByUser: Self {
    var options = Self()
    (options.url, options.isSchemeGuessed) = (url, isSchemeGuessed)
    (options.headers, options.credentials) = (headers, credentials)
    (options.bodyFile, options.queryFile) = (bodyFile, queryFile)
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
      // What it has done so far is no session to go on with.
      interpreter.exitCode = error.problem.exitCode
      return report(error)
    }
    let session = interpreter.session
    let (step, last) = (session.position, session.entries.count - 1)
    var lines = [Line("resumed at step \(step) of \(last), from \(recorded.path)", style: .heading)]
    if recorded.hadCredentials, options.remote.headers.isEmpty, options.remote.credentials.isEmpty {
      let server = recorded.isOwn ? "" : ", and the server behind them,"
      lines.append(
        "its credentials are not kept; give them\(server) with --resume to send requests again")
    }
    if !recorded.isOwn, interpreter.source.runsByItself {
      lines.append(
        "it is not one of your journals, so it sends nothing by itself; 'auto on' lets it")
    }
    guard !options.settings.isQuiet else { return }
    interpreter.show(lines, of: "resume")
  }

  /// Tells a person how to go on with the session later.
  func tellHowToResume() {
    let isSilent = options.settings.isQuiet || options.isJSON
    guard environment.isInteractive, !isSilent, journal?.isKept == true else { return }
    let resume = "\(programName) --resume"
    tell(Line("the session is kept: \(resume) goes on with it", style: .faint))
  }

  /// Keeps a journal of this session and of each that is opened, if the environment names a folder for them.
  func keepJournal(after recorded: RecordedSession?) {
    let header = RecordedSession.header(options, sourceName: interpreter.source.name)
    keepJournal(prelude: recorded?.text(under: header) ?? header)
    interpreter.keepJournal = { [unowned self] options in
      keepJournal(
        prelude: RecordedSession.header(options, sourceName: interpreter.source.name))
    }
  }

  private func keepJournal(prelude: String) {
    guard let folder = StateFolder(environment.variables) else { return }
    let journal = Journal(of: interpreter, in: folder, prelude: prelude)
    journal.warn = interpreter.warn
    self.journal = journal
    interpreter.hasChanged = { [unowned interpreter] in journal.note(interpreter) }
  }
}

extension Interpreter {
  /// Runs the lines of a journal. Nothing is shown, and no request is sent or answered by itself, also not after
  /// a line that fails.
  fileprivate func replay(_ recorded: RecordedSession) throws(Failure) {
    author = .journal()
    output.receiver = { _ in }
    defer { output.receiver = nil }
    for (index, line) in recorded.lines.enumerated() {
      do {
        try run(line)
      } catch {
        throw error.placed(in: recorded.path, line: index + 1, text: line)
      }
    }
    author = .user
    followPending()
  }
}
