/// The exit code of the process.
struct ExitCode: RawRepresentable, Equatable, Sendable {
  /// The code that the system gets.
  let rawValue: Int32

  static let success = Self(rawValue: 0)
  static let check = Self(rawValue: 1)
  static let line = Self(rawValue: 2)

  // As in `sysexits.h`.
  static let usage = Self(rawValue: 64)
  static let malformed = Self(rawValue: 65)
  static let noInput = Self(rawValue: 66)
  static let cannotCreate = Self(rawValue: 73)
  static let inputOutput = Self(rawValue: 74)

  // 128 and the number of the signal.
  static let interrupted = Self(rawValue: 130)
  static let brokenPipe = Self(rawValue: 141)

  /// All codes: the text of `help exit`, and the short one of `--help`.
  static let descriptions: [(code: String, text: String, short: String)] = [
    ("\(success.rawValue)", "everything went well", ""),
    ("\(check.rawValue)", "a check failed", " a check failed"),
    ("\(line.rawValue)", "a line of a script could not run", " a line could not run"),
    ("\(usage.rawValue)", "the program was started in a way that it does not know", " usage"),
    ("\(malformed.rawValue)", "a script is not UTF-8 text", " not UTF-8"),
    ("\(noInput.rawValue)", "a script or a URL can't be read", " no input"),
    ("\(cannotCreate.rawValue)", "a file can't be written", " no file written"),
    ("\(inputOutput.rawValue)", "the output can't be written", " no output"),
    ("\(interrupted.rawValue)", "stopped by ^C", " stopped"),
    ("\(brokenPipe.rawValue)", "the output is no longer read", " not read"),
    ("N", "after 'quit N'", " after 'quit N'"),
  ]
}
