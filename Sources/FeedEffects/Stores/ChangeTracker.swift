import Observation

/// Observation for the properties of a store: tracks which are read, and notifies of changes.
///
/// It is not generic, unlike the store. A key path of a generic type is created each time that it is
/// used, which takes microseconds, and the compiler does not specialise code that uses one.
@MainActor final class ChangeTracker: Observable {
  /// A set of observed properties.
  struct Properties: OptionSet, Sendable {
    let rawValue: UInt16

    static let state = Properties(rawValue: 1 << 0)
    static let items = Properties(rawValue: 1 << 1)
    static let page = Properties(rawValue: 1 << 2)
    static let canLoadNextPage = Properties(rawValue: 1 << 3)
    static let isLoading = Properties(rawValue: 1 << 4)
    static let isLoadingMore = Properties(rawValue: 1 << 5)
    static let refreshing = Properties(rawValue: 1 << 6)
    static let error = Properties(rawValue: 1 << 7)
    static let isEmpty = Properties(rawValue: 1 << 8)
    static let total = Properties(rawValue: 1 << 9)
    static let isStalled = Properties(rawValue: 1 << 10)
    static let failedEdits = Properties(rawValue: 1 << 11)
  }

  private let registrar = ObservationRegistrar()

  /// The properties that have ever been read. Changes of the others notify no one.
  private var subscribed: Properties = []

  // One for each property, so that each has a key path of its own. The values are not used.
  nonisolated private let state: UInt8 = 0
  nonisolated private let items: UInt8 = 0
  nonisolated private let page: UInt8 = 0
  nonisolated private let canLoadNextPage: UInt8 = 0
  nonisolated private let isLoading: UInt8 = 0
  nonisolated private let isLoadingMore: UInt8 = 0
  nonisolated private let refreshing: UInt8 = 0
  nonisolated private let error: UInt8 = 0
  nonisolated private let isEmpty: UInt8 = 0
  nonisolated private let total: UInt8 = 0
  nonisolated private let isStalled: UInt8 = 0
  nonisolated private let failedEdits: UInt8 = 0

  /// The key paths, in the order of the bits.
  private static let keyPaths: [any KeyPath<ChangeTracker, UInt8> & Sendable] = [
    \.state, \.items, \.page, \.canLoadNextPage, \.isLoading, \.isLoadingMore, \.refreshing,
    \.error, \.isEmpty, \.total, \.isStalled, \.failedEdits,
  ]

  /// Registers that a property is read, for the observation that is active now.
  func access(_ property: Properties) {
    subscribed.insert(property)
    registrar.access(self, keyPath: Self.keyPaths[property.rawValue.trailingZeroBitCount])
  }

  /// Notifies the observations that have read one of the properties.
  func notify(of properties: Properties) {
    var bits = properties.intersection(subscribed).rawValue
    while bits != 0 {
      registrar.withMutation(of: self, keyPath: Self.keyPaths[bits.trailingZeroBitCount]) {}
      bits &= bits - 1
    }
  }
}
