import FeedReducer
import Observation

/// Observation for the properties of a store: tracks which are read, and notifies of changes.
///
/// It is not generic, unlike the store. A key path of a generic type is created each time that it is
/// used, which takes microseconds, and the compiler does not specialise code that uses one.
@MainActor final class ChangeTracker: Observable {
  /// A set of observed properties of a store: the words, and behind them values.
  struct Properties: OptionSet {
    let rawValue: UInt32

    static let state = Properties(value: 0)
    static let items = Properties(value: 1)
    static let page = Properties(value: 2)
    static let error = Properties(value: 3)
    static let total = Properties(value: 4)
    static let failedEdits = Properties(value: 5)
    static let query = Properties(value: 6)
    static let footer = Properties(value: 7)
    static let header = Properties(value: 8)
    static let pendingEdits = Properties(value: 9)
    static let restoredRow = Properties(value: 10)
    static let gaps = Properties(value: 11)

    init(rawValue: UInt32) { self.rawValue = rawValue }

    init(_ words: FeedWords) { rawValue = UInt32(words.rawValue) }

    private init(value number: UInt32) { rawValue = 1 << (16 + number) }
  }

  private let registrar = ObservationRegistrar()

  /// The properties that have ever been read. Changes of the others notify no one, so that a step costs what is observed.
  /// A set of bits: nothing else runs while it changes.
  @exclusivity(unchecked) private var subscribed: Properties = []

  /// Gives each bit of the properties a key path of its own. The values are not used.
  private nonisolated subscript(bit bit: Int) -> Int { bit }

  /// The key paths, in the order of the bits.
  private static let keyPaths: [any KeyPath<ChangeTracker, Int> & Sendable] =
    (0..<Properties.RawValue.bitWidth).map { \.[bit: $0] }

  /// Registers that a property is read, for the observation that is active now.
  func access(_ property: Properties) {
    subscribed.formUnion(property)
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
