// How a counterexample shows states. Unlike a tester's failure it always splits structs: the state
// of a machine is a property of its model's state, and its fields are what a reader looks for.
extension FieldDifference {
  /// Returns the name and the text of each field of a value, in the order of their declaration.
  static func fields(of value: Any, at path: String = "") -> [(name: String, text: String)] {
    let value = summarized(value)
    let mirror = Mirror(reflecting: value)
    var fields: [(name: String, text: String)] = []
    if mirror.displayStyle == .struct, !ValueText.describesItself(value) {
      fields = mirror.children.flatMap {
        Self.fields(of: $0.value, at: path.joined($0.label ?? ""))
      }
    }
    let text = ValueText.of(value, limit: .max)
    return fields.isEmpty ? [(path.isEmpty ? "state" : path, text)] : fields
  }

  /// The value without its optionals, or the part of it that is shown.
  private static func summarized(_ value: Any) -> Any {
    let value = (value as? any ShownInSteps)?.summary ?? value
    return unwrapped(value)
  }

  /// Returns the fields that a step changed, in the order of their declaration.
  static func changes(
    from before: Any, to after: Any, at path: String = ""
  ) -> [FieldDifference] {
    let (before, after) = (summarized(before), summarized(after))
    if isEqual(before, to: after) { return [] }
    var changes: [FieldDifference] = []
    let (one, other) = (Mirror(reflecting: before), Mirror(reflecting: after))
    if one.displayStyle == .struct, type(of: before) == type(of: after),
      path.isEmpty || !ValueText.describesItself(before)
    {
      changes = zip(one.children, other.children).flatMap {
        Self.changes(from: $0.value, to: $1.value, at: path.joined($0.label ?? ""))
      }
    }
    return changes.isEmpty ? nested(before, and: after, at: path) : changes
  }
}
