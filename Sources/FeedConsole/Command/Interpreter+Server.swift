import FeedHTTP
import FeedReducer

// The command that changes the server behind the catalogue.
extension Interpreter {
  /// Changes the server, or shows what it has and the list lacks.
  func server(_ words: Arguments) throws(Failure) -> Shown? {
    guard let server = session.state.server else {
      throw Failure(.needsCatalogue(words.name.commandName), at: words.name)
    }
    if let word = words.next() {
      let change = try words.change(word, of: server)
      try words.finish()
      show(session.change(change))
      return nil
    }
    let drift = session.state.drift
    let truth = drift?.lines ?? []
    let count = session.state.items.count.counted("row")
    let summary = drift == nil ? "no page has arrived yet" : "the list has \(count)"
    let agreement = drift != nil && truth.isEmpty ? ", as they are on the server" : ""
    return Shown(
      [Line("  \(server.text)"), Line("  \(summary)\(agreement)")]
        + truth.map { Line("  \($0)", style: .bad) })
  }
}

extension Arguments {
  fileprivate func change(_ word: Word, of server: Server) throws(Failure) -> Server.Change {
    let count = server.rows.count
    switch word.text {
    case "insert": return .insert(count: try number(upTo: 100_000), at: try index(upTo: count))
    case "delete":
      let number = try number(upTo: count)
      return .delete(count: number, at: try index(upTo: count - number))
    case "update":
      let number = try number(upTo: count)
      return .update(count: number, at: try index(upTo: count - number))
    case "page-size":
      if flag("none") { return .pageSize(nil) }
      let wanted = "a number of rows from 1, or none"
      return .pageSize(try integer("rows", in: Settings.sizes, wanted: wanted, missing: wanted))
    case "latency": return .latency(try duration(try next("a duration")))
    case "from":
      let last = max(0, count - 1)
      let wanted = "a row: there are 0 to \(last)"
      return .from(row: try integer("row", in: 0...last, wanted: wanted, missing: "a row"))
    case "down": return .down
    case "up": return .up
    case "reset": return .reset
    default: throw bad(word, wanted: "a change of the server")
    }
  }

  /// Takes a number of rows, 1 without a word.
  private func number(upTo most: Int) throws(Failure) -> Int {
    if most < 1 { throw Failure("no row is left on the server", at: name) }
    guard words.first?.isKeyword("at") == false else { return 1 }
    return try integer("rows", in: 1...most, wanted: "a number of rows from 1 to \(most)") ?? 1
  }

  /// Takes `at I`; 0 without it.
  private func index(upTo most: Int) throws(Failure) -> Int {
    guard flag("at") else { return 0 }
    let wanted = "an index from 0 to \(most)"
    return try integer("index", in: 0...most, wanted: wanted, missing: "an index")
  }
}

extension Problem {
  /// A command that only the catalogue's server has an answer to.
  static func needsCatalogue(_ command: String) -> Self {
    Self(
      "'\(command)' needs the catalogue, whose server is made up here; 'open catalogue' begins a session on it"
    )
  }
}
