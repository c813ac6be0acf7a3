import FeedHTTP
import FeedReducer

// The command that changes the server behind the catalogue.
extension Command {
  static let serverCommands: [Command] = [
    Command(
      name: "server", synonyms: ["world", "backend", "truth"],
      group: .requests,
      arguments: "[insert|delete|update|page-size|latency|from|up|down|reset] [N] [at I]",
      summary: "what the server has and the list lacks, or a change",
      details: [
        "insert, delete, update N: rows come, go or change there, at index I, else 0.",
        "page-size N|none: rows in its pages.  latency 2s: an answer takes so long;",
        "'advance' brings it.  down, up: 'ok' fails like a server that is away.",
        "from I: the first page is the one with row I, so the list grows both ways.",
        "A change is a step, which 'undo' takes back.  'reset' takes back all of them.",
      ],
      example: "start; ok; server delete 3; appear 9; ok; server",
      body: .work(changeServer))
  ]
}

private func changeServer(
  _ arguments: inout Arguments, in interpreter: Interpreter
) throws(Failure) {
  let state = interpreter.session.state
  guard let server = state.server else {
    throw Failure(.needsCatalogue(arguments.name.commandName), at: arguments.name)
  }
  if let word = arguments.next() {
    let change = try arguments.change(word, of: server)
    try arguments.finish()
    return interpreter.show(interpreter.session.change(change))
  }
  let truth = state.drift?.lines ?? []
  let count = state.items.count.counted("row")
  let summary = state.drift == nil ? "no page has arrived yet" : "the list has \(count)"
  let agreement = state.drift != nil && truth.isEmpty ? ", as they are on the server" : ""
  interpreter.show(
    "server",
    [Line("  \(server.text)"), Line("  \(summary)\(agreement)")]
      + truth.map { Line("  \($0)", style: .bad) })
}

extension Arguments {
  /// The most rows that may come at once.
  private static var mostRows: Int { 100_000 }

  fileprivate func change(
    _ word: Word, of server: Server
  ) throws(Failure) -> Server.Change {
    let count = server.rows.count
    switch word.text {
    case "insert":
      return .insert(count: try number(upTo: Self.mostRows), at: try index(upTo: count))
    case "delete":
      let number = try number(upTo: count)
      return .delete(count: number, at: try index(upTo: count - number))
    case "update":
      let number = try number(upTo: count)
      return .update(count: number, at: try index(upTo: count - number))
    case "page-size":
      if flag("none") { return .pageSize(nil) }
      let wanted = "a number of rows from 1, or none"
      return .pageSize(
        try integer("rows", in: Settings.sizes, wanted: wanted, missing: wanted))
    case "latency":
      return .latency(try duration(try next("a duration")))
    case "from":
      let wanted = "a row: there are 0 to \(max(0, count - 1))"
      return .from(
        row: try integer("row", in: 0...max(0, count - 1), wanted: wanted, missing: "a row"))
    case "down": return .down
    case "up": return .up
    case "reset": return .reset
    default: throw bad(word, wanted: "a change of the server")
    }
  }

  /// Takes a number of rows, 1 without a word.
  private func number(upTo most: Int) throws(Failure) -> Int {
    if most < 1 { throw Failure(Problem("no row is left on the server"), at: name) }
    guard words.first?.isKeyword("at") == false else { return 1 }
    let wanted = "a number of rows from 1 to \(most)"
    return try integer("rows", in: 1...most, wanted: wanted) ?? 1
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
      "'\(command)' needs the catalogue, whose server is made up here; 'open catalogue' begins a "
        + "session on it")
  }
}
