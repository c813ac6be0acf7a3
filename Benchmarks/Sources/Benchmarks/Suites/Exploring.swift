import Foundation

/// The explorer visits the feed's worlds, in a program of its own.
enum Exploring {
  static func run(_ effort: Effort) throws -> Report {
    let figure = try Measurement((0..<3).map { _ in try speed(states: 55_000) })
    return Report(bars: [
      Bar(
        name: "explorer, transitions on one core", unit: .perSecond, must: 200_000, aim: 500_000,
        figure: figure, isMoreBetter: true)
    ])
  }

  /// The transitions a second that `explore` prints at its end.
  private static func speed(states: Int) throws -> Double {
    let explore = Process()
    let output = Pipe()
    explore.executableURL = program("explore")
    explore.arguments = ["\(states)"]
    explore.standardOutput = output
    try explore.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    explore.waitUntilExit()
    let figures = text.matches(of: #/([0-9,]+) transitions a second/#)
    guard let last = figures.last, let speed = Double(last.1.filter(\.isNumber)) else {
      throw CocoaError(.featureUnsupported)
    }
    return speed
  }
}
