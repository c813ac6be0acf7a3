/// The parsed command line.
struct Options: Equatable {
  /// How many rows a request asks for; nil for the default of the source.
  var pageSize: Int?

  /// The row of the catalogue whose page is the first; nil for the first row.
  var from: Int?

  /// The settings of the session. `Launch` changes those that depend on the source.
  var settings = Settings()

  /// The options that select the source, without credentials, for a journal.
  var sourceArguments: [String] = []

  /// Whether credentials were given that no journal keeps.
  var hasUnkeptCredentials = false

  /// `--resume`: the journal of the session to go on with; empty for the newest.
  var resume: String?

  /// The API to read instead of the catalogue.
  var remote = RemoteOptions()

  /// The scripts to run, in order.
  var files: [String] = []

  /// The lines of `-e`, which run after the scripts.
  var commands: [String] = []

  /// Whether the lines of a demo wait for Enter on a terminal.
  var isDemo = false

  /// Whether to prompt after scripts and `-e` lines, and where the input is no terminal.
  var isInteractive = false

  /// Whether the session begins, and ends, with the live screen.
  var isLive = false

  /// Whether to write all rows of the source instead of a session.
  var isPull = false

  /// The trace of an app to show instead of a session.
  var follow: String?

  /// Whether input and output are JSON Lines.
  var isJSON = false

  /// Whether the terminal is never erased.
  var isPlain = false

  var isASCII = false

  /// Whether a script continues after a line that failed.
  var isKeepGoing = false

  var colour = Colour.auto

  /// The text to print instead of running a session.
  var information: Information?

  /// When the output is coloured. `auto` depends on the terminal and the environment variables.
  enum Colour: String, CaseIterable {
    case auto, always, never
  }

  /// A text that the program prints instead of running a session.
  enum Information {
    case help, version, styles
  }
}
