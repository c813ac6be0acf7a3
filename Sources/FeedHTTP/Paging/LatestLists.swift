import FeedEffects
import FeedReducer

/// The page sources of the latest queries. Each remembers the pages of its own list.
final class LatestLists<Item: Identifiable & Equatable & Sendable>: Sendable
where Item.ID: Sendable {
  private struct Entry {
    /// The request as text, byte by byte: two texts that are equal may be encoded in two ways.
    let key: [UInt8]
    let source: HTTPPageSource<Item>
  }

  /// The latest one is the last.
  private let entries = Locked<[Entry]>([])
  private let limit: Int
  let first: HTTPPageSource<Item>

  /// - Parameters:
  ///   - first: The source whose connections and limit of requests all lists share.
  ///   - limit: How many lists are kept, at least one.
  init(like first: HTTPPageSource<Item>, limit: Int) {
    self.first = first
    self.limit = max(1, limit)
  }

  /// The source of the list that `request` asks for. It is kept as the latest one.
  ///
  /// - Throws: A failure if the request can't be sent.
  func source(for request: HTTPRequest) throws(FeedFailure) -> HTTPPageSource<Item> {
    // Any size will do: it is none of what tells the lists apart.
    let key = Array(try request.curl(size: 1).utf8)
    return entries.use { entries in
      let index = entries.firstIndex { $0.key == key }
      let entry =
        index.map { entries.remove(at: $0) }
        ?? Entry(key: key, source: HTTPPageSource(request, like: first))
      entries.append(entry)
      if entries.count > limit { entries.removeFirst() }
      return entry.source
    }
  }
}
