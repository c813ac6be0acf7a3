import FeedHTTP
import FeedReducer
import Foundation
import Testing

@testable import FeedConsole
import TestWatch

/// `save a.html` writes a session as a page.
@Suite(.watched) struct ReportTests {
  /// The page of a session over the catalogue.
  static func page(of lines: String) throws -> String {
    let transcript = Transcript()
    for line in lines.split(separator: "\n") { try transcript.run(String(line)) }
    return page(report(transcript))
  }

  static func page(_ report: Report) -> String {
    ReportPage(report: report, source: "the <catalogue>", name: "a").text
  }

  private static func report(_ transcript: Transcript) -> Report {
    Report(Script(transcript.interpreter.session))
  }

  /// The steps of a page as text, one a line.
  private func steps(_ page: String) -> [String] {
    page.split(separator: "\n").filter { $0.hasPrefix("<tr id=") }.map { row in
      row.replacing(#/<td class="lane.*?<\/td>/#, with: "").replacing(#/<div[^>]*>/#, with: "| ")
        .replacing("</td>", with: " ").replacing("</th>", with: " ")
        .replacing(#/<[^>]*>/#, with: "").replacing(#/ +/#, with: " ")
        .trimmingCharacters(in: .whitespaces)
    }
  }

  @Test func theTableSaysWhatEachStepDid() throws {
    let page = try Self.page(of: "start; ok; set retry 1; appear 9; refresh; late 2; advance 1s")
    #expect(
      steps(page) == [
        "0 a fresh feed with seed 1 0s",
        "1 started | refresh idle → loading 1| ⇒ load 1 refresh start 0s",
        """
        2 pageLoaded(ticket: 1, 10 rows, next: page 2, total: 82) | items 0 → 10 + 1 Luke Skywalker … \
        10 Obi-Wan Kenobi| page none → 2| total none → 82| refresh loading 1 → idle| \
        prepend idle → ended exhausted| generation 0 → 1| load 1 refresh start, from step 1 0s
        """,
        """
        3 | set retry 1itemAppeared(index: 9) | append idle → loading 2| \
        ⇒ load 2 append page 2 0s
        """,
        """
        4 refreshPulled | refresh idle → loading 3| append loading 2 → idle| ⇒ cancel 2| \
        ⇒ load 3 refresh start 0s
        """,
        """
        5 pageLoaded(ticket: 2, 10 rows, next: page 3, total: 82) | ignored: no such answer to 2 is \
        awaited: it was answered or cancelled, was never sent, or is of another kind; it changes nothing| \
        stale: request 2 was cancelled in step 4| load 2 append page 2, from step 3 0s
        """, "6 advance 1s | clock 0s → 1s 1s",
      ])
    #expect(page.contains("<tr id=\"step-5\" class=\"ignored\">"))
    #expect(page.contains("hide 1 ignored</label>"))
    #expect(page.contains("<p>6 steps · 3 requests · "))
  }

  @Test(arguments: [
    ("start", "load 1 refresh start: pending 1-"),
    ("start; ok", "load 1 refresh start: ok 1-2"),
    ("start; fail", "load 1 refresh start: failed 1-2"),
    ("start; drop", "load 1 refresh start: cancelled 1-2"),
    ("start; stopped; late 1", "load 1 refresh start: cancelled 1-2 late 3"),
    ("start; ok; late 1", "load 1 refresh start: ok 1-2 late 3"),
    (
      "start; query luke; submitted; late 1",
      """
      load 1 refresh start: cancelled 1-3 late 4, schedule 2 after 0.3s: cancelled 2-3, \
      load 3 refresh start: pending 3-
      """
    ),
    (
      "set retry 1; start; fail; advance 1s",
      """
      load 1 refresh start: failed 1-2, schedule 2 after 0.783s: ok 2-4, \
      load 3 refresh start: pending 4-
      """
    ),
    (
      "start; ok; remove 4; fail 403",
      "load 1 refresh start: ok 1-2, send 2 remove 4: failed 3-4"
    ),
  ]) func aRequestGoesFromItsStartToItsAnswer(lines: String, lanes: String) throws {
    let transcript = Transcript()
    try transcript.run(lines)
    let all = Self.report(transcript).lanes.map { lane in
      "\(lane.text): \(lane.ending) \(lane.start)-\(lane.end.map { "\($0)" } ?? "")"
        + (lane.late.map { " late \($0)" } ?? "")
    }
    #expect(all.joined(separator: ", ") == lanes)
  }

  /// One column for each request of that time, with its start, its way, its end and a late answer.
  @Test(arguments: [
    ("start; drop", ["", "cancelled start", "cancelled end ⊘"]),
    (
      "start; ok; loadMore; refresh; late 2; ok; refresh",
      [
        "|", "ok start|", "ok end ✓|", "cancelled start|", "cancelled end ⊘|ok start",
        "late end ↯|ok", "|ok end ✓", "pending start|",
      ]
    ),
  ]) func aLaneIsBesideItsSteps(lines: String, lanes: [String]) throws {
    let rows = try Self.page(of: lines).split(separator: "\n").filter { $0.hasPrefix("<tr id=") }
    #expect(
      rows.map { row in
        row.matches(of: #/<td(?: class="lane ([a-z ]*)"[^>]*)?>(?:<b>(.?)<\/b>)?<\/td>/#)
          .map { "\($0.1 ?? "") \($0.2 ?? "")".trimmingCharacters(in: .whitespaces) }
          .joined(separator: "|")
      } == lanes)
  }

  @Test func aPhoneHasRoomForSixLanes() throws {
    let transcript = Transcript()
    try transcript.run("start; ok")
    for id in 1...8 { try transcript.run("remove \(id)") }
    let report = Self.report(transcript)
    #expect(report.lanes.count == 9)
    #expect(report.columns.map { $0.compactMap { $0?.start }.first } == [1, 4, 5, 6, 7, 8])
  }

  @Test func theScreenHasTheRowsAroundTheReader() throws {
    let transcript = Transcript()
    try transcript.run("start; until items > 40 ( loadMore; ok ); appear 30; refresh")
    let screens = Self.report(transcript).screens
    let last = try #require(screens.steps.last).map { index in
      screens.lines[index].map { $0[1] }.joined()
    }
    #expect(last.prefix(3) == ["50 of 82 rows", "      ⟳ refreshing …", "  24  Lobot"])
    #expect(last.count == 15)
    #expect(last.filter { $0.hasPrefix("▎") } == ["▎ 30  Qui-Gon Jinn"])
  }

