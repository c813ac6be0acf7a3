import FeedHTTP
import FeedReducer

/// The settings of a session. Launch options set them, and `set` changes them.
struct Settings: Equatable {
  /// How many rows a request asks for.
  var pageSize = 10

  /// The next page loads when fewer rows than this follow the reader.
  var prefetchDistance = 5

  /// How often a failed load is retried automatically.
  var retries = 0

  /// Whether a refresh replaces all rows or merges the first page into them.
  var refreshMode = RefreshMode.firstPage

  /// How many rows are kept; nil for all.
  var maxItems: Int?

  /// How many consecutive pages may bring no new row before automatic loading stops.
  var maxEmptyPages = 2

  /// The age limit of a restored snapshot; an older one is refreshed. Nil for no limit.
  var snapshotAgeLimit: Duration?

  /// Whether rows can be edited. With an API they can't: edits are answered by hand only.
  var isEditable = true

  /// Whether requests are answered automatically, without a command.
  var isAuto = false

  /// Whether steps are hidden.
  var isQuiet = false

  /// The seed of the feed's random numbers.
  var seed: UInt64 = 1

  /// The machine with these settings.
  var feed: JSONFeed {
    JSONFeed(
      pageSize: pageSize, prefetchDistance: prefetchDistance, refreshMode: refreshMode,
      retry: RetryPolicy(attempts: retries), maxEmptyPages: maxEmptyPages, maxItems: maxItems,
      edits: isEditable ? .optimistic : nil, snapshotAgeLimit: snapshotAgeLimit)
  }

  /// The valid range of page size, prefetch distance and `max-items`.
  static let sizes = 1...1_000_000
}

/// An entry of the settings table, which `set` changes and shows.
struct Setting: Sendable {
  /// The name, such as `page-size`.
  let name: String

  /// The accepted values, for the help.
  let values: String

  /// One line for the help.
  let summary: String

  /// The value, as `set` takes it.
  let text: @Sendable (Settings) -> String

  /// Takes a value from the arguments and stores it.
  let change: @Sendable (inout Arguments, inout Settings) throws(Failure) -> Void

  /// All settings, in the order of `set`.
  static let all = [
    number(
      "page-size", at: \.pageSize, in: Settings.sizes,
      summary: "how many rows a request asks for"),
    number(
      "prefetch", at: \.prefetchDistance, in: Settings.sizes,
      summary: "the next page is wanted when fewer rows than this follow"),
    number(
      "retry", at: \.retries, in: 0...100,
      summary: "how often a failed load is repeated by itself"),
    Setting(
      name: "refresh", values: "firstPage|merge",
      summary: "which rows a refresh replaces: all, or some",
      text: { $0.refreshMode.rawValue },
      change: { arguments, settings throws(Failure) in
        settings.refreshMode = try arguments.refreshMode()
      }),
    Setting(
      name: "max-items", values: "N|none", summary: "how many rows are kept",
      text: { $0.maxItems.map { "\($0)" } ?? "none" },
      change: { arguments, settings throws(Failure) in
        let isBounded = !arguments.flag("none")
        settings.maxItems = isBounded ? try arguments.number(in: Settings.sizes) : nil
      }),
    number(
      "max-empty-pages", at: \.maxEmptyPages, in: 0...100,
      summary: "how many pages in a row may bring no new row"),
    Setting(
      name: "snapshot-age", values: "DURATION|none",
      summary: "the age from which a restored feed refreshes",
      text: { $0.snapshotAgeLimit?.exactText ?? "none" },
      change: { arguments, settings throws(Failure) in
        let isBounded = !arguments.flag("none")
        settings.snapshotAgeLimit = isBounded ? try arguments.age() : nil
      }),
    Setting(
      name: "seed", values: "N", summary: "of the random numbers; before the first step",
      text: { "\($0.seed)" },
      change: { arguments, settings throws(Failure) in settings.seed = try arguments.seed() }),
    flag("editable", at: \.isEditable, summary: "whether rows can be edited"),
    flag("auto", at: \.isAuto, summary: "answer requests by themselves, as 'auto' does"),
    flag("quiet", at: \.isQuiet, summary: "show only what is asked for, not the steps"),
  ]

  private static func flag(
    _ name: String, at path: any WritableKeyPath<Settings, Bool> & Sendable, summary: String
  ) -> Setting {
    Setting(
      name: name, values: "on|off", summary: summary, text: { $0[keyPath: path] ? "on" : "off" },
      change: { arguments, settings throws(Failure) in
        settings[keyPath: path] = try arguments.onOrOff()
      })
  }

  private static func number(
    _ name: String, at path: any WritableKeyPath<Settings, Int> & Sendable,
    in range: ClosedRange<Int>, summary: String
  ) -> Setting {
    Setting(
      name: name, values: "N", summary: summary,
      text: { "\($0[keyPath: path])" },
      change: { arguments, settings throws(Failure) in
        settings[keyPath: path] = try arguments.number(in: range)
      })
  }

  /// Returns the setting that `word` names. If there is none, the failure suggests a name.
  static func named(by word: Word) throws(Failure) -> Setting {
    guard let setting = all.first(where: { $0.name == word.text }) else {
      throw Failure(.unknownSetting(word.text), at: word)
    }
    return setting
  }

  /// The name and the value, as `set` prints them.
  func line(_ settings: Settings) -> Line {
    Line.column(name, width: Self.all.map(\.name.count).max() ?? 0) + Line(text(settings))
  }
}

extension Arguments {
  fileprivate func number(in range: ClosedRange<Int>) throws(Failure) -> Int {
    let wanted = "a number from \(range.lowerBound) to \(range.upperBound)"
    return try integer("value", in: range, wanted: wanted, missing: wanted)
  }

  fileprivate func seed() throws(Failure) -> UInt64 {
    let word = try next("a number")
    if let seed = UInt64(word.text) { return seed }
    if word.isWholeNumber { throw tooLarge(word, limit: "\(UInt64.max)") }
    throw bad(word, wanted: "a whole number from 0")
  }

  fileprivate func age() throws(Failure) -> Duration {
    try duration(try next("a duration or none"))
  }

  fileprivate func refreshMode() throws(Failure) -> RefreshMode {
    let wanted = RefreshMode.allCases.map(\.rawValue).joined(separator: " or ")
    let word = try next(wanted)
    guard let mode = RefreshMode(rawValue: word.text) else { throw bad(word, wanted: wanted) }
    return mode
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
      retries: feed.retry.attempts, refreshMode: feed.refreshMode, maxItems: feed.maxItems,
      maxEmptyPages: feed.maxEmptyPages, snapshotAgeLimit: feed.snapshotAgeLimit,
      isEditable: feed.isEditable)
  }
}
