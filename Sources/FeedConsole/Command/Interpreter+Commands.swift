import FeedReducer

extension Interpreter {
  /// Runs a command that is no action, and returns what it shows when all its words are taken.
  func run(_ work: Command.Work, _ words: Arguments) throws(Failure) -> Shown? {
    switch work {
    case .query:
      let names = try queryNames(for: words.name)
      show(session.type(try words.query(names)))
    case .submitted:
      try words.finish()
      _ = try queryNames(for: words.name)
      show(session.submit())
    case .pending: return session.state.pendingShown
    case .ok: try ok(words)
    case .fail:
      let work = try words.pendingWork()
      send(work.failed(try words.only(words.failure())))
    case .drop: send(.cancelled(ticket: try words.only(words.pending()).ticket))
    case .late: try answer(try words.lateWork())
    case .auto:
      setAuto(try words.only(words.onOrOff()))
      return Shown([settings.isAuto ? "auto on" : "auto off"])
    case .advance: try advance(words)
    case .settle:
      try words.finish()
      try settle()
    case .request: return try request(words)
    case .server: return try server(words)
    case .undo: return try travel(words, isBack: true)
    case .redo: return try travel(words, isBack: false)
    case .goto: return try goTo(words)
    case .branches: return session.branches
    case .switch: return try switchBranch(words)
    case .history: return try session.history(words)
    case .state: return try session.fields(words)
    case .items: return try session.items(words)
    case .screen: return try session.screen(words)
    case .choices: return session.choicesShown
    case .why: return try session.reasons(words)
    case .try: return try session.attempt(words)
    case .expect: try expect(words)
    case .invariant: return try invariant(words)
    case .explore: try explore(words)
    case .help: return Shown(try Help.lines(on: words.next()))
    case .set: return try set(words)
    case .open: try open(words)
    case .live: try goLive(words)
    case .run: try runFile(words)
    case .save: try save(words, in: self)
    case .quit: try quit(words)
    case .demo: return try demo(words)
    }
    return nil
  }
}
