import FeedHTTP
import FeedReducer

/// A session that was opened, as it was when another took its place.
struct OpenSession {
  let source: any FeedSource
  var session: Session
  var settings: Settings
  var invariants: [Condition] = []

  /// Notes the changes in the journal of the session.
  var hasChanged: (() -> Void)?
}

/// The sessions that `open` leads to. None is kept before its first use.
struct OpenSessions {
  /// Each session as it was left, in the order in which they were opened.
  var all: [OpenSession] = []

  /// The index of the current one, which may have changed since it was kept.
  var current = 0

  /// Keeps a journal of the current session, which these options describe. Nil if none is kept.
  var keepJournal: ((Options) -> Void)?
}

extension Command {
  static let openCommand = Command(
    name: "open", synonyms: ["url", "source", "sessions"],
    group: .meta, arguments: "[URL | catalogue | N] [OPTIONS]",
    summary: "begin a session on another API, or return to one",
    details: [
      "It takes the program's options for an API and its feed, as --page-size.",
      "'open' lists the open sessions, 'open 1' returns to the first as it was left.",
      "Header fields and credentials go along to the same scheme, host and port.",
    ],
    example: "start; ok; open catalogue --page-size 20; start; ok; open; open 1; open 2",
    body: .work { arguments, interpreter throws(Failure) in
      guard interpreter.tally == nil, !interpreter.isReplaying else {
        throw Failure(.openInLoop, at: arguments.name)
      }
      let words = arguments.rest()
      interpreter.keepCurrent()
      guard let word = words.first else { return interpreter.listOpened() }
      if word.isWholeNumber {
        if let other = words.dropFirst().first { throw arguments.unexpected(other) }
        let count = interpreter.sessions.all.count
        guard let number = Int(word.text), (1...count).contains(number) else {
          throw arguments.bad(word, wanted: "the number of a session: there are 1 to \(count)")
        }
        interpreter.go(to: number - 1)
        return interpreter.showSession()
      }
      let isCatalogue = word.text == "catalogue"
      let options = try interpreter.options(words.dropFirst(isCatalogue ? 1 : 0).map(\.text))
      guard isCatalogue != options.remote.selectsAPI else { throw arguments.missing("a URL") }
      try interpreter.open(options)
    })
}

extension Interpreter {
  /// Notes the current session among those that were opened.
  fileprivate func keepCurrent() {
    let session = OpenSession(
      source: source, session: session, settings: settings, invariants: invariants,
      hasChanged: hasChanged)
    if sessions.all.isEmpty {
      sessions.all = [session]
    } else {
      sessions.all[sessions.current] = session
    }
  }

  fileprivate func go(to index: Int) {
    sessions.current = index
    enter(sessions.all[index])
  }

  /// The options of a session that `words` describe.
  fileprivate func options(_ words: [String]) throws(Failure) -> Options {
    do {
      var options = try Options(words, isLaunch: false)
      options.settings.isQuiet = settings.isQuiet
      options.remote.mayAsk = false
      if let url = options.remote.address {
        let headers = sessions.all.compactMap { ($0.source as? RemoteSource)?.headers(for: url) }
        options.remote.carried = headers.last { !$0.isEmpty } ?? [:]
      }
      if !options.remote.carried.isEmpty { options.hasUnkeptCredentials = true }
      return options
    } catch {
      throw Failure(error)
    }
  }

  /// Begins a session on the source that `options` select. If its first page fails, this one goes on.
  fileprivate func open(_ options: Options) throws(Failure) {
    output.flush()
    var options = options
    let source: any FeedSource
    do {
      source = try options.makeSource(stoppedBy: interruption, tell: interruption.sayWait)
    } catch {
      throw Failure(error)
    }
    let settings = options.settings
    let session = Session(feed: settings.feed, seed: settings.seed, server: source.server)
    sessions.all.append(OpenSession(source: source, session: session, settings: settings))
    go(to: sessions.all.count - 1)
    sessions.keepJournal?(options)
    showSession(details: source.details)
    if let from = options.from { show(self.session.change(.from(row: from))) }
  }

  /// Shows which session is the current one.
  fileprivate func showSession(details: [String] = []) {
    guard !settings.isQuiet else { return }
    let (step, last) = (session.position, session.entries.count - 1)
    let place = last > 0 ? ", at step \(step) of \(last)" : ""
    let name = Line("session \(sessions.current + 1): ", style: .heading) + Line(source.name)
    show(
      "open",
      lines: [name + Line(", \(session.feed.pageSize) rows a page\(place)")]
        + details.map { Line($0) },
      value: .object([
        "session": .integer(sessions.current + 1), "source": .string(source.name),
        "details": .array(details.map { .string($0) }), "step": .integer(step),
        "of": .integer(last),
      ]))
  }

  fileprivate func listOpened() {
    var lines: [Line] = []
    var values: [JSONValue] = []
    for (index, other) in sessions.all.enumerated() {
      let last = other.session.entries.count - 1
      lines.append(
        Line("\(index == sessions.current ? ">" : " ") \(index + 1)  ", style: .name)
          + Line("\(other.source.name), \(last.counted("step"))"))
      values.append(
        .object([
          "session": .integer(index + 1), "source": .string(other.source.name),
          "steps": .integer(last), "current": .bool(index == sessions.current),
        ]))
    }
    show(Shown(lines, value: .array(values)), of: "open")
  }
}

extension Problem {
  fileprivate static let openInLoop = Self(
    "'open' begins another session, so it can't run in a loop; write it as a line of its own")
}
