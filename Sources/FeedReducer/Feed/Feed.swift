/// A feed that loads page by page, as a pure state machine.
///
/// ```swift
/// let feed = Feed<Character, Int>(pageSize: 10)
/// let first = feed.reduce(Feed.State(seed: 1), .started)
/// first.state.isLoading  // true
/// first.effects  // [.load(request: ticket 1, refresh, start, size 10)]
/// ```
///
/// The value holds the configuration; ``State`` holds the rows and how their loads stand. What
/// the feed wants done it says as an ``Effect``; whoever carries that out answers with an
/// ``Action`` that bears the ticket of the request.
public struct Feed<Item: Identifiable & Equatable, Cursor: Hashable>: Equatable {
  /// How many rows a request asks for. At least 1.
  public let pageSize: Int

  /// The next page is wanted when fewer rows than this follow the reader. At least 1.
  ///
  /// With 1 it is wanted when the last row appears.
  public let prefetchDistance: Int

  /// How many pages in a row may bring no new row before the feed stops asking by itself.
  public let progressTries: Int

  /// Creates a feed. A value below its least possible one is raised to that.
  public init(pageSize: Int = 20, prefetchDistance: Int = 5, progressTries: Int = 2) {
    self.pageSize = max(1, pageSize)
    self.prefetchDistance = max(1, prefetchDistance)
    self.progressTries = max(0, progressTries)
  }
}

extension Feed: Sendable {}
