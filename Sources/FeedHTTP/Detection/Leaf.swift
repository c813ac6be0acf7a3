/// A value in the body that is neither an object nor a list.
struct Leaf {
  var path: JSONPath
  var value: JSONValue

  /// The key in lower case without punctuation: `nexturl` for `next_url` and `nextURL`.
  var name: String { Self.normalized(path.lastKey ?? "") }

  /// The normalized key of the object that contains the value.
  var parentName: String { Self.normalized(path.parent.lastKey ?? "") }

  var isFilled: Bool { value.text?.isEmpty == false }

  /// The rank as the next link, lowest first: a value before null, a key that mentions a URL before
  /// others, then the shortest path.
  var linkRank: [Int] {
    [
      isFilled ? 0 : 1,
      name.contains("ur") || name.contains("link") || name == "href" ? 0 : 1,
      path.components.count,
    ]
  }

  static func normalized(_ key: String) -> String {
    String(key.lowercased().filter { $0.isLetter || $0.isNumber })
  }
}

extension Detection {
  /// The values of the body that are not inside a list.
  var leaves: [Leaf] {
    var found: [Leaf] = []
    body.visit { path, value in
      if value.members == nil, value.elements == nil {
        found.append(Leaf(path: path, value: value))
      }
    }
    return found
  }
}

extension JSONValue {
  /// Calls `look` with this value and all members in it, in the order of the keys.
  ///
  /// It does not visit the elements of lists. No API is known to have its rows deeper than the
  /// default of `depth`.
  func visit(
    at path: JSONPath = "", depth: Int = 6, _ look: (JSONPath, JSONValue) -> Void
  ) {
    look(path, self)
    guard depth > 0, let members else { return }
    for (key, value) in members.sorted(by: { $0.key < $1.key }) {
      value.visit(at: path.appending(key), depth: depth - 1, look)
    }
  }
}
