import Foundation

/// The values that a hook received, in order.
///
/// `@unchecked` because the compiler can't see that the entries are only accessed under the lock.
package final class Log<Entry: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var list: [Entry] = []

  package init() {}

  package var entries: [Entry] { lock.withLock { list } }

  package func add(_ entry: Entry) {
    lock.withLock { list.append(entry) }
  }

  /// Yields until there are at least `count` entries.
  package func reach(_ count: Int) async {
    while entries.count < count { await Task.yield() }
  }
}
