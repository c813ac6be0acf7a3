/// An entry of the option table, which the parser, the help and the suggestions read.
struct Option: Sendable {
  /// The names, with their dashes.
  let names: [String]

  /// The placeholder for its value in the help; nil if it takes none.
  var value: String?

  /// Whether the value may be left out; it follows `=` then.
  var isValueOptional = false

  /// One line for the help.
  let summary: String

  /// Stores the value; nil on success, else the values that the option takes. Without `value` it
  /// gets an empty text.
  let apply: @Sendable (inout Options, String) -> String?

  static func named(_ name: String) -> Option? {
    all.first { $0.names.contains(name) }
  }

  /// All options, in the order of the help.
  static let all =
    inputOptions + liveOptions + feedOptions + remoteOptions + outputOptions + informationOptions

  /// The names of the options that describe a source and its feed, which `open` takes.
  static let sourceNames = (remoteOptions + feedOptions).flatMap(\.names)

  private static let inputOptions = [
    Option(names: ["-e"], value: "CMD", summary: "run a line; may be given several times") {
      $0.commands.append($1)
      return nil
    },
    flag(["-i"], summary: "prompt after scripts and lines, also on a pipe") {
      $0.isInteractive = true
    },
    flag(["-k", "--keep-going"], summary: "go on after a line that failed") {
      $0.isKeepGoing = true
    },
    Option(
      names: ["--resume"], value: "FILE", isValueOptional: true,
      summary: "go on with the last session, or that of a journal"
    ) {
      $0.resume = $1.isEmpty ? .newest : .file($1)
      return nil
    },
  ]

  private static let liveOptions = [
    Option(
      names: ["--follow"], value: "FILE",
      summary: "with live: show an app's feed from its trace, as it runs"
    ) {
      guard !$1.isEmpty else { return "the path of a TraceWriter's file" }
      $0.follow = $1
      return nil
    }
  ]

  private static let feedOptions = [
    Option(
      names: ["--page-size"], value: "N", summary: "rows asked for at a time (10; of an API 20)"
    ) {
      guard let size = size($1) else { return wantedSize }
      $0.pageSize = size
      return nil
    },
    Option(
      names: ["--prefetch"], value: "N",
      summary: "load when fewer rows than this follow (5)"
    ) {
      guard let size = size($1) else { return wantedSize }
      $0.settings.prefetchDistance = size
      return nil
    },
    Option(names: ["--from"], value: "N", summary: "begin in the catalogue's middle, at row N") {
      guard let row = Int($1), Catalogue.rows.indices.contains(row) else {
        return "a row from 0 to \(Catalogue.rows.count - 1)"
      }
      $0.from = row
      return nil
    },
    Option(names: ["--seed"], value: "N", summary: "where random numbers come from (1)") {
      guard let seed = UInt64($1) else {
        return "a whole number from 0 to \(UInt64.max)"
      }
      $0.settings.seed = seed
      return nil
    },
  ]

  private static let outputOptions = [
    flag(["--json"], summary: "JSON Lines in and out; see 'help json'") { $0.isJSON = true },
    flag(["-q"], summary: "no greeting and no steps, only what is asked for") {
      $0.settings.isQuiet = true
    },
    flag(["--plain"], summary: "never paint over anything (screen readers, logs)") {
      $0.isPlain = true
    },
    Option(
      names: ["--color"], value: "WHEN", summary: "colours: auto, always or never (auto)"
    ) {
      guard let colour = Options.Colour(rawValue: $1) else { return "auto, always or never" }
      $0.colour = colour
      return nil
    },
    flag(["--ascii"], summary: "write ASCII only") { $0.isASCII = true },
  ]

  private static let informationOptions = [
    flag(["--version"], summary: "show the version") {
      $0.information = $0.information ?? .version
    },
    flag(["-h", "--help"], summary: "show this help") { $0.information = .help },
  ]

  static func flag(
    _ names: [String], summary: String, set: @escaping @Sendable (inout Options) -> Void
  ) -> Option {
    Option(names: names, summary: summary) { options, _ in
      set(&options)
      return nil
    }
  }

  private static func size(_ text: String) -> Int? {
    Int(text).flatMap { Settings.sizes.contains($0) ? $0 : nil }
  }

  private static var wantedSize: String {
    "a whole number from 1 to \(Settings.sizes.upperBound)"
  }
}
