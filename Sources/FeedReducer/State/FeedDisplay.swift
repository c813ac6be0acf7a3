/// What user interfaces show of a feed, computed from a state.
///
/// `Feed.State` and `Search.State` conform. A machine of your own that shows one feed may conform, too: then
/// code that draws a list works with all of them.
public protocol FeedDisplay<Item, Cursor>: Equatable {
  /// A row, unique by its id.
  associatedtype Item: Identifiable & Equatable

  /// What the server calls the next page.
  associatedtype Cursor: Hashable

  /// The rows.
  var items: ItemList<Item> { get }

  /// The cursor of the next page; nil before the first page and at the end.
  var page: Cursor? { get }

  /// Whether the list may still grow at its end.
  var canLoadNextPage: Bool { get }

  /// Whether the first page is loading, or waits for its retry, and there are no rows.
  var isLoading: Bool { get }

  /// Whether the next page is loading, or waits for its retry.
  var isLoadingMore: Bool { get }

  /// Whether a first page is loading, or waits for its retry, while rows show.
  var refreshing: Bool { get }

  /// The failure to show: of refresh, else of append, else of prepend.
  var error: FeedFailure? { get }

  /// Whether there are no rows and no more can come.
  var isEmpty: Bool { get }

  /// Whether loading stopped because too many pages in a row brought no new row.
  var isStalled: Bool { get }

  /// How many rows the server says there are in all, if it says so.
  var total: Int? { get }

  /// The edits that failed, oldest first.
  var failedEdits: [Feed<Item, Cursor>.FailedEdit] { get }
}

extension Feed.State: FeedDisplay {}
