import FeedHTTP

extension JSONValue {
  /// The value with another one at a path of names and indices. Nil if the path leads through a
  /// value that has no members.
  func setting(_ path: ArraySlice<String>, to new: JSONValue) -> JSONValue? {
    guard let name = path.first else { return new }
    let rest = path.dropFirst()
    switch self {
    case .null: return JSONValue.object([:]).setting(path, to: new)
    case .object(var members):
      guard let value = (members[name] ?? .null).setting(rest, to: new) else { return nil }
      members[name] = value
      return .object(members)
    case .array(var values):
      guard let index = Int(name), values.indices.contains(index),
        let value = values[index].setting(rest, to: new)
      else { return nil }
      values[index] = value
      return .array(values)
    default: return nil
    }
  }
}
