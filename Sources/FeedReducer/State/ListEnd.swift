/// What stands at one end of a list, beyond its rows.
///
/// ``FeedDisplay/footer`` and ``FeedDisplay/header`` are computed from the load states, so a view draws an end in
/// one `switch`:
///
/// ```swift
/// switch state.footer {
/// case .nothing: ""
/// case .loading: "Loading …"
/// case .waiting: "Trying again soon"
/// case .failed(let kind, let failure): "\(failure), tap to retry \(kind)"
/// case .offline: "You are offline"
/// case .stalled: "Look for more"
/// case .end: "That is all"
/// case .empty: "There is nothing here"
/// }
/// ```
///
/// There will be no other case, so the `switch` needs no `@unknown default`. Where something can be done, the case
/// has the kind of load that `retryTapped` takes.
public enum ListEnd: Equatable, Sendable {
  /// Nothing is to be shown: the list may go on, and does not load; or it is not known yet where it ends.
  case nothing

  /// A request is in flight.
  case loading(kind: LoadKind)

  /// A load is tried again when the timer with this ticket fires; a store knows when that is.
  case waiting(kind: LoadKind, timer: Ticket)

  /// A load failed. A retry loads again.
  indirect case failed(kind: LoadKind, failure: FeedFailure)

  /// A load waits until the device is online.
  case offline(kind: LoadKind)

  /// Loading stopped, since several pages in a row added no row. A retry goes on.
  case stalled(kind: LoadKind)

  /// There are no more rows at this end. Above the first row, where every ordinary list ends, draw nothing for it.
  case end

  /// There are no rows at all, and no more can come.
  case empty
}

extension Feed.State {
  /// What stands below the last row: how the next page loads. Before the first page, and while a list without rows
  /// is loaded again, how the first page does.
  ///
  /// - Complexity: O(1).
  public var footer: ListEnd {
    if isEmpty { return .empty }
    return !hasFirstPage || items.isEmpty && refresh.request != nil
      ? refresh.end(of: .refresh, hasRows: false)
      : tail.load.end(of: .append, hasRows: !items.isEmpty)
  }

  /// What stands above the first row: why the rows could not be brought up to date, else how the previous page
  /// loads. (``FeedDisplay/refreshing`` tells of a refresh in flight.)
  ///
  /// - Complexity: O(1).
  public var header: ListEnd {
    if !hasFirstPage { return .nothing }
    return refresh.isStuck
      ? refresh.end(of: .refresh, hasRows: false)
      : head.load.end(of: .prepend, hasRows: !items.isEmpty)
  }
}

extension Search.State {
  /// What stands below the last row; nothing below rows of a query before, which get no further page.
  ///
  /// - Complexity: O(1), and that of comparing two queries.
  public var footer: ListEnd {
    if hasStaleRows || query != asked && current.isEmpty { return .nothing }
    return current.footer
  }

  /// What stands above the first row; above rows of a query before, why the first page of the new one does not come.
  ///
  /// - Complexity: O(1).
  public var header: ListEnd {
    if !hasStaleRows { return current.header }
    return current.refresh.isStuck ? current.refresh.end(of: .refresh, hasRows: false) : .nothing
  }
}

extension LoadState {
  /// Whether the load can't go on by itself at once: it waits, is offline, or has failed.
  fileprivate var isStuck: Bool { self != .idle && request == nil }

  /// What stands at the end of a list where this is the state of its load.
  fileprivate func end(of kind: LoadKind, hasRows: Bool) -> ListEnd {
    switch self {
    case .idle: .nothing
    case .loading: .loading(kind: kind)
    case .waiting(let timer, _): .waiting(kind: kind, timer: timer)
    case .offline: .offline(kind: kind)
    case .failed(let failure): .failed(kind: kind, failure: failure)
    case .ended(reason: .stalled): .stalled(kind: kind)
    case .ended: hasRows ? .end : .nothing
    }
  }
}
