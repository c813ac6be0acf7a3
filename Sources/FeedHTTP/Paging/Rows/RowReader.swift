import FeedEffects
import Foundation

/// Decodes the rows of a page, a part at a time.
///
/// One call of the decoder for many rows takes a fraction of the time of a call for each. But it builds a
/// tree of up to 40 times the text, and nothing can end it, so a part is small.
struct RowReader<Item: Sendable> {
  /// The size of a part in bytes.
  private static var partSize: Int { 16 << 10 }

  /// How many rows of a page are skipped. A page with more bad ones is another kind of page.
  private static var maxSkipped: Int { 1_000 }

  private let plan: PageBody<Item>.Plan
  private let list: JSONPath
  private let element: JSONPath
  private let isOfMembers: Bool
  private let decoder: JSONDecoder
  private let maxRows: Int
  private var reader: JSONReader

  /// The rows so far.
  private(set) var result = ReadRows<Item>()

  /// An element of the list, or a member of the object, or the row in it, as places in the body.
  private struct Place {
    /// The key of a member, with its quotes; nil for any other value.
    var key: Range<Int>?

    let value: Range<Int>
  }

  /// The elements of the list that are not decoded yet, with the rows in them.
  private var part: [(element: Place, row: Place?)] = []

  /// The value at the plan's key path in the last row; nil if there is none.
  private(set) var lastKey: JSONValue?

  /// Whether two rows, one behind the other, have the same key.
  private(set) var sharesKeys = false

  /// Whether all rows have the same key; nil before the first row.
  private(set) var isOfOneKey: Bool?

  /// Whether there was no list.
  private(set) var isListAbsent = false

  init(
    _ plan: PageBody<Item>.Plan, in body: JSONReader, with decoder: JSONDecoder, maxRows: Int
  ) {
    self.plan = plan
    self.maxRows = maxRows
    (list, element) = plan.rows.path.listAndElement
    isOfMembers = plan.rows.path.isOfMembers
    self.decoder = decoder
    reader = body
  }

  /// Reads all rows.
  ///
  /// - Parameters:
  ///   - start: The offset of the list in the body; nil if there is no value.
  ///   - checkpoint: Called between two parts. What it throws ends the work.
  mutating func read(at start: Int?, checkpoint: () throws -> Void) throws {
    guard let start, isList(at: start) else {
      if isAbsent(at: start) { return isListAbsent = true }
      throw noList
    }
    reader.index = start
    let end: Unicode.Scalar = reader.next == UInt8(ascii: "[") ? "]" : "}"
    var hasElement = try reader.begin(until: end)
    while hasElement {
      try addElement()
      hasElement = try reader.goOn(until: end)
      if let first = part.first, reader.index - first.element.value.lowerBound >= Self.partSize {
        try decodePart()
        try checkpoint()
      }
    }
    try decodePart()
  }

  /// Whether the rows are in the value that begins here. PHP writes an object without members as an empty list.
  private func isList(at start: Int) -> Bool {
    var inside = reader
    inside.index = start
    guard isOfMembers else { return inside.next == UInt8(ascii: "[") }
    return inside.next == UInt8(ascii: "{")
      || inside.next == UInt8(ascii: "[") && (try? inside.begin(until: "]")) == false
  }

  /// Whether the list may be missing, and is or is null, in an object that is there. In GraphQL that is a
  /// part that failed.
  private func isAbsent(at start: Int?) -> Bool {
    guard plan.graphQL == nil, plan.mayBeBehindLast || plan.rows.isAbsentIfEmpty else {
      return false
    }
    if let start { return reader.bytes[start] == UInt8(ascii: "n") && !list.components.isEmpty }
    var parent = reader
    return (try? parent.find(list.parent)) == true && parent.next == UInt8(ascii: "{")
  }

  /// Notes the key of a row.
  private mutating func note(key: JSONValue?) {
    sharesKeys = sharesKeys || key != nil && key == lastKey
    isOfOneKey = isOfOneKey.map { $0 && key == lastKey } ?? true
    lastKey = key
  }

  private mutating func addElement() throws {
    guard result.count + part.count < maxRows else {
      throw HTTPProblem.body(.tooManyRows(limit: maxRows))
    }
    let place: Place
    if isOfMembers {
      let member = try reader.memberRow()
      place = Place(key: member.key, value: member.value)
    } else {
      place = Place(value: try reader.row())
    }
    if plan.rows.isRaw, reader.passed > reader.maxValues {
      throw JSONReader.Fault(cause: .size, offset: place.value.lowerBound)
    }
    let row = try row(in: place)
    if let path = plan.keyPath { note(key: row.flatMap { json(of: $0).found(at: path) }) }
    part.append((place, row))
  }

  /// The row in an element, or in a member, whose path goes on from its key or its value.
  private func row(in place: Place) throws -> Place? {
    if element.components.isEmpty { return place }
    var (path, value) = (element, place.value)
    if let key = place.key {
      path.components.removeFirst()
      switch element.components.first {
      case .key("key"): value = key
      case .key("value"): break
      default: return nil
      }
    }
    var inside = reader
    inside.index = value.lowerBound
    return try inside.find(path) ? Place(value: try inside.row()) : nil
  }

  private mutating func decodePart() throws {
    defer { part.removeAll(keepingCapacity: true) }
    var items = plan.rows.decode(part.compactMap { $0.row.map(bytes) }, decoder)[...]
    for (element, row) in part {
      defer { result.count += 1 }
      switch row == nil ? .failure(NoRow()) : items.removeFirst() {
      case .success(let item):
        result.items.append(item)
      case .failure(let error):
        let place = path(of: element)
        guard isSkipped(element: element, row: row) else {
          throw HTTPProblem(
            error, inRow: json(of: row ?? Place(value: element.value)),
            at: RowPlace(path: place, isMember: row?.key != nil))
        }
        result.skip(at: place)
      }
    }
  }

  /// The path in the body of the row that is decoded next.
  private func path(of place: Place) -> JSONPath {
    guard let key = place.key else {
      return list.appending(.index(result.count)).appending(element)
    }
    var reader = reader
    reader.index = key.lowerBound
    let name = (try? reader.whole(levels: 1))?.text ?? ""
    return RowPlace(path: list.appending(name), isMember: true).appending(element)
  }

  private func isSkipped(element: Place, row: Place?) -> Bool {
    if let skipped = result.skipped, skipped.count >= Self.maxSkipped { return false }
    return switch plan.badRows {
    case .skipNull:
      [element, row ?? element].contains {
        reader.bytes[$0.value].elementsEqual("null".utf8)
      }
    case .skip: true
    }
  }

  /// The JSON of a row: of a member an object with its key and its value, as they are in the body.
  private func bytes(of place: Place) -> ArraySlice<UInt8> {
    let value = reader.bytes[place.value]
    guard let key = place.key else { return value }
    let parts: [ArraySlice<UInt8>] = [
      ArraySlice(#"{"key":"#.utf8), reader.bytes[key], ArraySlice(#","value":"#.utf8), value,
      ArraySlice("}".utf8),
    ]
    return ArraySlice(parts.joined())
  }

  private func json(of place: Place) -> JSONReader { JSONReader([UInt8](bytes(of: place))) }

  /// There is no list where it should be. The problem names the longest part of the path with a value.
  private var noList: HTTPProblem {
    var place = list
    while true {
      var reader = reader
      if (try? reader.find(place)) == true || place.components.isEmpty { break }
      place = place.parent
    }
    return .page(.noList(path: plan.rows.path, place: place, found: reader.found(at: place)))
  }
}
