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
  private let decoder: JSONDecoder
  private let maxRows: Int
  private var reader: JSONReader

  /// The rows so far.
  private(set) var result = ReadRows<Item>()

  /// The elements of the list that are not decoded yet, with the rows in them, as places in the body.
  private var part: [(element: Range<Int>, row: Range<Int>?)] = []
  private var last: Range<Int>?
  private var beforeLast: Range<Int>?
  private var first: Range<Int>?

  /// Whether there was no list.
  private(set) var isListAbsent = false

  init(
    _ plan: PageBody<Item>.Plan, in body: JSONReader, with decoder: JSONDecoder, maxRows: Int
  ) {
    self.plan = plan
    self.maxRows = maxRows
    (list, element) = plan.rows.path.listAndElement
    self.decoder = decoder
    reader = body
  }

  /// Reads all rows.
  ///
  /// - Parameters:
  ///   - start: The offset of the list in the body; nil if there is no value.
  ///   - checkpoint: Called between two parts. What it throws ends the work.
  mutating func read(at start: Int?, checkpoint: () throws -> Void) throws {
    guard let start, reader.bytes[start] == UInt8(ascii: "[") else {
      if isAbsent(at: start) { return isListAbsent = true }
      throw noList
    }
    reader.index = start
    var hasElement = try reader.begin(until: "]")
    while hasElement {
      try addElement()
      hasElement = try reader.goOn(until: "]")
      if let first = part.first, reader.index - first.element.lowerBound >= Self.partSize {
        try decodePart()
        try checkpoint()
      }
    }
    try decodePart()
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

  /// Returns the value at a path in the last row; nil if there is none.
  func lastValue(at path: JSONPath) -> JSONValue? {
    last.flatMap { row(in: $0).found(at: path) }
  }

  /// Returns that in the row before the last one; nil if there is none.
  func valueBeforeLast(at path: JSONPath) -> JSONValue? {
    beforeLast.flatMap { row(in: $0).found(at: path) }
  }

  /// Returns that in the first row; nil if there is none.
  func firstValue(at path: JSONPath) -> JSONValue? {
    first.flatMap { row(in: $0).found(at: path) }
  }

  private mutating func addElement() throws {
    guard result.count + part.count < maxRows else {
      throw HTTPProblem.body(.tooManyRows(limit: maxRows))
    }
    let range = try reader.row()
    if plan.rows.isRaw, reader.passed > reader.maxValues {
      throw JSONReader.Fault(cause: .size, offset: range.lowerBound)
    }
    beforeLast = last
    last = range
    if !element.components.isEmpty {
      var inside = reader
      inside.index = range.lowerBound
      last = try inside.find(element) ? try inside.row() : nil
    }
    first = first ?? last
    part.append((range, last))
  }

  private mutating func decodePart() throws {
    defer { part.removeAll(keepingCapacity: true) }
    var items = plan.rows.decode(part.compactMap { $0.row.map { reader.bytes[$0] } }, decoder)[...]
    for (element, row) in part {
      defer { result.count += 1 }
      switch row == nil ? .failure(NoRow()) : items.removeFirst() {
      case .success(let item):
        result.items.append(item)
      case .failure(let error):
        let place = list.appending(.index(result.count)).appending(self.element)
        guard isSkipped(element: element, row: row) else {
          throw HTTPProblem(error, inRow: self.row(in: row ?? element), at: place)
        }
        result.skip(at: place)
      }
    }
  }

  private func isSkipped(element: Range<Int>, row: Range<Int>?) -> Bool {
    if let skipped = result.skipped, skipped.count >= Self.maxSkipped { return false }
    return switch plan.badRows {
    case .skipNull:
      [element, row ?? element].contains { reader.bytes[$0].elementsEqual("null".utf8) }
    case .skip: true
    }
  }

  private func row(in range: Range<Int>) -> JSONReader {
    JSONReader([UInt8](reader.bytes[range]))
  }

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
