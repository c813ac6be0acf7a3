/// A machine that shows one feed: a ``Feed`` by itself, or a machine around one, such as ``Search``.
///
/// `StoreActor` has the methods of a feed for every such machine. A machine of your own that owns one feed
/// may conform. (Let it pass on `awaited(by:after:in:)`, too: `loadMore()` and `loadAll()` wait by that.)
///
/// ```swift
/// extension Inbox: FeedMachine {
///   static func feed(action: Feed<Message, Int>.Action) -> Action { .messages(action) }
/// }
/// ```
public protocol FeedMachine<Item, Cursor>: StateMachine where State: FeedDisplay<Item, Cursor> {
  /// A row, unique by its id.
  associatedtype Item: Identifiable & Equatable

  /// What the server calls the next page.
  associatedtype Cursor: Hashable

  /// Returns the action that passes `action` on to the feed.
  static func feed(action: Feed<Item, Cursor>.Action) -> Action

  /// Handles an action that only reports where the reader is, the most frequent one, without a reaction.
  ///
  /// The machine decides whether it has such a shortcut. By default it has none.
  ///
  /// - Returns: What the action was. Unless the reader moved, the state is unchanged.
  func reportReader(_ state: inout State, for action: Action) -> ReaderReport
}

extension FeedMachine {
  /// Returns `other`: every action is reduced.
  @inlinable public func reportReader(
    _ state: inout State, for action: Action
  ) -> ReaderReport { .other }
}

/// What an action says about the reader, where nothing else follows from it.
///
/// There are these three for good, so a `switch` needs no `@unknown default`.
public enum ReaderReport: Equatable, Sendable {
  /// The reader moved, and that is all.
  case moved

  /// The same rows again: the action is ignored for this reason, and no load is under way that it could wait for.
  case repeated(refusal: FeedRefusal)

  /// Something else: the action is still to be reduced.
  case other
}

extension Feed: FeedMachine {
  /// Returns the action itself.
  @inlinable public static func feed(action: Action) -> Action { action }
}

extension Search: FeedMachine {
  /// Returns the action of the search that passes `action` on.
  @inlinable public static func feed(action: Feed<Item, Cursor>.Action) -> Action {
    .feed(action: action)
  }

  /// Handles a report of the reader if no load is due. While rows are stale the feed has none, so it never does.
  @inlinable public func reportReader(
    _ state: inout State, for action: Action
  ) -> ReaderReport {
    guard case .feed(let action) = action else { return .other }
    return feed.reportReader(&state.current, for: action)
  }
}

/// A machine whose feed follows a query: a ``Search``, or a machine around one.
///
/// The stores have the methods of a search for every such machine.
public protocol QueryMachine<Query>: FeedMachine {
  /// What a server is asked with.
  associatedtype Query: Equatable

  /// Returns the query that the user wants; nil for none.
  static func query(of state: State) -> Query?

  /// Returns the action for a query that the user has typed or chosen; nil for none.
  static func typed(query: Query?) -> Action

  /// The action that asks the query now.
  static var submitted: Action { get }
}

extension Search: QueryMachine {
  /// Returns the query that the user wants; nil for none.
  public static func query(of state: State) -> Query? { state.query }

  /// Returns the action `typed` with this query.
  public static func typed(query: Query?) -> Action { .typed(query: query) }

  /// The action `submitted`.
  public static var submitted: Action { .submitted }
}

/// What user interfaces show of a feed, computed from a state.
///
/// `Feed.State` and `Search.State` conform. The state of a machine of your own that shows one feed may conform, too: then
/// code that draws a list works with all of them. It needs ``feed`` alone; what it shows otherwise than its feed does, it
/// declares itself.
///
/// ```swift
/// extension Inbox.State: FeedDisplay {
///   var feed: Feed<Message, Int>.State { messages }
/// }
/// ```
public protocol FeedDisplay<Item, Cursor>: Equatable {
  /// A row, unique by its id.
  associatedtype Item: Identifiable & Equatable

  /// What the server calls the next page.
  associatedtype Cursor: Hashable

  /// The feed that is shown.
  var feed: Feed<Item, Cursor>.State { get }

  /// The rows.
  var items: ItemList<Item> { get }

  /// The cursor of the next page; nil before the first page and at the end.
  var page: Cursor? { get }

  /// Whether pages load, and what else there is to show beside the rows.
  var words: FeedWords { get }

  /// What stands below the last row.
  var footer: ListEnd { get }

  /// What stands above the first row.
  var header: ListEnd { get }

  /// The failure of the load of `kind`, or nil. A load that waits for the network counts as failed.
  func error(of kind: LoadKind) -> FeedFailure?

  /// The row at which the reader of a restored snapshot was, until a row is reported: scroll to it.
  var restoredRow: Item.ID? { get }

  /// The gaps between rows, from top to bottom.
  var gaps: [Feed<Item, Cursor>.Gap] { get }

  /// How many rows the server says there are in all, if it says so.
  var total: Int? { get }

  /// Whether the list was read whole, and if not, what is missing.
  var completeness: Completeness { get }

  /// The edits that failed, oldest first.
  var failedEdits: [Feed<Item, Cursor>.FailedEdit] { get }

  /// Why the last failed edit of this row failed; nil if none has, or all were retried or dismissed.
  func failure(of id: Item.ID) -> FeedFailure?

  /// The edits that the server has not answered for good, oldest first.
  var pendingEdits: [Feed<Item, Cursor>.PendingEdit] { get }

  /// Whether an edit of this row is not answered for good: it is being sent, waits, or did not reach the server.
  func isPending(_ id: Item.ID) -> Bool
}

extension FeedDisplay {
  /// The failure to show: of refresh, else of append, else of prepend.
  public var error: FeedFailure? {
    error(of: .refresh) ?? error(of: .append) ?? error(of: .prepend)
  }
}

// What a machine around a feed shows is what its feed does.
extension FeedDisplay {
  /// The rows of the feed.
  public var items: ItemList<Item> { feed.items }

  /// The feed's cursor of the next page.
  public var page: Cursor? { feed.page }

  /// The feed's words.
  public var words: FeedWords { feed.words }

  /// What stands below the feed's last row.
  public var footer: ListEnd { feed.footer }

  /// What stands above the feed's first row.
  public var header: ListEnd { feed.header }

  /// The failure of the feed's load of `kind`, or nil.
  public func error(of kind: LoadKind) -> FeedFailure? { feed.error(of: kind) }

  /// The row at which the feed's reader was.
  public var restoredRow: Item.ID? { feed.restoredRow }

  /// The gaps between the feed's rows.
  public var gaps: [Feed<Item, Cursor>.Gap] { feed.gaps }

  /// How many rows the server says there are in all.
  public var total: Int? { feed.total }

  /// Whether the feed's list was read whole.
  public var completeness: Completeness { feed.completeness }

  /// The feed's edits that failed.
  public var failedEdits: [Feed<Item, Cursor>.FailedEdit] { feed.failedEdits }

  /// Why the last failed edit of this row failed.
  public func failure(of id: Item.ID) -> FeedFailure? { feed.failure(of: id) }

  /// The feed's edits that the server has not answered for good.
  public var pendingEdits: [Feed<Item, Cursor>.PendingEdit] { feed.pendingEdits }

  /// Whether an edit of this row is not answered for good.
  public func isPending(_ id: Item.ID) -> Bool { feed.isPending(id) }
}

extension Feed.State: FeedDisplay {
  /// The state itself.
  @inlinable public var feed: Feed.State { self }
}
