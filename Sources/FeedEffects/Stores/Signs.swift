import Observation

/// Tells those who read a word of a store that it has changed.
///
/// It stands in for the store, which is generic, and names the key paths itself: a key path of a
/// generic type is made anew each time it is named, which takes microseconds, and code that names
/// one is not compiled anew for a user's rows.
@MainActor final class Signs: Observable {
  /// Words of a store.
  struct Words: OptionSet, Sendable {
    let rawValue: UInt16

    static let state = Words(rawValue: 1 << 0)
    static let items = Words(rawValue: 1 << 1)
    static let page = Words(rawValue: 1 << 2)
    static let canLoadNextPage = Words(rawValue: 1 << 3)
    static let isLoading = Words(rawValue: 1 << 4)
    static let isLoadingMore = Words(rawValue: 1 << 5)
    static let refreshing = Words(rawValue: 1 << 6)
    static let error = Words(rawValue: 1 << 7)
    static let isEmpty = Words(rawValue: 1 << 8)
    static let total = Words(rawValue: 1 << 9)
    static let isStalled = Words(rawValue: 1 << 10)
    static let failedEdits = Words(rawValue: 1 << 11)
  }

  private let registrar = ObservationRegistrar()

  /// The words that somebody has ever read: of the others nobody need be told.
  private var wanted: Words = []

  // One for each word. The bytes say nothing; each is a place of its own, so that no two key paths
  // are the same.
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

  /// The places of the words, in the order of their bits.
  private static let places: [any KeyPath<Signs, UInt8> & Sendable] = [
    \.state, \.items, \.page, \.canLoadNextPage, \.isLoading, \.isLoadingMore, \.refreshing,
    \.error, \.isEmpty, \.total, \.isStalled, \.failedEdits,
  ]

  /// Subscribes whoever is reading now to a word.
  func read(_ word: Words) {
    wanted.insert(word)
    registrar.access(self, keyPath: Self.places[word.rawValue.trailingZeroBitCount])
  }

  /// Tells those who have read one of the words.
  func change(_ words: Words) {
    var bits = words.intersection(wanted).rawValue
    while bits != 0 {
      registrar.withMutation(of: self, keyPath: Self.places[bits.trailingZeroBitCount]) {}
      bits &= bits - 1
    }
  }
}
