import Foundation

/// The environment of the program: its variables, and which streams are terminals.
struct Environment {
  var variables: [String: String]

  /// Whether standard input is a terminal.
  var isInputTerminal: Bool

  /// Whether standard output is a terminal.
  var isOutputTerminal: Bool

  /// Whether standard error is a terminal.
  var isErrorTerminal: Bool

  static var current: Environment {
    Environment(
      variables: ProcessInfo.processInfo.environment,
      isInputTerminal: isatty(STDIN_FILENO) == 1, isOutputTerminal: isatty(STDOUT_FILENO) == 1,
      isErrorTerminal: isatty(STDERR_FILENO) == 1)
  }

  /// Whether to prompt: both input and output are terminals.
  var isInteractive: Bool { isInputTerminal && isOutputTerminal }

  /// Whether the terminal understands no sequences, or doesn't say what it is.
  var isDumb: Bool { !isSet("TERM") || variables["TERM"] == "dumb" }

  /// Whether the program may draw over what is on the terminal.
  func canDraw(_ options: Options) -> Bool {
    isInteractive && !isDumb && !options.isPlain && !options.isJSON
  }

  /// The painter for an output stream, by the options and the environment variables.
  func painter(_ options: Options, isTerminal: Bool) -> Painter {
    Painter(
      usesColour: !options.isPlain && usesColour(options.colour, isTerminal: isTerminal),
      isASCII: options.isASCII || !isUTF8,
      columns: isTerminal ? { Terminal.size.columns } : nil)
  }

  private func usesColour(_ colour: Options.Colour, isTerminal: Bool) -> Bool {
    switch colour {
    case .always: return true
    case .never: return false
    case .auto:
      if isSet("NO_COLOR") { return false }
      if isSet("CLICOLOR_FORCE"), variables["CLICOLOR_FORCE"] != "0" { return true }
      return isTerminal && !isDumb
    }
  }

  private func isSet(_ name: String) -> Bool {
    !(variables[name] ?? "").isEmpty
  }

  /// Whether the locale uses UTF-8. The first of the variables that is set decides.
  private var isUTF8: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].first(where: isSet).flatMap { variables[$0] }
    return locale?.lowercased().contains(/utf-?8/) == true
  }
}
