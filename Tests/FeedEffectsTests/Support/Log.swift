import Foundation

/// What an actor's hook was told, in order.
///
/// `@unchecked` because the compiler can't see that the entries are touched under the lock only.
final class Log<Entry: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var list: [Entry] = []

  var entries: [Entry] { lock.withLock { list } }

  func add(_ entry: Entry) {
    lock.withLock { list.append(entry) }
  }

  /// Waits until there are `count` entries.
  func reach(_ count: Int) async {
    while entries.count < count { await Task.yield() }
  }
}
