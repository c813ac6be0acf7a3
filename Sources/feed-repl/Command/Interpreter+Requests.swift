import FeedEffects
import FeedHTTP
import FeedReducer

// Answers to requests, and the passing of time.
extension Interpreter {
  /// Answers a request with its page, or with the failure to get it.
  func answer(_ request: JSONFeed.Request) {
    send(outcome(of: request))
  }

  /// Returns what a request ends with, and waits for it where that takes time.
  func outcome(of request: JSONFeed.Request) -> JSONFeed.Action {
    prepareToWait()
    do {
      return .pageLoaded(ticket: request.ticket, page: try source.page(for: request))
    } catch {
      return .failed(ticket: request.ticket, failure: error)
    }
  }

  /// Makes visible what was shown so far, where the source takes its time.
  func prepareToWait() {
    if source.runsByItself { output.flush() }
  }

  /// Answers all requests in the order of their numbers and lets timers fire.
  ///
  /// Shows what is pending if there was nothing to do, or if something is left: edits.
  func settle() throws(Failure) {
    let isSettled = session.moment.pending.isEmpty
    try answerAll { pending in
      if let request = pending.compactMap(\.request).min(by: { $0.ticket < $1.ticket }) {
        self.answer(request)
      } else if let due = pending.compactMap(\.due).min() {
        let pause = max(.zero, due - self.session.moment.clock)
        self.prepareToWait()
        self.source.wait(for: pause)
        self.advance(by: pause)
      }
    }
    if isSettled || !session.moment.pending.isEmpty { showPending() }
  }

  /// Answers requests as they come, where they are answered by themselves and at once.
  func answerByThemselves() throws(Failure) {
    guard takesAnswers, !source.runsByItself else { return }
    try answerAll { pending in
      if let request = pending.compactMap(\.request).first { self.answer(request) }
    }
  }

  /// Lets `answer` end what is pending, until nothing is or nothing more comes of it.
  private func answerAll(_ answer: ([Pending]) -> Void) throws(Failure) {
    for _ in 0..<Self.maximumRounds {
      let revision = session.revision
      if exitCode != nil || session.moment.pending.isEmpty { return }
      answer(session.moment.pending)
      if session.revision == revision { return }
    }
    throw Failure(.doesNotSettle(answers: Self.maximumRounds))
  }

  /// Moves the clock on. Each timer that is due on the way fires in its moment.
  func advance(by duration: Duration) {
    let end = session.moment.clock + duration
    var fired: Set<Ticket> = []
    while let timer = nextTimer(until: end, except: fired), let due = timer.due {
      fired.insert(timer.ticket)
      if due > session.moment.clock { show(session.advance(by: due - session.moment.clock)) }
      send(.timerFired(ticket: timer.ticket))
    }
    if end > session.moment.clock { show(session.advance(by: end - session.moment.clock)) }
  }

  private func nextTimer(until end: Duration, except fired: Set<Ticket>) -> Pending? {
    session.moment.pending
      .filter { pending in
        pending.due.map { $0 <= end } ?? false && !fired.contains(pending.ticket)
      }
      .min { ($0.due ?? .zero, $0.ticket) < ($1.due ?? .zero, $1.ticket) }
  }

  /// Shows what is pending.
  func showPending() {
    let pending = session.moment.pending
    let lines = pending.map { Line("  \($0.text)") }
    let value = JSONValue.array(pending.map { .string($0.text) })
    show("pending", lines.isEmpty ? ["nothing is pending"] : lines, value)
  }
}
