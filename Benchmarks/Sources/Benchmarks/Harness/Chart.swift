import Foundation

extension Report {
  /// The cost of a page that is applied against the number of rows, both axes logarithmic, as SVG.
  var chart: String {
    let (colors, dashes) = (["#0a7d55", "#b4472e", "#666666"], ["", "6 4", "2 3"])
    var parts = [Chart.frame]
    for (place, curve) in curves.enumerated() {
      let points = curve.points.map { Chart.point($0.rows, $0.microseconds) }
      let style = "stroke=\"\(colors[place % 3])\" stroke-dasharray=\"\(dashes[place % 3])\""
      let path = points.map { "\($0.x),\($0.y)" }.joined(separator: " ")
      parts.append("<polyline points=\"\(path)\" fill=\"none\" stroke-width=\"2.5\" \(style)/>")
      parts += points.map {
        "<circle cx=\"\($0.x)\" cy=\"\($0.y)\" r=\"4\" fill=\"\(colors[place % 3])\"/>"
      }
      if let last = points.last {
        // The third curve lies so near the second that its name stands below both.
        parts.append(
          "<text x=\"\(last.x - 8)\" y=\"\(last.y + (place < 2 ? -12 : 82))\" text-anchor=\"end\" "
            + "fill=\"\(colors[place % 3])\">\(curve.name)</text>")
      }
    }
    return parts.joined(separator: "\n") + "\n</svg>\n"
  }
}

/// The paper that the chart is drawn on.
private enum Chart {
  static let (left, right, top, bottom) = (80.0, 640.0, 30.0, 330.0)

  /// Where a number of rows and a time lie: 1,000 to 1,000,000 rows, 1 µs to 100 ms.
  static func point(_ rows: Int, _ microseconds: Double) -> (x: Double, y: Double) {
    let x = left + (log10(Double(rows)) - 3) / 3 * (right - left)
    let y = bottom - log10(max(microseconds, 1)) / 5 * (bottom - top)
    return ((x * 10).rounded() / 10, (y * 10).rounded() / 10)
  }

  static var frame: String {
    var parts = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 680 400\" font-family=\"sans-serif\" "
        + "font-size=\"14\">",
      "<rect width=\"680\" height=\"400\" fill=\"#ffffff\"/>",
    ]
    let times = ["1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms"]
    for (power, time) in times.enumerated() {
      let y = point(1_000, pow(10, Double(power))).y
      parts.append(
        "<line x1=\"\(left)\" y1=\"\(y)\" x2=\"\(right)\" y2=\"\(y)\" stroke=\"#dddddd\"/>"
          + "<text x=\"\(left - 10)\" y=\"\(y + 5)\" text-anchor=\"end\">\(time)</text>")
    }
    for (power, rows) in ["1,000", "10,000", "100,000", "1,000,000"].enumerated() {
      let x = point(Int(pow(10, Double(power + 3))), 1).x
      parts.append(
        "<line x1=\"\(x)\" y1=\"\(top)\" x2=\"\(x)\" y2=\"\(bottom)\" stroke=\"#eeeeee\"/>"
          + "<text x=\"\(x)\" y=\"\(bottom + 22)\" text-anchor=\"middle\">\(rows)</text>")
    }
    parts.append(
      "<text x=\"360\" y=\"\(bottom + 48)\" text-anchor=\"middle\">rows in the list when a page of "
        + "20 lands, the old state kept</text>")
    return parts.joined(separator: "\n")
  }
}
