import FeedHTTP
import FeedReducer

// Answers to requests, timers and the virtual clock.
extension Interpreter {
  /// Answers a request or an edit, as its server does. Before a timer the time passes until it is
  /// due.
  func answer(_ work: Pending) throws(Failure) {
    if let due = work.due { return try advance(by: max(.zero, due - session.state.clock)) }
    let answer = try outcome(of: work)
    send(answer)
    guard work.load != nil else { return }
    advice = nil
    advice = source.api?.advice(after: answer, in: session.state.feed) { text in
      guard !settings.isQuiet else { return }
      show([Line("  \(text)", style: .faint)], of: "advice")
    }
    guard let advice else { return }
    if !settings.isQuiet, !advice.isKnown {
      show([Line("  \(advice.text)", style: .bad)], of: "advice")
    } else if settings.isQuiet, advice.isWarning {
      warn(advice.text)
    }
  }

  /// Returns how a request or an edit ends. Blocks while the source works on it.
  ///
  /// Fails if the user stops the wait. The request goes on then.
  func outcome(of work: Pending) throws(Failure) -> JSONFeed.Action {
    try prepareToWait()
    do {
      return try source.answer(to: work, server: session.state.server)
    } catch {
      guard interruption.isRequested else { return work.failed(error) }
      let name = if case .edit(let edit) = work { edit.text } else { "load \(work.ticket)" }
      throw Failure(.stopped(waitingFor: name))
    }
  }

  /// The pending work whose answers are taken when they arrive: all, or what was sent by hand at this step.
  var awaited: [Pending] {
    let pending = session.state.pending
    if takesAnswers { return pending }
    return asked.undone == session.undone ? pending.filter(asked.works.contains) : []
  }

  /// Sends work of an API by hand and does not wait. Returns false if there is nothing to wait for: its line
  /// answers it at once.
  func ask(_ work: Pending) -> Bool {
    guard let source = source as? TaskSource, !source.hasEnded(work), !work.isTimer else {
      return false
    }
    asked = (awaited + [work], session.undone)
    followPending()
    return source.waits[work.ticket] != nil
  }

  /// Flushes the output, because a source that takes time blocks next. What it answers is not
  /// known. Fails in a journal, which has all answers.
  func prepareToWait() throws(Failure) {
    guard source.runsByItself else { return }
    guard !author.isOfJournal else {
      throw Failure("a journal sends no request; leave the line out, and type it yourself")
    }
    session.typed?.asksServer = true
    output.flush()
  }

  /// Answers all requests and edits in the order of their tickets, and moves the clock once
  /// nothing else is pending.
  ///
  /// Shows what is pending if nothing was pending at first, or if something is left.
  func settle() throws(Failure) {
    let isSettled = session.state.pending.isEmpty
    session.typed?.isSingle = false
    try summing { () throws(Failure) in
      try answerAll { pending throws(Failure) in
        let state = session.state
        let works = pending.filter { state.due(of: $0) == nil }
        if let work = works.min(by: { $0.ticket < $1.ticket }) {
          try answer(work)
        } else if let pause = state.pause {
          try prepareToWait()
          source.wait(for: pause)
          try checkInterruption()
          try advance(by: pause)
        }
      }
    }
    if isSettled || !session.state.pending.isEmpty {
      show(session.state.pendingShown, of: "pending")
    }
  }

  /// Answers requests and edits in the order they were sent, if `auto` is on and the source takes
  /// no time.
  func answerAutomatically() throws(Failure) {
    guard takesAnswers, !source.runsByItself else { return }
    try answerAll { pending throws(Failure) in
      let state = session.state
      if let work = pending.first(where: { state.due(of: $0) == nil }) { try answer(work) }
    }
  }

  /// Calls `answer` until nothing is pending, or until a call changes nothing.
  private func answerAll(_ answer: ([Pending]) throws(Failure) -> Void) throws(Failure) {
    for round in 0..<Self.maximumRounds {
      let revision = session.revision
      if exitCode != nil || session.state.pending.isEmpty { return }
      let pending = session.state.pending
      try part(after: round == 0 ? nil : round.counted("answer")) { () throws(Failure) in
        try answer(pending)
      }
      if session.revision == revision { return }
    }
    throw Failure(
      "requests are still pending after \(Self.maximumRounds) answers; 'drop' or 'undo' stops them")
  }

  /// Advances the clock. Each timer fires, and each answer of a slow server arrives, at its time.
  func advance(by duration: Duration) throws(Failure) {
    let end = session.state.clock + duration
    session.typed?.isSingle = false
    var done: Set<Ticket> = []
    while let (work, due) = session.state.nextDue(until: end, except: done) {
      try checkInterruption()
      done.insert(work.ticket)
      if due > session.state.clock { make(.advanced(due - session.state.clock)) }
      if work.isTimer { send(.timerFired(ticket: work.ticket)) } else { try answer(work) }
    }
    if end > session.state.clock { make(.advanced(end - session.state.clock)) }
  }
}

extension Session.State {
  /// Pending requests, timers and edits, oldest first.
  var pendingShown: Shown {
    Shown(
      pending.map { Line("  \(text(of: $0))") }, none: "nothing is pending",
      value: .array(pending.map { $0.json(due: due(of: $0)) }))
  }

  /// The work that the clock ends next, up to a time: a timer, or an answer of a slow server.
  func nextDue(
    until end: Duration, except done: Set<Ticket>
  ) -> (work: Pending, due: Duration)? {
    pending
      .compactMap { work in due(of: work).map { (work, $0) } }
      .filter { $0.1 <= end && !done.contains($0.0.ticket) }
      .min { ($0.1, $0.0.ticket) < ($1.1, $1.0.ticket) }
  }
}
