import FeedEffects

/// Where a response has its rows, and how they are decoded.
///
/// Use ``list(at:)`` for rows of your own type, which must be `Decodable`. Use
/// ``raw(at:id:title:)`` for tools that know no type: its rows are ``JSONRow``s.
///
/// ```swift
/// let objects: HTTPRows<Person> = .list(at: "results")  // each object in `results`
/// let nodes: HTTPRows<Person> = .list(at: "data.people.edges[].node")  // the node of each edge
/// let body: HTTPRows<Person> = .list()  // the body itself is the list
/// let raw: HTTPRows<JSONRow> = .raw(at: "results", id: "uid", title: "name")
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

  let read: @Sendable (any Decoder, BadRowPolicy) throws -> ReadRows<Item>
}

extension HTTPRows {
  /// Returns these rows without those that can't be decoded.
  ///
  /// Skipped rows still count for the length of a page, so that a page does not look short.
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

extension HTTPRows where Item: Decodable {
  /// The elements of the list at `path`, decoded as `Item`.
  ///
  /// - Parameter path: The path of the list; by default the body itself. After an `[]` comes the
  ///   path from each element to its row.
  public static func list(at path: JSONPath = "") -> Self {
    Self(path: path) { try $0.rows(at: path, as: Item.self, badRows: $1) { row, _ in row } }
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
    Self(path: path) { decoder, policy in
      try decoder.rows(at: path, as: JSONValue.self, badRows: policy) { value, place in
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
  /// It refuses the whole page.
  case refuse

  /// It is skipped if it is null, as a part of a GraphQL response that failed is.
  case skipNull

  /// It is skipped.
  case skip

  func skips(_ row: any Decoder) -> Bool {
    switch self {
    case .refuse: false
    case .skipNull: (try? row.singleValueContainer().decodeNil()) == true
    case .skip: true
    }
  }
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
