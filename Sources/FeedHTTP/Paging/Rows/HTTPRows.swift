import FeedEffects
public import FeedReducer
import Foundation

/// Where a response has its rows, and how they are decoded.
///
/// Use ``list(at:)`` for rows of your own type, which must be `Decodable`. Use
/// ``raw(at:id:title:)`` for tools that know no type: its rows are ``JSONRow``s.
///
/// ```swift
/// let objects: HTTPRows<Person> = .list(at: "results")  // each object in `results`
/// let nodes: HTTPRows<Person> = .list(at: "data.people.edges[].node")  // the node of each edge
/// let body: HTTPRows<Person> = .list()  // the body itself is the list
/// let trades: HTTPRows<Entry> = .list(at: "result.trades{}")  // each member of the object `trades`
/// let raw: HTTPRows<JSONRow> = .raw(at: "results", id: "uid", title: "name")
/// ```
///
/// Of rows in an object by key, `{"T1": {…}, "T2": {…}}`, each has a key and a value. They come in the order of the
/// body:
///
/// ```swift
/// struct Entry: Decodable, Identifiable, Equatable {
///   let key: String
///   let value: Trade
///   var id: String { key }
/// }
/// ```
///
/// A row that can't be decoded refuses the whole page, with a failure that names its place. A page
/// without such rows would look complete and hide the error. If you prefer the other rows, skip it:
///
/// ```swift
/// let rows = objects.skippingBadRows { skipped in
///   print(skipped.count, "rows skipped, the first at", skipped.firstPlace)
/// }
/// ```
///
/// The rows are decoded off the store's actor, by the decoder of the ``HTTPPageSource``.
public struct HTTPRows<Item: Sendable>: Sendable {
  /// The path of the list.
  let path: JSONPath

  /// Receives the skipped rows of a page; nil if a bad row refuses the page.
  var onSkipped: (@Sendable (SkippedRows) -> Void)?

  /// Whether a response without the list, or with null in its place, is an empty page.
  var isAbsentIfEmpty = false

  /// Whether the rows stay JSON, which takes far more memory than a type of its own.
  var isRaw = false

  /// Decodes rows, each given as its bytes. It returns as many results as there are rows.
  let decode: @Sendable (_ rows: [ArraySlice<UInt8>], JSONDecoder) -> [Result<Item, any Error>]
}

extension HTTPRows {
  /// Returns these rows without those that can't be decoded.
  ///
  /// Skipped rows still count for the length of a page, so that a page does not look short. A page with
  /// more than 1,000 bad rows is refused.
  ///
  /// - Parameter tell: Receives the number of skipped rows and the place of the first. It runs off
  ///   the store's actor, once for each page with such rows.
  /// - Returns: A copy that skips bad rows.
  public func skippingBadRows(
    _ tell: @escaping @Sendable (SkippedRows) -> Void = { _ in }
  ) -> Self {
    var rows = self
    rows.onSkipped = tell
    return rows
  }
}

extension HTTPRows {
  /// Returns these rows for a server that leaves the list out where it is empty.
  ///
  /// A list that is null counts as left out. By default only a page behind the first
  /// one may come without its list: a wrong path would pass for an empty feed.
  public func absentIfEmpty() -> Self {
    var rows = self
    rows.isAbsentIfEmpty = true
    return rows
  }
}

extension HTTPRows where Item: Decodable {
  /// The elements of the list at `path`, decoded as `Item`.
  ///
  /// - Parameter path: The path of the list; by default the body itself. After an `[]` comes the
  ///   path from each element to its row. With `{}` behind it the path is that of an object whose members are the
  ///   rows, each with a `key` and a `value`.
  public static func list(at path: JSONPath = "") -> Self {
    Self(path: path) { rows, decoder in
      let list = Data(list: rows[...])
      if let items = try? decoder.decode([Item].self, from: list) {
        return items.map { .success($0) }
      }
      return Attempt<Item>.decode(rows[...], with: decoder)
    }
  }
}

/// A row, or the reason why it can't be decoded. It takes longer than a row that can't fail.
private struct Attempt<Item: Decodable>: Decodable {
  let result: Result<Item, any Error>

  init(from decoder: any Decoder) throws {
    result = Result { try decoder.singleValueContainer().decode(Item.self) }
  }

