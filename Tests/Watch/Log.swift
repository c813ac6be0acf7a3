import Foundation

/// What an actor's hook was told, in order.
///
/// `@unchecked` because the compiler can't see that the entries are touched under the lock only.
package final class Log<Entry: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var list: [Entry] = []

  package init() {}

  package var entries: [Entry] { lock.withLock { list } }

  package func add(_ entry: Entry) {
    lock.withLock { list.append(entry) }
  }

  /// Waits until there are `count` entries.
  package func reach(_ count: Int) async {
    while entries.count < count { await Task.yield() }
  }
}
