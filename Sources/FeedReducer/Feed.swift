/// A feed that loads page by page, as a pure state machine.
///
/// ```swift
/// let feed = Feed<Person, Int>(pageSize: 10)
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

  /// A further page is wanted when fewer rows than this lie between it and the reader.
  ///
  /// At least 1: then the next page is wanted when the last row appears.
  public let prefetchDistance: Int

  /// What a refresh does with the rows that are there.
  public let refreshMode: RefreshMode

  /// Whether and when a load that failed is repeated by itself.
  public let retry: RetryPolicy

  /// How many pages in a row may bring no new row before the feed stops asking by itself.
  public let progressTries: Int

  /// How many rows are kept, if that is bounded: the value in force.
  ///
  /// Pages far from the reader go when there are more. Never the last two pages and those near
  /// the reader, so the bound is at least two pages and what lies around the reader. While no row
  /// is known to have appeared, the reader is taken to be at the top.
  public let maxItems: Int?

  /// Whether rows can be edited. A feed without anyone to send edits to can't.
  public var isEditable: Bool

  /// How old a restored snapshot may be before a refresh follows; nil: any age will do.
  public let snapshotAgeLimit: Duration?

  /// Creates a feed. A value below its least possible one is raised to that.
  public init(
    pageSize: Int = 20, prefetchDistance: Int = 5, refreshMode: RefreshMode = .firstPage,
    retry: RetryPolicy = RetryPolicy(), progressTries: Int = 2, maxItems: Int? = nil,
    isEditable: Bool = true, snapshotAgeLimit: Duration? = nil
  ) {
    let pageSize = min(max(1, pageSize), 1 << 20)
    let prefetchDistance = min(max(1, prefetchDistance), 1 << 20)
    self.pageSize = pageSize
    self.prefetchDistance = prefetchDistance
    self.refreshMode = refreshMode
    self.retry = retry
    self.progressTries = max(0, progressTries)
    self.maxItems = maxItems.map { max($0, 2 * pageSize, 2 * prefetchDistance + 1) }
    self.isEditable = isEditable
    self.snapshotAgeLimit = snapshotAgeLimit
  }
}

extension Feed: Sendable {}

/// What a refresh does with the rows that are there.
@nonexhaustive
public enum RefreshMode: String, CaseIterable, Sendable {
  /// The first page takes the place of all rows.
  case firstPage

  /// The first page takes the place of the rows that it overlaps; later pages stay.
  ///
  /// Where its last row is not known, the first page takes the place of all rows.
  case merge

  /// Returns the mode with this name, or nil. Names are compared byte by byte.
  public init?(rawValue: String) {
    guard let mode = Self.named(rawValue) else { return nil }
    self = mode
  }
}
