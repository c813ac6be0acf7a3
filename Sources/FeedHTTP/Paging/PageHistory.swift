import FeedEffects

/// What a source remembers of its pages: it tells a capped page from the last one, and a page that came
/// twice.
final class PageHistory<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  private struct Memory {
    /// The largest number of rows that came, by the number that was asked for.
    var largest: [Int: Int] = [:]

    /// The cursor behind the first page, and the page's ids, until the second page has come.
    var first: (next: PageCursor, ids: [Item.ID])?
  }

  private let memory = Locked(Memory())

  /// The number of rows in a full page when `size` rows are asked for; nil if no page has told it.
  ///
  /// A server sends as many rows as it likes. Only a page that is shorter than another one is short.
  func fullCount(asking size: Int) -> Int? {
    memory.use { $0.largest[size] }
  }

  /// Notes that `count` rows came where `size` were asked for.
  func note(count: Int, asking size: Int) {
    memory.use { $0.largest[size] = max(count, $0.largest[size] ?? 0) }
  }

  /// Notes the first page.
  ///
  /// - Parameter next: The cursor behind it; nil if it is the only page.
  func note(firstPage items: [Item], next: PageCursor?) {
    let ids = items.map(\.id)
    memory.use { memory in
      memory.first = next.flatMap { $0.isParameter && !ids.isEmpty ? ($0, ids) : nil }
    }
  }

  /// Whether the page behind `cursor` is the second one and has the rows of the first one. That is asked
  /// once for a first page.
  func isFirstAgain(_ items: [Item], at cursor: PageCursor?) -> Bool {
    let ids: [Item.ID]? = memory.use { memory in
      guard let first = memory.first, first.next == cursor else { return nil }
      memory.first = nil
      return first.ids
    }
    return ids?.elementsEqual(items.lazy.map(\.id)) ?? false
  }
}

extension PageCursor {
  /// Whether the source itself computed the cursor. Its page may be one behind the last, without rows.
  var isComputed: Bool {
    switch self {
    case .number, .offset: true
    case .token, .json, .link, .foreignLink: false
    }
  }

  /// Whether a parameter carries the cursor to the server.
  fileprivate var isParameter: Bool {
    switch self {
    case .number, .offset, .token, .json: true
    case .link, .foreignLink: false
    }
  }
}
