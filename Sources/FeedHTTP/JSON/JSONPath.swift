import FeedEffects

/// A place in JSON, as the keys and indices that lead to it.
///
/// ```swift
/// let nodes: JSONPath = "data.project.issues.nodes"
/// let third: JSONPath = "results[2]"  // or "results.2"
/// let deep: JSONPath = "edges[].node"  // the node of each edge
/// let body: JSONPath = ""  // the whole body
/// ```
///
/// Dots separate the keys. `\` before a dot, a bracket or another `\` makes it part of a key. A
/// leading dot is optional, so that a printed path is valid too.
public struct JSONPath: Hashable, Sendable {
  /// One step of a path.
  enum Component: Hashable {
    /// The value of a key. In a list, the element at an index, if the key is a number.
    case key(String)

    /// The element of a list at an index.
    case index(Int)

    /// Each element of a list.
    case each
  }

  var components: [Component]

  init(components: [Component]) {
    self.components = components
  }

  /// Parses `text`. Every text is a valid path.
  ///
  /// - Parameter text: The path: `results[2].name`. An empty text is the whole body.
  public init(_ text: String) {
    components = []
    var key = ""
    var isEscaped = false
    for character in text {
      if isEscaped || !#".[]\"#.contains(character) {
        key.append(character)
        isEscaped = false
      } else if character == #"\"# {
        isEscaped = true
      } else {
        let index = character == "]" ? Int(key) : nil
        if key.isEmpty, character == "]" { components.append(.each) }
        if !key.isEmpty { components.append(index.map { .index($0) } ?? .key(key)) }
        key = ""
      }
    }
    if !key.isEmpty { components.append(.key(key)) }
  }
}

extension JSONPath {
  /// The path with one more step.
  func appending(_ component: Component) -> JSONPath {
    JSONPath(components: components + [component])
  }

  /// The path with one more key.
  func appending(_ key: String) -> JSONPath {
    appending(.key(key))
  }

  /// The path followed by another.
  func appending(_ other: JSONPath) -> JSONPath {
    JSONPath(components: components + other.components)
  }

  /// The path without its last step.
  var parent: JSONPath { JSONPath(components: components.dropLast()) }

  /// The last key, or nil if there is none.
  var lastKey: String? {
    if case .key(let key) = components.last { key } else { nil }
  }

  /// The path of the outermost list, and the path from each of its elements to a row.
  ///
  /// Without an `[]` the whole path leads to the list, and its elements are the rows.
  var listAndElement: (list: JSONPath, element: JSONPath) {
    let parts = components.split(separator: .each, maxSplits: 1, omittingEmptySubsequences: false)
    return (
      JSONPath(components: Array(parts[0])),
      JSONPath(components: parts.count > 1 ? Array(parts[1]) : [])
    )
  }
}

extension JSONPath: ExpressibleByStringLiteral {
  /// Parses a literal, as ``init(_:)`` does.
  public init(stringLiteral text: String) {
    self.init(text)
  }
}

extension JSONPath: CustomStringConvertible {
  /// The path with a leading dot: `.results`, `.edges[].node`; `.` is the whole body.
  public var description: String {
    let steps = components.map { component in
      switch component {
      case .key(let key): "." + Self.escaped(key)
      case .index(let index): "[\(index)]"
      case .each: "[]"
      }
    }
    let text = steps.joined()
    return text.hasPrefix(".") ? text : "." + text
  }

  private static func escaped(_ key: String) -> String {
    String(key.flatMap { #".[]\"#.contains($0) ? [#"\"#, $0] : [$0] })
  }
}

extension JSONPath {
  /// The path for people: its keys may be those of a server.
  var shown: String { description.shown(200) }
}
