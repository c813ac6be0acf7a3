// The values of a body that are not inside a list.

extension JSONReader {
  /// Reads a value without what its lists have in them: a list is empty. What is deeper than so many objects is left
  /// out, and so is what is behind a syntax error.
  ///
  /// - Complexity: O(*n*) in the bytes, and next to nothing for each row.
  func outline(levels: Int = 6) -> JSONValue {
    var reader = self
    return (try? reader.readOutline(levels: levels)) ?? .null
  }

  private mutating func readOutline(levels: Int) throws(Fault) -> JSONValue {
    skipSpace()
    switch next {
    case UInt8(ascii: "{") where levels > 0:
      var members: [String: JSONValue] = [:]
      var hasMember = try begin(until: "}")
      while hasMember {
        members[try key(isBuilt: true)] = try readOutline(levels: levels - 1)
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
