import FeedEffects

/// How rows are read from an answer.
///
/// ```swift
/// .list(at: "results")  // the objects in `results`, decoded
/// .list(at: "data.items.edges[].node")  // the node of each edge
/// .raw(at: "results", id: "uid", title: "name")  // as JSON, for tools
/// ```
public struct HTTPRows<Item: Sendable>: Sendable {
  /// Where the list is.
  let path: JSONPath

  /// What is told of rows that can't be read; nil where they refuse the page.
  var tellSkipped: (@Sendable (SkippedRows) -> Void)?

  let read: @Sendable (any Decoder, BadRowPolicy) throws -> ReadRows<Item>
}

extension HTTPRows {
  /// Returns the rows without those that can't be read, which otherwise refuse the whole page.
  ///
  /// - Parameter tell: Called off the store's actor, once for each page that had such rows.
  public func skippingBadRows(
    _ tell: @escaping @Sendable (SkippedRows) -> Void = { _ in }
  ) -> Self {
    var rows = self
    rows.tellSkipped = tell
    return rows
  }
}

extension HTTPRows where Item: Decodable {
  /// The elements of the list at `path`, decoded.
  public static func list(at path: JSONPath = "") -> Self {
    Self(path: path) { try $0.rows(at: path, as: Item.self, $1) { row, _ in row } }
  }
}

extension HTTPRows where Item == JSONRow {
  /// The elements of the list at `path` as they are, with an id and a title.
  ///
  /// - Parameters:
  ///   - path: Where the list is.
  ///   - id: Where a row's id is: a text that is not empty, or a whole number.
  ///   - title: Where a row's title is, if it has one.
  public static func raw(at path: JSONPath, id: JSONPath, title: JSONPath? = nil) -> Self {
    Self(path: path) { decoder, policy in
      try decoder.rows(at: path, as: JSONValue.self, policy) { value, place in
        guard let text = value[id]?.id else {
          throw HTTPProblem.noID(id, of: value, at: place())
        }
        return JSONRow(id: text, title: title.flatMap { value[$0]?.title }, value: value)
      }
    }
  }
}

extension HTTPProblem {
  fileprivate static func noID(_ id: JSONPath, of row: JSONValue, at place: JSONPath) -> Self {
    if let found = row[id] {
      .content(
        .unfit(place: "\(place.appending(id))", expected: "an id", found: found, remedy: .idPath))
    } else {
      .content(.unfit(place: "\(place)", expected: "an id at \(id)", found: row, remedy: .idPath))
    }
  }
}

extension JSONValue {
  /// The value as a title, or nil if it is none.
  var title: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    default: nil
    }
  }
}

/// The rows of a page that could not be read and were passed over.
public struct SkippedRows: Equatable, Sendable {
  /// How many they are.
  public var count: Int

  /// Where the first of them is: `.results[7]`.
  public var firstPlace: String
}

/// What becomes of a row that can't be read.
enum BadRowPolicy {
  /// The whole page is refused.
  case refuse

  /// A row that is null is passed over: a part of a GraphQL answer that failed.
  case skipNull

  /// It is passed over.
  case skip

  func passesOver(_ row: any Decoder) -> Bool {
    switch self {
    case .refuse: false
    case .skipNull: (try? row.singleValueContainer().decodeNil()) == true
    case .skip: true
    }
  }
}

/// The rows that were read from a page.
struct ReadRows<Item> {
  /// The rows.
  var items: [Item] = []

  /// How many the page has, those passed over too: that tells whether it is full.
  var count = 0

  /// Those that were passed over, if any were.
  var skipped: SkippedRows?

  mutating func skip(at place: JSONPath) {
    skipped = SkippedRows(
      count: (skipped?.count ?? 0) + 1, firstPlace: skipped?.firstPlace ?? "\(place)")
  }
}
