import FeedHTTP
import FeedReducer

extension Command {
  static let openCommand = Command(
    name: "open", synonyms: ["url", "source"],
    group: .meta, arguments: "URL | catalogue [OPTIONS]",
    summary: "begin a session on another source instead",
    details: [
      "It takes the program's options for an API and its feed, as --page-size.",
      "Header fields and credentials go along to the same scheme, host and port.",
    ],
    example: "start; ok; open catalogue --page-size 20; start; ok",
    body: .work { arguments, interpreter throws(Failure) in
      guard interpreter.tally == nil, !interpreter.isReplaying else {
        throw Failure(
          "'open' begins another session, so it can't run in a loop; write it as a line of its own",
          at: arguments.name)
      }
      let words = arguments.rest()
      let isCatalogue = words.first?.text == "catalogue"
      let options = try interpreter.options(words.dropFirst(isCatalogue ? 1 : 0).map(\.text))
      guard isCatalogue != options.remote.selectsAPI else { throw arguments.missing("a URL") }
      try interpreter.open(options)
    })
}

extension Interpreter {
  /// The options of a session that `words` describe.
  fileprivate func options(_ words: [String]) throws(Failure) -> Options {
    do {
      var options = try Options(words, isLaunch: false)
      options.settings.isQuiet = settings.isQuiet
      options.remote.mayAsk = false
      if let url = options.remote.url {
        options.remote.carried = (source as? RemoteSource)?.headers(for: url) ?? [:]
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
    do {
      enter(
        try options.makeSource(stoppedBy: interruption, tell: interruption.sayWait),
        settings: options.settings)
    } catch {
      throw Failure(error)
    }
    keepJournal?(options)
    if !settings.isQuiet {
      let name = Line("open: ", style: .heading) + Line(source.name)
      show(
        "open",
        [name + Line(", \(session.feed.pageSize) rows a page")] + source.details.map { Line($0) })
    }
    if let from = options.from { show(session.change(.from(row: from))) }
  }
}
