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
}
