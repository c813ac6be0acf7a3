// The values of views: see Shown.swift.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A value that copies share. Only views use it, and those are on the main actor; hence `@unchecked`.
final class Box<Value>: @unchecked Sendable {
  var value: Value

  init(_ value: Value) { self.value = value }
}

/// Apple's is kept where the view stands; this one as long as a test keeps the view.
@propertyWrapper public struct State<Value> {
  let box: Box<Value>

  public init(wrappedValue value: Value) { box = Box(value) }
  public init(initialValue value: Value) { box = Box(value) }

  public var wrappedValue: Value {
    get { box.value }
    nonmutating set { box.value = newValue }
  }

  public var projectedValue: Binding<Value> {
    Binding(get: { [box] in box.value }, set: { [box] in box.value = $0 })
  }
}

/// Apple's closures have `@isolated(any)`; those that views pass are on the main actor.
@propertyWrapper @dynamicMemberLookup @MainActor public struct Binding<Value> {
  let get: @MainActor @Sendable () -> Value
  let set: @MainActor @Sendable (Value) -> Void

  public nonisolated init(
    get: @escaping @MainActor @Sendable () -> Value,
    set: @escaping @MainActor @Sendable (Value) -> Void
  ) {
    self.get = get
    self.set = set
  }

  public init?(_ base: Binding<Value?>) {
    guard let value = base.get() else { return nil }
    let last = Box(value)
    self.init(get: { base.get() ?? last.value }, set: { base.set($0) })
  }

  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  public var projectedValue: Binding<Value> { self }

  public subscript<Part>(dynamicMember part: WritableKeyPath<Value, Part>) -> Binding<Part> {
    let path = Box(part)
    return Binding<Part>(
      get: { get()[keyPath: path.value] },
      set: {
        var value = get()
        value[keyPath: path.value] = $0
        set(value)
      })
  }
}

@propertyWrapper public struct Environment<Value> {
  public let wrappedValue: Value

  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    wrappedValue = EnvironmentValues()[keyPath: keyPath]
  }
}

@propertyWrapper public struct ScaledMetric<Value> {
  public let wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

public struct EnvironmentValues {
  public var scenePhase: ScenePhase { .active }
}

/// A text with a translation. As Apple's, it takes only texts and numbers.
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
  let text: String

  public init(_ value: String) { text = value }
  public init(stringLiteral value: String) { text = value }
  public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  public struct StringInterpolation: StringInterpolationProtocol {
    var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) { text += literal }
    public mutating func appendInterpolation(_ string: String) { text += string }
    public mutating func appendInterpolation(_ number: Int) { text += "\(number)" }
  }
}

public enum ScenePhase { case background, inactive, active }
public enum Font { case headline, caption }
public enum HierarchicalShapeStyle { case primary, secondary }
public enum ButtonRole { case destructive, cancel }
public enum ToggleStyle { case button }
public enum SubmitTriggers { case text, search }
public enum VerticalEdge { case top, bottom }
public enum HorizontalAlignment { case leading, center, trailing }
public enum UnitPoint { case top, center, bottom }
public enum Axis { case horizontal, vertical }

public struct GridItem {
  public enum Size { case adaptive(minimum: Double) }
  public init(_ size: Size) {}
}

@MainActor public enum AccessibilityNotification {
  @MainActor public struct Announcement {
    /// What was announced, for tests.
    @_spi(Rendering) public static var posted: [String] = []
    let text: String

    public init(_ announcement: String) { text = announcement }
    public func post() { Self.posted.append(text) }
  }
}
