import FeedReducer
import Testing

@testable import FeedConsole
import TestWatch

/// The live screen without a terminal: keys in, lines and frames out.
@Suite(.watched) struct LiveScreenTests {
  /// A session with its live screen. Lines that keys ask for are run, as on a terminal.
  private final class Live {
    let transcript: Transcript
    var screen: LiveScreen
    var textName: String? = "name"
    var (isRunning, waits) = (false, [Ticket: Duration]())
    private(set) var ran: [String] = []

    init(
      columns: Int = 80, rows: Int = 24, settings: Settings = Settings()
    ) throws {
      transcript = Transcript(settings: settings)
      screen = LiveScreen(columns: columns, rows: rows)
    }

    var context: LiveContext {
      let interpreter = transcript.interpreter
      return LiveContext(
        session: interpreter.session, source: "a source",
        textName: textName, isAuto: interpreter.settings.isAuto, isRunning: isRunning, waits: waits)
    }

    @discardableResult
    func press(_ keys: Key...) throws -> [LiveScreen.Request] {
      var last: [LiveScreen.Request] = []
      for key in keys {
        last = screen.handle(key, in: context)
        for case .run(let line) in last { try run(line) }
        for case .runTyped(let line) in last { try run(line) }
        try follow()
      }
      return last
    }

    func press(_ text: String) throws {
      for character in text { try press(.text(String(character))) }
    }

    func run(_ line: String) throws {
      ran.append(line)
      try transcript.run(line)
    }

    func follow() throws {
      while let line = screen.follow(context) {
        let revision = transcript.interpreter.session.revision
        try run(line)
        if transcript.interpreter.session.revision == revision { return }
      }
    }

    var text: [String] { LiveView(context: context, screen: screen).frame.text(Painter()) }
  }

