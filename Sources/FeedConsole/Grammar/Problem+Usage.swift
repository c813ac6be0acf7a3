import FeedHTTP

// Why the program can't start: an invalid command line.
extension Problem {
  static func missingValue(_ value: String, of name: String) -> Self {
    usage("option \(quoted(name)) needs a value: \(name) \(value)")
  }

  static func badValue(_ value: String, of name: String, wanted: String) -> Self {
    usage("option \(quoted(name)) can't be \(quoted(value)); it takes \(wanted)")
  }

  static func notOpened(_ name: String) -> Self {
    usage("'open' does not take \(quoted(name)); it takes the options of an API and of the feed")
  }

  static let noAPI = usage("the options for an API need --url URL")

  static func usage(_ message: String) -> Self { Self(message, exitCode: .usage) }
}

// MARK: - An API

extension Problem {
  static let variableWithoutQuery = usage("--variable is one of a query; --graphql FILE names it")

  static func needs(_ options: String, for style: PagingStyle.Kind) -> Self {
    usage("style '\(style.rawValue)' needs \(options): the first answer does not show it")
  }

  static let twoCredentials = usage(
    "give one of --user, --token and --header 'Authorization: …'")

  static func noCredentials(_ option: String, in text: String) -> Self {
    usage("option '\(option)' needs a value\(text.isEmpty ? "" : ", and \(quoted(text)) has none")")
  }

  static let twoBodies = usage("give one of --post and --graphql")

  static func badBody(_ path: String, reason: String) -> Self {
    usage("\(quoted(path)) is not the JSON for --post: \(reason)")
  }

  static func noPassword(of name: String) -> Self {
    usage(
      "there is no terminal to ask for the password of \(quoted(name)); give NAME:PASSWORD or @FILE"
    )
  }

  /// The text may be a secret without its name, so it is not shown.
  static let badHeader = usage(
    "a header is not written like 'Name: value'; it is not shown, as it may be a secret")

  static func badVariable(_ text: String) -> Self {
    usage("\(quoted(text)) is not a variable; write it like name=value")
  }
}
