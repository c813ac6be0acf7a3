/// The text of `--help`.
enum Usage {
  /// At most 80 columns wide.
  static var text: String {
    """
    feed-repl drives a feed that loads page by page: send it actions, decide how its
    requests end, look at every change, go back in time.

    usage: feed-repl [options]               a session, or a script from a pipe
           feed-repl [options] run FILE...   the lines of files
           feed-repl [options] -e CMD        a line

    options:
    \(Option.all.map(line).joined(separator: "\n"))

    A script ends at its first line that fails. Exit codes: 0; 1 a check failed; 2 a
    line could not run; 64 usage; 65 not UTF-8; 66 no input; N after 'quit N'.
    'help' in a session lists its commands.
    """ + "\n"
  }

  private static func line(_ option: Option) -> String {
    let names = option.names.joined(separator: ", ")
    let usage = names + (option.value.map { " \($0)" } ?? "")
    return "  \(usage.padded(to: 20))  \(option.summary)"
  }
}
