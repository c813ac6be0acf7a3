import FeedEffects
import Foundation

// What is wrong with a row.

extension HTTPProblem {
  /// Creates the problem of a row that can't be decoded.
  ///
  /// - Parameters:
  ///   - error: What the decoder threw, for a list with this row only.
  ///   - row: The bytes of the row; those of its element if there is no row.
  ///   - place: The path of the row.
  init(_ error: any Error, inRow row: JSONReader, at place: RowPlace) {
    switch error {
    case is NoRow:
      self = .page(
        .unfit(
          place: "\(place)", expected: "a row", found: row.found(at: ""), remedy: .rowType))
    case is NoObject:
      self = .page(
        .unfit(
          place: "\(place)", expected: "an object", found: row.found(at: "value"), remedy: .rowType)
      )
    case let error as NoID:
      self.init(noIDAt: error.path, inRow: row, at: place)
    case let fault as JSONReader.Fault:
      self = .page(.unreadable(place: "\(place)", reason: fault.message, found: nil))
    case DecodingError.typeMismatch(let type, let context),
      DecodingError.valueNotFound(let type, let context):
      self.init(context, inRow: row, at: place, expected: Self.name(of: type))
    case DecodingError.keyNotFound(let key, let context):
      self.init(context, inRow: row, at: place, expected: "the key \(key.stringValue)")
    case DecodingError.dataCorrupted(let context):
      let path = JSONPath(inRow: context)
      var reason = context.debugDescription
      if reason.hasSuffix(".") { reason.removeLast() }
      self = .page(
        .unreadable(
          place: "\(place.appending(path))", reason: reason, found: row.found(at: path)))
    default:
      self = .page(
        .unreadable(place: "\(place)", reason: "\(error)", found: row.found(at: "")))
    }
  }

  private init(
    _ context: DecodingError.Context, inRow row: JSONReader, at place: RowPlace, expected: String
  ) {
    let path = JSONPath(inRow: context)
    self = .page(
      .unfit(
        place: "\(place.appending(path))", expected: expected, found: row.found(at: path),
        remedy: .rowType))
  }

  private init(noIDAt path: JSONPath, inRow row: JSONReader, at place: RowPlace) {
    if let found = row.found(at: path) {
      let expected = found.id == nil ? "an id" : "an id of at most \(JSONRow.maxIDBytes) bytes"
      self = .page(
        .unfit(
          place: "\(place.appending(path))", expected: expected, found: found, remedy: .idPath))
    } else {
      self = .page(
        .unfit(
          place: "\(place)", expected: "an id at \(path)", found: row.found(at: ""),
          remedy: .idPath))
    }
  }

  /// The name of a Swift type in terms of JSON.
  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is any BinaryInteger.Type, is any BinaryFloatingPoint.Type: "a number"
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    case is [Any].Type: "a list"
    case is [String: Any].Type: "an object"
    default: "a value of type \(type)"
    }
  }
}

extension JSONPath {
  /// Creates the path within a row for the place of an error in a list with this row only.
  fileprivate init(inRow context: DecodingError.Context) {
    components = context.codingPath.dropFirst().map { key in
      key.intValue.map { .index($0) } ?? .key(key.stringValue)
    }
  }
}
