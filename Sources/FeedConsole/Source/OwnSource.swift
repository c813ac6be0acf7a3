import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation

/// A page source of any rows as a source of the console, and a sink for its edits.
final class OwnSource<Source: PageSource>: TaskSource {
  typealias Sink = any EditSink<Source.Item, Source.Cursor>

  private let source: Source
  private let sink: Sink?
  private let table: OwnRows<Source.Item, Source.Cursor>

  init(_ source: Source, sink: Sink?, title: (@Sendable (Source.Item) -> String)?) {
    self.source = source
    self.sink = sink
    table = OwnRows(title: title)
  }

  override var name: String { "\(Source.self)" }

  override func work(for load: Load) -> @Sendable () async throws -> JSONFeed.Page {
    { [source, table] in
      let page = try await source.page(for: try table.own.request(load.request))
      return JSONFeed.Page(
        items: page.items.map(table.row), next: page.next.map(table.named),
        previous: page.previous.map(table.named), total: page.total)
    }
  }

  override func work(for edit: JSONFeed.Edit) -> (@Sendable () async throws -> JSONRow?)? {
    guard let sink else { return nil }
    return { [table] in
      let key = EditKey(feed: edit.feed, ticket: edit.ticket)
      return try await sink.send(try table.own.edit(edit), key: key).map(table.row)
    }
  }
}

/// What the console has seen of rows and cursors of any type, by their texts. Any thread may use it.
///
/// It keeps each row and cursor that it was given, because a later request names them by their text.
private final class OwnRows<Item: Identifiable & Equatable & Sendable, Cursor: Hashable & Sendable>:
  Sendable
where Item.ID: Sendable {
  private struct Known {
    var ids = Names<Item.ID>()
    var cursors = Names<Cursor>()
  }

  private let known = Locked(Known())
  private let title: (@Sendable (Item) -> String)?

  init(title: (@Sendable (Item) -> String)?) {
    self.title = title
  }

  /// Turns what the console asks for into the terms of the source.
  var own: FeedMapping<JSONRow, PageCursor, Item, Cursor, any Error> {
    FeedMapping(row: item, id: id, cursor: cursor)
  }

  @Sendable func row(_ item: Item) -> JSONRow {
    let id = known.use { $0.ids.name(of: item.id) }
    let value = (item as? any Encodable).map(Self.json) ?? .string(String(reflecting: item))
    return JSONRow(id: JSONRow.ID(rawValue: id), title: text(of: item), value: value)
  }

  /// What people see of an item.
  private func text(of item: Item) -> String {
    if let title { return title(item) }
    return TraceWriter.title(of: item) ?? "\(item)"
  }

  @Sendable func named(_ cursor: Cursor) -> PageCursor {
    .token(known.use { $0.cursors.name(of: cursor) })
  }

  /// The cursor that a text stands for. After a resume only texts that are cursors themselves have one.
  private func cursor(_ cursor: PageCursor) throws(FeedFailure) -> Cursor {
    let text =
      switch cursor {
      case .token(let text): text
      case .number(let number, _), .offset(let number, _): "\(number)"
      default: "\(cursor)"
      }
    if let cursor = known.use({ $0.cursors.value(of: text) }) { return cursor }
    throw FeedFailure(
      .invalidCursor,
      message: "the cursor \(text.quoted(60)) is of an earlier run; refresh to start again")
  }

  private func id(_ id: JSONRow.ID) throws(FeedFailure) -> Item.ID {
    if let id = known.use({ $0.ids.value(of: id.rawValue) }) { return id }
    throw FeedFailure(.refused, message: "no row has the id \(id.rawValue.quoted(60))")
  }

  /// The item that a row's JSON describes.
  private func item(_ row: JSONRow) throws -> Item {
    guard let type = Item.self as? any Decodable.Type else {
      throw FeedFailure(
        .refused, message: "\(Item.self) is not Decodable, so it can't be made from words")
    }
    do {
      let data = try JSONEncoder().encode(row.value)
      if let item = try JSONDecoder().decode(type, from: data) as? Item { return item }
      throw FeedFailure(.decoding, message: "the row is no \(Item.self)")
    } catch let error as DecodingError {
      var message = "the row is no \(Item.self): \(reason(error, in: row.value))"
      if case .keyNotFound(let key, let context) = error {
        let field = (context.codingPath + [key])[0].stringValue
        message += "; insert a row with all its fields, as in: insert {\"\(field)\":…}"
      }
      throw FeedFailure(.decoding, message: message)
    }
  }

  private static func json(_ value: any Encodable) -> JSONValue {
    guard let data = try? JSONEncoder().encode(value) else { return .string("\(value)") }
    return (try? JSONDecoder().decode(JSONValue.self, from: data)) ?? .string("\(value)")
  }
}

/// Values by their texts. Those that look alike get a number behind them.
private struct Names<Value: Equatable> {
  private var values: [String: Value] = [:]

  /// The text that stands for a value from now on.
  mutating func name(of value: Value) -> String {
    var (name, number) = ("\(value)", 1)
    while let other = values[name], other != value {
      number += 1
      name = "\(value)#\(number)"
    }
    values[name] = value
    return name
  }

  /// The value that a text stands for, or that is written like this; nil if there is none.
  func value(of name: String) -> Value? {
    values[name] ?? (Value.self as? any LosslessStringConvertible.Type)?.init(name) as? Value
  }
}
