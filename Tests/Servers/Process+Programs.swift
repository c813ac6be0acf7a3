public import Foundation

extension Process {
  /// Runs the program with no signal blocked.
  ///
  /// It inherits the signal mask of the thread, and a thread that runs tests may block signals. A shell would
  /// then not see that its child has ended, and wait for ever.
  public func runUnblocked() throws {
    var (none, mask) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &mask)
    defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
    try run()
  }

  /// The path of a program of this package; nil if it is not built.
  ///
  /// It is next to the tests, or in a parent folder. Where the environment names a folder in `FEED_PROGRAMS`,
  /// such as that of a release build, it is there, and the tests in debug run the program as users have it.
  public static func built(_ name: String) -> String? {
    if let folder = ProcessInfo.processInfo.environment["FEED_PROGRAMS"] {
      return URL(filePath: folder).appending(path: name).path
    }
    return CommandLine.arguments.lazy
      .filter { $0.hasPrefix("/") }
      .flatMap { argument in
        sequence(first: URL(filePath: argument)) { $0.deletingLastPathComponent() }
          .prefix { $0.path != "/" }
          .map { $0.deletingLastPathComponent().appending(path: name).path }
      }
      .first { path in
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
          && !isFolder.boolValue && FileManager.default.isExecutableFile(atPath: path)
      }
  }
}