  @Test func keysTellTheStoryOfAFailureARetryAndALateAnswer() throws {
    let live = try Live()
    try live.press("softrl")
    #expect(
      live.ran == [
        "start", "ok 1", "visible 0..9", "fail 2 503", "retry", "refresh", "late 3",
      ])
    #expect(live.transcript.interpreter.session.now.reaction.refusal != nil)
    #expect(live.text.contains { $0.contains("ignored: request 3 was cancelled in step 6, so") })
    #expect(live.text.contains { $0.contains("pageLoaded(ticket: 3") && $0.contains("ignored") })
  }

  @Test func theEndOfTheListAsksForOnePageEachTime() throws {
    let live = try Live(rows: 14)
    try live.press("soo")
    for page in 3...6 {
      let before = live.ran.count
      try live.press(.end)
      let loads = live.context.state.pending.compactMap(\.load?.request)
      #expect(loads.map(\.position.text) == ["page \(page)"])
      try live.press(.end, .end)
      #expect(live.ran[before...].allSatisfy { $0.hasPrefix("visible") })
      #expect(live.context.state.pending.count == 1)
      try live.press("o")
    }
  }

  @Test func theRowBelowTheListStaysInViewWithTheLastRow() throws {
    var settings = Settings()
    settings.pageSize = 20
    for rows in 5...40 {
      let live = try Live(columns: 100, rows: rows, settings: settings)
      try live.press("soG")
      #expect(live.text.contains { $0.contains("⟳ loading more") }, "\(rows)")
      try live.press("f")
      #expect(live.text.contains { $0.contains("✗ [t] retry") }, "\(rows)")
      #expect(live.text.contains { $0.contains("19  Palpatine") }, "\(rows)")
      // A new size keeps the marked row in view.
      live.screen.resize(columns: 80, rows: 8)
      try live.follow()
      #expect(live.text.contains { $0.hasPrefix("▸ 19  Palpatine") }, "\(rows)")
      #expect(live.text.contains { $0.hasPrefix("      ✗ [t] retry") }, "\(rows)")
    }
  }

  @Test func whatHasNoRoomIsInTheTitle() throws {
    let live = try Live(columns: 40, rows: 10)
    try live.press("so")
    #expect(live.text[0] == " step 3  10 of 82    ⟳ loading more …")
    try live.press("f")
    #expect(live.text[0] == " step 4  10 of 82    ✗ [t] retry  the…")
    try live.press("[")
    #expect(live.text[0].hasPrefix(" PAST 3 of 4  10 of 82    ⟳ loading"))
    // Where there is a row for it, the title is as ever.
    var settings = Settings()
    settings.pageSize = 20
    let large = try Live(columns: 100, rows: 16, settings: settings)
    try large.press("so")
    try large.run("loadMore; fail 503")
    try large.follow()
    #expect(large.text[1].contains("✗ [t] retry"), "\(large.text[1])")
    try large.press("G")
    #expect(!large.text[1].contains("✗ [t] retry"), "\(large.text[1])")
  }

  @Test(arguments: [
    ("", "s start  : command  ? help  q quit"),
    ("s", "o ok  f fail  [ back  S save  d drop  w offline  : command  ? help  q quit"),
    ("so", "o ok  f fail  [ back  S save  r refresh  d drop  : command  ? help  q quit"),
    ("sof", "t retry  [ back  S save  r refresh  l late  w offline  : command  ? help  q quit"),
    ("sofr", "t retry  o ok  f fail  [ back  S save  d drop  l late  : command  ? help  q quit"),
    ("sof[", "o ok  f fail  [ back  ] forward  S save  . now  : command  ? help  q quit"),
    ("s[", "s start  ] forward  . now  : command  ? help  q quit"),
    ("so?", "↑ ↓ scroll  any other key closes this"),
    ("so:", "Enter run  Tab complete  Esc back"),
  ])
  func theBarHasTheKeysThatMeanSomethingNow(keys: String, bar: String) throws {
    let live = try Live()
    try live.press(keys)
    #expect(live.text[23] == bar)
  }

  @Test func noKeyOfTheBarIsCut() throws {
    for columns in 20...200 {
      let live = try Live(columns: columns)
      try live.press("sofr")
      let bar = try #require(live.text.last)
      #expect(bar.count <= columns && bar.hasSuffix("? help  q quit"), "\(bar)")
      let labels = Set(LiveKey.allCases.map { "\($0.rawValue) \($0)" })
      for word in bar.split(separator: "  ").map(String.init) {
        #expect(labels.union([": command", "? help", "q quit"]).contains(word), "\(bar)")
      }
    }
  }

  @Test func theNextMovesHaveTheirKeys() throws {
    let live = try Live(columns: 120, rows: 40)
    func moves() -> [String] {
      let side = live.text.compactMap { $0.split(separator: "│ ").last.map(String.init) }
      let moves = side.drop { $0 != "next moves" }.dropFirst()
      return moves.prefix { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
        .map { String($0.prefix(18)) }
    }
    #expect(moves() == ["  s start         "])
    try live.press("sof")
    #expect(
      moves() == [
        "  t retry         ", "  r refresh       ", "  w offline       ", "  : errorDismissed",
        "  : invalidated   ", "  : reset         ", "  : stopped       ",
      ])
    try live.run("remove 4; fail 403; dismiss; remove 5; fail 403")
    try live.run("set retry 3; retry; fail 503")
    #expect(
      moves().prefix(3) == ["  + advance 0.783s", "  t retry         ", "  r refresh       "])
  }

  /// What has no room in the list is above the keys, in words that are not cut.
  @Test func whyALoadFailedOrWaitsCanBeRead() throws {
    let live = try Live()
    try live.press("so")
    try live.run("fail 429 after=60s")
    #expect(live.text[22].hasPrefix("append: the server answered 429 "))
    try live.run("set retry 3; retry; fail 503")
    let said = live.text.suffix(3).joined(separator: " ")
    #expect(said.contains("append: tries again in 0."), "\(live.text)")
    #expect(said.contains("the server answered 503"), "\(live.text)")
    try live.run("advance; ok; set retry 0; remove 1; fail 403")
    try live.press("g")
    #expect(live.text[22].hasPrefix("edit: the server answered 403 "), "\(live.text)")
    try live.press(.down)
    #expect(live.text[22].isEmpty)
  }

  /// The step that shows in full keeps its mark and its place in the log.
  @Test func aStepInFullIsMarkedAndTheLogGoesOnThere() throws {
    let live = try Live()
    try live.press("sof")
    try live.press(.tab, .up, .up, .enter)
    #expect(live.text.filter { $0.hasPrefix("▸") }.map { $0.contains("visible") } == [false])
    let marked = try #require(live.text.last { $0.hasPrefix("▸") })
    let title = try #require(live.text.first { $0.hasPrefix("step ") })
    #expect(title == "step \(marked.dropFirst().prefix { $0 != "p" }.filter(\.isNumber))")
    try live.press(.escape, .up, .enter)
    let next = try #require(live.text.last { $0.hasPrefix("▸") })
    #expect(next != marked, "\(live.text)")
    try live.press(.escape, .tab)
    #expect(live.text[23].contains("? help"))
  }

  /// A mark is beside the thing that keys act on, a bar beside what the reader sees.
  @Test func oneMarkHasOneMeaning() throws {
    let live = try Live()
    try live.press("so")
    try live.press(.down)
    let text = live.text
    #expect(text[2].hasPrefix("▎ 0  Luke") && text[3].hasPrefix("▸ 1  C-3PO"))
    #expect(text.count { $0.hasPrefix("▸") } == 2, "the row, and the step of the log")
    #expect(text.count { $0.contains("│ ▸ 1 load") } == 1)
  }

  @Test func anAnswerThatIsWaitedForHasItsSeconds() throws {
    let live = try Live(columns: 100)
    try live.press("so")
    #expect(live.text.contains { $0.contains("load 2 append page 2  [o]k [f]ail [d]rop") })
    live.isRunning = true
    live.waits = [2: .milliseconds(900)]
    #expect(live.text.contains { $0.contains("load 2 append page 2  [f]ail [d]rop") })
    live.waits = [2: .milliseconds(8_300)]
    #expect(live.text.contains { $0.contains("load 2 append page 2  8 s  [f]ail [d]rop") })
    live.screen.resize(columns: 60, rows: 14)
    #expect(live.text[0].hasPrefix(" step 3  10 of 82  8 s"))
    #expect(live.text.last?.hasPrefix("f fail") == true)
    try live.press("o")
    #expect(live.screen.message.text.hasPrefix("o: the answer comes by itself"))
  }

  @Test func theSecondsAndTheNumberOfAPageAreInView() throws {
    let live = try Live()
    try live.press("so")
    try live.run("insert \"a title that goes on and on and on, with the number 1234567\"")
    live.isRunning = true
    live.waits = [3: .seconds(8)]
    #expect(live.text.contains { $0.contains(/2 send 3 insert.*….*  8 s$/) }, "\(live.text)")
  }

  @Test func aLongTitleIsCutAndNotTheMarkOfAnEdit() throws {
    let live = try Live()
    try live.press("so")
    try live.run("insert \"a very long title that goes on and on and on and on\" at 1")
    #expect(live.text[3].contains(/a very.*…  ✎ saving/), "\(live.text[3])")
    try live.press("2f")
    #expect(live.text[3].contains(/a very.*…  ✗ \[t\] resend/), "\(live.text[3])")
  }

  @Test func aMessageGoesWithAStepThatArrives() throws {
    let live = try Live()
    try live.press("Z")
    live.screen.stepArrived()
    #expect(live.screen.message.text.isEmpty)
    try live.press(":")
    live.screen.message = "error: there is no step 99"
    live.screen.stepArrived()
    #expect(live.screen.message.text == "error: there is no step 99")
  }

  @Test func theBarSaysWhatWDoes() throws {
    let live = try Live(columns: 140)
    try live.press("sow")
    #expect(live.text.last?.contains("w online") == true)
  }

  @Test func aLongMessageAndACommandForAShellAreWhole() throws {
    let live = try Live()
    let words = (1...20).map { "word\($0)" }.joined(separator: " ")
    live.screen.show([Line(words)], title: "")
    #expect(live.text[21].hasPrefix("word1 word2") && live.text[22].hasSuffix("word20"))
    let curl = "curl 'http://a/\(String(repeating: "x", count: 90))' -H 'Accept: a/b'"
    live.screen.show([Line(curl, style: .command)], title: "")
    #expect(live.text[21] + live.text[22] == curl)
    #expect(Painter(columns: { 20 }).paragraph(Line(curl, style: .command)) == curl + "\n")
  }

  /// Terminals draw emoji in one column or in two: what is beside them has its column all the same.
  @Test func whatIsBesideAnEmojiHasItsColumn() throws {
    let live = try Live()
    try live.press("so")
    try live.run("insert \"a 😀\"")
    let writer = FrameWriter(painter: Painter())
    let rows = LiveView(context: live.context, screen: live.screen).frame.rows
    let row = try #require(rows.map(writer.text).first { $0.contains("😀") })
    #expect(row.contains(/😀.*\e\[[0-9]+G│/), "\(row.debugDescription)")
  }

  /// A sentence beside the list is whole, or says that it goes on.
  @Test func whatIsCutBesideTheListSaysSo() throws {
    let live = try Live(rows: 40)
    try live.press("so")
    try live.run("query name=l")
    func side() -> [String] {
      live.text.compactMap { line in line.firstIndex(of: "│").map { String(line[$0...]) } }
    }
    let whole = side()
    for rows in 12...39 {
      live.screen.resize(columns: 80, rows: rows)
      guard let last = side().last(where: { $0.count > 2 }) else { continue }
      let goesOn = whole.firstIndex(of: last).map { whole[$0 + 1].hasPrefix("│     ") }
      #expect(goesOn != true, "\(rows): \(last)")
    }
  }

  @Test func nothingSticksToIgnoredAndTextsAreIndented() throws {
    let live = try Live(columns: 120)
    try live.press("so")
    try live.run("loaded 1 items=3 next=2 total=81")
    #expect(live.text.contains { $0.contains(") ignored") }, "\(live.text)")
    live.screen.resize(columns: 80, rows: 24)
    try live.press("?")
    #expect(!live.text.contains { $0.hasPrefix("or .html") })
  }

  @Test func aQueryIsTypedKeyByKey() throws {
    let live = try Live()
    try live.press("so/le=")
    #expect(
      live.ran.suffix(3) == ["query name=l", "query name=le", "query name=le="])
    #expect(live.text.contains { $0.contains("query name=le=, typing") })
    #expect(live.text.contains { $0.contains("0~ Luke Skywalker") })
    try live.press(.backspace, .enter)
    #expect(live.ran.suffix(2) == ["query name=le", "submitted"])
    try live.press("o")
    #expect(live.text.contains { $0.contains("0  Leia Organa") })
    try live.press(.text("/"), .escape)
    #expect(live.ran.last?.hasPrefix("visible") == true)
  }

  @Test func thePastIsNamedAndScrollingThereReportsNothing() throws {
    let live = try Live()
    try live.press("soo[[")
    let steps = live.context.session.entries.count
    #expect(live.text[0].contains("THE PAST: step 3 of 5"))
    let before = live.ran.count
    try live.press(.end, .home, .pageDown)
    #expect(live.ran.count == before)
    #expect(live.context.session.entries.count == steps)
    #expect(live.text.contains { $0.hasPrefix("in the past: what shows is not reported") })
    try live.press(".")
    #expect(!live.text[0].contains("PAST"))
  }

  @Test(arguments: [
    ("o", "o: nothing is pending"), ("l", "l: no request has ended yet"), ("[", "[: this is the"),
    ("]", "]: this is the last step"), ("t", "t: no load has failed"),
    ("x", "x: there are no rows"),
    ("r", ""), ("+", "+: nothing waits for the clock"), ("Z", "this key does nothing"),
    ("3", "nothing is pending"),
  ]) func aKeyThatCantDoAnythingSaysWhy(key: String, message: String) throws {
    let live = try Live()
    try live.press(key)
    #expect(live.screen.message.text.hasPrefix(message), "\(live.screen.message.text)")
    #expect(message.isEmpty || live.ran.isEmpty)
  }

  @Test func plusWaitsForATimerOrAnAnswer() throws {
    let live = try Live()
    try live.run("server latency 2s; set retry 3")
    try live.press("s+")
    #expect(live.context.state.items.count == 10)
    try live.press("rf+")
    #expect(live.context.state.pending.map(\.isTimer) == [false])
    #expect(live.context.state.clock > .seconds(2))
  }

  @Test func aDigitChoosesTheRequestThatIsMeant() throws {
    let live = try Live()
    try live.press("so")
    try live.run(#"{"edit":{"change":{"remove":{"id":"4"}}}}"#)
    try live.press("2")
    #expect(live.text.contains { $0.contains("▸ 2 send 3 remove 4") })
    try live.press("d")
    #expect(live.ran.last == "drop 3")
  }

  @Test func aCommandIsTypedAndWhatItShowsIsReadInFull() throws {
    let live = try Live()
    try live.press("so:")
    try live.press("sta")
    #expect(live.text[22].hasPrefix(":sta▏"))
    try live.press(.escape, .text(":"))
    try live.press("why append")
    #expect(try live.press(.enter) == [.runTyped("why append")])
  }

  @Test func savingAsksForTheEnding() throws {
    let live = try Live()
    try live.press("soS")
    #expect(live.text[22].hasPrefix(":save session.swift▏"))
    #expect(
      live.text[21] == "save: type a name with .feed (a script), .swift (a test) or .html (a page)")
    try live.press("b.h")
    try live.press(.tab)
    #expect(live.text[22].hasPrefix(":save b.html ▏"))
    // A key that moves or deletes takes the suggestion as it is.
    try live.press(.escape)
    try live.press("S")
    try live.press(.backspace)
    try live.press("x")
    #expect(live.text[22].hasPrefix(":save session.swifx▏"))
  }

  @Test func aMessageIsBesideTheLineThatItIsAbout() throws {
    let live = try Live()
    try live.press("so:goto 99")
    live.screen.message = Line("error: there is no step 99")
    #expect(live.text[21] == "error: there is no step 99")
    #expect(live.text[22].hasPrefix(":goto 99▏"))
  }

  @Test func aTextScrollsToItsLastLineAndNoFurther() throws {
    let live = try Live()
    live.screen.show((1...50).map { Line("line \($0)") }, title: "long")
    try live.press("G")
    let height = live.screen.layout.height
    #expect(live.text[live.screen.layout.listRow] == "line \(51 - height)")
    #expect(live.text[live.screen.layout.listRow + height - 1] == "line 50")
    // On a higher screen the last lines fill it.
    live.screen.resize(columns: 80, rows: 40)
    let layout = live.screen.layout
    #expect(live.text[layout.listRow + layout.height - 1] == "line 50")
  }

  @Test func aHeadingHasALineBelowIt() throws {
    for rows in 12...40 {
      let live = try Live(columns: 100, rows: rows)
      let headings = ["waiting for you", "why no load?", "next moves"]
      let layout = live.screen.layout
      let last = live.text[layout.listRow + layout.height - 1]
      #expect(!headings.contains { last.hasSuffix($0) }, "\(rows): \(last)")
    }
  }

  @Test func aTextIsReadByKeysAndClosedByAnyOther() throws {
    let live = try Live()
    live.screen.show((1...50).map { Line("line \($0)") }, title: "long")
    #expect(live.text[2] == "long" && live.text[3] == "line 1")
    #expect(live.text[23] == "↑ ↓ scroll  any other key closes this")
    try live.press(.down, .down)
    #expect(live.text[2] == "line 2")
    try live.press(.pageDown)
    #expect(live.text[2] == "line 17")
    try live.press("z")
    #expect(live.text.contains { $0.contains("not started yet") })
  }

  @Test func theLogShowsAStepInFull() throws {
    let live = try Live()
    try live.press("so")
    try live.press(.tab, .up, .enter)
    #expect(live.text[2] == "step 2")
    #expect(live.text[3].hasPrefix("[2] pageLoaded(ticket: 1, 10 rows"))
    try live.press(.escape)
    #expect(live.text.contains { $0.contains("Luke Skywalker") })
  }

  @Test func theLogSaysWhatIsGivenUp() throws {
    let live = try Live(columns: 100)
    try live.press("so")
    try live.run("remove 4; stopped")
    #expect(live.text.contains { $0.hasSuffix("⇒ cancel 2, ⇒ cancel 3 (removal of 4 is …") })
  }

  @Test func aRowIsFound() throws {
    let live = try Live()
    live.textName = nil
    try live.press("so/")
    try live.press("vader")
    try live.press(.enter)
    #expect(live.screen.selected == 3)
    try live.press("/")
    try live.press("nobody")
    try live.press(.enter)
    #expect(live.screen.message.text == "no row that was loaded contains 'nobody'")
  }

  @Test func rowsAreEditedByTheirIndex() throws {
    let live = try Live()
    try live.press("so")
    try live.press(.down, .down)
    #expect(
      LiveView(context: live.context, screen: live.screen).effect(of: .remove) == .run("remove @2"))
    try live.press("e")
    #expect(live.text[22].hasPrefix(#":update @2 title="R2-D2▏""#))
    try live.press(.escape)
    try live.press("n")
    #expect(live.text[22].hasPrefix(#":insert "▏" at 2"#))
    try live.press("Ada")
    try live.press(.enter)
    #expect(live.ran.last == #"insert "Ada" at 2"#)
    // What failed is sent again by the key that retries.
    try live.press("2f")
    #expect(live.text.contains { $0.contains("Ada  ✗ [t] resend  the") })
    try live.press("t")
    #expect(live.ran.last == "resend")
  }

  @Test(arguments: [(60, 14), (80, 24), (100, 30), (200, 60), (20, 5), (2, 1)])
  func everySizeShowsTheList(columns: Int, rows: Int) throws {
    let live = try Live(columns: columns, rows: rows)
    try live.press("sof")
    let text = live.text
    #expect(text.count == rows)
    for line in text { #expect(line.count <= columns, "\(line)") }
    guard columns >= 60 else { return }
    #expect(text.contains { $0.contains("Luke Skywalker") })
    #expect(text.contains { $0.contains("✗ [t] retry  the") })
    #expect(text.contains { $0.contains("q quit") })
    let isLarge = columns >= 100
    for part in ["waiting for you", "why no load?", "next moves"] {
      #expect(text.contains { $0.contains(part) } || !isLarge, "\(part)")
    }
    #expect(text.contains { $0.contains("failed(ticket: 2") } == (rows >= 18))
  }

  @Test func aSmallScreenShowsTheListAndOneLine() throws {
    let live = try Live(columns: 60, rows: 14)
    try live.press("so")
    #expect(
      live.text == [
        " step 3  10 of 82  auto off  a source", "▸ 0  Luke Skywalker", "▎ 1  C-3PO", "▎ 2  R2-D2",
        "▎ 3  Darth Vader", "▎ 4  Leia Organa", "▎ 5  Owen Lars", "▎ 6  Beru Whitesun lars",
        "▎ 7  R5-D4", "▎ 8  Biggs Darklighter", "▎ 9  Obi-Wan Kenobi", "     ⟳ loading more …", "",
        "o ok  f fail  [ back  S save  r refresh  ? help  q quit",
      ])
  }

  @Test func aboveTheListIsWhatItIsAbout() throws {
    let live = try Live()
    try live.press("soo")
    #expect(live.text[1] == " 20 of 82 rows")
    try live.press("rfw")
    #expect(
      live.text[1].hasPrefix(" 20 of 82 rows  offline    ✗ [t] retry  the server answered 503"))
    #expect(live.text[2].hasPrefix("▸  0  Luke Skywalker"))
  }

  @Test func rowsOfAnAPIAreNotEdited() throws {
    var settings = Settings()
    settings.isEditable = false
    let live = try Live(settings: settings)
    try live.press("son")
    #expect(live.text[21].hasPrefix("n: this source takes no edits"))
  }

  @Test func arrowsTravelInTime() throws {
    let live = try Live()
    try live.press("so")
    try live.press(.left, .left, .right)
    #expect(live.ran.suffix(3) == ["undo", "undo", "redo"])
  }

  @Test func tenThousandRowsCostOnlyWhatShows() throws {
    let live = try Live()
    try live.press("s")
    try live.run("loaded items=10000 next=2")
    try live.press(.end)
    #expect(live.text.contains { $0.contains("made up 10000") })
    try live.press(.pageUp, .home)
    #expect(live.text.contains { $0.contains("made up 1") })
  }

  @Test func onlyRowsThatDifferAreDrawnAgain() throws {
    let live = try Live()
    var writer = FrameWriter(painter: Painter())
    let first = writer.draw(LiveView(context: live.context, screen: live.screen).frame)
    #expect(first.hasPrefix("\u{1B}[2J"))
    #expect(writer.draw(LiveView(context: live.context, screen: live.screen).frame).isEmpty)
    try live.press("Z")
    let next = writer.draw(LiveView(context: live.context, screen: live.screen).frame)
    #expect(next == "\u{1B}[23;1H\u{1B}[2Kthis key does nothing; '?' lists the keys")
  }

  @Test func textFromAServerDrivesNoTerminal() throws {
    let live = try Live()
    try live.press("s")
    try live.run(
      #"loaded items=[{"id":"1","title":"a\u001b[2Jb\u0007\u202E日本👩‍👩‍👧‍👦","value":null}]"#)
    try live.follow()
    var writer = FrameWriter(painter: Painter())
    let text = writer.draw(LiveView(context: live.context, screen: live.screen).frame)
    #expect(text.contains(#"a\u{1b}[2Jb\u{7}\u{202e}日本"#))
    #expect(!text.dropFirst(4).contains("\u{1B}[2J"))
  }

  @Test(arguments: LiveKey.allCases) func everyKeyIsInTheHelp(key: LiveKey) throws {
    let live = try Live(columns: 100, rows: 40)
    try live.press("?")
    #expect(!key.help.isEmpty)
    #expect(live.text.contains { $0.contains("\(key.rawValue)  ") && $0.contains(key.help) })
  }
}

extension Frame {
  /// The screen as text, a line for each row, without colours.
  fileprivate func text(_ painter: Painter) -> [String] {
    rows.map { segments in
      let text = segments.sorted { $0.column < $1.column }.reduce(into: "") { text, segment in
        text = text.padded(to: segment.column) + painter.escape(segment.line.text)
      }
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }
}
