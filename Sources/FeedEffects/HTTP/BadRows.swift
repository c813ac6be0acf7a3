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
