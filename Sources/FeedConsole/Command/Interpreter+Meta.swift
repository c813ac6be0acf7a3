import FeedReducer

// Commands for settings, sources, files and stories.
extension Interpreter {
  /// Changes a setting; without words it shows all.
  func set(_ words: Arguments) throws(Failure) -> Shown {
    guard let name = words.next() else {
      let lines = ([source.name] + source.details).map { Line("  \($0)") }
      return Shown(lines + Setting.all.map { $0.line(effectiveSettings) })
    }
    guard let setting = Setting.all.first(where: { $0.name == name.text }) else {
      throw name.unknown(
        "unknown setting \(quoted(name.text))", among: Setting.all.map(\.name),
        or: "'set' lists all settings")
    }
    var settings = settings
    try setting.change(&settings, to: words)
    try words.finish()
    guard settings.seed == self.settings.seed || session.history.count == 1 else {
      throw Failure(
        "the seed is one of the beginning; 'open catalogue --seed N' begins a session with another one",
        at: name)
    }
    use(settings)
    let isRaised = name.text == "max-items" && settings.maxItems != session.feed.maxItems
    let bounds = "pages of \(settings.pageSize) and prefetch \(settings.prefetchDistance)"
    let why = "  the smallest for \(bounds)"
    return Shown([setting.line(effectiveSettings) + (isRaised ? Line(why, style: .faint) : "")])
  }

  func quit(_ words: Arguments) throws(Failure) {
    let code = try words.integer("code", in: 0...255, wanted: "a code from 0 to 255") ?? 0
    try words.finish()
    exitCode = ExitCode(rawValue: Int32(code))
  }
}

// MARK: - Another source

extension Interpreter {
  /// Begins a session on another source. If its first page fails, this one goes on.
  func open(_ words: Arguments) throws(Failure) {
    guard tally == nil else {
      throw Failure(
        "'open' begins another session, so it can't run in a loop; write it as a line of its own")
    }
    do {
      var options = try options(words)
      output.flush()
      enter(
        try options.makeSource(stoppedBy: interruption, tell: interruption.sayWait),
        settings: options.settings)
      keepJournal?(options)
      if !settings.isQuiet {
        let name = Line("open: ", style: .heading) + Line(source.name)
        let size = Line(", \(session.feed.pageSize) rows a page")
        show([name + size] + source.details.map { Line($0) }, of: "open")
      }
      if let from = options.from { make(.server(.from(row: from))) }
    } catch {
      throw Failure(error)
    }
  }

  /// The options of the session that the words describe.
  private func options(_ words: Arguments) throws(Problem) -> Options {
    let texts = words.rest().map(\.text)
    let isCatalogue = texts.first == "catalogue"
    var options = try Options(Array(texts.dropFirst(isCatalogue ? 1 : 0)), of: author)
    options.settings.isQuiet = settings.isQuiet
    options.remote.mayAsk = false
    if let url = options.remote.url {
      options.remote.carried = (source as? RemoteSource)?.headers(for: url) ?? [:]
    }
    if !options.remote.carried.isEmpty { options.hasUnkeptCredentials = true }
    guard isCatalogue != options.remote.selectsAPI else { throw words.missing("a URL").problem }
    return options
  }
}

// MARK: - Files

extension Interpreter {
  /// Runs the lines of a file, up to the first that fails.
  func runFile(_ words: Arguments) throws(Failure) {
    let path = try author.path(try words.next("a file"), for: "run")
    try words.finish()
    guard files < Self.maximumFiles else {
      throw Failure(
        "\(quoted(path.text)) is run from within too many files; does it run itself?", at: path)
    }
    files += 1
    defer { files -= 1 }
    // Its lines are typed, and not the command that runs them.
    session.typed = nil
    let lines = try LineReader(path, willWait: output.flush)
    try running(path.text) { () throws(Failure) in
      while exitCode == nil, let line = try lines.next() {
        if lines.count == 1, line.contains(Script.mark), session.position > 0 { noteStep(path) }
        do throws(Failure) {
          try checkInterruption()
          try run(line)
        } catch {
          throw error.placed(in: path.text, line: lines.count, text: line)
        }
      }
    }
  }

  /// Says that a saved script needs a fresh feed, which this session has not.
  private func noteStep(_ path: Word) {
    guard !settings.isQuiet else { return }
    let text =
      "\(path.text) was saved from a fresh feed, and this one is at step \(session.position)"
    show([Line("\(text); 'goto start' comes first", style: .bad)], of: "run")
  }
}
