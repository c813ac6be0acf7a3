import FeedEffects

/// A place in JSON, as the keys and indices that lead to it.
///
/// ```swift
/// let nodes: JSONPath = "data.project.issues.nodes"
/// let third: JSONPath = "results[2]"  // or "results.2"
/// let deep: JSONPath = "edges[].node"  // the node of each edge
/// let named: JSONPath = "result.trades{}"  // each member of the object, as its key and its value
/// let body: JSONPath = ""  // the whole body
/// ```
///
/// Dots separate the keys. `\` before a dot, a bracket, a `{}` or another `\` makes it part of a key. A
/// leading dot is optional, so that a printed path is valid too.
///
/// With `{}` a member `"T1": {…}` is taken as the object `{"key": "T1", "value": {…}}`. Behind it a path goes on as
/// in that object: `query.pages{}.value.title`.
public struct JSONPath: Hashable, Sendable {
  /// One step of a path.
  enum Component: Hashable {
    /// The value of a key. In a list, the element at an index, if the key is a number.
    case key(String)

    /// The element of a list at an index.
    case index(Int)

    /// Each element of a list.
    case each

    /// Each member of an object, as an object with its key and its value.
    case members
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
    var rest = text[...]
    while let character = rest.popFirst() {
      if !isEscaped, character == "{", rest.first == "}" {
        rest.removeFirst()
        components += (key.isEmpty ? [] : [.key(key)]) + [.members]
        key = ""
      } else if isEscaped || !#".[]\"#.contains(character) {
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

  /// The path of the outermost list, or of the object whose members are the rows, and the path from each of the
  /// elements to a row.
  ///
  /// Without an `[]` or a `{}` the whole path leads to the list, and its elements are the rows.
  var listAndElement: (list: JSONPath, element: JSONPath) {
    let end = endOfList ?? components.endIndex
    return (
      JSONPath(components: Array(components[..<end])),
      JSONPath(components: Array(components[end...].dropFirst()))
    )
  }

  /// Whether the rows are the members of an object.
  var isOfMembers: Bool { endOfList.map { components[$0] == .members } == true }

  private var endOfList: Int? { components.firstIndex { $0 == .each || $0 == .members } }
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
      case .members: "{}"
      }
    }
    let text = steps.joined()
    return text.hasPrefix(".") ? text : "." + text
  }

  private static func escaped(_ key: String) -> String {
    String(key.flatMap { #".[]{\"#.contains($0) ? [#"\"#, $0] : [$0] })
  }
}

extension JSONPath {
  /// The path for people, who may paste it: its keys may be those of a server.
  var shown: String { description.shown(200).asShellWord(besides: "[]{}") }
}
