/// Rows in order, unique by id.
///
/// A value: copies share their storage, and still share most of it after one of them changes. So a
/// view can keep the old list while a page is appended to a million rows, at the cost of a few chunks.
/// Two lists are equal if they hold equal rows in the same order.
///
/// ```swift
/// var list = ItemList([a, b])
/// list.append(contentsOf: [b2, c])  // 1: b2 has the id of b and replaces it
/// list.index(id: c.id)  // 2
/// ```
///
/// The rows are in chunks, and an index finds a row by its id. It is a collection like an array: its
/// indices are numbers from 0, and ``difference(from:)`` feeds list views.
public struct ItemList<Element: Identifiable> {
  @usableFromInline var rows = ChunkList<Element>()

  /// Increases with every change, so that the owner of a list can tell that it changed.
  ///
  /// It tells nothing about two lists of which neither is a copy of the other.
  package internal(set) var revision: UInt32 = 0

  /// The slots of the rows, by the hashes of their ids. Empty in a short list.
  @usableFromInline var hashIndex = HashIndex()

  /// Creates an empty list.
  public init() {}

  /// Creates a list of `rows`; a row replaces an earlier one with the same id.
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
    /// Reads an array of rows; a row replaces an earlier one with the same id.
    public init(from decoder: any Decoder) throws {
      self.init(try [Element](from: decoder))
    }
  }
#endif
