// Values at paths, of which only those are built.

extension JSONReader {
  /// What a page needs of a body.
  struct Places {
    /// The values at the paths. Paths without a value are missing.
    var values: [JSONPath: JSONValue] = [:]

    /// The same of the paths that are looked up in every body.
    var others: [JSONPath: JSONValue] = [:]

    /// The offset of the list of rows; nil if there is no value at its path.
    var list: Int?
  }

  /// Paths that are looked up in every body, by their first keys.
  struct PathIndex: Sendable {
    fileprivate let wanted: [String: [Wanted]]

    /// - Parameter paths: The paths, each of which begins with a key.
    init(_ paths: [JSONPath]) {
      let wanted = paths.map {
        Wanted(path: $0, isOther: true, steps: $0.components[...], levels: 3)
      }
      self.wanted = Dictionary(grouping: wanted) { $0.steps.first?.key ?? "" }
    }
  }

  /// Reads the values at `paths` and finds the value at `list`. What is below so many levels of a value is
  /// null.
  ///
  /// It throws unless the text is exactly one value.
  ///
  /// - Parameter others: Other paths to read values at.
  mutating func places(
    _ paths: [JSONPath], besides others: PathIndex, list: JSONPath, levels: Int
  ) throws(Fault) -> Places {
    var places = Places()
    let wanted =
      paths.map { Wanted(path: $0, steps: $0.components[...], levels: levels) }
      + [Wanted(path: nil, steps: list.components[...], levels: 0)]
    try collect(wanted, besides: others, into: &places)
    try end()
    return places
  }

  /// Returns the value at a path without `[]`, or nil if there is none, if there is a syntax error before
  /// it, or if it is too large. What is deeper than its members is null.
  func found(at path: JSONPath) -> JSONValue? {
    var reader = self
    guard (try? reader.find(path)) == true else { return nil }
    return try? reader.whole(levels: 2)
  }

  /// Goes to the value at a path without `[]`. Returns false if there is none.
  mutating func find(_ path: JSONPath) throws(Fault) -> Bool {
    for step in path.components {
      skipSpace()
      guard try enter(step) else { return false }
    }
    skipSpace()
    return true
  }
}

/// A value to read, or the list to find.
private struct Wanted {
  /// The path of the value; nil for the list.
  let path: JSONPath?

  /// Whether it is one of those that are looked up in every body.
  var isOther = false

  /// The part of the path that is still to go.
  var steps: ArraySlice<JSONPath.Component>

  /// How many levels of the value are built.
  let levels: Int

  /// The same, one step on.
  var further: Wanted {
    Wanted(path: path, isOther: isOther, steps: steps.dropFirst(), levels: levels)
  }
}

extension JSONReader {
  /// Passes a value, and reads in it what is wanted.
  private mutating func collect(
    _ wanted: [Wanted], besides others: PathIndex? = nil, into places: inout Places
  ) throws(Fault) {
    skipSpace()
    for found in wanted where found.steps.isEmpty {
      var reader = self
      if let path = found.path {
        let value = try reader.whole(levels: found.levels)
        if found.isOther { places.others[path] = value } else { places.values[path] = value }
      } else {
        places.list = index
      }
    }
    let members = wanted.filter { $0.steps.first?.key != nil }
    let elements = wanted.filter { $0.steps.first?.index != nil }
    if next == UInt8(ascii: "{"), others != nil || !members.isEmpty {
      try collectMembers(members, besides: others, into: &places)
    } else if next == UInt8(ascii: "["), !elements.isEmpty {
      try collectElements(elements, into: &places)
    } else {
      try skipValue()
    }
  }

  private mutating func collectMembers(
    _ wanted: [Wanted], besides others: PathIndex?, into places: inout Places
  ) throws(Fault) {
    var hasMember = try begin(until: "}")
    while hasMember {
      let key = try key(isBuilt: true)
      let here = wanted.filter { $0.steps.first == .key(key) } + (others?.wanted[key] ?? [])
      // Of members with the same key the last counts.
      for path in here.compactMap(\.path) {
        places.values[path] = nil
        places.others[path] = nil
      }
      if here.contains(where: { $0.path == nil }) { places.list = nil }
      try collect(here.map(\.further), into: &places)
      hasMember = try goOn(until: "}")
    }
  }

  private mutating func collectElements(
    _ wanted: [Wanted], into places: inout Places
  ) throws(Fault) {
    var number = 0
    var hasElement = try begin(until: "]")
    while hasElement {
      let here = wanted.filter { $0.steps.first?.index == number }
      try collect(here.map(\.further), into: &places)
      number += 1
      hasElement = try goOn(until: "]")
    }
  }

  /// Goes to the member or the element of a value. Returns false if there is none.
  private mutating func enter(_ step: JSONPath.Component) throws(Fault) -> Bool {
    switch next {
    case UInt8(ascii: "{"):
      guard case .key(let wanted) = step else { return false }
      var hasMember = try begin(until: "}")
      // Of members with the same key the last counts.
      var found: JSONReader?
      do throws(Fault) {
        while hasMember {
          if try key(isBuilt: true) == wanted { found = self }
          try skipValue()
          hasMember = try goOn(until: "}")
        }
      } catch  where found != nil {
        // The text may break off behind what is wanted.
      }
      if let found {
        self = found
        return true
      }
    case UInt8(ascii: "["):
      guard var number = step.index else { return false }
      var hasElement = try begin(until: "]")
      while hasElement {
        if number == 0 { return true }
        number -= 1
        try skipValue()
        hasElement = try goOn(until: "]")
      }
    default: break
    }
    return false
  }
}

extension JSONPath.Component {
  /// The step as the key of a member; nil if it is none.
  fileprivate var key: String? {
    if case .key(let key) = self { key } else { nil }
  }

  /// The step as the index of an element; nil if it is none.
  fileprivate var index: Int? {
    switch self {
    case .key(let key): Int(key)
    case .index(let index): index
    case .each, .members: nil
    }
  }
}
