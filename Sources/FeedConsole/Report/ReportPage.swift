import FeedHTTP
import FeedReducer

/// A report as one page of HTML that loads nothing.
///
/// All text is escaped. Only the style and the script whose hashes are in the policy apply, so no text of a
/// server can drive the page.
struct ReportPage {
  let report: Report

  /// The name of the source.
  let source: String

  /// The name of the file, without its ending.
  let name: String

  private var last: Int { report.steps.count - 1 }

  /// The text of the file.
  var text: String {
    """
    <!doctype html><!-- \(Script.mark) \(Version.number) -->
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
    script-src '\(ReportScript.hash)'; style-src '\(ReportStyle.hash)'; base-uri 'none'; \
    form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(name.html)</title>
    <style>\(ReportStyle.text)</style>
    </head>
    <body>
    <header>
    <h1>\(name.html)</h1>
    <p>\(summary)</p>
    <p class="faint">\(source.html), \(Script.mark.lowercased()) \(Version.number)</p>
    </header>
    <main>
    \(player)
    \(lanes)
    \(table)
    </main>
    <script type="application/json" id="data">\(screens)</script>
    <script>\(ReportScript.text)</script>
    </body>
    </html>

    """
  }

  private var summary: String {
    let requests = report.lanes.filter { !$0.isTimer }
    let endings = Report.Lane.Ending.allCases.compactMap { ending in
      let count = requests.count { $0.ending == ending }
      return count == 0
        ? nil : "<span class=\"\(ending)\">\(ending.mark) \(count) \(ending)</span>"
    }
    let parts = [last.counted("step"), requests.count.counted("request")]
    return (parts + endings).joined(separator: " · ")
  }

  /// The screens for the script. No `<` in them can end their element.
  private var screens: String {
    JSONText.of(report.screens).split(separator: "<", omittingEmptySubsequences: false)
      .joined(separator: #"\u003c"#)
  }

  /// What needs the script, which shows it.
  private var player: String {
    """
    <section id="player" aria-label="Screen" hidden>
    <div id="slide"><button id="back" aria-label="Step back">‹</button>
    <input id="slider" type="range" min="0" max="\(last)" value="\(last)" aria-label="Step">
    <button id="forward" aria-label="Step forward">›</button></div>
    <p id="place" aria-live="polite"></p>
    <div id="screen"><h2 id="title"></h2><ol></ol></div>
    </section>
    """
  }
}

// MARK: - The steps

extension ReportPage {
  private var table: String {
    let ignored = report.steps.count { $0.entry.reaction.refusal != nil }
    let choice =
      ignored == 0
      ? "" : "<label><input type=\"checkbox\" id=\"hide\"> hide \(ignored) ignored</label>"
    return """
      <section id="steps" aria-label="Steps">
      <div class="head"><h2>Steps</h2>\(choice)</div>
      <table>
      <thead><tr><th scope="col">#</th><th scope="col">Step</th><th scope="col">What happened</th>\
      <th scope="col">Clock</th></tr></thead>
      <tbody>
      \(report.steps.map(row).joined(separator: "\n"))
      </tbody>
      </table>
      </section>
      """
  }

  private func row(_ step: Report.Step) -> String {
    let entry = step.entry
    let ignored = entry.reaction.refusal == nil ? "" : " class=\"ignored\""
    let settings = step.settings.map { "<div class=\"faint\">\($0.html)</div>" }.joined()
    // The first line has the event, which has a cell of its own.
    let lines = [step.report.ignoredText] + step.report.lines(hints: .none).dropFirst()
    let texts = lines.filter { !$0.text.isEmpty }.map { "<div>\($0.html)</div>" }
    let lane = step.lane.map { lane in
      "<div class=\"faint\">\(lane.text.html), "
        + link(to: lane.start, "from step \(lane.start)") + "</div>"
    }
    return """
      <tr id="step-\(entry.number)"\(ignored)><th scope="row">\(link(to: entry.number, "\(entry.number)"))</th>\
      <td class="event">\(settings)<code>\(entry.event.text.html)</code></td>\
      <td class="what">\(texts.joined())\(lane ?? "")</td>\
      <td class="clock">\(entry.state.clock.text.html)</td></tr>
      """
  }

  private func link(to step: Int, _ text: String) -> String {
    "<a href=\"#step-\(step)\">\(text)</a>"
  }
}

// MARK: - The requests

extension ReportPage {
  private static let rowHeight = 24

