import Foundation

extension Report {
  mutating func add(_ other: Report) {
    bars += other.bars
    notes += other.notes
    curves += other.curves
  }

  /// The bars, and what was measured beside them, in Markdown.
  var table: String {
    var lines = [
      "| what | must | aim | figure | spread | verdict |", "| --- | --- | --- | --- | --- | --- |",
    ]
    lines += bars.map { bar in
      // Of a difference near zero the spread in per cent says nothing.
      let part = bar.figure.spread
      let spread = part < 10 ? "\(Int((part * 100).rounded())) %" : "–"
      return "| \(bar.name) | \(bar.limit(bar.must)) | \(bar.limit(bar.aim)) "
        + "| \(bar.text(bar.figure.median)) | \(spread) | \(bar.verdict) |"
    }
    if !notes.isEmpty {
      lines += ["", "| beside it | figure |", "| --- | --- |"]
      lines += notes.map { "| \($0.what) | \($0.figure) |" }
    }
    for curve in curves {
      let points = curve.points.map { "\($0.rows): \(rounded($0.microseconds)) µs" }
      lines += ["", "Applying a page, \(curve.name), by rows: " + points.joined(separator: " · ")]
    }
    lines += ["", "Peak memory of the run: \(rounded(peakBytes() / 1_048_576)) MB", ""]
    return lines.joined(separator: "\n")
  }

  /// Writes the table into `Performance.md`, between its marks, and the chart beside it.
  func write(to folder: URL) throws {
    let page = folder.appending(path: "Performance.md")
    let (start, end) = ("<!-- figures -->\n", "<!-- end of figures -->")
    var text = try String(contentsOf: page, encoding: .utf8)
    if let from = text.range(of: start), let to = text.range(of: end) {
      text.replaceSubrange(from.upperBound..<to.lowerBound, with: "\n\(table)\n")
      try text.write(to: page, atomically: true, encoding: .utf8)
    }
    try chart.write(
      to: folder.appending(path: "applying.svg"), atomically: true, encoding: .utf8)
  }
}
