import FeedEffects

// Follows paths while a body is decoded, so that one pass over the JSON is enough.

/// A key that is only known at run time.
struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) {
    self.stringValue = stringValue
  }

  init?(intValue: Int) {
    nil
  }
}

/// A path that leads to no value. `place` is its longest part with a value, which is `found`.
struct PathMiss: Error {
  var place: JSONPath
  var found: JSONValue
}

extension Decoder {
  /// Returns the decoder for the value at `path`, which must have no `[]`.
  ///
  /// - Throws: A `PathMiss` if there is no value.
  func descend(_ path: JSONPath) throws -> any Decoder {
    var decoder: any Decoder = self
    var place = JSONPath(components: [])
    for step in path.components {
      guard let next = try decoder.child(step) else {
        throw PathMiss(place: place, found: try decoder.value(levels: 0))
      }
      decoder = next
      place = place.appending(step)
    }
    return decoder
  }

  /// Returns the value at `path` with its members, or nil if there is none. See ``value(levels:)``.
  func value(at path: JSONPath) throws -> JSONValue? {
    do {
      return try descend(path).value(levels: 1)
    } catch is PathMiss {
      return nil
    }
  }

  /// Returns the value of this decoder, so many levels deep. What is below is null.
  ///
  /// A cursor is a single value or a member of one object, and a message has no more than the keys of an
  /// object. A whole body would take long, and it is looked at whenever a path leads to nothing.
  func value(levels: Int) throws -> JSONValue {
    if let text = try? singleValueContainer().decode(String.self) { return .string(text) }
    if let list = try? unkeyedContainer() {
      return .array(Array(repeating: .null, count: list.count ?? 0))
    }
    guard let object = try? container(keyedBy: AnyKey.self) else {
      return try singleValueContainer().decode(JSONValue.self)
    }
    var members: [String: JSONValue] = [:]
    for key in object.allKeys {
      members[key.stringValue] =
        levels > 0 ? try object.superDecoder(forKey: key).value(levels: levels - 1) : .null
    }
    return .object(members)
  }

  /// Returns the rows at `path`.
  ///
  /// - Parameters:
  ///   - path: The path of the list, and after an `[]` the path from each element to its row.
  ///   - type: The type to decode.
  ///   - policy: What happens to a row that can't be decoded.
  ///   - transform: Makes an item of a row. The closure that it takes returns the row's path.
  /// - Throws: `HTTPProblem.content(.noList)` if there is no list; the error of a row that `policy`
  ///   does not skip.
  func rows<Row: Decodable, Item>(
    at path: JSONPath, as type: Row.Type, badRows policy: BadRowPolicy,
    transform: (Row, () -> JSONPath) throws -> Item
  ) throws -> ReadRows<Item> {
    let (list, element) = path.listAndElement
    // To decode all rows in one call takes half the time. If that fails, the rows are decoded one
    // by one, to find the place and the cause.
    if element.components.isEmpty, let items = try? items(at: list, as: type, transform: transform)
    {
      return ReadRows(items: items, count: items.count)
    }
    var elements = try elements(at: list, of: path)
    var rows = ReadRows<Item>()
    rows.items.reserveCapacity(elements.count ?? 0)
    while !elements.isAtEnd {
      let place = list.appending(.index(elements.currentIndex)).appending(element)
      let decoder = try elements.superDecoder()
      rows.count += 1
      do {
        rows.items.append(try transform(decoder.row(at: element, of: place, as: type), { place }))
      } catch  where policy.skips(decoder) {
        rows.skip(at: place)
      }
    }
    return rows
  }

  private func items<Row: Decodable, Item>(
    at list: JSONPath, as type: Row.Type, transform: (Row, () -> JSONPath) throws -> Item
  ) throws -> [Item] {
    let rows = try descend(list).singleValueContainer().decode([Row].self)
    return try rows.enumerated().map { index, row in
      try transform(row) { list.appending(.index(index)) }
    }
  }

  private func elements(
    at list: JSONPath, of path: JSONPath
  ) throws -> any UnkeyedDecodingContainer {
    let found: any Decoder
    do {
      found = try descend(list)
    } catch let miss as PathMiss {
      throw HTTPProblem.content(.noList(path: path, place: miss.place, found: miss.found))
    }
    guard let elements = try? found.unkeyedContainer() else {
      throw HTTPProblem.content(.noList(path: path, place: list, found: try found.value(levels: 0)))
    }
    return elements
  }

  private func row<Row: Decodable>(
    at element: JSONPath, of place: JSONPath, as type: Row.Type
  ) throws -> Row {
    do {
      return try descend(element).singleValueContainer().decode(type)
    } catch let miss as PathMiss {
      throw HTTPProblem.content(
        .unfit(
          place: "\(place)", expected: "a row", found: miss.found, remedy: .rowType))
    } catch let error where !(error is DecodingError) {
      // Some errors have no coding path, such as that of a number that does not fit its type.
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: codingPath, debugDescription: "\(error)"))
    }
  }

  private func child(_ step: JSONPath.Component) throws -> (any Decoder)? {
    switch step {
    case .key(let key):
      guard let object = try? container(keyedBy: AnyKey.self) else {
        return try Int(key).flatMap { try element(at: $0) }
      }
      let key = AnyKey(stringValue: key)
      return object.contains(key) ? try object.superDecoder(forKey: key) : nil
    case .index(let index):
      return try element(at: index)
    case .each:
      return nil
    }
  }

  private func element(at index: Int) throws -> (any Decoder)? {
    guard index >= 0, var list = try? unkeyedContainer() else { return nil }
    while list.currentIndex < index, !list.isAtEnd { _ = try list.superDecoder() }
    return list.isAtEnd ? nil : try list.superDecoder()
  }
}
