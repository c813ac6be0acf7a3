import Foundation

extension Options {
  /// Parses the arguments of the program, without the program name.
  ///
  /// - Parameters:
  ///   - hasSource: Whether the program has a source of its own.
  ///   - isLaunch: False for the words of `open`: a URL, and options of the API and the feed.
  init(
    _ arguments: [String], hasSource: Bool = false, isLaunch: Bool = true
  ) throws(Problem) {
    // `--help` wins over all other arguments, even invalid ones.
    let known = arguments.prefix { $0 != "--" }
    if isLaunch, known.contains("-h") || known.contains("--help") {
      information = .help
      return
    }
    var rest = arguments[...]
    var words: [String] = []
    while let argument = rest.popFirst() {
      if argument == "--" {
        words += rest
        break
      }
      if argument.hasPrefix("-"), argument != "-" {
        try apply(argument, rest: &rest, isLaunch: isLaunch)
      } else {
        words.append(argument)
      }
    }
    if isLaunch {
      try take(words)
    } else if let other = words.dropFirst().first {
      throw .notOpened(other)
    } else {
      try takeURL(words[...])
    }
    if follow != nil, !isLive {
      throw .usage("--follow shows a screen: feed-repl live --follow FILE")
    }
    let isAllowed = remote == RemoteOptions() || remote == RemoteOptions(isManual: hasSource)
    if !isAllowed, !remote.selectsAPI, resume == nil { throw .noAPI }
    if isPull {
      guard remote.selectsAPI || hasSource else {
        throw .usage("'pull' needs a URL: feed-repl pull [options] URL")
      }
      guard commands.isEmpty, resume == nil, !isInteractive, !isJSON else {
        throw .usage("'pull' reads and writes rows, and takes no -e, -i, --json and --resume")
      }
    }
    if from != nil, remote.selectsAPI || hasSource {
      throw .usage("--from needs the catalogue; leave out the URL")
    }
  }

  private mutating func apply(
    _ argument: String, rest: inout ArraySlice<String>, isLaunch: Bool
  ) throws(Problem) {
    let isLong = argument.hasPrefix("--")
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = isLong ? String(parts[0]) : argument
    guard let option = Option.named(name) else {
      throw .unknown(
        "unknown option \(quoted(name))", name: name,
        among: Option.all.flatMap(\.names).filter { $0.hasPrefix("--") },
        or: "'feed-repl --help' lists all options", exitCode: .usage)
    }
    guard isLaunch || Option.sourceNames.contains(name) else { throw .notOpened(name) }
    var value = isLong && parts.count == 2 ? String(parts[1]) : nil
    if value == nil, let placeholder = option.value {
      guard let next = rest.popFirst() else {
        throw .usage("option \(quoted(name)) needs a value: \(name) \(placeholder)")
      }
      value = next
    } else if value != nil, option.value == nil, !option.isValueOptional {
      throw .usage("option \(quoted(name)) takes no value")
    }
    try set(OptionValue(name: name, text: value ?? ""))
    remember(option.names[0], value: value ?? "")
  }

  private mutating func take(_ words: [String]) throws(Problem) {
    var words = words[...]
    // The URL may come first.
    if words.count > 1, words[0].looksLikeURL, ["live", "pull"].contains(words[1]) {
      words.swapAt(0, 1)
    }
    if words.first == "live" || words.first == "pull" {
      (isLive, isPull) = (words.first == "live", words.first == "pull")
      words.removeFirst()
    }
    guard let first = words.first else { return }
    if first == "help" {
      information = .help
      return
    }
    if first.looksLikeURL || isPull, remote.url == nil {
      return try takeURL(words)
    }
    if first == "demo" {
      guard words.count <= 2 else { throw .unknownArgument(words[2]) }
      commands.append(words.map(\.asWord).joined(separator: " "))
      isDemo = true
      return
    }
    guard first == "run" else { throw .unknownArgument(first) }
    try takeFiles(words)
  }

  private mutating func takeURL(_ words: ArraySlice<String>) throws(Problem) {
    guard let first = words.first else { return }
    if !first.contains("://"), Files.isRegular(path: first) {
      throw .usage("\(quoted(first)) is a file; run it with: feed-repl run \(first)")
    }
    if first.hasSuffix(".feed"), !first.contains("/") {
      throw Problem("there is no file \(quoted(first))", exitCode: .noInput)
    }
    try remote.enter(OptionValue(name: "URL", text: first))
    remember("--url", value: first)
    let rest = words.dropFirst()
    guard let next = rest.first else { return }
    guard next == "run", !isPull, !isLive else { throw .unknownArgument(next) }
    try takeFiles(rest)
  }

  /// Takes `run FILE...`.
  private mutating func takeFiles(_ words: ArraySlice<String>) throws(Problem) {
    files = Array(words.dropFirst())
    if files.isEmpty { throw .usage("'run' needs a file: feed-repl run FILE") }
  }

  /// Keeps an option of the source for a journal: without credentials, but with the files that hold them.
  /// Paths are made absolute.
  private mutating func remember(_ name: String, value: String) {
    guard let option = Option.named(name), option.isOfSource else { return }
    var kept = value
    switch name {
    case "--header", "--user", "--token":
      guard value.hasPrefix("@") else { return hasUnkeptCredentials = true }
      kept = "@" + Files.absolute(String(value.dropFirst()))
    case "--post", "--graphql": kept = Files.absolute(value)
    case "--url":
      let url = remote.url?.absoluteString ?? value
      // Without user name and password.
      kept = url.replacing(/^([^\/?#]*:\/\/)[^\/?#]*@/) { $0.1 }
      if kept != url { hasUnkeptCredentials = true }
    default: break
    }
    sourceArguments += option.value == nil ? [name] : [name, kept]
  }
}

extension Problem {
  static func unknownArgument(_ text: String) -> Self {
    unknown(
      "unknown argument \(quoted(text))", name: text, among: ["run", "live", "pull", "demo"],
      or: "'feed-repl run FILE' runs a script, 'feed-repl --help' tells the rest",
      exitCode: .usage)
  }
}