  /// Decodes rows, of which some can't be.
  ///
  /// The decoder refuses the whole list if a text in it ends within an escape, as `"caf\u00"` does. Then
  /// each half is tried on its own, so that such a row takes no other with it. A bad row costs twice the
  /// time of its list.
  static func decode(
    _ rows: ArraySlice<ArraySlice<UInt8>>, with decoder: JSONDecoder
  ) -> [Result<Item, any Error>] {
    do {
      return try decoder.decode([Self].self, from: Data(list: rows)).map(\.result)
    } catch {
      if rows.count < 2 { return rows.map { _ in .failure(error) } }
      let middle = rows.startIndex + rows.count / 2
      return decode(rows[..<middle], with: decoder) + decode(rows[middle...], with: decoder)
    }
  }
}

extension Data {
  /// A list with elements that are given as their bytes.
  fileprivate init(list elements: ArraySlice<ArraySlice<UInt8>>) {
    self.init("[".utf8)
    for element in elements {
      if count > 1 { append(UInt8(ascii: ",")) }
      append(contentsOf: element)
    }
    append(UInt8(ascii: "]"))
  }
}

extension HTTPRows where Item == JSONRow {
  /// The elements of the list at `path`, undecoded, with an id and a title.
  ///
  /// - Parameters:
  ///   - path: The path of the list.
  ///   - id: The path of the id in a row: a text that is not empty, or a whole number. A row
  ///     without one can't be decoded.
  ///   - title: The path of the title in a row: a text or a number. Not every row needs one.
  public static func raw(at path: JSONPath, id: JSONPath, title: JSONPath? = nil) -> Self {
    raw(at: path, id: id, title: title, onRow: nil, asText: false)
  }

  /// The same. `onRow` sees each row with its id. With `asText` the value of a row is its JSON as a text. With
  /// `needsObjects` the value of a member has to be an object.
  static func raw(
    at path: JSONPath, id: JSONPath?, title: JSONPath?,
    onRow: (@Sendable (JSONValue, String) -> Void)?, asText: Bool, needsObjects: Bool = false
  ) -> Self {
    Self(path: path, isRaw: true) { rows, _ in
      // The same rows in the same order are the same page.
      let number = id == nil ? rows.map(Array.init).hashValue : 0
      return rows.enumerated().map { index, bytes in
        Result {
          var reader = JSONReader(Array(bytes))
          let row = try reader.document()
          if needsObjects, row["value"]?.members == nil { throw NoObject() }
          let text: String
          if let id {
            guard let found = row[id]?.id ?? JSONReader(Array(bytes)).digits(at: id),
              found.utf8.count <= JSONRow.maxIDBytes
            else { throw NoID(path: id) }
            text = found
          } else {
            text = "\(number) \(index)"
          }
          onRow?(row, text)
          return JSONRow(
            id: JSONRow.ID(rawValue: text), title: title.flatMap { row[$0]?.title },
            value: asText ? .string(String(decoding: bytes, as: UTF8.self)) : row)
        }
      }
    }
  }
}

/// A feed of undecoded rows over HTTP.
public typealias JSONFeed = Feed<JSONRow, PageCursor>

extension JSONRow {
  /// The size of an id in bytes, more than that of any key in a database.
  static var maxIDBytes: Int { 4 << 10 }
}

extension JSONValue {
  /// The value as a title; nil if it is neither a text nor a number.
  var title: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    default: nil
    }
  }
}

/// The rows of a page that could not be decoded and were skipped.
public struct SkippedRows: Equatable, Sendable {
  /// The number of skipped rows, at least 1.
  public var count: Int

  /// The path of the first skipped row: `.results[7]`.
  public var firstPlace: String
}

/// What happens to a row that can't be decoded.
enum BadRowPolicy {
  /// It is skipped if it is null, as a row that may not be seen is, or its element is. Else it refuses the whole page.
  case skipNull

  /// It is skipped.
  case skip
}

/// The rows of one body.
struct ReadRows<Item> {
  /// The rows that were decoded.
  var items: [Item] = []

  /// The number of rows in the body, skipped rows included. It decides whether the page is full.
  var count = 0

  /// The rows that were skipped; nil if there are none.
  var skipped: SkippedRows?

  mutating func skip(at place: JSONPath) {
    skipped = SkippedRows(
      count: (skipped?.count ?? 0) + 1, firstPlace: skipped?.firstPlace ?? "\(place)")
  }
}

/// An element of a list has no value at the path of the row.
struct NoRow: Error {}

/// Why a row of `HTTPRows.raw` has no id: there is none at the path, or it is too long.
struct NoID: Error {
  let path: JSONPath
}

/// Why a row of `HTTPRows.raw` is another thing than those of the first page: the member is no object.
struct NoObject: Error {}
