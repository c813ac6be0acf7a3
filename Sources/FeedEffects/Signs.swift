import Observation

/// Tells those who read a word of a store that it has changed.
///
/// It stands in for the store, which is generic: a key path of a generic type is made anew each
/// time it is named, which takes microseconds.
final class Signs: Observable, Sendable {
  private let registrar = ObservationRegistrar()

  // One for each word. The bytes say nothing; each is a place of its own, so that no two key paths
  // are the same.
  let state: UInt8 = 0
  let items: UInt8 = 0
  let page: UInt8 = 0
  let canLoadNextPage: UInt8 = 0
  let isLoading: UInt8 = 0
  let isLoadingMore: UInt8 = 0
  let refreshing: UInt8 = 0
  let error: UInt8 = 0
  let isEmpty: UInt8 = 0
  let total: UInt8 = 0

  /// Subscribes whoever is reading now to a word.
  func read(_ word: KeyPath<Signs, UInt8>) {
    registrar.access(self, keyPath: word)
  }

  /// Tells those who have read a word.
  func change(_ word: KeyPath<Signs, UInt8>) {
    registrar.withMutation(of: self, keyPath: word) {}
  }
}
