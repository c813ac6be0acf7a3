import System

/// A figure that was measured several times: the median, and what lies around it.
struct Measurement: Codable {
  /// The runs, from the lowest figure to the highest.
  let runs: [Double]

  init(_ runs: [Double]) {
    self.runs = runs.sorted()
  }

  var median: Double { runs[runs.count / 2] }

  /// How far the runs lie apart without the lowest and the highest quarter, in parts of the median.
  var spread: Double {
    median > 0 ? (runs[runs.count * 3 / 4] - runs[runs.count / 4]) / median : 0
  }

  /// The figure in parts of another one's median.
  static func / (lhs: Measurement, rhs: Measurement) -> Measurement {
    Measurement(lhs.runs.map { $0 / rhs.median })
  }
}

/// How much is measured.
struct Effort {
  /// How often a figure is measured, after one run that does not count.
  var runs: Int

  /// The most rows in a list.
  var maxRows: Int

  var isShort: Bool { maxRows < Effort.full.maxRows }

  static let full = Effort(runs: 9, maxRows: 1_000_000)
  static let short = Effort(runs: 5, maxRows: 100_000)
}

/// Measures what `body` returns: once to warm up, then as often as the effort says.
func measure(_ effort: Effort, _ body: () -> Double) -> Measurement {
  _ = body()
  return Measurement((0..<effort.runs).map { _ in body() })
}

/// The nanoseconds of processor time that `body` takes on its thread.
@inline(__always) func nanoseconds(_ body: () -> Void) -> Double {
  let start = thread_nanoseconds()
  body()
  return thread_nanoseconds() - start
}

/// The nanoseconds of processor time that the whole process takes while `body` runs.
func processNanoseconds(
  isolation: isolated (any Actor)? = #isolation, _ body: () async -> Void
) async -> Double {
  let start = process_nanoseconds()
  await body()
  return process_nanoseconds() - start
}

/// Measures bodies in turns, so that all meet the same noise.
func measureInTurns(_ effort: Effort, _ bodies: [() -> Double]) -> [Measurement] {
  let rounds = (0...effort.runs).map { _ in bodies.map { $0() } }.dropFirst()
  return bodies.indices.map { body in Measurement(rounds.map { $0[body] }) }
}

/// Measures bodies in turns.
func measureInTurns(
  isolation: isolated (any Actor)? = #isolation, _ effort: Effort, _ bodies: [() async -> Double]
) async -> [Measurement] {
  var rounds = Array(repeating: [Double](), count: bodies.count)
  for run in 0...effort.runs {
    for (index, body) in bodies.enumerated() {
      let figure = await body()
      if run > 0 { rounds[index].append(figure) }
    }
  }
  return rounds.map { Measurement($0) }
}

/// Keeps the compiler from removing values that are not used.
@inline(never) func consume<Value>(_ value: Value) {
  withExtendedLifetime(value) {}
}
