/// Rows in order, unique by id.
///
/// A value: copies share their storage, and go on sharing most of it when one of them changes.
/// Two lists are equal when they hold equal rows in the same order.
///
/// ```swift
/// var list = ItemList([a, b])
/// list.append(contentsOf: [b2, c])  // 1: b2 has the id of b and takes its place
/// list.index(id: c.id)  // 2
/// ```
///
/// The rows lie in a ``ChunkList``; beside it an index tells at which place of that list a row
/// with an id may be. Short lists do without the index.
public struct ItemList<Element: Identifiable> {
  /// The rows.
  @usableFromInline var rows = ChunkList<Element>()

  /// Grows with every change, so that a holder can tell that the list changed.
  ///
  /// It says nothing about two lists that do not come from each other.
  package internal(set) var revision: UInt32 = 0

  /// The places of the rows by the hashes of their ids.
  @usableFromInline var places = HashIndex()

  /// Creates an empty list.
  public init() {}

  /// Creates a list of `rows`; one whose id was there before takes the place of that one.
  ///
  /// - Complexity: O(*n* log *n*).
  public init(_ rows: some Sequence<Element>) {
    append(contentsOf: rows)
  }
}

extension ItemList: Sendable where Element: Sendable, Element.ID: Sendable {}

extension ItemList: Equatable where Element: Equatable {
  /// Whether both lists hold equal rows in the same order.
  ///
  /// - Complexity: O(1) for copies of one list, O(*k*) in the rows that they do not share.
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
  extension ItemList: CustomStringConvertible {
    /// The rows, as an array shows them.
    public var description: String { Array(self).description }
  }

  extension ItemList: Encodable where Element: Encodable {
    /// Writes the rows as an array.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(contentsOf: self)
    }
  }

  extension ItemList: Decodable where Element: Decodable {
    /// Reads an array of rows; one whose id was there before takes the place of that one.
    public init(from decoder: any Decoder) throws {
      self.init(try [Element](from: decoder))
    }
  }
#endif
