/// A value in the body that is neither an object nor a list.
struct Leaf {
  let path: JSONPath
  let value: JSONValue

  /// The key in lower case without punctuation: `nexturl` for `next_url` and `nextURL`.
  let name: String

  /// The normalized key of the object that contains the value.
  let parentName: String

  init(path: JSONPath, value: JSONValue) {
    self.path = path
    self.value = value
    name = Self.normalized(path.lastKey ?? "")
    parentName = Self.normalized(path.parent.lastKey ?? "")
  }

  /// The whole number, also as a text; nil if the value is none.
  var number: Int? { value.wholeNumber ?? value.text.flatMap { Int($0) } }

  var isFilled: Bool { value.text.map { !$0.isEmpty && !$0.isNone } == true }

  /// A key of letters and digits, those of ASCII in lower case.
  static func normalized(_ key: String) -> String {
    let bytes = key.utf8.lazy.compactMap { byte -> UInt8? in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
        byte
      default: nil
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  /// Whether the text stands for nothing, as programs write it.
  var isNone: Bool { ["null", "none", "nil", "undefined", "-1"].contains(lowercased()) }
}

extension JSONValue {
  /// The values that are not inside a list.
  var leaves: [Leaf] {
    var found: [Leaf] = []
    visit { path, value in
      if value.members == nil, value.elements == nil {
        found.append(Leaf(path: path, value: value))
      }
    }
    return found
  }

  /// The values that are not inside a list, nor in the object whose members are the rows.
  func leaves(besides rows: JSONPath) -> [Leaf] {
    guard rows.isOfMembers else { return leaves }
    let list = rows.listAndElement.list.components
    return leaves.filter { !$0.path.components.starts(with: list) }
  }

  /// The members of an object, in the order of their keys, but for keys that are longer than any that is
  /// looked for; none for other values.
  var namedMembers: [(key: String, value: JSONValue)] {
    (members ?? [:]).filter { $0.key.utf8.count <= 64 }.sorted { $0.key < $1.key }
  }
}

extension JSONValue {
  /// Whether the object at a path has a member with one of the keys, which are normalized, and a value like that.
  func hasMember(
    _ keys: [String], in path: JSONPath, where isWanted: (JSONValue) -> Bool = { _ in true }
  ) -> Bool {
    self[path]?.namedMembers.contains {
      keys.contains(Leaf.normalized($0.key)) && isWanted($0.value)
    } == true
  }

  /// The path of the first value, in the order of ``visit(at:depth:_:)``, that is wanted; nil if there is none.
  func firstPath(where isWanted: (JSONPath, JSONValue) -> Bool) -> JSONPath? {
    var found: JSONPath?
    visit { path, value in
      if found == nil, isWanted(path, value) { found = path }
    }
    return found
  }

  /// Calls `look` with this value and all members in it, in the order of the keys.
  ///
  /// It does not visit the elements of lists. No API is known to have its rows deeper than the
  /// default of `depth`.
  func visit(
    at path: JSONPath = "", depth: Int = 6, _ look: (JSONPath, JSONValue) -> Void
  ) {
    look(path, self)
    guard depth > 0 else { return }
    // The World Bank has what belongs to a page in a list of two, before the rows.
    if path.components.isEmpty, let elements, elements.count == 2, elements[0].members != nil,
      elements[1].elements != nil
    {
      for index in 0..<2 {
        elements[index].visit(
          at: JSONPath(components: [.index(index)]), depth: depth - 1, look)
      }
    }
    for (key, value) in namedMembers {
      value.visit(at: path.appending(key), depth: depth - 1, look)
    }
  }
}
