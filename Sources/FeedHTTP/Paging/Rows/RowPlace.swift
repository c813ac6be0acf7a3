/// Where a row is in the body.
struct RowPlace: CustomStringConvertible {
  let path: JSONPath

  /// Whether the row is made of the member at the path: its key and its value have no places of their own.
  var isMember = false

  /// The path in the body for one in the row.
  func appending(_ inside: JSONPath) -> JSONPath {
    let isMade = isMember && [.key("key"), .key("value")].contains(inside.components.first)
    return path.appending(JSONPath(components: Array(inside.components.dropFirst(isMade ? 1 : 0))))
  }

  var description: String { "\(path)" }
}
