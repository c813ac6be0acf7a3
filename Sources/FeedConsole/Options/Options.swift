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

  /// How `pull` reads.
  var pulling = PullOptions()

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

/// How `pull` reads.
struct PullOptions: Equatable {
  /// `--wait`: the longest wait that a server may ask for.
  var wait = Duration.seconds(3_600)

  /// `--pause`: the time between two requests.
  var pause = Duration.zero

  /// `--limit`: the number of rows to stop at; nil for all.
  var limit: Int?

  /// `--resume-at`: where the first page is, as an earlier reading has printed it; nil for the start.
  var place: String?
}

/// An option of the program: its line in the help, which the parser and the suggestions read, too.
struct Option: Sendable {
  /// What an option is about.
  enum Subject {
    /// How the program runs.
    case program

    /// The feed of a session, which `open` can begin as well.
    case feed

    /// An API, which `open` can read as well.
    case api

    /// How requests are sent, to an API or by a source of one's own.
    case requests
  }

  let subject: Subject

  /// The names, with their dashes.
  let names: [String]

  /// The placeholder for its value; nil if it takes none, or if the value may be left out.
  let value: String?

  /// Whether the value may be left out; it follows `=` then.
  let isValueOptional: Bool

  /// Its line in the help.
  let line: String

  /// Reads a line of the table.
  private init(_ line: Substring, about subject: Subject) {
    let words = line.prefix(24).split(separator: " ")
    self.line = String(line)
    self.subject = subject
    names = words.filter { $0.hasPrefix("-") }.map { String($0.prefix { !",[".contains($0) }) }
    let rest = words.dropFirst(names.count)
    value = rest.isEmpty ? nil : rest.joined(separator: " ")
    isValueOptional = words.contains { $0.contains("[=") }
  }

  static func named(_ name: String) -> Option? { all.first { $0.names.contains(name) } }

  /// The names of the options that describe a source and its feed, which `open` takes.
  static let sourceNames = all.filter { $0.subject != .program }.flatMap(\.names)

  /// Whether it selects the source, so that a journal keeps it.
  var isOfSource: Bool { subject == .api || subject == .requests }

  /// Whether it means something to a program with a source of its own.
  var isOfOwnSource: Bool { subject != .api && names != ["--from"] }

  /// All options, in the order of the help.
  static let all = zip(subjects, table.split(separator: "\n\n")).flatMap { subject, block in
    block.split(separator: "\n").map { Option($0, about: subject) }
  }

  /// What the blocks of the table are about.
  private static let subjects: [Subject] = [.program, .feed, .api, .requests, .program, .program]

  private static let table = """
      -e CMD                run a line; may be given several times
      -i                    prompt after scripts and lines, also on a pipe
      -k, --keep-going      go on after a line that failed
      --resume[=FILE]       go on with the last session, or that of a journal
      --follow FILE         with live: show an app's feed from its trace, as it runs

      --page-size N         rows asked for at a time (10; of an API 20)
      --prefetch N          load when fewer rows than this follow (5)
      --from N              begin in the catalogue's middle, at row N
      --seed N              where random numbers come from (1)

      --url URL             read this JSON API; the option may be left out
      --style STYLE         how it pages; '--style ?' lists the names
      --items PATH          where the rows are, such as data.items
      --empty-if-absent     an answer without the list of --items has no rows
      --next PATH           where the next URL, the token, or the pageInfo is
      --id PATH             where the id is in a row
      --title PATH          where the title is in a row
      --total PATH          where the number of all rows is
      --page-param NAME     the parameter that names the page, or a path in --post
      --first-page N        the number of the first page, such as 0
      --size-param NAME     the parameter that asks for a number of rows
      --header 'K: V'       send this along; @FILE for a file of such lines
      --user NAME[:PW]      ask by this name; @FILE for a file with both
      --token TOKEN         ask with this bearer token; @FILE for a file with it
      --post FILE           ask with the JSON in this file, by POST
      --graphql FILE        ask with the GraphQL query in this file
      --variable K=V        give a variable of the query a value, text or JSON
      --allow URL           follow links to this other server, without credentials
      --same-origin         follow links on this server, whatever host they name
      --no-healing          take pages as they come, also where rows have moved
      --thorough            miss no row that moves; a page takes four requests
      --no-guess            ask for nothing to find out how a list goes on

      --manual              send each request only when told to by 'ok'

      --wait TIME           with pull: wait so long where a server asks for it (1h)
      --pause TIME          with pull: wait between two requests, such as 1s
      --limit N             with pull: stop at so many rows
      --resume-at PLACE     with pull: go on at a place that it has printed

      --json                JSON Lines in and out; see 'help json'
      -q                    no greeting and no steps, only what is asked for
      --plain               never paint over anything (screen readers, logs)
      --color WHEN          colours: auto, always or never (auto)
      --ascii               write ASCII only
      --version             show the version
      -h, --help            show this help
    """
}
