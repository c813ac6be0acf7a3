import FeedHTTP
import FeedReducer

/// A row of the table of settings, which `set` changes and shows.
struct Setting: Sendable {
  /// The name, such as `page-size`.
  let name: String

  /// The accepted values.
  let values: String

  /// The line of the help: the name, the values and what they are.
  let line: String

  private let value: Value

  private enum Value: Sendable {
    case number(any WritableKeyPath<Settings, Int> & Sendable, in: ClosedRange<Int>)
    case flag(any WritableKeyPath<Settings, Bool> & Sendable)
    case refreshMode, gaps, maxItems, snapshotAge, seed
  }

  /// All settings, in the order of `set`.
  static let all = zip(table.split(separator: "\n"), inOrder).map { line, value in
    let words = line.prefix { $0 != ":" }.split(separator: " ").map(String.init)
    return Setting(name: words[0], values: words[1], line: String(line), value: value)
  }

  private static let table = """
    page-size N: how many rows a request asks for
    prefetch N: the next page is wanted when fewer rows than this follow
    retry N: how often a failed load is repeated by itself
    refresh firstPage|merge: which rows a refresh replaces: all, or some
    gaps none|manual|automatic: whether a merge may leave a gap
    max-items N|none: how many rows are kept
    max-empty-pages N: how many pages in a row may bring no new row
    snapshot-age DURATION|none: the age from which a restored feed refreshes
    seed N: of the random numbers; before the first step
    editable on|off: whether rows can be edited
    auto on|off: answer requests by themselves, as 'auto' does
    quiet on|off: show only what is asked for, not the steps
    """

  /// The values, in the order of the table.
  private static let inOrder: [Value] = [
    .number(\.pageSize, in: Settings.sizes), .number(\.prefetchDistance, in: Settings.sizes),
    .number(\.retries, in: 0...100), .refreshMode, .gaps, .maxItems,
    .number(\.maxEmptyPages, in: 0...100), .snapshotAge, .seed,
    .flag(\.isEditable), .flag(\.isAuto), .flag(\.isQuiet),
  ]

  /// The value, as `set` takes it.
  func text(_ settings: Settings) -> String {
    switch value {
    case .number(let path, _): "\(settings[keyPath: path])"
    case .flag(let path): settings[keyPath: path] ? "on" : "off"
    case .refreshMode: settings.refreshMode.rawValue
    case .gaps: settings.gaps.map { "\($0)" } ?? "none"
    case .maxItems: settings.maxItems.map { "\($0)" } ?? "none"
    case .snapshotAge: settings.snapshotAgeLimit?.exactText ?? "none"
    case .seed: "\(settings.seed)"
    }
  }

  /// Takes a value from the words and stores it.
  func change(_ settings: inout Settings, to words: Arguments) throws(Failure) {
    switch value {
    case .number(let path, let range): settings[keyPath: path] = try words.number(in: range)
    case .flag(let path): settings[keyPath: path] = try words.onOrOff()
    case .refreshMode: settings.refreshMode = try words.refreshMode()
    case .gaps: settings.gaps = try words.gaps()
    case .maxItems:
      settings.maxItems = words.flag("none") ? nil : try words.number(in: Settings.sizes)
    case .snapshotAge:
      settings.snapshotAgeLimit =
        words.flag("none") ? nil : try words.duration(try words.next("a duration or none"))
    case .seed: settings.seed = try words.seed()
    }
  }

  /// The name and the value, as `set` prints them.
  func line(_ settings: Settings) -> Line {
    Line.column(name, width: Self.all.map(\.name.count).max() ?? 0) + Line(text(settings))
  }
}

extension Arguments {
  fileprivate func number(in range: ClosedRange<Int>) throws(Failure) -> Int {
    let wanted = "a number from \(range.lowerBound) to \(range.upperBound)"
    return try integer(try next(wanted, named: "value"), in: range, wanted: wanted)
  }

  fileprivate func seed() throws(Failure) -> UInt64 {
    let word = try next("a number")
    if let seed = UInt64(word.text) { return seed }
    throw word.isWholeNumber
      ? tooLarge(word, limit: "\(UInt64.max)") : bad(word, wanted: "a whole number from 0")
  }

  fileprivate func gaps() throws(Failure) -> JSONFeed.GapRules? {
    let rules: [JSONFeed.GapRules?] = [nil, .manual, .automatic]
    let wanted = "none, manual or automatic"
    return try value(next(wanted), wanted: wanted) { word in
      rules.first { ($0.map { "\($0)" } ?? "none") == word }
    }
  }

  fileprivate func refreshMode() throws(Failure) -> RefreshMode {
    let wanted = RefreshMode.allCases.map(\.rawValue).joined(separator: " or ")
    return try value(next(wanted), wanted: wanted) { RefreshMode(rawValue: $0) }
  }
}

extension Duration {
  /// The duration in seconds with all its digits: `0.783s`. It must not be negative.
  var exactText: String {
    let (seconds, rest) = components
    guard rest > 0 else { return "\(seconds)s" }
    var digits = String(String(rest + 1_000_000_000_000_000_000).dropFirst())
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(seconds).\(digits)s"
  }
}

extension Settings {
  /// The lines that change `old` into these settings: `set prefetch 3`.
  func lines(since old: Settings) -> [String] {
    Setting.all.filter { $0.text(self) != $0.text(old) }.map { "set \($0.name) \($0.text(self))" }
  }

  /// The settings that make this machine.
  init(of feed: JSONFeed) {
    self.init(
      pageSize: feed.pageSize, prefetchDistance: feed.prefetchDistance,
      retries: feed.retry.attempts, refreshMode: feed.refreshMode, gaps: feed.gaps,
      maxItems: feed.maxItems,
      maxEmptyPages: feed.maxEmptyPages, snapshotAgeLimit: feed.snapshotAgeLimit,
      isEditable: feed.isEditable)
  }
}
