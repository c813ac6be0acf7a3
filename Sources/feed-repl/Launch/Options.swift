/// What the program was told when it was started.
struct Options: Equatable {
  /// The settings of the session.
  var settings = Settings()

  /// The scripts to run.
  var files: [String] = []

  /// The lines to run, after the scripts.
  var commands: [String] = []

  /// Whether to prompt after scripts and lines, and where the input is no terminal.
  var isInteractive = false

  /// Whether lines in and out are JSON.
  var isJSON = false

  /// Whether nothing is ever painted over.
  var isPlain = false

  /// Whether only ASCII is written.
  var isASCII = false

  /// Whether a script goes on behind a line that failed.
  var isKeepGoing = false

  /// When colours are used.
  var colour = Colour.auto

  /// What is to be shown in place of a session.
  var information: Information?

  /// When colours are used.
  enum Colour: String, CaseIterable {
    case auto, always, never
  }

  /// What can be shown in place of a session.
  enum Information {
    case help, version
  }
}

/// Why the program can't be started as it was asked to.
struct UsageProblem: Error, Equatable {
  /// What is wrong and what can be done.
  let message: String
}
