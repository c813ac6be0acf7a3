import FeedHTTP
import FeedReducer

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
    interpreter.show("resume", lines)
  }

  /// Tells a person how to go on with the session later.
  func tellHowToResume() {
    let isSilent = options.settings.isQuiet || options.isJSON || options.isLive
    guard environment.isInteractive, !isSilent, journal?.isKept == true else { return }
    let resume = "\(Launch.programName) --resume"
    tell(Line("the session is kept: \(resume) goes on with it", style: .faint))
  }

  /// Keeps a journal of this session and of each that is opened, if the environment names a folder for them.
  func keepJournal(after recorded: RecordedSession?) {
    keepJournal(of: options, prelude: recorded?.text)
    interpreter.keepJournal = { [unowned self] in keepJournal(of: $0, prelude: nil) }
  }

  private func keepJournal(of options: Options, prelude: String?) {
    guard let folder = JournalFolder(environment.variables) else { return }
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
    output.isMuted = true
    defer {
      isReplaying = false
      output.isMuted = false
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
