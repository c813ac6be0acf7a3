import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation

/// A line of a trace, as `TraceWriter` writes it. Unknown fields are ignored.
///
/// Actions are those of a feed of JSON rows: a row has an id and a title, a cursor is a token that leads nowhere.
struct TraceStep: Equatable, Sendable {
  /// The number of the step; where steps were dropped, numbers are missing.
  var step: Int

  /// How many steps before this one are not in the trace.
  var dropped = 0

  /// What to begin with; nil if the step follows the one before.
  var start: Start?

  /// What happened; nil if the start leads behind it, and if it is unknown here.
  var event: Entry.Event?

  /// The name of an action that only a newer version of the library knows.
  var unknown: String?

  /// Whether the app's feed ignored it.
  var isIgnored = false

  /// How many rows the app shows after the step.
  var rows: Int

  /// A fresh feed, and what leads to where the app's feed is.
  struct Start: Equatable, Sendable {
    let feed: JSONFeed
    let seed: UInt64
    let events: [Entry.Event]
  }
}

/// A search of an app, whose query is a text.
private typealias AppSearch = Search<String, JSONRow, PageCursor>

extension TraceStep: Decodable {
  private enum Key: String, CodingKey {
    case version, step, dropped, start, action, search, ignored, rows
  }

  /// Decodes a line.
  ///
  /// - Throws: A `TraceProblem` if the version is not known; else a `DecodingError`.
  init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: Key.self)
    let version = try line.decode(Int.self, forKey: .version)
    guard version == traceVersion else { throw TraceProblem.unknownVersion(version) }
    step = try line.decode(Int.self, forKey: .step)
    dropped = try line.decodeIfPresent(Int.self, forKey: .dropped) ?? 0
    start = try line.decodeIfPresent(Start.self, forKey: .start)
    isIgnored = try line.decodeIfPresent(Bool.self, forKey: .ignored) ?? false
    rows = try line.decode(Int.self, forKey: .rows)
    // A damaged line must not trap.
    guard (0...Int.max / 2).contains(step), (0...Int.max / 2).contains(dropped) else {
      throw TraceProblem.notAStep
    }
    guard let key = [Key.action, .search].first(where: line.contains) else {
      if start == nil { throw TraceProblem.notAStep }
      return
    }
    event =
      key == .action
      ? (try? line.decode(JSONFeed.Action.self, forKey: key)).map { .action($0) }
      : (try? line.decode(AppSearch.Action.self, forKey: key)).flatMap(Entry.Event.init)
    guard event == nil else { return }
    // A newer library may have actions that this one does not know.
    unknown = try line.decode([String: JSONValue].self, forKey: key).keys.min() ?? ""
  }

  /// Decodes the bytes of a line.
  init(line: some Collection<UInt8>) throws(TraceProblem) {
    do {
      self = try JSONDecoder().decode(TraceStep.self, from: Data(line))
    } catch {
      throw error as? TraceProblem ?? .notAStep
    }
  }
}

extension TraceStep.Start: Decodable {
  private enum Key: String, CodingKey {
    case feed, seed, search, actions
  }

  init(from decoder: any Decoder) throws {
    let start = try decoder.container(keyedBy: Key.self)
    feed = JSONFeed(try start.decode(TraceConfiguration.self, forKey: .feed))
    seed = try start.decode(UInt64.self, forKey: .seed)
    let search = try start.decodeIfPresent([AppSearch.Action].self, forKey: .search)
    events =
      (search ?? []).compactMap(Entry.Event.init)
      + (try start.decode([JSONFeed.Action].self, forKey: .actions)).map { .action($0) }
  }
}

extension Entry.Event {
  /// What happened to a search of an app; nil if it is unknown here.
  fileprivate init?(_ action: AppSearch.Action) {
    switch action {
    case .typed(let query): self = .typed(query.map { $0.isEmpty ? [:] : ["query": $0] })
    case .submitted: self = .submitted
    case .timerFired(let ticket): self = .action(.timerFired(ticket: ticket))
    case .feed(let action): self = .action(action)
    @unknown default: return nil
    }
  }
}

extension JSONFeed {
  /// A feed with the configuration of an app's. Numbers that no feed has are cut.
  fileprivate init(_ feed: TraceConfiguration) {
    func duration(_ seconds: Double) -> Duration { .seconds(min(max(0, seconds), 1e9)) }
    func size(_ number: Int) -> Int {
      min(max(number, Settings.sizes.lowerBound), Settings.sizes.upperBound)
    }
    self.init(
      pageSize: size(feed.pageSize), prefetchDistance: size(feed.prefetchDistance),
      refreshMode: RefreshMode(rawValue: feed.refreshMode) ?? .firstPage,
      retry: RetryPolicy(
        attempts: min(max(0, feed.retry.attempts), 100), base: duration(feed.retry.base),
        cap: duration(feed.retry.cap)),
      maxEmptyPages: min(max(0, feed.maxEmptyPages), 100), maxItems: feed.maxItems.map(size),
      edits: feed.isEditable ? .optimistic : nil,
      gaps: feed.gaps.map { $0 == "manual" ? .manual : .automatic },
      snapshotAgeLimit: feed.snapshotAgeLimit.map(duration))
  }
}

/// Why a trace, or a line of it, can't be read, and what to do.
struct TraceProblem: Error, Equatable, CustomStringConvertible {
  let description: String

  /// The line is no JSON, or not that of a step.
  static let notAStep = Self(
    description: "this is no step of a trace, and is skipped; give the file of a TraceWriter")

  /// Another version of the library wrote the line.
  static func unknownVersion(_ version: Int) -> Self {
    Self(
      description:
        "the trace has version \(version), and this feed-repl reads version \(traceVersion); "
        + "use the feed-repl of the app's version of the package")
  }

  static func tooLong(limit: Int) -> Self {
    Self(description: "the line is longer than \(limit) bytes and is skipped")
  }

  /// The system does not let the file be read.
  static func unreadable(reason: String) -> Self {
    Self(description: "the trace can't be read (\(reason)); check the path")
  }
}