  @Test func noTextIsMarkup() throws {
    let row = "</script><img src=x onerror=alert(1)>\u{202E}\"&"
    let link = "https://a.example/?token=letmein&page=2"
    let transcript = Transcript()
    try transcript.run("start; ok; remove 4")
    try transcript.run("insert '\(row)' at 0")
    transcript.interpreter.session.send(.refreshPulled)
    let ticket = transcript.interpreter.session.state.feed.lastTicket
    let answer = JSONFeed.Page(
      items: [JSONRow(id: JSONRow.ID("1"), title: row, value: .null)], next: .link(link))
    transcript.interpreter.session.send(.pageLoaded(ticket: ticket, page: answer))
    let page = Self.page(Self.report(transcript))
    #expect(!page.contains("<img"))
    #expect(page.contains("&lt;/script&gt;&lt;img"))
    #expect(page.contains(#"["plain","\u003c/script>\u003cimg"#))
    #expect(!page.contains("\u{202E}"))
    #expect(page.contains(#"\\u{202e}\"&"#))
    #expect(page.components(separatedBy: "</script").count == 3)
    #expect(!page.contains("letmein"))
    #expect(page.contains("token=…"))
    #expect(page.contains("the &lt;catalogue&gt;"))
  }

  /// To people such a letter and the `<` behind it are one character. To a browser they are two.
  @Test func aLetterBeforeMarkupHidesNothing() throws {
    let page = try Self.page(of: "start; ok; insert '\u{D4E}</script>\u{D4E}<img>' at 0")
    let seen = page.unicodeScalars.map { $0.isASCII ? String($0) : "?" }.joined()
    #expect(seen.contains("?&lt;/script&gt;?&lt;img&gt;"))
    #expect(seen.contains(#"?\u003c/script>?\u003cimg>"#))
    #expect(!seen.contains("<img"))
  }

  @Test func aLongSessionIsAFileToSend() throws {
    let transcript = Transcript()
    for _ in 0..<250 {
      try transcript.run("refresh; ok; appear last; settle")
    }
    let report = Self.report(transcript)
    #expect(report.steps.count > 1_000)
    #expect(Self.page(report).utf8.count < 1_500_000)
  }

  @Test func nothingIsLoaded() throws {
    let page = try Self.page(of: "start; ok")
    for sign in ["src=", "url(", "@import", "http:", "https:", " style=", "onclick"] {
      #expect(!page.contains(sign), "\(sign)")
    }
    #expect(page.matches(of: #/href="(.*?)"/#).allSatisfy { $0.1.hasPrefix("#step-") })
  }

  @Test(arguments: [ReportPage.script, ReportPage.style])
  func thePolicyHasTheHashes(hash: String, text: String) throws {
    let tool = "if command -v sha256sum > /dev/null; then sha256sum; else shasum -a 256; fi"
    let sum = try Program.shell(tool + " < \"$INPUT\"", input: Data(text.utf8)).output.prefix(64)
    var bytes = Data()
    for pair in stride(from: 0, to: sum.count, by: 2) {
      let digits = sum.dropFirst(pair).prefix(2)
      bytes.append(try #require(UInt8(digits, radix: 16)))
    }
    #expect("sha256-\(bytes.base64EncodedString())" == hash)
  }

  @Test func aPageIsWrittenAgain() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID()).html").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let transcript = Transcript()
    try transcript.run("start; save '\(path)'; ok; save '\(path)'")
    #expect(transcript.shown.hasSuffix("saved 2 steps in \(path)\n"))
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("id=\"step-2\""))
  }
}
