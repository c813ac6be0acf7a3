import FeedHTTP
import FeedReducer

extension Interpreter {
  /// Runs a command that is no action, and returns what it shows when all its words are taken.
  func run(_ work: Command.Work, with words: Arguments) throws(Failure) -> Shown? {
    switch work {
    case .query:
      let names = try queryNames(for: words.name)
      make(.typed(try words.query(names)))
    case .submitted:
      _ = try queryNames(for: words.name)
      make(.submitted)
    case .pending: return session.state.pendingShown
    case .ok: try ok(words)
    case .fail:
      let work = try words.pendingWork()
      send(work.failed(try words.only(words.failure())))
    case .drop: send(.cancelled(ticket: try words.only(words.pending()).ticket))
    case .late: try answer(try words.lateWork())
    case .auto:
      settings.isAuto = try words.only(words.onOrOff())
      followPending()
      return Shown([settings.isAuto ? "auto on" : "auto off"])
    case .advance: try advance(words)
    case .settle: try settle()
    case .request: return try request(words)
    case .server: return try server(words)
    case .undo: return try travel(words, isBack: true)
    case .redo: return try travel(words, isBack: false)
    case .goto: return try goTo(words)
    case .branches: return session.branches
    case .switch: return try switchBranch(words)
    case .history: return try session.history(words)
    case .state: return try session.fields(words)
    case .items: return try session.items(words)
    case .screen: return try session.screen(words)
    case .choices: return session.choicesShown
    case .why: return try session.reasons(words)
    case .try: return try session.attempt(words)
    case .expect: try expect(words)
    case .invariant: return try invariant(words)
    case .explore: try explore(words)
    case .help: return Shown(try Help.lines(on: words.next()))
    case .set: return try set(words)
    case .open: try open(words)
    case .live:
      guard canBeLive else { throw Failure(.noTerminal) }
      wantsLive = true
    case .run: try runFile(words)
    case .save: try save(words, in: self)
    case .quit: try quit(words)
    case .demo: return try demo(words)
    }
    return nil
  }
}

// MARK: - Queries

extension Interpreter {
  /// Types the query of `{"typed":{"query":…}}`, which may have any names. Returns false if the
  /// word is other JSON.
  func type(_ word: Word) throws(Failure) -> Bool {
    guard word.text.contains(#""typed""#),
      case .typed(let query)? = try? word.json("an action", as: JSONSearch.Action.self)
    else { return false }
    _ = try queryNames(for: word)
    make(.typed(query))
    return true
  }

  /// What a query can name; fails if the source takes none.
  func queryNames(for word: Word) throws(Failure) -> QueryNames {
    guard let names = source.queries else {
      throw Failure(
        "this source takes no query; a catalogue or an API does ('feed-repl URL')", at: word)
    }
    return names
  }
}

extension Arguments {
  /// Takes all words as a query: one text, or parameters with their values.
  func query(_ names: QueryNames) throws(Failure) -> Query {
    let words = rest()
    guard let first = words.first else { return [:] }
    guard first.parameter != nil else {
      guard let name = names.text else {
        throw Failure(
          "which parameter of the API takes \(quoted(first.text))? Name it, as in: query q=\(first.text.asWord)",
          at: first)
      }
      return [name: words.map(\.text).joined(separator: " ")]
    }
    var query: Query = [:]
    for word in words {
      guard let (name, value) = word.parameter else { throw bad(word, wanted: "NAME=VALUE") }
      if let all = names.all, !all.contains(name) {
        let known = all.map { "\($0)=VALUE" }.joined(separator: ", ")
        throw bad(word, wanted: "a filter of this source: \(known)")
      }
      if query.updateValue(value, forKey: name) != nil {
        throw Failure("\(quoted(name)) has a value already; write each name once", at: word)
      }
    }
    return query
  }
}

extension Word {
  /// The name and the value of `NAME=VALUE`; nil for another word. The name may have brackets,
  /// as in `filter[name]`, but no quotes.
  fileprivate var parameter: (name: String, value: String)? {
    guard let (name, value) = assignment else { return nil }
    let start = literalStart ?? .max
    let isBracket = start > 0 && text.utf8.dropFirst(start).first == UInt8(ascii: "[")
    return isBracket || start > name.utf8.count ? (name, value.text) : nil
  }
}
