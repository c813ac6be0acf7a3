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
    script-src '\(Self.script.hash)'; style-src '\(Self.style.hash)'; base-uri 'none'; \
    form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(name.html)</title>
    <style>\(Self.style.text)</style>
    </head>
    <body>
    <header>
    <h1>\(name.html)</h1>
    <p>\(summary)</p>
    <p class="faint">\(source.html), \(Script.mark.lowercased()) \(Version.number)</p>
    </header>
    <main>
    \(player)
    \(table)
    </main>
    <script type="application/json" id="data">\(screens)</script>
    <script type="module">\(Self.script.text)</script>
    </body>
    </html>

    """
  }

  private var summary: String {
    let requests = report.lanes.filter { !$0.isTimer }
    var parts = [last.counted("step"), requests.count.counted("request")]
    for ending in Report.Lane.Ending.allCases {
      let count = requests.count { ending == .late ? $0.late != nil : $0.ending == ending }
      if count == 0 { continue }
      parts.append("<span class=\"\(ending)\">\(ending.rawValue) \(count) \(ending)</span>")
    }
    let ignored = report.steps.count { $0.entry.reaction.refusal != nil }
    if ignored > 0 {
      parts.append("<label><input type=\"checkbox\" id=\"hide\"> hide \(ignored) ignored</label>")
    }
    return parts.joined(separator: " · ")
  }

  /// The screens for the script. No `<` in them can end their element.
  private var screens: String {
    JSONText.of(report.screens).replacingScalars { $0 == "<" ? #"\u003c"# : nil }
  }

  /// What needs the script, which shows it.
  private var player: String {
    """
    <section id="player" aria-label="Screen" hidden>
    <div id="slide"><button id="back" aria-label="Step back">‹</button>
    <input id="slider" type="range" min="0" max="\(last)" value="\(last)" aria-label="Step">
    <button id="forward" aria-label="Step forward">›</button></div>
    <p id="place" aria-live="polite"><b></b> <code></code> <span class="bad"></span></p>
    <div id="screen"><h2></h2><ol></ol></div>
    </section>
    """
  }
}

// MARK: - The steps

extension ReportPage {
  private var table: String {
    let columns = report.columns
    let rows = report.steps.enumerated().map { number, step in
      row(step, lanes: columns.map { part(of: $0[number], at: number) }.joined())
    }
    return """
      <table aria-label="Steps">
      <thead><tr><th scope="col">#</th>\
      <th scope="col" colspan="\(columns.count)" title="Requests"></th><th scope="col">Step</th>\
      <th scope="col">What happened</th><th scope="col">Clock</th></tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>
      """
  }

  private func row(_ step: Report.Step, lanes: String) -> String {
    let (entry, number) = (step.entry, step.entry.number)
    let ignored = entry.reaction.refusal == nil ? "" : " class=\"ignored\""
    let settings = step.settings.map { "<div class=\"faint\">\($0.html)</div>" }.joined()
    // The first line has the event, which has a cell of its own.
    let lines = [step.report.ignoredText] + step.report.lines(hints: .none).dropFirst()
    let texts = lines.filter { !$0.text.isEmpty }.map { "<div>\($0.html)</div>" }.joined()
    let start = step.cause.map { cause in
      let step = cause.entry.number
      return "<div class=\"faint\">  \(cause.effect.text.html), "
        + "<a href=\"#step-\(step)\">from step \(step)</a></div>"
    }
    return """
      <tr id="step-\(number)"\(ignored)>\
      <th scope="row"><a href="#step-\(number)">\(number)</a></th>\(lanes)\
      <td class="event">\(settings)<code>\(entry.event.text.html)</code></td>\
      <td class="what">\(texts)\(start ?? "")</td>\
      <td class="clock">\(entry.state.clock.text.html)</td></tr>
      """
  }

  /// The part of a lane that is beside a step: its start, its end, or the way between them.
  private func part(of lane: Report.Lane?, at step: Int) -> String {
    guard let lane else { return "<td></td>" }
    let ending = step > lane.end ?? last ? .late : lane.ending
    guard step == lane.start || step == lane.end || step == lane.late else {
      return "<td class=\"lane \(ending)\"></td>"
    }
    let (place, mark) = step == lane.start ? ("start", "") : ("end", ending.rawValue)
    let title = "\(lane.text), \(lane.cause.text): \(ending)".html
    return "<td class=\"lane \(ending) \(place)\" title=\"\(title)\"><b>\(mark)</b></td>"
  }
}

// MARK: - Text

private let entities: [Unicode.Scalar: String] = [
  "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;",
]

extension String {
  /// The text in HTML, with the characters escaped that would change how other text shows.
  fileprivate var html: String {
    Painter().escape(self).replacingScalars { entities[$0] }
  }
}

extension Line {
  fileprivate var html: String {
    pieces.map { piece in
      piece.style == .plain
        ? piece.text.html : "<span class=\"\(piece.style)\">\(piece.text.html)</span>"
    }.joined()
  }
}