  /// How far apart two steps are: a short session fills the page, a long one scrolls.
  private var stepWidth: Int { max(5, min(32, 800 / max(1, last))) }

  private func x(_ step: Int) -> Int { 10 + step * stepWidth }

  private var lanes: String {
    guard !report.lanes.isEmpty else { return "" }
    let height = (report.lanes.count + 1) * Self.rowHeight
    let names = report.lanes.map { lane in
      let text =
        "<span class=\"\(lane.ending)\">\(lane.ending.mark)</span> \(lane.text.html)"
      return "<li>\(link(to: lane.start, text)) <small>\(lane.ending)</small></li>"
    }
    let bars = report.lanes.enumerated().map { bar($1, y: ($0 + 1) * Self.rowHeight) }
    return """
      <section id="lanes" aria-label="Requests">
      <div class="head"><h2>Requests</h2></div>
      <div class="lanes"><ol>\(names.joined())</ol>
      <div class="plot"><svg width="\(x(last) + 12)" height="\(height)" aria-hidden="true">
      \(ticks(height: height))<rect id="now" x="-9" y="0" width="2" height="\(height)" \
      data-x="\(x(0))" data-width="\(stepWidth)"/>
      \(bars.joined(separator: "\n"))
      </svg></div></div>
      </section>
      """
  }

  /// Lines at some of the steps, with their numbers.
  private func ticks(height: Int) -> String {
    let distance = [1, 2, 5, 10, 20].first { $0 * stepWidth >= 28 } ?? 50
    return stride(from: 0, through: last, by: distance).map { step in
      """
      <path class="tick" d="M\(x(step)) 18V\(height)"/>\
      <text x="\(x(step))" y="13">\(step)</text>
      """
    }.joined()
  }

  /// A bar from the start to the end, each a link to its step; a dashed one to an answer that came late.
  private func bar(_ lane: Report.Lane, y: Int) -> String {
    let (start, end, middle) = (x(lane.start), x(lane.end ?? last), y + Self.rowHeight / 2)
    let height = lane.isTimer ? 4 : 10
    let what = "<title>\(lane.text.html), \(lane.cause.text.html)</title>"
    let bar = """
      <rect class="\(lane.ending)" x="\(start - 3)" y="\(middle - height / 2)" \
      width="\(end - start + 6)" height="\(height)" rx="\(height / 2)"/>
      """
    let dashes = lane.late.map { "<path class=\"stale\" d=\"M\(end) \(middle)H\(x($0))\"/>" } ?? ""
    return svgLink(to: lane.start, what + dashes + bar)
      + dot(of: lane, at: lane.end, y: middle, as: lane.ending == .stale ? .cancelled : lane.ending)
      + dot(of: lane, at: lane.late, y: middle, as: .stale)
  }

  private func dot(
    of lane: Report.Lane, at step: Int?, y: Int, as ending: Report.Lane.Ending
  ) -> String {
    guard let step else { return "" }
    let title = "<title>\(lane.text.html): \(ending) in step \(step)</title>"
    return svgLink(
      to: step, title + "<circle class=\"\(ending)\" cx=\"\(x(step))\" cy=\"\(y)\" r=\"4\"/>")
  }

  private func svgLink(to step: Int, _ content: String) -> String {
    "<a href=\"#step-\(step)\" tabindex=\"-1\">\(content)</a>"
  }
}

extension Report.Lane.Ending {
  /// A sign for it: a colour never carries meaning alone.
  fileprivate var mark: String {
    switch self {
    case .ok: "✓"
    case .failed: "✗"
    case .cancelled: "⊘"
    case .stale: "↯"
    case .pending: "…"
    }
  }
}

// MARK: - Text

extension String {
  /// The text in HTML, with the characters escaped that would change how other text shows.
  fileprivate var html: String {
    var html = ""
    for scalar in Painter().escape(self).unicodeScalars {
      switch scalar {
      case "&": html += "&amp;"
      case "<": html += "&lt;"
      case ">": html += "&gt;"
      case "\"": html += "&quot;"
      default: html.unicodeScalars.append(scalar)
      }
    }
    return html
  }
}

extension Line {
  /// The line in HTML, without the spaces before it.
  fileprivate var html: String {
    var isStart = true
    return pieces.map { piece in
      let text = isStart ? String(piece.text.trimmingPrefix { $0 == " " }) : piece.text
      isStart = isStart && text.isEmpty
      let html = text.html
      return piece.style == .plain || html.isEmpty
        ? html : "<span class=\"\(piece.style)\">\(html)</span>"
    }.joined()
  }
}
