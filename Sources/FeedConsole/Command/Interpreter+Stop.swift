import FeedHTTP
import FeedReducer

// Stopping the line that runs, by ^C.
extension Interpreter {
  /// Fails if the user wants the line to stop.
  func checkInterruption() throws(Failure) {
    if interruption.isRequested { throw Failure(.stopped) }
  }

  /// Runs a part of a loop, unless the user wants it to stop. The failure then says how far the
  /// loop got, if `progress` is not nil; of loops in loops the outer one says it.
  func part(
    after progress: @autoclosure () -> String?, _ work: () throws(Failure) -> Void
  ) throws(Failure) {
    do {
      try checkInterruption()
      try work()
    } catch {
      guard error.problem.isStop, let progress = progress() else { throw error }
      var failure = Failure(error.problem.stopped(after: progress), at: error.offset)
      failure.place = error.place
      throw failure
    }
  }
}

extension Problem {
  /// The user stopped the line.
  static let stopped = Self("stopped", exitCode: .interrupted)

  /// The user stopped the wait for an answer.
  static func stopped(waitingFor request: JSONFeed.Request) -> Self {
    Self("stopped: still waiting for load \(request.ticket)", exitCode: .interrupted)
  }

  /// Whether the user stopped the line.
  var isStop: Bool { exitCode == .interrupted }

  /// The same stop, with what was done before.
  fileprivate func stopped(after progress: String) -> Self {
    Self("stopped after \(progress)" + message.drop { $0 != ":" }, exitCode: .interrupted)
  }
}
