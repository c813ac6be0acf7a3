import Foundation

/// What the program knows of the terminal and the user's wishes around it.
struct Surroundings {
  /// The environment variables.
  var environment: [String: String]

  /// Whether the input is a terminal.
  var isInputTerminal: Bool

  /// Whether the output is a terminal.
  var isOutputTerminal: Bool

  /// Whether the errors go to a terminal.
  var isErrorTerminal: Bool

  /// The surroundings of this process.
  static var current: Surroundings {
    Surroundings(
      environment: ProcessInfo.processInfo.environment,
      isInputTerminal: isatty(STDIN_FILENO) == 1, isOutputTerminal: isatty(STDOUT_FILENO) == 1,
      isErrorTerminal: isatty(STDERR_FILENO) == 1)
  }

  /// Whether somebody types and reads: only then is a line asked for.
  var isInteractive: Bool { isInputTerminal && isOutputTerminal }

  /// How lines are written to an output that is a terminal or not.
  func painter(_ options: Options, isTerminal: Bool) -> Painter {
    Painter(
      usesColour: usesColour(options.colour, isTerminal: isTerminal),
      isASCII: options.isASCII || !isUTF8)
  }

  private func usesColour(_ colour: Options.Colour, isTerminal: Bool) -> Bool {
    switch colour {
    case .always: return true
    case .never: return false
    case .auto:
      if isSet("NO_COLOR") { return false }
      if isSet("CLICOLOR_FORCE"), environment["CLICOLOR_FORCE"] != "0" { return true }
      return isTerminal && isSet("TERM") && environment["TERM"] != "dumb"
    }
  }

  private func isSet(_ name: String) -> Bool {
    !(environment[name] ?? "").isEmpty
  }

  /// Whether text is written in UTF-8: the first of the variables that is set decides.
  private var isUTF8: Bool {
    let name = ["LC_ALL", "LC_CTYPE", "LANG"].first(where: isSet)
    let locale = name.flatMap { environment[$0] }?.lowercased() ?? ""
    return locale.contains("utf-8") || locale.contains("utf8")
  }
}
