/// A figure with the limits that it is held against.
struct Bar {
  /// What a figure is given in.
  enum Unit: String {
    case nanoseconds, microseconds, milliseconds, bytes, megabytes, perSecond, ratio
  }

  let name: String
  let unit: Unit
  let must: Double
  let aim: Double
  let figure: Measurement

  /// Whether more is better.
  var isMoreBetter = false

  /// The figure by which it is known to miss its must.
  var knownMiss: Double?

  /// Whether the figure is no worse than what is known, with room for a factor of two.
  var isAsKnown: Bool { meets(knownMiss ?? must, loosenedBy: 2) }

  /// Whether a machine that is slower gives the same figure.
  var isRatio: Bool { unit == .ratio || unit == .bytes || unit == .megabytes }

  /// Whether the figure says that something has become worse.
  var isOff: Bool { isRatio && !isAsKnown }

  var verdict: String {
    meets(aim) ? "aim met" : meets(must) ? "met" : "missed"
  }

  /// Whether the figure is no worse than `limit`, `factor` times loosened.
  func meets(_ limit: Double, loosenedBy factor: Double = 1) -> Bool {
    isMoreBetter ? figure.median >= limit / factor : figure.median <= limit * factor
  }
}

extension Bar {
  func text(_ value: Double) -> String {
    switch unit {
    case .nanoseconds: "\(rounded(value)) ns"
    case .microseconds: "\(rounded(value / 1_000)) µs"
    case .milliseconds: "\(rounded(value / 1_000_000)) ms"
    case .bytes: "\(rounded(value)) B"
    case .megabytes: "\(rounded(value / 1_048_576)) MB"
    case .perSecond: "\(Int(value / 1_000)),000 /s"
    case .ratio: "\(rounded(value)) ×"
    }
  }

  func limit(_ value: Double) -> String {
    (isMoreBetter ? "≥ " : "≤ ") + text(value)
  }
}

/// The number with three digits, as people read it.
func rounded(_ value: Double) -> String {
  switch value {
  case ..<10: "\((value * 100).rounded() / 100)"
  case ..<100: "\((value * 10).rounded() / 10)"
  default: "\(Int(value.rounded()))"
  }
}
