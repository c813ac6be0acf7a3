import Observation

/// Observation for the properties of a store: tracks which are read, and notifies of changes.
///
/// It is not generic, unlike the store. A key path of a generic type is created each time that it is
/// used, which takes microseconds, and the compiler does not specialise code that uses one.
@MainActor final class ChangeTracker: Observable {
  /// An observed property of a store.
  enum Property: Int, CaseIterable {
    case state, items, page, canLoadNextPage, isLoading, isLoadingMore, refreshing, error, isEmpty
    case total, isStalled, failedEdits, query, isStale, isTyping
  }

  /// A set of observed properties.
  struct Properties {
    fileprivate var bits: UInt16 = 0

    init(_ property: Property? = nil) {
      if let property { insert(property) }
    }

    mutating func insert(_ property: Property) { bits |= 1 << property.rawValue }

    func union(_ other: Properties) -> Properties {
      var all = self
      all.bits |= other.bits
      return all
    }
  }

  private let registrar = ObservationRegistrar()

  /// The properties that have ever been read. Changes of the others notify no one.
  private var subscribed = Properties()

  /// Gives each property a key path of its own. The values are not used.
  private nonisolated subscript(property property: Property) -> Int { property.rawValue }

  /// The key paths, in the order of the properties.
  private static let keyPaths: [any KeyPath<ChangeTracker, Int> & Sendable] =
    Property.allCases.map { \.[property: $0] }

  /// Registers that a property is read, for the observation that is active now.
  func access(_ property: Property) {
    subscribed.insert(property)
    registrar.access(self, keyPath: Self.keyPaths[property.rawValue])
  }

  /// Notifies the observations that have read one of the properties.
  func notify(of properties: Properties) {
    var bits = properties.bits & subscribed.bits
    while bits != 0 {
      registrar.withMutation(of: self, keyPath: Self.keyPaths[bits.trailingZeroBitCount]) {}
      bits &= bits - 1
    }
  }
}
