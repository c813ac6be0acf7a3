import FeedEffects

/// A place in JSON: the keys that lead to it, parted by dots.
///
/// ```swift
/// let nodes: JSONPath = "data.project.issues.nodes"
/// let third: JSONPath = "results[2]"  // or "results.2"
/// let deep: JSONPath = "edges[].node"  // the node of each edge
/// let body: JSONPath = ""  // the whole body
/// ```
///
/// `\` before a dot or a bracket makes it part of a key. A leading dot may stand or not, so that a
/// path that was printed can be used again.
public struct JSONPath: Hashable, Sendable {
  /// One step of a path.
  enum Component: Hashable {
    /// To the value of a key; in a list to the element at an index, if the key is a number.
    case key(String)

    /// To the element at an index.
    case index(Int)

    /// To each element of a list.
    case each
  }

  var components: [Component]

  init(components: [Component]) {
    self.components = components
  }

  /// Creates the path that `text` describes. Every text describes one.
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

  /// The way to the outermost list, and the way from each of its elements to a row.
  ///
  /// Without an `[]` the list is at the end of the path and its elements are the rows.
  var listAndElement: (list: JSONPath, element: JSONPath) {
    let parts = components.split(separator: .each, maxSplits: 1, omittingEmptySubsequences: false)
    return (
      JSONPath(components: Array(parts[0])),
      JSONPath(components: parts.count > 1 ? Array(parts[1]) : [])
    )
  }
}

extension JSONPath: ExpressibleByStringLiteral {
  /// Creates the path that the literal describes.
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
