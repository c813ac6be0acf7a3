import FeedReducer
import Foundation
import Testing
import TestWatch

@Suite("JSON", .watched)
struct CodableTests {
  static let snapshot = Letters.Snapshot(
    version: 1, identity: 7, items: [Row("a")], pages: [.init(count: 1, position: .start)],
    next: .after(cursor: "c1"), previous: nil, firstVisible: "a",
    edits: [.init(feed: 1, ticket: 3, change: .remove(id: "b"))], lastTicket: 3, total: 7)

  static let actions: [Letters.Action] = [
    .started, .itemAppeared(index: 3), .loadMore, .refreshPulled, .invalidated, .reset, .stopped,
    .retryTapped(kind: nil), .retryTapped(kind: .append),
    .errorDismissed(kind: nil), .errorDismissed(kind: .refresh),
    .pageLoaded(ticket: 1, page: .init("ab", next: "c1", previous: "p1", total: 9)),
    .pageLoaded(ticket: 2, page: .init("", next: nil)),
    .failed(ticket: 2, failure: .server),
    .failed(
      ticket: 2,
      failure: FeedFailure(
        .http, message: "Too many requests.", url: "http://localhost/a", status: 429,
        isRetryable: true,
        retryAfter: .milliseconds(1_500))),
    .failed(
      ticket: 2,
      failure: FeedFailure(
        .http, message: "Busy.", status: 503, attempts: 3, excerpt: "<p>Busy</p>")),
    .failed(
      ticket: 2,
      failure: FeedFailure(.refused, message: "Elsewhere.", subject: "https://example.org")),
    .cancelled(ticket: 2), .timerFired(ticket: 4), .connectivityChanged(isOnline: true),
    .edit(change: .insert(item: Row("n"), before: "a")),
    .edit(change: .insert(item: Row("n"), before: nil)),
    .edit(change: .update(item: Row("a", "A"))), .edit(change: .remove(id: "a")),
    .editCommitted(ticket: 5, item: Row("s9")), .editCommitted(ticket: 5, item: nil),
    .editFailed(ticket: 5, failure: .refused),
    .restored(snapshot: snapshot, age: .seconds(60)), .memoryWarning(keep: 40),
    .gapTapped(id: 4, from: .above), .gapTapped(id: 4, from: .below),
  ]

  static let effects: [Letters.Effect] = [
    load(1), load(2, after: "c1"),
    .load(
      request: .init(ticket: 3, kind: .prepend, position: .before(cursor: "p1"), size: 20)),
    .cancel(ticket: 2), .schedule(ticket: 4, after: .milliseconds(750)),
    .send(edit: .init(feed: 1, ticket: 5, change: .remove(id: "a"))),
    .drop(edit: .init(feed: 1, ticket: 5, change: .remove(id: "a"))),
  ]

  typealias Words = Search<String, Row, String>

  static let searchActions: [Words.Action] = [
    .typed(query: "rust"), .typed(query: nil), .submitted, .timerFired(ticket: 2),
    .feed(action: .itemAppeared(index: 3)),
    .feed(action: .pageLoaded(ticket: 3, page: .init("a", next: nil))),
  ]

  static let searchEffects: [Words.Effect] = [
    .feed(query: "rust", effect: load(3)), .feed(query: "rust", effect: .cancel(ticket: 3)),
    .schedule(ticket: 2, after: .milliseconds(300)), .cancel(ticket: 2),
  ]

  /// One line for each value, keys in order.
  private func lines(_ values: [some Encodable]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try values.map { String(decoding: try encoder.encode($0), as: UTF8.self) + "\n" }
      .joined()
  }

  /// Compares `text` with the file `name`, or writes the file where `UPDATE_GOLDEN` is set.
  private func expect(_ text: String, isGolden name: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Golden/\(name)")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try text == String(contentsOf: file, encoding: .utf8))
  }

  /// A query that may be nil, such as that of a list with or without a filter, is no missing query.
  @Test func aQueryThatMayBeNilComesBackWhole() throws {
    typealias Filtered = Search<String?, Row, String>
    let actions: [Filtered.Action] = [
      .typed(query: .some("rust")), .typed(query: .some(nil)), .typed(query: nil), .submitted,
    ]
    let data = try JSONEncoder().encode(actions)
    #expect(try JSONDecoder().decode([Filtered.Action].self, from: data) == actions)
    let effects: [Filtered.Effect] = [
      .feed(query: nil, effect: load(1)), .feed(query: "rust", effect: .cancel(ticket: 1)),
    ]
    let effectData = try JSONEncoder().encode(effects)
    #expect(try JSONDecoder().decode([Filtered.Effect].self, from: effectData) == effects)
  }

