import FeedHTTP

// Commands for help, settings, scripts and leaving the program.
extension Command {
  static let metaCommands: [Command] = [
    Command(
      name: "help", aliases: ["?"], synonyms: ["man", "commands"],
      group: .meta, arguments: "[TOPIC]",
      summary: "all commands, or one of them, or a topic", example: "help appear",
      body: .look { arguments, _ throws(Failure) in
        Shown(try Help.lines(on: arguments.next()))
      }),
    Command(
      name: "set", synonyms: ["config", "option", "options", "settings", "show"],
      group: .meta, arguments: "NAME VALUE",
      summary: "change a setting; alone it shows all",
      details: Setting.all.map { "\($0.name) \($0.values): \($0.summary)" },
      example: "set prefetch 3; set; start; ok; appear 6",
      body: .work { arguments, interpreter throws(Failure) in
        guard let name = arguments.next() else { return interpreter.showSettings() }
        let setting = try Setting.named(by: name)
        var settings = interpreter.settings
        try setting.change(&arguments, &settings)
        try arguments.finish()
        guard settings.seed == interpreter.settings.seed || interpreter.session.history.count == 1
        else {
          throw Failure(
            "the seed is one of the beginning; 'open catalogue --seed N' begins a session with another one",
            at: name)
        }
        interpreter.use(settings)
        interpreter.show("set", [setting.line(interpreter.effectiveSettings)])
      }),
    openCommand,
    Command(
      name: "live", synonyms: ["tui", "full", "fullscreen"], group: .meta,
      summary: "this session on the full screen of the terminal",
      details: ["'q' leads back to the prompt, '?' lists the keys."], example: "live",
      body: .work { arguments, interpreter throws(Failure) in
        try arguments.finish()
        guard interpreter.canBeLive else { throw Failure(.noTerminal) }
        interpreter.wantsLive = true
      }),
    Command(
      name: "run", group: .meta, arguments: "FILE", summary: "run the lines of a file",
      details: ["The first line that fails ends it."], example: "run /dev/null",
      body: .work { arguments, interpreter throws(Failure) in
        let path = try arguments.next("a file")
        try arguments.finish()
        try interpreter.runFile(path)
      }),
    saveCommand,
    Command(
      name: "quit", aliases: ["exit", "q"], synonyms: ["bye", "leave", "close"],
      group: .meta, arguments: "[CODE]",
      summary: "leave, with an exit code from 0 to 255", example: "quit 0",
      body: .work { arguments, interpreter throws(Failure) in
        let code = try arguments.integer("code", in: 0...255, wanted: "a code from 0 to 255")
        try arguments.finish()
        interpreter.exitCode = ExitCode(rawValue: Int32(code ?? 0))
      }),
  ]
}

extension Interpreter {
  fileprivate func showSettings() {
    let settings = effectiveSettings
    show(
      "set",
      ([source.name] + source.details).map { Line("  \($0)") }
        + Setting.all.map { $0.line(settings) })
  }

  /// Runs the lines of a file, up to the first that fails.
  fileprivate func runFile(_ path: Word) throws(Failure) {
    guard files < Self.maximumFiles else {
      throw Failure(
        "\(quoted(path.text)) is run from within too many files; does it run itself?", at: path)
    }
    files += 1
    defer { files -= 1 }
    // Opening or reading a pipe blocks until another process writes to it.
    output.flush()
    let lines = LineReader(try Files.open(path), willWait: output.flush)
    defer { lines.close() }
    try countingChecks { () throws(Failure) in
      while exitCode == nil, let line = try lines.next(of: path) {
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
    show("run", [Line("\(text); 'goto start' comes first", style: .bad)])
  }
}
