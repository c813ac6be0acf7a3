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
    }
    return nil
  }
}