  @Test func aQueryThatIsNullIsNoQuery() throws {
    let data = Data(#"{"typed":{"query":null}}"#.utf8)
    #expect(try JSONDecoder().decode(Words.Action.self, from: data) == .typed(query: nil))
  }

  @Test func theJSONOfEveryActionIsPinned() throws {
    try expect(lines(Self.actions), isGolden: "actions.jsonl")
  }

  @Test func theJSONOfEveryEffectIsPinned() throws {
    try expect(lines(Self.effects), isGolden: "effects.jsonl")
  }

  @Test func theJSONOfASearchIsPinned() throws {
    try expect(
      lines(Self.searchActions) + lines(Self.searchEffects), isGolden: "search.jsonl")
  }

  @Test func everyActionAndEffectIsReadBack() throws {
    let decoder = JSONDecoder()
    for action in Self.searchActions {
      #expect(try decoder.decode(Words.Action.self, from: JSONEncoder().encode(action)) == action)
    }
    for effect in Self.searchEffects {
      #expect(try decoder.decode(Words.Effect.self, from: JSONEncoder().encode(effect)) == effect)
    }
    for action in Self.actions {
      #expect(try decoder.decode(Letters.Action.self, from: JSONEncoder().encode(action)) == action)
    }
    for effect in Self.effects {
      #expect(try decoder.decode(Letters.Effect.self, from: JSONEncoder().encode(effect)) == effect)
    }
  }

  @Test(arguments: [1e18, 9.2e18, 9.3e18, 1e19, -9.3e18, 1e300])
  func aDurationIsReadBackOrRefusedAndNeverATrap(seconds: Double) throws {
    let json = #"{"code":"http","message":"m","isRetryable":false,"retryAfter":\#(seconds)}"#
    let read = try? JSONDecoder().decode(FeedFailure.self, from: Data(json.utf8))
    #expect((read != nil) == (abs(seconds) <= 1e18))
    if let read {
      let again = try JSONDecoder().decode(FeedFailure.self, from: JSONEncoder().encode(read))
      #expect(again == read)
    }
    if abs(seconds) < 1e20 {
      _ = try JSONEncoder().encode(FeedFailure(.http, message: "m", retryAfter: .seconds(seconds)))
    }
  }

  @Test func aListIsWrittenAsAnArray() throws {
    let list: ItemList = [Row("a"), Row("b")]
    let data = try JSONEncoder().encode(list)
    #expect(try JSONDecoder().decode([Row].self, from: data) == Array(list))
    #expect(try JSONDecoder().decode(ItemList<Row>.self, from: data) == list)
  }

  private static let broken: [(String, String)] = [
    (#"{"itemAppears":{}}"#, "There is no action \"itemAppears\"; there are: started, "),
    ("{}", "Expected one action, found 0 keys; give one of: started, "),
    (#"{"started":{},"reset":{}}"#, "Expected one action, found 2 keys; give one of: started, "),
    (#"{"started":{},"x":{}}"#, "Expected one action, found 2 keys; give one of: started, "),
    (
      #"{"restored":{"snapshot":\#(snapshotJSON),"age":1e300}}"#,
      "1e+300 seconds are out of range."
    ),
  ]

  private static let snapshotJSON =
    #"{"version":1,"identity":7,"items":[],"pages":[],"lastTicket":0}"#

  @Test func aBrokenActionOfASearchIsNamed() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Words.Action.self, from: Data(#"{"type":{}}"#.utf8))
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Words.Effect.self, from: Data(#"{"schedule":{"ticket":1}}"#.utf8))
    }
  }

  @Test(arguments: broken.indices) func aBrokenActionIsNamed(row: Int) {
    let (json, start) = Self.broken[row]
    do {
      let action = try JSONDecoder().decode(Letters.Action.self, from: Data(json.utf8))
      Issue.record("\(json) was read as \(action)")
    } catch let DecodingError.dataCorrupted(context) {
      #expect(context.debugDescription.hasPrefix(start))
    } catch {
      Issue.record("\(error)")
    }
  }
}
