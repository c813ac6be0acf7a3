// The values of a body that are not inside a list.

extension JSONReader {
  /// Reads a value without what its lists have in them: a list is empty. What is deeper than so many objects is left
  /// out, and so is what is behind a syntax error. The object whose members are the rows at `rows` is empty, too.
  ///
  /// - Complexity: O(*n*) in the bytes, and next to nothing for each row.
  func outline(levels: Int = 6, rows: JSONPath = "") -> JSONValue {
    var reader = self
    let list = rows.isOfMembers ? rows.listAndElement.list.components[...] : nil
    return (try? reader.readOutline(levels: levels, besides: list)) ?? .null
  }

  /// - Parameter list: The rest of the way to an object that stays empty.
  private mutating func readOutline(
    levels: Int, besides list: ArraySlice<JSONPath.Component>?
  ) throws(Fault) -> JSONValue {
    skipSpace()
    switch next {
    case UInt8(ascii: "{") where levels > 0 && list?.isEmpty != true:
      var members: [String: JSONValue] = [:]
      var hasMember = try begin(until: "}")
      while hasMember {
        let key = try key(isBuilt: true)
        let rest = list?.first == .key(key) ? list?.dropFirst() : nil
        members[key] = try readOutline(levels: levels - 1, besides: rest)
        hasMember = try goOn(until: "}")
      }
      return .object(members)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let isList = next == UInt8(ascii: "[")
      try skipValue()
      return isList ? .array([]) : .object([:])
    default:
      return try whole(levels: 1)
    }
  }
}
