import FeedHTTP

extension JSONValue {
  /// Returns the value at a path of names and indices, such as `items.0.title`.
  func value(at path: Word) throws(Failure) -> JSONValue {
    var value = self
    var parent = "the state"
    for name in path.text.split(separator: ".").map(String.init) {
      guard let member = value.member(name) else {
        let known = value.memberNames
        let advice = known.isEmpty ? "nothing" : known.joined(separator: ", ")
        let message = "there is no \(quoted(name)) in \(parent)"
        throw Failure(
          .unknown(message, name: name, among: known, or: "it holds \(advice)"), at: path)
      }
      value = member
      parent = "'\(name)'"
    }
    return value
  }

  /// The member of an object with a name, or the element of a list at an index.
  func member(_ name: String) -> JSONValue? {
    switch self {
    case .object(let members): return members[name]
    case .array(let values):
      guard let index = Int(name), values.indices.contains(index) else { return nil }
      return values[index]
    default: return nil
    }
  }

  /// The names of the members of an object, or what the indices of a list are.
  var memberNames: [String] {
    switch self {
    case .object(let members): members.keys.sorted()
    case .array(let values) where !values.isEmpty: ["0 to \(values.count - 1)"]
    default: []
    }
  }

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
