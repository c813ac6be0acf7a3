/// A value in memory of its own: copies share it until it is set.
@propertyWrapper struct Shared<Value: Sendable>: Sendable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  var wrappedValue: Value {
    get { box.value }
    set { box = Box(newValue) }
  }

  init(wrappedValue: Value) { box = Box(wrappedValue) }
}

extension Shared: Equatable where Value: Equatable {
  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.box === rhs.box || lhs.wrappedValue == rhs.wrappedValue
  }
}
