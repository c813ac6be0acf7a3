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
      "| what | must | aim | now | spread | verdict |", "| --- | --- | --- | --- | --- | --- |",
    ]
    lines += bars.map { bar in
      let spread = "\(Int((bar.figure.spread * 100).rounded())) %"
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
    return lines.joined(separator: "\n")
  }

  /// Writes the table into `Performance.md`, between its marks, and the chart beside it.
  func write(to folder: URL) throws {
    let page = folder.appending(path: "Performance.md")
    let (start, end) = ("<!-- figures -->\n", "<!-- end of figures -->")
    var text = try String(contentsOf: page, encoding: .utf8)
    if let from = text.range(of: start), let to = text.range(of: end) {
      text.replaceSubrange(
        from.upperBound..<to.lowerBound, with: "\nLast run: \(try Self.place).\n\n\(table)\n\n")
      try text.write(to: page, atomically: true, encoding: .utf8)
    }
    try chart.write(
      to: folder.appending(path: "applying.svg"), atomically: true, encoding: .utf8)
  }

  /// The day, the commit and the machine of the run.
  private static var place: String {
    get throws {
      let (git, output) = (Process(), Pipe())
      git.executableURL = URL(filePath: "/usr/bin/env")
      git.arguments = ["git", "describe", "--always", "--dirty"]
      git.standardOutput = output
      try git.run()
      let commit = String(
        decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      let day = Date.now.formatted(.iso8601.year().month().day())
      return "\(day), commit \(commit.dropLast()), "
        + "\(ProcessInfo.processInfo.activeProcessorCount) cores"
    }
  }
}

extension Int {
  /// The number with a comma before each three digits.
  var grouped: String {
    var digits = "\(self)"
    for place in stride(from: digits.count - 3, to: 0, by: -3) {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
    }
    return digits
  }
}
