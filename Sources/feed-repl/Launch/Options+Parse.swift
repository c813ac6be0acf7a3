extension Options {
  /// Parses the arguments of the program, without the program name.
  init(_ arguments: [String]) throws(UsageProblem) {
    // `--help` wins over all other arguments, even invalid ones.
    if arguments.prefix(while: { $0 != "--" }).contains(where: { $0 == "-h" || $0 == "--help" }) {
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
        try apply(argument, rest: &rest)
      } else {
        words.append(argument)
      }
    }
    try take(words)
    if remote != RemoteOptions(), !remote.isWanted { throw .noAPI }
  }

  private mutating func apply(
    _ argument: String, rest: inout ArraySlice<String>
  ) throws(UsageProblem) {
    let parts = argument.split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false
    ).map(String.init)
    let isLong = argument.hasPrefix("--")
    let name = isLong ? parts[0] : argument
    guard let option = Option.named(name) else { throw .unknownOption(name) }
    var value = isLong && parts.count == 2 ? parts[1] : nil
    if option.value == nil {
      if value != nil { throw .takesNoValue(name) }
    } else if value == nil {
      guard let next = rest.popFirst() else { throw .missingValue(option.value ?? "", of: name) }
      value = next
    }
    if let problem = option.apply(&self, value ?? "") {
      throw .badValue(value ?? "", of: name, wanted: problem.wanted)
    }
  }

  private mutating func take(_ words: [String]) throws(UsageProblem) {
    guard let first = words.first else { return }
    guard first == "run" else { throw .unknownArgument(first) }
    files = Array(words.dropFirst())
    if files.isEmpty { throw .noFile }
  }
}

extension UsageProblem {
  static func unknownOption(_ name: String) -> Self {
    let names = Option.all.flatMap(\.names).filter { $0.hasPrefix("--") }
    return Self(
      message: "unknown option '\(name.shortened(to: 60))'" + suggestion(names.nearest(to: name)))
  }

  static func takesNoValue(_ name: String) -> Self {
    Self(message: "option '\(name.shortened(to: 60))' takes no value")
  }

  static func missingValue(_ value: String, of name: String) -> Self {
    Self(message: "option '\(name.shortened(to: 60))' needs a value: \(name) \(value)")
  }

  static func badValue(_ value: String, of name: String, wanted: String) -> Self {
    Self(
      message:
        "option '\(name.shortened(to: 60))' can't be '\(value.shortened(to: 60))'; it takes \(wanted)"
    )
  }

  static func unknownArgument(_ text: String) -> Self {
    Self(
      message: "unknown argument '\(text.shortened(to: 60))'"
        + (["run"].nearest(to: text).map { " — did you mean '\($0)'?" }
          ?? "; 'feed-repl run FILE' runs a script, 'feed-repl --help' tells the rest"))
  }

  static let noAPI = Self(message: "the options for an API need --url URL or --preset NAME")

  static let noFile = Self(message: "'run' needs a file: feed-repl run FILE")

  private static func suggestion(_ nearest: String?) -> String {
    nearest.map { " — did you mean '\($0)'?" } ?? "; 'feed-repl --help' lists all options"
  }
}
