/// A short story that a session plays: a script whose first line says what to watch.
struct Demo {
  let name: String

  /// At most six lines. The first is a comment, and the last a check that holds.
  fileprivate(set) var lines: [String]

  /// What there is to watch.
  var summary: String { String(lines[0].dropFirst(2)) }

  static func named(_ name: String) -> Demo? { all.first { $0.name == name } }

  /// All stories, from the table.
  static let all = table.split(separator: "\n").reduce(into: [Demo]()) { demos, line in
    if line.hasPrefix("  ") {
      demos[demos.count - 1].lines += line.dropFirst(2).split(separator: " / ").map(String.init)
    } else {
      let parts = line.split(separator: ": ", maxSplits: 1)
      demos.append(Demo(name: String(parts[0]), lines: ["# \(parts[1])"]))
    }
  }

  /// The names and what there is to watch. The lines of the story are below, with ` / ` between
  /// them.
  private static let table = """
    stale-answer: an answer that comes too late changes nothing
      start; ok; appear 9 / refresh / late 2 / ok 3 / expect items == 10 and page == 2
    fast-scroll: however fast the rows pass, the end asks for one page
      start; ok / appear 0..9 / appear 3..9 / ok / expect items == 20 and pending == 0
    flaky-server: failures are tried again, each after a longer pause
      set retry 3; start; fail 503 / advance 1s; fail timeout / settle
      expect items == 10 and clock > 2
    offline: without a network nothing is asked; then it goes on by itself
      start; ok; offline / appear last; screen 3 / why append / online; ok / expect items == 20
    drift: rows go on the server: the next page passes others over
      start; ok; server delete 3 / appear last; ok / server / refresh; ok
      expect items == 10 and items contains Chewbacca
    edit-refused: a change shows at once; the server refuses it, and it is undone
      start; ok; update 4 name=Anakin / appear 3; screen 3 / fail 2 403; screen 3 / dismiss
      expect items contains Vader and failedEdits == 0
    window: far pages are dropped, and come back when the reader does
      set max-items 20; auto on; start / 4*appear last / screen 4 / appear 0
      expect items == 20 and items contains Boba
    search-race: typing asks once; the answer to the query before comes too late
      start; ok; query l; query le; query leia / advance 0.3s; screen 4
      query yoda; submitted / late 5; ok 7; screen / expect items == 1 and asked contains yoda
    """
}

extension Interpreter {
  /// Plays the demo that the words name; without words it lists all.
  func demo(_ words: Arguments) throws(Failure) -> Shown? {
    let word = words.next()
    try words.finish()
    guard let word else { return Shown(Line.table(Demo.all.map { ($0.name, $0.summary) })) }
    guard let demo = Demo.named(word.text) else {
      throw word.unknown(
        "there is no demo \(quoted(word.text))", among: Demo.all.map(\.name),
        or: "'demo' lists all")
    }
    try play(demo)
    return nil
  }

  /// Plays a demo from the first step on, with the usual settings. Those of the session come back
  /// at its end.
  ///
  /// With ``waitForEnter`` each line waits for the user, who may stop it.
  private func play(_ demo: Demo) throws(Failure) {
    guard session.state.server != nil else { throw Failure(.needsCatalogue("demo")) }
    let old = settings
    use(Settings(isQuiet: old.isQuiet, seed: old.seed))
    defer { use(old) }
    // What was done stays in its branch.
    if session.position > 0 { session.go(to: 0) }
    for (index, line) in demo.lines.enumerated() {
      if index > 0, let waitForEnter {
        output.flush()
        if !waitForEnter() { return }
      }
      show([Line("\(session.prompt) ", style: .name) + Line(line)], of: "demo")
      try run(line)
    }
  }
}
