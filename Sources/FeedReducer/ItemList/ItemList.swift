/// Rows in order, unique by id.
///
/// A value: copies share their storage until one of them changes. Two lists are equal when they
/// hold equal rows in the same order.
///
/// ```swift
/// var list = ItemList([a, b])
/// list.append(contentsOf: [b2, c])  // 1: b2 has the id of b and takes its place
/// list.index(id: c.id)  // 2
/// ```
public struct ItemList<Element: Identifiable> {
  /// The rows.
  var rows: [Element] = []

  /// The index of the row with an id, counted from `origin`.
  var places: [Element.ID: Int] = [:]

  /// What the place of the first row is; falls when rows are put in front.
  var origin = 0

  /// Grows with every change, so that a holder can tell that the list changed.
  ///
  /// It says nothing about two lists that do not come from each other.
  package internal(set) var revision = 0

  /// Creates an empty list.
  public init() {}

  /// Creates a list of `rows`; one whose id was there before takes the place of that one.
  ///
  /// - Complexity: O(*n*).
  public init(_ rows: some Sequence<Element>) {
    append(contentsOf: rows)
  }
}

extension ItemList: Sendable where Element: Sendable, Element.ID: Sendable {}

extension ItemList: Equatable where Element: Equatable {
  /// Whether both lists hold equal rows in the same order.
  ///
  /// - Complexity: O(*n*).
  public static func == (lhs: ItemList, rhs: ItemList) -> Bool {
    lhs.rows == rhs.rows
  }
}

extension ItemList: ExpressibleByArrayLiteral {
  /// Creates a list of the given rows.
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

#if !hasFeature(Embedded)
  extension ItemList: Encodable where Element: Encodable {
    /// Writes the rows as an array.
    public func encode(to encoder: any Encoder) throws {
      try rows.encode(to: encoder)
    }
  }

  extension ItemList: Decodable where Element: Decodable {
    /// Reads an array of rows; one whose id was there before takes the place of that one.
    public init(from decoder: any Decoder) throws {
      self.init(try [Element](from: decoder))
    }
  }
#endif
