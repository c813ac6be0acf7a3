import FeedHTTP
import Foundation

extension Options {
  /// Parses the arguments of the program, without the program name.
  ///
  /// - Parameters:
  ///   - hasSource: Whether the program has a source of its own.
  ///   - author: Who wrote the words of `open` or the options of a journal: a URL, and options of the API and
  ///     the feed. Nil for the arguments of the program.
  init(
    _ arguments: [String], hasSource: Bool = false, of author: Author? = nil
  ) throws(Problem) {
    let isLaunch = author == nil
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
        try apply(argument, rest: &rest, of: author)
      } else {
        words.append(argument)
      }
    }
    if isLaunch {
      // The URL may come first.
      if words.count > 1, words[0].looksLikeURL, ["live", "pull"].contains(words[1]) {
        words.swapAt(0, 1)
      }
      try take(words)
    } else if let other = words.dropFirst().first {
      throw author?.isOfJournal == true ? .unknownArgument(other) : .notOpened(other)
    } else if let word = words.first {
      try takeURL(word)
    }
    // What was printed to go on with may have anything in it: without a scheme it is sent by https only.
    if pulling.place != nil { remote.isSchemeGuessed = false }
    try author?.check(remote.url)
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
    _ argument: String, rest: inout ArraySlice<String>, of author: Author?
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
    let counts = try author?.takes(option, as: name) ?? true
    var value = isLong && parts.count == 2 ? String(parts[1]) : nil
    if value == nil, let placeholder = option.value {
      guard let next = rest.popFirst() else {
        throw .usage("option \(quoted(name)) needs a value: \(name) \(placeholder)")
      }
      value = next
    } else if value != nil, option.value == nil, !option.isValueOptional {
      throw .usage("option \(quoted(name)) takes no value")
    }
    guard counts else { return }
    try set(OptionValue(name: name, text: value ?? ""))
    remember(option.names[0], value: value ?? "")
  }

  /// Takes the arguments that are no options, such as `live URL`, `run FILE...` and `demo NAME`.
  private mutating func take(_ words: [String]) throws(Problem) {
    var rest = words[...]
    while let word = rest.popFirst() {
      let place = words.count - rest.count
      let isFirst = place == (isLive ? 2 : 1)
      switch word {
      case "live" where place == 1: isLive = true
      case "pull" where place == 1: isPull = true
      case _ where (word.looksLikeURL || isPull) && remote.url == nil: try takeURL(word)
      case "help" where isFirst: return information = .help
      case "demo" where isFirst:
        guard rest.count <= 1 else { throw .unknownArgument(rest[rest.startIndex + 1]) }
        commands.append(([word] + rest).map(\.asWord).joined(separator: " "))
        isDemo = true
        return
      case "run" where !isPull && !(isLive && remote.url != nil):
        if rest.isEmpty { throw .usage("'run' needs a file: feed-repl run FILE") }
        files = Array(rest)
        return
      default: throw .unknownArgument(word)
      }
    }
  }

  private mutating func takeURL(_ word: String) throws(Problem) {
    if !word.contains("://"), Files.isRegular(path: word) {
      throw .usage("\(quoted(word)) is a file; run it with: feed-repl run \(word.asShellPath)")
    }
    if word.hasSuffix(".feed"), !word.contains("/") {
      throw Problem("there is no file \(quoted(word))", exitCode: .noInput)
    }
    try remote.enter(OptionValue(name: "URL", text: word))
    remember("--url", value: word)
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
