import Foundation

/// The explorer visits a feed as a part of a user's machine, in a program of its own.
enum Exploring {
  static func run(_ effort: Effort) throws -> Report {
    let speeds = try (0..<3).map { _ in try explore(states: 10_000).speed }
    var report = Report(bars: [
      Bar(
        name: "explorer, transitions a second on two cores, of which it uses one", unit: .perSecond,
        must: 480_000, aim: 550_000, figure: Measurement(speeds), isMoreBetter: true)
    ])
    // Fewer states take no more than the program itself.
    if effort.isShort { return report }
    let (few, many) = (1_000, 100_000)
    let memory = try explore(states: many).peak - explore(states: few).peak
    report.bars.append(
      Bar(
        name: "the same, memory of a state", unit: .bytes, must: 150, aim: 150,
        figure: Measurement([memory / Double(many - few)])))
    return report
  }

  /// The transitions a second and the most memory that `explore` prints at its end.
  private static func explore(states: Int) throws -> (speed: Double, peak: Double) {
    let explore = Process()
    let output = Pipe()
    explore.executableURL = program("explore")
    explore.arguments = ["\(states)", "part"]
    explore.standardOutput = output
    try explore.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    explore.waitUntilExit()
    let figures = text.matches(of: #/([0-9,]+) transitions a second, at most ([0-9,]+) MB/#)
    guard let last = figures.last, let speed = Double(last.1.filter(\.isNumber)),
      let peak = Double(last.2.filter(\.isNumber))
    else {
      throw CocoaError(.featureUnsupported)
    }
    return (speed, peak * 1_048_576)
  }
}
