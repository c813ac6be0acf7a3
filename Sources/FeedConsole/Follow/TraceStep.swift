import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation

/// A line of a trace, as `TraceWriter` writes it. Unknown fields are ignored.
///
/// Actions and effects are those of a feed of JSON rows: a row has an id and a title, a cursor is a
/// token that leads nowhere.
struct TraceStep: Equatable, Sendable {
  /// The number of the step; where steps were dropped, numbers are missing.
  var step: Int

  /// The time in milliseconds since 1970.
  var time: Int

  /// How many steps before this one are not in the trace.
  var dropped = 0

  /// Whether work ended in the action. If not, the app sent it.
  var isAnswer = false

  /// The configuration. A step that has one has the whole state and all rows, too.
  var feed: TraceConfiguration?

  /// The action of the feed; nil if it is one of the search, or unknown here.
  var action: JSONFeed.Action?

  /// The action of the search around the feed; nil if it is one of the feed.
  var search: Search<String, JSONRow, PageCursor>.Action?

  /// The name of the action, also of one that a newer version of the library has.
  var name: String

  var effects: [JSONFeed.Effect] = []

  /// Why the action was ignored; nil if it was not.
  var refusal: String?

  /// The state after the step; nil if it is the same as before.
  var state: TraceState?

  /// How the rows changed; nil if they are the same as before.
  var rows: TraceRows<JSONRow>?

  /// The most rows of a list.
  static let maximumRows = 2_000_000
}

extension TraceStep: Decodable {
  private enum Key: String, CodingKey {
    case version, step, time, dropped, cause, feed, action, search, effects, refusal, state, rows
  }

  /// Decodes a line.
  ///
  /// - Throws: A `TraceProblem` if the version is not known; else a `DecodingError`.
  init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: Key.self)
    let version = try line.decode(Int.self, forKey: .version)
    guard version == traceVersion else { throw TraceProblem.unknownVersion(version) }
    step = try line.decode(Int.self, forKey: .step)
    time = try line.decode(Int.self, forKey: .time)
    dropped = try line.decodeIfPresent(Int.self, forKey: .dropped) ?? 0
    isAnswer = try line.decode(String.self, forKey: .cause) == "answer"
    feed = try line.decodeIfPresent(TraceConfiguration.self, forKey: .feed)
    refusal = try line.decodeIfPresent(String.self, forKey: .refusal)
    state = try line.decodeIfPresent(TraceState.self, forKey: .state)
    rows = try line.decodeIfPresent(TraceRows<JSONRow>.self, forKey: .rows)
    // A damaged line must neither trap nor take all memory.
    let reader = state?.reader ?? 0..<0
    guard (0...Int.max / 2).contains(step), (0...Int.max / 2).contains(dropped),
      (0...Self.maximumRows).contains(state?.items ?? 0), reader.lowerBound >= 0,
      reader.upperBound <= Self.maximumRows
    else { throw TraceProblem.notAStep }
    // A newer library may have actions and effects that this one does not know. They are no reason to
    // show nothing of the step.
    let key = line.contains(.action) ? Key.action : .search
    name = try line.decode([String: JSONValue].self, forKey: key).keys.sorted().first ?? ""
    action = try? line.decodeIfPresent(JSONFeed.Action.self, forKey: .action)
    search = try? line.decodeIfPresent(
      Search<String, JSONRow, PageCursor>.Action.self, forKey: .search)
    effects =
      try line.decodeIfPresent([Known<JSONFeed.Effect>].self, forKey: .effects)?
      .compactMap(\.value) ?? []
  }

  /// A value, or nil if it can't be decoded.
  private struct Known<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) {
      value = try? Value(from: decoder)
    }
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

/// Why a trace, or a line of it, can't be read.
enum TraceProblem: Error, Equatable {
  /// The line is no JSON, or not that of a step.
  case notAStep

  /// Another version of the library wrote the line.
  case unknownVersion(Int)

  /// The line has more bytes than this.
  case tooLong(limit: Int)

  /// The system does not let the file be read.
  case unreadable(reason: String)
}

extension TraceProblem: CustomStringConvertible {
  /// What is wrong, and what to do.
  var description: String {
    switch self {
    case .notAStep:
      "this is no step of a trace, and is skipped; give the file of a TraceWriter"
    case .unknownVersion(let version):
      "the trace has version \(version), and this feed-repl reads version \(traceVersion); "
        + "use the feed-repl of the app's version of the package"
    case .tooLong(let limit): "the line is longer than \(limit) bytes and is skipped"
    case .unreadable(let reason): "the trace can't be read (\(reason)); check the path"
    }
  }
}
