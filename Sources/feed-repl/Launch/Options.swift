/// What the program was told when it was started.
struct Options: Equatable {
  /// How many rows a request asks for; nil for what suits the source.
  var pageSize: Int?

  /// The settings of the session, but for what depends on the source.
  var settings = Settings()

  /// The API to read in place of the catalogue.
  var remote = RemoteOptions()

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

  /// What the program ends with.
  var exitCode = ExitCode.usage
}
